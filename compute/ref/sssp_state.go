package ref

import (
	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// NodeState is the state of a node in a search.
type NodeState uint32

// The states, in the order in which a node passes through them.
const (
	Unreached NodeState = iota
	Far
	Near
	Relaxed // reached and in no queue
)

// StateDistance is the greatest distance in a word of node states: a NodeState in the two
// highest bits, the distance below, clamped.
const StateDistance = 1<<30 - 1

// String returns the name. sssp.About tells what it means for a search.
func (s NodeState) String() string { return [...]string{"unreached", "far", "near", "relaxed"}[s] }

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
			a.States[v] = stateWord(Unreached, 0)
		case d >= a.Threshold:
			a.States[v] = stateWord(Far, d)
		default:
			a.States[v] = stateWord(Relaxed, d)
		}
	}
}

func stateWord(s NodeState, dist uint32) uint32 {
	return uint32(s)<<30 | min(dist, StateDistance)
}
