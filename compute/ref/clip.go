package ref

import (
	"slices"

	"kernelscope/compute"
	"kernelscope/scene/clipseq"
)

// ClipTree are the constants of the tree form.
type ClipTree struct {
	Items compute.Constant // elements of an invocation
	// Few is the greatest number of partitions of which each workgroup combines all
	// before its own; 0 if there are more, and a tree above them.
	Few compute.Constant
}

// ClipReduce are the buffers of clip_reduce. Elements are as in clipseq.
type ClipReduce[B any] struct {
	ClipTree
	Elements, Control, Partitions, Minima, Slices B

	FirstLeaf uint32 // of the tree in Minima
}

// ClipReduceBoxes are those of clip_reduce_boxes.
type ClipReduceBoxes[B any] struct {
	ClipReduce[B]
	Boxes, SliceBoxes B
}

// ClipBases are the buffers of clip_bases.
type ClipBases[B any] struct {
	Control, Partitions, Minima, SliceBoxes, Bases, Chain B

	FirstLeaf, PartitionSize, Room uint32
	FirstRound, EndRound           uint32
}

// ClipLink are the buffers of clip_link.
type ClipLink[B any] struct {
	ClipTree
	Elements, Control, Partitions, Minima, Slices, Links B

	FirstLeaf uint32
	FirstBase uint32 // partition of Bases where the results begin
}

// ClipLinkBoxes are those of clip_link_boxes.
type ClipLinkBoxes[B any] struct {
	ClipLink[B]
	Boxes, SliceBoxes, Bases, Resolved B
}

// clipPartition is four words of Partitions: what a partition does to the stack, the
// height at which it begins, and its lowest one.
type clipPartition []uint32

func partitionOf(b []uint32, q int) clipPartition { return b[4*q : 4*q+4] }

// begin notes the height at which the partition begins, and returns that at which it ends.
func (p clipPartition) begin(height int32) int32 {
	p[2], p[3] = uint32(height), uint32(height)-p[0]
	return height + int32(p[1]-p[0])
}

func (p clipPartition) lowest() int32 { return int32(p[3]) }

// boxAt reads a box of four words.
func boxAt(b []uint32, i int) clipseq.Box { return clipseq.BoxOf([4]uint32(b[4*i : 4*i+4])) }

func setBox(b []uint32, i int, box clipseq.Box) {
	w := box.Bits()
	copy(b[4*i:], w[:])
}

// ClipReducer mirrors clip_reduce.
func ClipReducer(g compute.Grid, a ClipReduce[[]uint32]) {
	ClipBoxReducer(g, ClipReduceBoxes[[]uint32]{ClipReduce: a})
}

// ClipBoxReducer mirrors clip_reduce_boxes.
func ClipBoxReducer(g compute.Grid, a ClipReduceBoxes[[]uint32]) {
	n, size := int(a.Control[ClipCount]), g.Size*int(a.Items)
	height, lowest, q := int32(0), int32(0), 0
	for ; q*size < n; q++ {
		p := partitionOf(a.Partitions, q)
		slice := reducePartition(a.Elements[q*size:min((q+1)*size, n)], p)
		for w := 0; w < len(slice); w += 2 {
			a.Slices[(q*size+w)/2] = slice[w]
			if w+1 < len(slice) {
				a.Slices[(q*size+w)/2] |= slice[w+1] << 16
			}
		}
		if a.Boxes != nil {
			box := clipseq.Everything
			for r, place := range slice {
				box = box.Cut(boxAt(a.Boxes, q*size+int(place)))
				setBox(a.SliceBoxes, q*size+r, box)
			}
		}
		if a.Few > 0 { // clip_link does what is left
			continue
		}
		height = p.begin(height)
		a.Minima[int(a.FirstLeaf)+q-1] = p[3]
		lowest = min(lowest, p.lowest())
	}
	buildMinima(a.Minima, int(a.FirstLeaf), q)
	a.Control[ClipPops], a.Control[ClipPushes] = uint32(-lowest), uint32(height-lowest)
	a.Control[ClipFirstPop], a.Control[ClipFirstPush] = ClipNone, ClipNone
}

// reducePartition counts what elements pop of what was open before, and returns the
// places of the pushes that stay open.
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

