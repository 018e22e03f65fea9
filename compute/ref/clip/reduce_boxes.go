package clip

import (
	"kernelscope/compute"
	"kernelscope/scene/clipseq"
	"kernelscope/shaders"
)

// ReduceBoxes holds the buffers of clip_reduce_boxes.
type ReduceBoxes[B any] struct {
	Reduce[B]
	Boxes, SliceBoxes B
}

// MirrorReduceBoxes mirrors clip_reduce_boxes. Only the last dispatch of a reduction computes
// heights and the tree.
func MirrorReduceBoxes(g compute.Grid, a ReduceBoxes[[]uint32]) {
	n, size, groups := int(a.Control[shaders.ClipCount]), g.Size*int(a.Items), min(g.X*g.Y, int(a.EndPart-a.FirstPart))
	number := (n + size - 1) / size
	for q := int(a.FirstPart); q < min(number, int(a.FirstPart)+groups); q++ {
		reduceBoxes(a, q, size)
	}
	isLast := a.Few > 0 && a.FirstPart == 0 // clip_link does the rest
	if a.Few == 0 {
		a.Control[shaders.ClipFinished] += uint32(groups)
		isLast = a.Control[shaders.ClipFinished] == a.Groups
	}
	if !isLast {
		return
	}
	height, lowest := int32(0), int32(0)
	if a.Few == 0 {
		for q := range number {
			p := partitionOf(a.Partitions, q)
			height = p.begin(height)
			a.Minima[int(a.FirstLeaf)+q-1] = p[3]
			lowest = min(lowest, p.lowest())
		}
		buildMinima(a.Minima, int(a.FirstLeaf), number)
	}
	a.Control[shaders.ClipFinished] = 0
	a.Control[shaders.ClipPops], a.Control[shaders.ClipPushes] = uint32(-lowest), uint32(height-lowest)
	a.Control[shaders.ClipFirstPop], a.Control[shaders.ClipFirstPush] = shaders.ClipNone, shaders.ClipNone
}

// reduceBoxes reduces partition q, which has size elements.
func reduceBoxes(a ReduceBoxes[[]uint32], q, size int) {
	slice := reducePartition(a.Elements[q*size:min((q+1)*size, int(a.Control[shaders.ClipCount]))], partitionOf(a.Partitions, q))
	for w := 0; w < len(slice); w += 2 {
		a.Slices[(q*size+w)/2] = slice[w]
		if w+1 < len(slice) {
			a.Slices[(q*size+w)/2] |= slice[w+1] << 16
		}
	}
	if a.Boxes == nil {
		return
	}
	box := clipseq.Everything
	for r, place := range slice {
		box = box.Cut(boxAt(a.Boxes, q*size+int(place)))
		setBox(a.SliceBoxes, q*size+r, box)
	}
}

// reducePartition counts the pops of earlier pushes and returns the places of the pushes that stay
// open.
func reducePartition(elements []uint32, p clipPartition) (open []uint32) {
	p[0] = 0
	for place, e := range elements {
		switch kind := e & clipseq.KindMask; {
		case kind == clipseq.Push:
			open = append(open, uint32(place))
		case kind == clipseq.Pop && len(open) == 0:
			p[0]++
		case kind == clipseq.Pop:
			open = open[:len(open)-1]
		}
	}
	p[1] = uint32(len(open))
	return open
}

// buildMinima builds a tree above the leaves. Node v is word v-1, and its children are nodes 4v+1
// to 4v+4.
func buildMinima(minima []uint32, first, number int) {
	for first > 1 {
		parent := (first - 1) / 4
		for x := range (number + 3) / 4 {
			least := int32(shaders.ClipNoHeight)
			for c := 4 * x; c < min(4*x+4, number); c++ {
				least = min(least, int32(minima[first+c-1]))
			}
			minima[parent+x-1] = uint32(least)
		}
		first, number = parent, (number+3)/4
	}
}
