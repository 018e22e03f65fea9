package bfs

import (
	"fmt"
	"math"
	"slices"

	"kernelscope/internal/fault"
	"kernelscope/shaders"
)

// Level describes a level of a search, or of a sweep with a joint frontier.
type Level struct {
	Sweep    int
	Level    uint32
	Nodes    uint32 // in the frontier
	Edges    uint32 // of these
	Searches uint32 // that the nodes serve, all together
	Upward   bool   // its edges are looked at bottom-up
	Variant  uint32 // that expands it, of the scheme single

	// Counters of its expansion, where they were asked for; zero for the last level.
	Active uint32 // turns of invocations with something to do
	Walked uint32 // edges
	Most   uint32 // edges that one workgroup walked
	Groups uint32 // workgroups
}

// Imbalance returns the work of the busiest workgroup, for which the others wait, divided by
// the mean; zero without counters.
func (l Level) Imbalance() float64 {
	if l.Walked == 0 {
		return 0
	}
	return float64(l.Most) * float64(l.Groups) / float64(l.Walked)
}

// Sharing returns how many searches a node in a frontier serves, the mean over all levels: the
// saving of a shared traversal. It is zero for schemes without a joint frontier.
func (a *Answer) Sharing() float64 {
	nodes, searches := 0.0, 0.0
	for _, l := range a.History {
		nodes += float64(l.Nodes)
		searches += float64(l.Searches)
	}
	return searches / max(1, nodes)
}

// history records the levels of a sweep from next to last, by their rings of four words each,
// and returns the next one. The last level of a sweep is not expanded. More levels than a batch can have are an error that wraps fault.Wrong.
func (a *Answer) history(sweep int, next, last uint32, ring, counters []uint32) (uint32, error) {
	if last == math.MaxUint32 || last+1-next > uint32(len(ring)/4)+1 {
		return 0, fmt.Errorf("%w: bfs: the device is at level %d, and began a batch at level %d", fault.Wrong, last, next)
	}
	for level := next; level <= last; level++ {
		x := ring[4*int(level)%len(ring):]
		l := Level{Sweep: sweep, Level: level, Nodes: x[0], Edges: x[1], Searches: x[2], Upward: x[3] != 0}
		if a.Scheme == Single {
			l.Variant, l.Upward = x[3], x[3] == shaders.BFSPull
		}
		a.History = append(a.History, l)
	}
	// The level that is the last one so far has been found, and is counted by the next batch.
	for i := len(a.History) - 1; i >= 0 && counters != nil; i-- {
		l := &a.History[i]
		if l.Sweep != sweep {
			continue
		}
		if l.Level+1 < next {
			break
		}
		if c := counters[4*int(l.Level)%len(counters):]; c[3] != 0 {
			l.Active, l.Walked, l.Most, l.Groups = c[0], c[1], c[2], c[3]
		}
	}
	return last + 1, nil
}

// inOrder sorts the history by sweeps, since instances take turns.
func (a *Answer) inOrder() {
	slices.SortStableFunc(a.History, func(x, y Level) int { return x.Sweep - y.Sweep })
}
