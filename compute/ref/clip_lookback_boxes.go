package ref

import (
	"kernelscope/compute"
	"kernelscope/scene/clipseq"
)

// ClipLookbackBoxes holds the buffers of clip_lookback_boxes.
type ClipLookbackBoxes[B any] struct {
	ClipWalks[B]
	Traced compute.Constant // 1: write events to Trace
	Window compute.Constant // partitions that a workgroup reads together

	Boxes, SliceBoxes, Bases, Resolved, Trace B

	Patience, Groups uint32
}

// MirrorClipLookbackBoxes mirrors clip_lookback_boxes. It processes partitions in order, so that
// each finds the previous one done, and repeats the work of earlier dispatches.
func MirrorClipLookbackBoxes(g compute.Grid, a ClipLookbackBoxes[[]uint32]) {
	size, groups := g.Size*int(a.Items), g.X*g.Y
	started := int(a.Control[ClipTicket]) // in earlier dispatches
	n := min(int(a.Control[ClipCount]), (started+groups)*size)
	number := (n + size - 1) / size
	reducing := ClipReduceBoxes[[]uint32]{
		ClipReduce: ClipReduce[[]uint32]{Elements: a.Elements, Control: a.Control, Partitions: a.Partitions, Slices: a.Slices},
		Boxes:      a.Boxes, SliceBoxes: a.SliceBoxes,
	}
	height, lowest := int32(0), int32(0)
	for q := range number {
		reduceBoxes(reducing, q, size)
		p := partitionOf(a.Partitions, q)
		height = p.begin(height)
		lowest = min(lowest, p.lowest())
		lookBack(a, q, size)
	}
	firstPop, open := linkElements(a.Elements[:n], a.Links, a.Boxes, a.Resolved, 0, n)
	if firstPop != ClipNone {
		a.Control[ClipFirstPop] = firstPop
	}
	a.Control[ClipPops] = uint32(-lowest)
	if a.Traced != 0 {
		traceLookback(a.ClipWalks, started, number, -1, a.Trace)
	}
	a.Control[ClipTicket] += uint32(groups)
	a.Control[ClipFinished] += uint32(groups)
	if a.Control[ClipFinished] != a.Groups {
		return
	}
	a.Control[ClipPushes], a.Control[ClipFirstPush] = uint32(height-lowest), ClipNone
	if len(open) > 1 {
		a.Control[ClipFirstPush] = open[1]
	}
	a.Control[ClipFirstPop] = firstPop
}

// lookBack finds the back-link of a partition. The partition and all those before it are reduced.
func lookBack(a ClipLookbackBoxes[[]uint32], q, size int) {
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

// AgreeOnLookbackBoxes is like AgreeOnLookback, for clip_lookback_boxes.
func AgreeOnLookbackBoxes(_, device, mirror ClipLookbackBoxes[[]uint32]) error {
	if err := agreeOnWalks(device.ClipWalks, mirror.ClipWalks, device.Trace); err != nil {
		return err
	}
	if err := Same("SliceBoxes", device.SliceBoxes, mirror.SliceBoxes); err != nil {
		return err
	}
	if err := Same("Bases", device.Bases, mirror.Bases); err != nil {
		return err
	}
	return Same("Resolved", device.Resolved, mirror.Resolved)
}
