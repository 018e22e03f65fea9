package sssp

import (
	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// State holds the arguments of sssp_state.
type State[B any] struct {
	Dist, States B
	Threshold    uint32
}

// MirrorState mirrors sssp_state.
func MirrorState(g compute.Grid, a State[[]uint32]) {
	for v := range min(g.Invocations(), len(a.States)) {
		d := a.Dist[v]
		switch {
		case d == graph.Unreached:
			a.States[v] = graph.StateWord(graph.StateUnreached, 0)
		case d >= a.Threshold:
			a.States[v] = graph.StateWord(graph.StateFar, d)
		default:
			a.States[v] = graph.StateWord(graph.StateRelaxed, d)
		}
	}
}
