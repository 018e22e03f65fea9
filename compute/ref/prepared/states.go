package prepared

import (
	"kernelscope/compute"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// States holds the arguments of prepared_states, which writes how far a tree is with
// each of some nodes.
type States[B any] struct {
	Dist, States B

	Nodes, News uint32
}

// MirrorStates mirrors prepared_states.
func MirrorStates(_ compute.Grid, a States[[]uint32]) {
	for v, d := range a.Dist[:a.Nodes] {
		switch {
		case d >= shaders.PreparedUnreached:
			a.States[v] = 0
		case a.News != 0 && graph.NodeState(a.States[v]>>30) == graph.StateUnreached:
			a.States[v] = uint32(graph.StateNear)<<30 | d
		default:
			a.States[v] = uint32(graph.StateRelaxed)<<30 | d
		}
	}
}
