package ref

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/graph"
)

// Shaders repeat some constants of packages that do not import kernels.
func TestConstants(t *testing.T) {
	for name, c := range map[string]struct{ shader, host uint32 }{
		"most workgroups":        {glslMaxGroups, compute.MaxGroups},
		"no node, in rounds":     {ssspNoNode, graph.NoNode},
		"no node, of a frontier": {frontierNoNode, graph.NoNode},
		"unreached, in rounds":   {ssspUnreached, graph.Unreached},
		"unreached, a frontier":  {frontierUnreached, graph.Unreached},
		"far":                    {stateFar, uint32(Far)},
		"near":                   {stateNear, uint32(Near)},
		"relaxed":                {stateRelaxed, uint32(Relaxed)},
		"distances of states":    {stateMaxDistance, StateDistance},
		"leaf":                   {clipLeaf, clipseq.Leaf},
		"push":                   {clipPush, clipseq.Push},
		"pop":                    {clipPop, clipseq.Pop},
		"mask of kinds of clips": {clipKindMask, clipseq.KindMask},
	} {
		if c.shader != c.host {
			t.Errorf("%s: %d in shaders, %d on the host", name, c.shader, c.host)
		}
	}
}
