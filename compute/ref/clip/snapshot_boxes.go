package clip

import (
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/scene/clipseq"
	"kernelscope/shaders"
)

// SnapshotBoxes holds the buffers of clip_snapshot_boxes.
type SnapshotBoxes[B any] struct {
	Walks[B]
	Traced compute.Constant // 1: write events to Trace

	Boxes, SliceBoxes, SnapshotBoxes, Resolved, Trace, Levels, Snapshots B

	Patience, Groups uint32
}

// MirrorSnapshotBoxes mirrors clip_snapshot_boxes. The results of elements are the same as of the
// look-back; a snapshot is the top of a single stack for all partitions.
func MirrorSnapshotBoxes(g compute.Grid, a SnapshotBoxes[[]uint32]) {
	first := int(a.Control[shaders.ClipTicket]) // of this dispatch
	b := LookbackBoxes[[]uint32]{Walks: a.Walks, Boxes: a.Boxes, SliceBoxes: a.SliceBoxes, Resolved: a.Resolved, Groups: a.Groups}
	if a.Boxes != nil {
		b.Bases = make([]uint32, len(a.Partitions)) // four words for each, as there
	}
	MirrorLookbackBoxes(g, b)
	elements := a.Elements[:a.Control[shaders.ClipCount]]
	number := min(int(a.Control[shaders.ClipTicket]), (len(elements)+g.Size-1)/g.Size)
	var open []uint32
	for q := range number {
		for i := q * g.Size; i < min((q+1)*g.Size, len(elements)); i++ {
			switch kind := elements[i] & clipseq.KindMask; {
			case kind == clipseq.Push:
				open = append(open, uint32(i))
			case kind == clipseq.Pop && len(open) > 0:
				open = open[:len(open)-1]
			}
		}
		storeSnapshot(a, q, g.Size, open)
	}
	if a.Traced != 0 {
		reduceLevels(elements, g.Size, first, number, a.Levels)
		traceSnapshots(a, first, number, g.Size)
	}
}

// storeSnapshot stores the top of the stack at the end of a partition.
func storeSnapshot(a SnapshotBoxes[[]uint32], q, size int, open []uint32) {
	state, cells := a.State[State*q:], a.Snapshots[q*(size+1):]
	state[Back], state[StackSize] = shaders.ClipNone, uint32(len(open))
	for k := range min(size+1, len(open)) {
		cells[k] = open[len(open)-1-k]
		if a.Boxes != nil {
			setBox(a.SnapshotBoxes, q*(size+1)+k, boxAt(a.Resolved, int(cells[k])))
		}
	}
	if len(open) > size {
		state[Back] = cells[size] / uint32(size)
	}
}

// traceSnapshots writes the events of the partitions from first up to, not including, end, if each
// finds the one before it done.
func traceSnapshots(a SnapshotBoxes[[]uint32], first, end, size int) {
	for part := first; part < end; part++ {
		p := partitionOf(a.Partitions, part)
		beginTrace(a.Trace, part, Levels(size)-1)
		for q, popped, have := part-1, 0, 0; q >= 0; {
			traceEvent(a.Trace, shaders.ClipSeesDone, part, q)
			stack := int(a.State[State*q+StackSize])
			have += min(stack, size+1) - popped
			below := stack - (size + 1) // of a snapshot that ends above them
			if have >= int(p[0])+size+1-int(p[1]) || below <= 0 {
				break
			}
			link := a.Snapshots[q*(size+1)+size]
			q = int(link) / size
			traceEvent(a.Trace, shaders.ClipFollows, part, q)
			popped = 1 + slices.Index(a.Snapshots[q*(size+1):(q+1)*(size+1)], link)
		}
		traceEvent(a.Trace, shaders.ClipEnds, part, int(int32(a.State[State*part+Back])))
	}
}

// AgreeOnSnapshotBoxes is like AgreeOnLookback, for clip_snapshot_boxes.
func AgreeOnSnapshotBoxes(_, device, mirror SnapshotBoxes[[]uint32]) error {
	if err := agreeOnWalks(device.Walks, mirror.Walks, device.Trace); err != nil {
		return err
	}
	for _, b := range []struct {
		name           string
		device, mirror []uint32
	}{
		{"Levels", device.Levels, mirror.Levels}, {"Snapshots", device.Snapshots, mirror.Snapshots}, {"SliceBoxes", device.SliceBoxes, mirror.SliceBoxes},
		{"SnapshotBoxes", device.SnapshotBoxes, mirror.SnapshotBoxes}, {"Resolved", device.Resolved, mirror.Resolved},
	} {
		if err := ref.Same(b.name, b.device, b.mirror); err != nil {
			return err
		}
	}
	return nil
}
