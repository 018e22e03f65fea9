package bfs

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

const (
	// SingleLevels is the number of levels in the history of a single search.
	SingleLevels = 256
	// SingleWords is the number of words in the state of a single search, including its history.
	SingleWords = shaders.SingleHistory + 4*SingleLevels
)

// Single holds the buffers of the kernels that expand a level of a single search. First and Ends
// are a direction of the graph, or both ends of a list of edges; Degrees is First of the outgoing
// edges.
type Single[B any] struct {
	First, Ends, Degrees, Levels, Single B
}

// findSingle sets the level of a node that has none.
func findSingle(a Single[[]uint32], v uint32) {
	if a.Levels[v] == Open {
		a.Levels[v] = a.Single[shaders.SingleLevel] + 1
		a.Single[shaders.SingleQueued]++
		a.Single[shaders.SingleQueuedEdges] += a.Degrees[v+1] - a.Degrees[v]
	}
}

// OrderSingle chooses the variant that expands the next level of a single search and sets its grid.
func OrderSingle(s []uint32) {
	way := s[shaders.SingleAsked]
	if way == 0 {
		way = bestSingle(s)
	}
	s[shaders.SingleVariant] = way
	h := s[shaders.SingleHistory:]
	copy(h[4*int(s[shaders.SingleLevel])%len(h):], []uint32{s[shaders.SingleFrontier], s[shaders.SingleFrontierEdges], s[shaders.SingleFrontier], way})
	nodes := int(s[shaders.SingleNodes])
	for i, invocations := range []int{
		shaders.BFSEdges: int(s[shaders.SingleEdges]), shaders.BFSReverse: int(s[shaders.SingleEdges]), shaders.BFSPull: nodes * int(s[shaders.SingleShare]),
		shaders.BFSPush: nodes * int(s[shaders.SingleShare]), shaders.BFSSubgroup: nodes * int(s[shaders.SingleTogether]),
	} {
		if i == 0 {
			continue
		}
		g := compute.GridFor(invocations, int(s[shaders.SingleWorkgroupSize]))
		if i != int(way) || s[shaders.SingleFrontier] == 0 {
			g.X = 0
		}
		copy(s[shaders.SingleGroups+3*i-3:], []uint32{uint32(g.X), uint32(g.Y), 1})
	}
}

func bestSingle(s []uint32) uint32 {
	large := s[shaders.SingleFrontierEdges] > s[shaders.SingleUnfinishedEdges]/s[shaders.SingleAlpha]
	switch {
	case s[shaders.SingleEdges] < s[shaders.SingleNodes] && large:
		return shaders.BFSReverse
	case s[shaders.SingleEdges] < s[shaders.SingleNodes]:
		return shaders.BFSEdges
	case large:
		return shaders.BFSPull
	case s[shaders.SingleFrontierEdges]/s[shaders.SingleTogether] >= s[shaders.SingleFrontier]:
		return shaders.BFSSubgroup
	}
	return shaders.BFSPush
}
