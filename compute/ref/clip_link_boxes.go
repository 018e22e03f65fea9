package ref

import (
	"slices"

	"kernelscope/compute"
	"kernelscope/scene/clipseq"
)

// ClipLinkBoxes are those of clip_link_boxes.
type ClipLinkBoxes[B any] struct {
	ClipLink[B]
	Boxes, SliceBoxes, Bases, Resolved B
}

// MirrorClipLinkBoxes mirrors clip_link_boxes: with one stack for all.
func MirrorClipLinkBoxes(g compute.Grid, a ClipLinkBoxes[[]uint32]) {
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
// partitions that the stack comes from, from the nearest on, each cut by those after it.
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
