package clip

import (
	"kernelscope/compute"
	ref "kernelscope/compute/ref/clip"
)

// Snapshot is Shuffle with the look-back of its article: a partition publishes the top of the stack
// at its end, as long as the partition, and a look-back follows a back-link only where that is too
// short (R. Levien, "The stack monoid revisited", 2021).
type Snapshot struct {
	Events, Levels int // as of Shuffle
}

// Name returns the name, as on the command line.
func (Snapshot) Name() string { return "snapshot" }

// Title returns the name for people.
func (Snapshot) Title() string { return "Snapshot" }

// About describes the algorithm.
func (Snapshot) About() string {
	return "The article's form: reduces each partition in place, then looks back one by one to a partition that has a snapshot of the stack, and along back-links only where that is too short."
}

// Params returns the parameters: without a window.
func (Snapshot) Params() []compute.Param { return shuffleParams[:1] }

var (
	snapshot = compute.Agreeing(compute.NewKernel[ref.Snapshot[compute.Buffer]]("clip_snapshot", ofShuffle, ref.MirrorSnapshot),
		ref.AgreeOnSnapshot)
	snapshotBoxes = compute.Agreeing(compute.NewKernel[ref.SnapshotBoxes[compute.Buffer]]("clip_snapshot_boxes", ofShuffle, ref.MirrorSnapshotBoxes),
		ref.AgreeOnSnapshotBoxes)
)

// Prepare allocates the buffers of Shuffle, and the snapshots: a word per element, and with boxes
// four more.
func (f Snapshot) Prepare(be compute.Backend, capacity int, boxes bool, v compute.Values) (*Clip, error) {
	return f.prepare(be, capacity, boxes, v, be.Limits().Patience())
}

func (f Snapshot) prepare(be compute.Backend, capacity int, boxes bool, v compute.Values, patience uint32) (*Clip, error) {
	l := be.Limits()
	v, err := chosen(f, l, shuffleAuto(l), v, snapshotShared(boxes), Workgroup)
	if err != nil {
		return nil, err
	}
	v[Items] = 1
	cells, words := 2, 1 // of an element, at most
	if boxes {
		words = 4
	}
	if err := l.Room(capacity, "elements", cells*words, (5+3*words)*capacity); err != nil {
		return nil, err
	}
	c := newClip(be, f, capacity, boxes, v)
	c.Levels = c.NewBuffer("levels of partitions", ref.Level*max(1, levelSlots(c, f.Events, f.Levels)))
	size := c.Size
	snapshots := c.NewBuffer("snapshots of the stack", c.partitions()*(size+1))
	var boxesOf compute.Buffer
	if boxes {
		boxesOf = c.NewBuffer("boxes of snapshots", 4*c.partitions()*(size+1))
	}
	c.lookBack(f.Events, shuffleWork, 0, patience, func(e compute.Encoder, groups int, a ref.LookbackBoxes[compute.Buffer]) {
		if boxes {
			snapshotBoxes.Sized(size).Dispatch(e, groups*size, ref.SnapshotBoxes[compute.Buffer]{
				Walks: a.Walks, Traced: a.Traced, Boxes: a.Boxes, SliceBoxes: a.SliceBoxes, SnapshotBoxes: boxesOf, Resolved: a.Resolved,
				Trace: a.Trace, Levels: c.Levels, Snapshots: snapshots, Patience: a.Patience, Groups: a.Groups,
			})
			return
		}
		snapshot.Sized(size).Dispatch(e, groups*size, ref.Snapshot[compute.Buffer]{
			Walks: a.Walks, Traced: a.Traced, Trace: a.Trace, Levels: c.Levels, Snapshots: snapshots, Patience: a.Patience, Groups: a.Groups,
		})
	})
	return c.ready()
}

// snapshotShared returns the words of shared memory that a workgroup needs.
func snapshotShared(boxes bool) func(compute.Values) int {
	return func(v compute.Values) int {
		words := 3*int(v[Workgroup]) + single
		if boxes {
			words += 8 * int(v[Workgroup])
		}
		return words
	}
}
