package ref

import "kernelscope/compute"

const (
	// SingleLevels is the number of levels in the history of a single search.
	SingleLevels = 256
	// SingleWords is the number of words in the state of a single search, including its history.
	SingleWords = SingleHistory + 4*SingleLevels
)

// BFSSingle holds the buffers of the kernels that expand a level of a single search. First and Ends
// are a direction of the graph, or both ends of a list of edges; Degrees is First of the outgoing
// edges.
type BFSSingle[B any] struct {
	First, Ends, Degrees, Levels, Single B
}

// findSingle sets the level of a node that has none.
func findSingle(a BFSSingle[[]uint32], v uint32) {
	if a.Levels[v] == BFSOpen {
		a.Levels[v] = a.Single[SingleLevel] + 1
		a.Single[SingleQueued]++
		a.Single[SingleQueuedEdges] += a.Degrees[v+1] - a.Degrees[v]
	}
}

// OrderSingle chooses the variant that expands the next level of a single search and sets its grid.
func OrderSingle(s []uint32) {
	way := s[SingleAsked]
	if way == 0 {
		way = bestSingle(s)
	}
	s[SingleVariant] = way
	h := s[SingleHistory:]
	copy(h[4*int(s[SingleLevel])%len(h):], []uint32{s[SingleFrontier], s[SingleFrontierEdges], s[SingleFrontier], way})
	nodes := int(s[SingleNodes])
	for i, invocations := range []int{
		BFSEdges: int(s[SingleEdges]), BFSReverse: int(s[SingleEdges]), BFSPull: nodes * int(s[SingleShare]),
		BFSPush: nodes * int(s[SingleShare]), BFSSubgroup: nodes * int(s[SingleTogether]),
	} {
		if i == 0 {
			continue
		}
		g := compute.GridFor(invocations, int(s[SingleWorkgroupSize]))
		if i != int(way) || s[SingleFrontier] == 0 {
			g.X = 0
		}
		copy(s[SingleGroups+3*i-3:], []uint32{uint32(g.X), uint32(g.Y), 1})
	}
}

func bestSingle(s []uint32) uint32 {
	large := s[SingleFrontierEdges] > s[SingleUnfinishedEdges]/s[SingleAlpha]
	switch {
	case s[SingleEdges] < s[SingleNodes] && large:
		return BFSReverse
	case s[SingleEdges] < s[SingleNodes]:
		return BFSEdges
	case large:
		return BFSPull
	case s[SingleFrontierEdges]/s[SingleTogether] >= s[SingleFrontier]:
		return BFSSubgroup
	}
	return BFSPush
}
