package sssp

import (
	"kernelscope/compute"
	ref "kernelscope/compute/ref/sssp"
)

// How many bytes a search moves does not follow from the arguments of its dispatches: a round relaxes the queued
// nodes. It is counted from events instead, by the words that each node, edge and entry needs, each read or
// written once. Nodes that a round improves and that were queued already are not counted, so the sums are lower
// bounds. docs/usage.md has the model.

// touched counts what some steps have touched.
type touched struct {
	steps       int64
	nodes       int64 // relaxed
	edges       int64 // relaxed
	lowered     int64 // edges that shortened a distance
	queued      int64 // nodes that a round has added to a queue
	distributed int64 // entries of the far queue, when a bucket began
}

// touchedBy counts what the steps between two events have touched.
func touchedBy(before, e Event) touched {
	t := touched{steps: int64(len(e.Sizes)), edges: int64(e.Relaxed - before.Relaxed), lowered: int64(e.Improved - before.Improved)}
	for i, now := range e.Sizes {
		next := Sizes{e.Near, e.Far}
		if i+1 < len(e.Sizes) {
			next = e.Sizes[i+1]
		}
		if now.Near == 0 {
			t.distributed += int64(now.Far)
			continue
		}
		t.nodes += int64(now.Near)
		t.queued += int64(next.Near) + max(0, int64(next.Far)-int64(now.Far))
	}
	return t
}

// moved returns the bytes by kernel. A word has four.
func (r *roundsRun) moved(t touched) map[string]int64 {
	// A node: its entry, its distance and where its edges begin and end. An edge: its head, its weight and the
	// distance of the head.
	relaxed := 16*t.nodes + 12*t.edges
	switch {
	case r.append != nil:
		return map[string]int64{
			appendRelax.Name:   relaxed + 4*t.lowered + 4*t.queued, // the distance, and an entry
			appendCompact.Name: 20 * t.distributed,                 // an entry twice, the distance, a word of the set read and written
		}
	case r.far == nil:
		return map[string]int64{
			relax.Name: relaxed + 16*t.lowered,                         // the next distance and a word of the set, read and written
			scan.Name:  t.steps*4*int64(r.sets[0].Len()) + 12*t.queued, // the set; both distances and an entry
		}
	}
	return map[string]int64{
		relax.Name: relaxed + 16*t.lowered + 4*t.queued,
		sift.Name:  28*t.queued + 16*t.distributed, // entries, distances and words of both sets
	}
}

// moved returns the bytes of the kernel that makes whole rounds. They are not known once a frontier was too large for it: the
// chain makes some of the rounds then.
func (r *frontierRun) moved(t touched) map[string]int64 {
	if r.chained {
		return nil
	}
	// A node: its entry of two words and its record. An edge: the distance of its head; the record has the rest.
	return map[string]int64{resident.Name: (8+4*ref.RecordWords)*t.nodes + 4*t.edges + 4*t.lowered + 8*t.queued + 20*t.distributed}
}

// tellMoved tells a profile of the backend, if there is one, what the steps between two events have moved.
func tellMoved(be compute.Backend, moved func(touched) map[string]int64, before, e Event) {
	if p, ok := be.(compute.Profiler); ok {
		p.Tell(func() map[string]int64 { return moved(touchedBy(before, e)) })
	}
}
