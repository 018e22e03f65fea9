package ref

import (
	"fmt"
	"slices"

	"kernelscope/compute"
	"kernelscope/scene/clipseq"
)

// ClipWalks are the first buffers of both kernels that look back.
type ClipWalks[B any] struct {
	Items compute.Constant // elements of an invocation

	Elements, Control, Partitions, State, Slices, Links B
}

// ClipLookback are the buffers of clip_lookback.
type ClipLookback[B any] struct {
	ClipWalks[B]
	Traced compute.Constant // 1: Trace gets events

	Trace B // as ClipTraceHappened says, and events behind that

	Patience uint32 // how often to look in vain
}

// ClipLookbackBoxes are those of clip_lookback_boxes.
type ClipLookbackBoxes[B any] struct {
	ClipWalks[B]
	Traced compute.Constant // 1: Trace gets events

	Boxes, SliceBoxes, Bases, Resolved, Trace B

	Patience uint32
}

// Words of a partition in ClipLookback.State.
const (
	ClipStatus     = iota // ClipLinked when it is done, and its pops and pushes in 14 bits each
	ClipBack              // back-link: the last partition before it that goes lower, or ClipNone
	ClipBackLowest        // the lowest height of that one
	ClipSteps             // partitions looked at
	ClipState             // words
)

// ClipLookbacker mirrors clip_lookback.
func ClipLookbacker(g compute.Grid, a ClipLookback[[]uint32]) {
	ClipBoxLookbacker(g, ClipLookbackBoxes[[]uint32]{ClipWalks: a.ClipWalks, Traced: a.Traced, Trace: a.Trace})
}

// ClipBoxLookbacker mirrors clip_lookback_boxes, one partition after another, so that each
// finds the one before it done.
func ClipBoxLookbacker(g compute.Grid, a ClipLookbackBoxes[[]uint32]) {
	n, size := int(a.Control[ClipCount]), g.Size*int(a.Items)
	number := (n + size - 1) / size
	minima := make([]uint32, number+1)
	ClipBoxReducer(g, ClipReduceBoxes[[]uint32]{
		ClipReduce: ClipReduce[[]uint32]{
			ClipTree: ClipTree{Items: a.Items},
			Elements: a.Elements, Control: a.Control, Partitions: a.Partitions, Minima: minima, Slices: a.Slices, FirstLeaf: 1,
		},
		Boxes: a.Boxes, SliceBoxes: a.SliceBoxes,
	})
	ClipBoxLinker(g, ClipLinkBoxes[[]uint32]{
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
		traceLookback(a.ClipWalks, number, a.Trace)
	}
	a.Control[ClipFinished] += uint32(g.X * g.Y)
	a.Control[ClipTicket] += uint32(g.X * g.Y)
}

// AgreeOnLookback compares what clip_lookback left with its mirror: all but the lengths
// of walks, which depend on who was done when. Of the trace it checks what must hold
// in any order.
func AgreeOnLookback(_, device, mirror ClipLookback[[]uint32]) error {
	return agreeOnWalks(device.ClipWalks, mirror.ClipWalks, device.Trace)
}

func agreeOnWalks(device, mirror ClipWalks[[]uint32], trace []uint32) error {
	for _, c := range []struct {
		name           string
		device, mirror []uint32
	}{
		{"Control", slices.Clone(device.Control), slices.Clone(mirror.Control)},
		{"State", slices.Clone(device.State), slices.Clone(mirror.State)},
		{"Partitions", device.Partitions, mirror.Partitions},
		{"Slices", device.Slices, mirror.Slices},
		{"Links", device.Links, mirror.Links},
	} {
		for i := range c.device {
			free := c.name == "State" && i%ClipState == ClipSteps || c.name == "Control" && i >= ClipLongest
			if free {
				c.device[i], c.mirror[i] = 0, 0
			}
		}
		if err := same(c.name, c.device, c.mirror); err != nil {
			return err
		}
	}
	for q := range len(device.State) / ClipState {
		if steps := device.State[ClipState*q+ClipSteps]; steps > uint32(q) && device.State[ClipState*q] >= ClipLinked {
			return fmt.Errorf("partition %d looked at %d before it", q, steps)
		}
	}
	return checkTrace(device, trace)
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
