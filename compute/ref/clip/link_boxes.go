package clip

import (
	"slices"

	"kernelscope/compute"
	"kernelscope/scene/clipseq"
	"kernelscope/shaders"
)

// LinkBoxes holds the buffers of clip_link_boxes.
type LinkBoxes[B any] struct {
	Link[B]
	SharedBoxes                        compute.Constant // 1: shared memory has room for the boxes of a partition
	Boxes, SliceBoxes, Bases, Resolved B
}

// MirrorLinkBoxes mirrors clip_link_boxes with a single stack for all partitions.
func MirrorLinkBoxes(g compute.Grid, a LinkBoxes[[]uint32]) {
	n, size := int(a.Control[shaders.ClipCount]), g.Size*int(a.Items)
	first, end := int(a.FirstPart), int(a.FirstPart)+g.X*g.Y
	firstPop, open := linkElements(kindsOf(a.Kinds, int(a.WordKinds), n), a.Links, a.Boxes, a.Resolved, first*size, end*size)
	if int(firstPop) < end*size {
		a.Control[shaders.ClipFirstPop] = firstPop
	}
	isLast := end*size >= n && first*size < n
	if len(open) > 1 && (a.Few == 0 && first == 0 || a.Few > 0 && isLast) {
		a.Control[shaders.ClipFirstPush] = open[1]
	}
	if a.Few == 0 {
		return
	}
	height, lowest := int32(0), int32(0)
	for q := 0; q < end && q*size < n; q++ {
		p := partitionOf(a.Partitions, q)
		if a.Boxes != nil && q >= first {
			cutNoted(g, a, q, height)
		}
		height = p.begin(height)
		lowest = min(lowest, p.lowest())
	}
	if isLast {
		a.Control[shaders.ClipPops], a.Control[shaders.ClipPushes] = uint32(-lowest), uint32(height-lowest)
	}
}

// linkElements links the elements from first up to, not including, end, and cuts their boxes if
// there are any; earlier elements are done. It returns the first of all pops without a push, or
// ClipNone, and a list of the open pushes that begins with ClipNone.
func linkElements(elements, links, boxes, resolved []uint32, first, end int) (firstPop uint32, open []uint32) {
	firstPop, open = shaders.ClipNone, []uint32{shaders.ClipNone}
	for i, e := range elements {
		top, mine := len(open)-1, i >= first && i < end
		if mine {
			links[i] = open[top]
		}
		kind := e & clipseq.KindMask
		if kind == clipseq.Pop && top == 0 && firstPop == shaders.ClipNone {
			firstPop = uint32(i)
		}
		if kind == clipseq.Pop && top > 0 {
			open = open[:top]
		}
		if boxes != nil && mine {
			box := clipseq.Everything
			if around := open[len(open)-1]; around != shaders.ClipNone {
				box = boxAt(resolved, int(around))
			}
			if kind != clipseq.Pop {
				box = box.Cut(boxAt(boxes, i))
			}
			setBox(resolved, i, box)
		}
		if kind == clipseq.Push {
			open = append(open, uint32(i))
		}
	}
	return firstPop, open
}

// cutNoted lists the earlier partitions with part of the stack before a partition that begins at
// height, the nearest one first. For each it stores the box that cuts everything in it, the
// intersection of the boxes of all after it in the list. The first ClipCuts are not stored.
func cutNoted(g compute.Grid, a LinkBoxes[[]uint32], part int, height int32) {
	var noted []clipseq.Box
	for q := partitionBelow(a.Partitions, part, height); q >= 0; q = partitionBelow(a.Partitions, q, height) {
		lowest := partitionOf(a.Partitions, q).lowest()
		noted = append(noted, boxAt(a.SliceBoxes, q*g.Size*int(a.Items)+int(height-1-lowest)))
		height = lowest
	}
	box := clipseq.Everything
	for k, b := range slices.Backward(noted) {
		if k >= shaders.ClipCuts {
			setBox(a.Bases, part*int(a.Few)+k, box)
		}
		box = box.Cut(b)
	}
}
