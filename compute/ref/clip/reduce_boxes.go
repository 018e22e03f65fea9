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

// MirrorReduceBoxes mirrors clip_reduce_boxes.
func MirrorReduceBoxes(g compute.Grid, a ReduceBoxes[[]uint32]) {
	n, size, groups := int(a.Control[shaders.ClipCount]), g.Size*int(a.Items), min(g.X*g.Y, int(a.EndPart-a.FirstPart))
	number := (n + size - 1) / size
	for q := int(a.FirstPart); q < min(number, int(a.FirstPart)+groups); q++ {
		reduceBoxes(a, q, size)
		for i := q * size; i < (q+1)*size; i++ {
			kind := uint32(clipseq.Leaf)
			if i < n {
				kind = a.Elements[i] & clipseq.KindMask
			}
			setKind(a.Kinds, int(a.Items), i, kind)
		}
	}
	if a.FirstPart == 0 {
		a.Control[shaders.ClipPops], a.Control[shaders.ClipPushes] = 0, 0
		a.Control[shaders.ClipFirstPop], a.Control[shaders.ClipFirstPush] = shaders.ClipNone, shaders.ClipNone
	}
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
