package ref

import "kernelscope/compute"

const (
	// SingleLevels is how many levels the history of one search holds.
	SingleLevels = 256
	// SingleWords is how many words the state of one search has, with the history.
	SingleWords = SingleHistory + 4*SingleLevels
)

// BFSSingle are the buffers of the kernels that expand a level of one search. First and
// Ends are a direction of the graph, or both ends of a list of edges; Degrees is First of
// the edges that leave nodes.
type BFSSingle[B any] struct {
	First, Ends, Degrees, Levels, Single B
}

// findSingle gives a node its level, unless it has one.
func findSingle(a BFSSingle[[]uint32], v uint32) {
	if a.Levels[v] == BFSOpen {
		a.Levels[v] = a.Single[SingleLevel] + 1
		a.Single[SingleQueued]++
		a.Single[SingleQueuedEdges] += a.Degrees[v+1] - a.Degrees[v]
	}
}

// OrderSingle chooses how the next level of one search is expanded, and orders it.
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
