package ref

import (
	"kernelscope/compute"
	"kernelscope/scene/clipseq"
)

// ClipLookbackBoxes are those of clip_lookback_boxes.
type ClipLookbackBoxes[B any] struct {
	ClipWalks[B]
	Traced compute.Constant // 1: Trace gets events
	Window compute.Constant // partitions that a workgroup looks at together

	Boxes, SliceBoxes, Bases, Resolved, Trace B

	Patience uint32
}

// MirrorClipLookbackBoxes mirrors clip_lookback_boxes, one partition after another, so that each
// finds the one before it done.
func MirrorClipLookbackBoxes(g compute.Grid, a ClipLookbackBoxes[[]uint32]) {
	n, size := int(a.Control[ClipCount]), g.Size*int(a.Items)
	number := (n + size - 1) / size
	minima := make([]uint32, number+1)
	MirrorClipReduceBoxes(g, ClipReduceBoxes[[]uint32]{
		ClipReduce: ClipReduce[[]uint32]{
			ClipTree: ClipTree{Items: a.Items},
			Elements: a.Elements, Control: a.Control, Partitions: a.Partitions, Minima: minima, Slices: a.Slices, FirstLeaf: 1,
		},
		Boxes: a.Boxes, SliceBoxes: a.SliceBoxes,
	})
	MirrorClipLinkBoxes(g, ClipLinkBoxes[[]uint32]{
		ClipLink: ClipLink[[]uint32]{Elements: a.Elements, Control: a.Control, Links: a.Links}, Boxes: a.Boxes, Resolved: a.Resolved,
	})
	for q := range number {
		p := partitionOf(a.Partitions, q)
		s := a.State[ClipState*q : ClipState*(q+1)]
		s[ClipStatus] = ClipLinked | p[0]<<ClipNumberBits | p[1]
		s[ClipBack], s[ClipBackLowest] = ClipNone, 0
		box := clipseq.Everything
		if back := partitionBelow(a.Partitions, q, p.lowest()); back >= 0 {
			lowest := partitionOf(a.Partitions, back).lowest()
			s[ClipBack], s[ClipBackLowest] = uint32(back), uint32(lowest)
			if a.Boxes != nil {
				box = boxAt(a.SliceBoxes, back*size+int(p.lowest()-1-lowest)).Cut(boxAt(a.Bases, back))
			}
		}
		if a.Boxes != nil {
			setBox(a.Bases, q, box)
		}
	}
	if a.Traced != 0 {
		traceLookback(a.ClipWalks, number, -1, a.Trace)
	}
	a.Control[ClipFinished] += uint32(g.X * g.Y)
	a.Control[ClipTicket] += uint32(g.X * g.Y)
}

// AgreeOnLookbackBoxes does so for clip_lookback_boxes.
func AgreeOnLookbackBoxes(_, device, mirror ClipLookbackBoxes[[]uint32]) error {
	if err := agreeOnWalks(device.ClipWalks, mirror.ClipWalks, device.Trace); err != nil {
		return err
	}
	if err := same("SliceBoxes", device.SliceBoxes, mirror.SliceBoxes); err != nil {
		return err
	}
	if err := same("Bases", device.Bases, mirror.Bases); err != nil {
		return err
	}
	return same("Resolved", device.Resolved, mirror.Resolved)
}
