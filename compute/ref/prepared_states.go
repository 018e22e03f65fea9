package ref

import "kernelscope/compute"

// PreparedStates holds the arguments of prepared_states, which writes how far a tree is with
// each of some nodes.
type PreparedStates[B any] struct {
	Dist, States B

	Nodes, News uint32
}

// MirrorPreparedStates mirrors prepared_states.
func MirrorPreparedStates(_ compute.Grid, a PreparedStates[[]uint32]) {
	for v, d := range a.Dist[:a.Nodes] {
		switch {
		case d >= PreparedUnreached:
			a.States[v] = 0
		case a.News != 0 && NodeState(a.States[v]>>30) == Unreached:
			a.States[v] = uint32(Near)<<30 | d
		default:
			a.States[v] = uint32(Relaxed)<<30 | d
		}
	}
}
