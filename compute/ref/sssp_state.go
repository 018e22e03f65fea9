package ref

import (
	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// SSSPState are the arguments of sssp_state.
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
			a.States[v] = stateWord(compute.Unreached, 0)
		case d >= a.Threshold:
			a.States[v] = stateWord(compute.Far, d)
		default:
			a.States[v] = stateWord(compute.Settled, d)
		}
	}
}

func stateWord(s compute.State, dist uint32) uint32 {
	return uint32(s)<<30 | min(dist, compute.StateDistance)
}
