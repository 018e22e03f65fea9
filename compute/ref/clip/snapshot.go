package clip

import "kernelscope/compute"

// Snapshot holds the buffers of clip_snapshot.
type Snapshot[B any] struct {
	Walks[B]
	Traced compute.Constant // 1: write events to Trace

	// Snapshots has a snapshot for each partition: a cell for each of its elements, and one more. Its
	// cells are the pushes that are open at the end of the partition, from the top of the stack.
	Trace, Levels, Snapshots B

	Patience, Groups uint32
}

// MirrorSnapshot mirrors clip_snapshot.
func MirrorSnapshot(g compute.Grid, a Snapshot[[]uint32]) {
	MirrorSnapshotBoxes(g, SnapshotBoxes[[]uint32]{Walks: a.Walks, Traced: a.Traced, Trace: a.Trace, Levels: a.Levels, Snapshots: a.Snapshots, Groups: a.Groups})
}

// AgreeOnSnapshot compares the results of clip_snapshot with its mirror, like AgreeOnLookback.
func AgreeOnSnapshot(_, device, mirror Snapshot[[]uint32]) error {
	withBoxes := func(a Snapshot[[]uint32]) SnapshotBoxes[[]uint32] {
		return SnapshotBoxes[[]uint32]{Walks: a.Walks, Trace: a.Trace, Levels: a.Levels, Snapshots: a.Snapshots}
	}
	return AgreeOnSnapshotBoxes(SnapshotBoxes[[]uint32]{}, withBoxes(device), withBoxes(mirror))
}