// buildMinima makes a tree above so many leaves: node v is word v-1, and its children
// are nodes 4v+1 to 4v+4.
func buildMinima(minima []uint32, first, number int) {
	for first > 1 {
		parent := (first - 1) / 4
		for x := range (number + 3) / 4 {
			least := int32(clipNoHeight)
			for c := 4 * x; c < min(4*x+4, number); c++ {
				least = min(least, int32(minima[first+c-1]))
			}
			minima[parent+x-1] = uint32(least)
		}
		first, number = parent, (number+3)/4
	}
}

// ClipBaser mirrors clip_bases.
func ClipBaser(_ compute.Grid, a ClipBases[[]uint32]) {
	n := (int(a.Control[ClipCount]) + int(a.PartitionSize) - 1) / int(a.PartitionSize)
	room := int(a.Room)
	for round := a.FirstRound; round < a.EndRound; round++ {
		from, to := 0, room
		if round%2 == 1 {
			from, to = room, 0
		}
		for q := range n {
			box, next := clipseq.Everything, uint32(ClipNone)
			if round == 0 {
				lowest := partitionOf(a.Partitions, q).lowest()
				if before := partitionBelow(a.Partitions, q, lowest); before >= 0 {
					r := lowest - 1 - partitionOf(a.Partitions, before).lowest()
					box, next = boxAt(a.SliceBoxes, before*int(a.PartitionSize)+int(r)), uint32(before)
				}
			} else {
				box, next = boxAt(a.Bases, from+q), a.Chain[from+q]
				if next != ClipNone {
					box, next = box.Cut(boxAt(a.Bases, from+int(next))), a.Chain[from+int(next)]
				}
			}
			setBox(a.Bases, to+q, box)
			a.Chain[to+q] = next
		}
	}
}

// partitionBelow returns the last partition before one that goes below a height, -1 if
// none does.
func partitionBelow(partitions []uint32, q int, height int32) int {
	for q--; q >= 0 && partitionOf(partitions, q).lowest() >= height; q-- {
	}
	return q
}

// ClipLinker mirrors clip_link.
func ClipLinker(g compute.Grid, a ClipLink[[]uint32]) {
	ClipBoxLinker(g, ClipLinkBoxes[[]uint32]{ClipLink: a})
}

// ClipBoxLinker mirrors clip_link_boxes: with one stack for all.
func ClipBoxLinker(g compute.Grid, a ClipLinkBoxes[[]uint32]) {
	open := []uint32{ClipNone} // never popped
	for i, e := range a.Elements[:a.Control[ClipCount]] {
		top := len(open) - 1
		a.Links[i] = open[top]
		kind := e & clipseq.KindMask
		if kind == clipseq.Pop && top == 0 && a.Control[ClipFirstPop] == ClipNone {
			a.Control[ClipFirstPop] = uint32(i)
		}
		if kind == clipseq.Pop && top > 0 {
			open = open[:top]
		}
		if a.Boxes != nil {
			box := clipseq.Everything
			if around := open[len(open)-1]; around != ClipNone {
				box = boxAt(a.Resolved, int(around))
			}
			if kind != clipseq.Pop {
				box = box.Cut(boxAt(a.Boxes, i))
			}
			setBox(a.Resolved, i, box)
		}
		if kind == clipseq.Push {
			open = append(open, uint32(i))
		}
	}
	if len(open) > 1 {
		a.Control[ClipFirstPush] = open[1]
	}
	if a.Few == 0 {
		return
	}
	height, lowest := int32(0), int32(0)
	for q := 0; q*g.Size*int(a.Items) < int(a.Control[ClipCount]); q++ {
		p := partitionOf(a.Partitions, q)
		if a.Boxes != nil {
			cutNoted(g, a, q, height)
		}
		height = p.begin(height)
		lowest = min(lowest, p.lowest())
	}
	a.Control[ClipPops], a.Control[ClipPushes] = uint32(-lowest), uint32(height-lowest)
}

// cutNoted notes what cuts the stack before a partition, which begins at a height: of all
// partitions that the stack comes from, from the nearest on, each cut by those behind.
func cutNoted(g compute.Grid, a ClipLinkBoxes[[]uint32], part int, height int32) {
	var noted []clipseq.Box
	for q := partitionBelow(a.Partitions, part, height); q >= 0; q = partitionBelow(a.Partitions, q, height) {
		lowest := partitionOf(a.Partitions, q).lowest()
		noted = append(noted, boxAt(a.SliceBoxes, q*g.Size*int(a.Items)+int(height-1-lowest)))
		height = lowest
	}
	box := clipseq.Everything
	for k, b := range slices.Backward(noted) {
		box = box.Cut(b)
		setBox(a.Bases, part*int(a.Few)+k, box)
	}
}
