package clip

import (
	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/scene/clipseq"
	"kernelscope/shaders"
)

// LookbackBoxes holds the buffers of clip_lookback_boxes.
type LookbackBoxes[B any] struct {
	Walks[B]
	Traced compute.Constant // 1: write events to Trace
	Window compute.Constant // partitions that a workgroup reads together

	Boxes, SliceBoxes, Bases, Resolved, Trace, Far B

	Patience, Groups uint32
}

// MirrorLookbackBoxes mirrors clip_lookback_boxes. It processes partitions in order, so that
// each finds the previous one done, and repeats the work of earlier dispatches.
func MirrorLookbackBoxes(g compute.Grid, a LookbackBoxes[[]uint32]) {
	size, groups := g.Size*int(a.Items), g.X*g.Y
	started := int(a.Control[shaders.ClipTicket]) // in earlier dispatches
	n := min(int(a.Control[shaders.ClipCount]), (started+groups)*size)
	number := (n + size - 1) / size
	reducing := ReduceBoxes[[]uint32]{
		Reduce: Reduce[[]uint32]{Elements: a.Elements, Control: a.Control, Partitions: a.Partitions, Slices: a.Slices},
		Boxes:  a.Boxes, SliceBoxes: a.SliceBoxes,
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
	if firstPop != shaders.ClipNone {
		a.Control[shaders.ClipFirstPop] = firstPop
	}
	a.Control[shaders.ClipPops] = uint32(-lowest)
	if a.Traced != 0 {
		traceLookback(a.Walks, started, number, -1, a.Trace)
	}
	a.Control[shaders.ClipTicket] += uint32(groups)
	a.Control[shaders.ClipFinished] = min(a.Control[shaders.ClipTicket], a.Groups) // a grid with two dimensions may have more workgroups
	if a.Control[shaders.ClipFinished] != a.Groups {
		return
	}
	a.Control[shaders.ClipPushes], a.Control[shaders.ClipFirstPush] = uint32(height-lowest), shaders.ClipNone
	if len(open) > 1 {
		a.Control[shaders.ClipFirstPush] = open[1]
	}
	a.Control[shaders.ClipFirstPop] = firstPop
}

// lookBack finds the back-link of a partition. The partition and all those before it are reduced.
func lookBack(a LookbackBoxes[[]uint32], q, size int) {
	p := partitionOf(a.Partitions, q)
	s := a.State[State*q : State*(q+1)]
	s[Status] = shaders.ClipLinked | p[0]<<shaders.ClipNumberBits | p[1]
	s[Back], s[BackLowest] = shaders.ClipNone, 0
	box := clipseq.Everything
	if back := partitionBelow(a.Partitions, q, p.lowest()); back >= 0 {
		lowest := partitionOf(a.Partitions, back).lowest()
		s[Back], s[BackLowest] = uint32(back), uint32(lowest)
		if a.Boxes != nil {
			box = boxAt(a.SliceBoxes, back*size+int(p.lowest()-1-lowest)).Cut(boxAt(a.Bases, back))
		}
	}
	if a.Boxes != nil {
		setBox(a.Bases, q, box)
	}
}

// AgreeOnLookbackBoxes is like AgreeOnLookback, for clip_lookback_boxes.
func AgreeOnLookbackBoxes(_, device, mirror LookbackBoxes[[]uint32]) error {
	if err := agreeOnWalks(device.Walks, mirror.Walks, device.Trace); err != nil {
		return err
	}
	if err := ref.Same("SliceBoxes", device.SliceBoxes, mirror.SliceBoxes); err != nil {
		return err
	}
	if err := ref.Same("Bases", device.Bases, mirror.Bases); err != nil {
		return err
	}
	return ref.Same("Resolved", device.Resolved, mirror.Resolved)
}
