package sssp

import (
	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// Mark holds the arguments of sssp_mark: Count entries of Words words each, from the word First
// on.
type Mark[B any] struct {
	Dist, Queue, States B
	Count, First, Words uint32
}

// MirrorMark mirrors sssp_mark.
func MirrorMark(g compute.Grid, a Mark[[]uint32]) {
	for i := range min(uint32(g.Invocations()), a.Count) {
		entry := a.Queue[a.First+i*a.Words:]
		if v := entry[0]; a.Words == 1 || entry[1] == a.Dist[v] {
			a.States[v] = graph.StateWord(graph.StateNear, a.Dist[v])
		}
	}
}
