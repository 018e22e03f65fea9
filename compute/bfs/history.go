package bfs

import "kernelscope/compute/ref"

// Level is what a search, or a sweep with a joint frontier, tells of a level.
type Level struct {
	Sweep    int
	Level    uint32
	Nodes    uint32 // in the frontier
	Edges    uint32 // of these
	Searches uint32 // that the nodes serve, all together
	Upward   bool   // its edges are looked at bottom-up
	Variant  uint32 // that expands it, of the scheme single
}

// history notes the levels that a batch has found, by their ring of four words each. A
// level that was the last one is not expanded.
func (a *Answer) history(ring []uint32, last uint32, done bool) {
	first := uint32(0)
	if n := len(a.History); n > 0 && a.History[n-1].Sweep == a.sweep {
		first = a.History[n-1].Level + 1
	}
	for level := first; level <= last; level++ {
		x := ring[4*int(level)%len(ring):]
		l := Level{Sweep: a.sweep, Level: level, Nodes: x[0], Edges: x[1], Searches: x[2], Upward: x[3] != 0}
		if a.Scheme == Single {
			l.Variant, l.Upward = x[3], x[3] == ref.BFSPull
		}
		a.History = append(a.History, l)
	}
	if done {
		a.Levels += int(last)
		a.sweep++
	}
}
