package ref

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// Shaders repeat some constants of packages that do not import kernels.
func TestConstants(t *testing.T) {
	for name, c := range map[string]struct{ shader, host uint32 }{
		"most workgroups":        {shaders.MaxGroups, compute.MaxGroups},
		"no node, in rounds":     {shaders.ControlNoNode, graph.NoNode},
		"no node, of a frontier": {shaders.FrontierNoNode, graph.NoNode},
		"unreached, in rounds":   {shaders.ControlUnreached, graph.Unreached},
		"unreached, a frontier":  {shaders.FrontierUnreached, graph.Unreached},
		"far":                    {shaders.StateFar, uint32(graph.StateFar)},
		"near":                   {shaders.StateNear, uint32(graph.StateNear)},
		"relaxed":                {shaders.StateRelaxed, uint32(graph.StateRelaxed)},
		"distances of states":    {shaders.StateMaxDistance, graph.StateDistance},
		"leaf":                   {shaders.ClipLeaf, clipseq.Leaf},
		"push":                   {shaders.ClipPush, clipseq.Push},
		"pop":                    {shaders.ClipPop, clipseq.Pop},
		"mask of kinds of clips": {shaders.ClipKindMask, clipseq.KindMask},
	} {
		if c.shader != c.host {
			t.Errorf("%s: %d in shaders, %d on the host", name, c.shader, c.host)
		}
	}
}
