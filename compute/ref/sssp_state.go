package ref

import (
	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// SSSPState holds the arguments of sssp_state.
type SSSPState[B any] struct {
	Dist, States B
	Threshold    uint32
}

// MirrorSSSPState mirrors sssp_state.
func MirrorSSSPState(g compute.Grid, a SSSPState[[]uint32]) {
	for v := range min(g.Invocations(), len(a.States)) {
		d := a.Dist[v]
		switch {
		case d == graph.Unreached:
			a.States[v] = StateWord(Unreached, 0)
		case d >= a.Threshold:
			a.States[v] = StateWord(Far, d)
		default:
			a.States[v] = StateWord(Relaxed, d)
		}
	}
}
