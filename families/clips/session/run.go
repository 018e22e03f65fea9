package session

import (
	"context"
	"sort"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/scene/clipseq"
)

// Run holds the results and the recorded events of a run.
type Run struct {
	Size       int // elements of a partition
	Partitions []clip.Partition
	Result     clip.Result
	Counters   clip.Counters
	Events     []clip.Event   // of a look-back
	Lost       int            // events that there was no room for
	BackLinks  []int          // of partitions by the number of back-links that they have followed
	Levels     [][]clip.Level // of a reduction in place: of the first partitions, by partition
	Phases     []Phase        // of a tree
	Tree       *Tree          // nil for a look-back

	links compute.Buffer // that the kernels have written; it is released

	reached [Linked + 1][]int // of a look-back: indices of the events that bring a partition to a State
	first   []int32           // of each partition: where its events begin in own
	own     []int32           // indices of events, by partition
}

// eventRoom is how many events of a look-back are kept. They take 8 bytes each on the
// device.
const eventRoom = 1 << 20

// levelRoom is the number of elements whose reduction levels are kept. They take 16 bytes per level.
const levelRoom = 1 << 15

// match runs a form on a sequence and reads everything back.
func match(be compute.Backend, f clip.Form, v compute.Values, s clipseq.Sequence) (*Run, compute.Values, error) {
	ctx := context.Background()
	n := len(s.Elements)
	c, err := clip.Watched(f, eventRoom, levelRoom).Prepare(be, max(1, n), s.Boxes != nil, v)
	if err != nil {
		return nil, nil, err
	}
	defer c.Release()
	if err := c.Write(s); err != nil {
		return nil, nil, err
	}
	if err := c.Match(ctx); err != nil {
		return nil, nil, err
	}
	r := &Run{Size: c.Size, links: c.Links}
	if r.Result, err = c.Read(ctx, n); err != nil {
		return nil, nil, err
	}
	if r.Counters, err = c.Counters(ctx); err != nil {
		return nil, nil, err
	}
	if r.Events, r.Lost, err = c.Events(ctx); err != nil {
		return nil, nil, err
	}
	if r.Levels, err = c.ReadLevels(ctx); err != nil {
		return nil, nil, err
	}
	if r.Partitions, err = c.ReadPartitions(ctx, n); err != nil {
		return nil, nil, err
	}
	r.index()
	r.BackLinks = clip.BackLinks(r.Events)
	if c.State == nil {
		err = r.readTree(ctx, be, c)
	}
	return r, c.Values, err
}

// index sorts events by partition.
func (r *Run) index() {
	r.first = make([]int32, len(r.Partitions)+1)
	for _, e := range r.Events {
		r.first[e.Partition+1]++
	}
	for q := range r.Partitions {
		r.first[q+1] += r.first[q]
	}
	at := append([]int32(nil), r.first...)
	r.own = make([]int32, len(r.Events))
	states := make([]State, len(r.Partitions))
	for i, e := range r.Events {
		if q, to := raises(e); to > states[q] {
			for s := states[q] + 1; s <= to; s++ {
				r.reached[s] = append(r.reached[s], i)
			}
			states[q] = to
		}
		r.own[at[e.Partition]] = int32(i)
		at[e.Partition]++
	}
}

// InState returns the number of partitions in a state after some steps.
func (r *Run) InState(s State, step int) int {
	if s == Linked {
		return r.reachedBy(s, step)
	}
	return r.reachedBy(s, step) - r.reachedBy(s+1, step)
}

// reachedBy returns how many partitions are in a state, or in a later one, after some steps.
func (r *Run) reachedBy(s State, step int) int {
	switch {
	case s == Waiting || r.Tree != nil && step > 0 && r.Phases[step-1].State >= s:
		return len(r.Partitions)
	case r.Tree != nil:
		return 0
	}
	return sort.SearchInts(r.reached[s], step)
}

// Of returns what a partition did in the first n events.
func (r *Run) Of(partition, events int) (out []clip.Event) {
	for _, i := range r.own[r.first[partition]:r.first[partition+1]] {
		if int(i) < events {
			out = append(out, r.Events[i])
		}
	}
	return out
}

// Next returns the step after which a partition has done one more thing than after a
// number of events, or one less if forward is false. It is the same number if there is
// none.
func (r *Run) Next(partition, events int, forward bool) int {
	own := r.own[r.first[partition]:r.first[partition+1]]
	k := sort.Search(len(own), func(k int) bool { return int(own[k]) >= events })
	switch {
	case forward && k < len(own):
		return int(own[k]) + 1
	case !forward && k > 0:
		return int(own[k-1])
	}
	return events
}

// Length returns the number of steps.
func (r *Run) Length() int {
	if r.Tree != nil {
		return len(r.Phases)
	}
	return len(r.Events)
}

// linkedAt returns the step after which the elements of a partition are linked.
func (r *Run) linkedAt(partition int) int {
	for i, p := range r.Phases {
		if p.Links {
			return i + 1
		}
	}
	for _, i := range r.own[r.first[partition]:r.first[partition+1]] {
		if _, to := raises(r.Events[i]); to == Linked {
			return int(i) + 1
		}
	}
	return r.Length() // its event is lost
}

// Longest returns the partition that looked at the most others, -1 if none did.
func (r *Run) Longest() int {
	longest := -1
	for q, p := range r.Partitions {
		if longest < 0 || p.Looks > r.Partitions[longest].Looks {
			longest = q
		}
	}
	return longest
}
