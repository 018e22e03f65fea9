package session

import (
	"sort"

	"kernelscope/compute/profile"
	"kernelscope/scene/graph"
)

// Mark describes the state after a step that ended a submission. Numbers count from the start,
// except Kernels.
type Mark struct {
	Step             int
	GPU, Wall, Final float64 // ms, ms, distance
	Relaxed          uint64  // edges
	Phase            uint32
	Delta            uint32        // width of the next bucket, of searches in rounds
	Target           uint32        // distance of the target so far
	Kernels          []profile.Row // dispatches since the mark before; nil if they are not timed
}

// settle counts, for each mark, the edges out of the nodes that are nearer than the distance that is final
// there: those that Dijkstra's algorithm relaxes to settle them, at most all that it relaxes.
func settle(g *graph.Graph, dist []uint32, marks []Mark, all uint64, needed []uint64) {
	for v, d := range dist {
		if i := sort.Search(len(marks), func(i int) bool { return marks[i].Final > float64(d) }); i < len(marks) && d != graph.Unreached {
			needed[i] += uint64(g.FirstOut[v+1] - g.FirstOut[v])
		}
	}
	sum := uint64(0)
	for i := range needed {
		sum += needed[i]
		needed[i] = min(sum, all)
	}
	if len(needed) > 0 {
		needed[len(needed)-1] = all
	}
}
