package ref

import (
	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// SSSPState are the buffers of sssp_state.
type SSSPState[B any] struct{ Dist, Control, States B }

// State mirrors sssp_state.
func State(g compute.Grid, a SSSPState[[]uint32]) {
	for v := range min(g.Invocations(), len(a.States)) {
		d := a.Dist[v]
		switch {
		case d == graph.Unreached:
			a.States[v] = stateWord(compute.Unreached, 0)
		case d >= a.Control[ControlThreshold]:
			a.States[v] = stateWord(compute.Far, d)
		default:
			a.States[v] = stateWord(compute.Settled, d)
		}
	}
}

// SSSPMark are the buffers of sssp_mark.
type SSSPMark[B any] struct{ Dist, NearQueue, Control, States B }

// Mark mirrors sssp_mark.
func Mark(g compute.Grid, a SSSPMark[[]uint32]) {
	if a.Control[ControlDone] != 0 {
		return
	}
	for i := range min(uint32(g.Invocations()), a.Control[ControlNear]) {
		v := a.NearQueue[i]
		a.States[v] = stateWord(compute.Near, a.Dist[v])
	}
}

func stateWord(s compute.State, dist uint32) uint32 {
	return uint32(s)<<30 | min(dist, compute.StateDistance)
}
