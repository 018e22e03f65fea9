package oracle

import (
	"fmt"

	"kernelscope/scene/graph"
)

// Verify compares distances with a search from the same source to the same target. The target and
// all nearer nodes must agree; no other node may be nearer than the target, whose distance ends a
// search. The error names the first node that differs.
func Verify(g *graph.Graph, s Search, target uint32, dist []uint32) error {
	return verify(g, s, target, dist, false)
}

// VerifyWay compares distances as Verify does, but of a search for the way to its target
// alone: nearer nodes may be unreached, or farther than they are.
func VerifyWay(g *graph.Graph, s Search, target uint32, dist []uint32) error {
	return verify(g, s, target, dist, target != graph.NoNode)
}

func verify(g *graph.Graph, s Search, target uint32, dist []uint32, wayOnly bool) error {
	last := uint32(graph.Unreached)
	if target != graph.NoNode {
		last = s.Dist[target]
	}
	for v, got := range dist {
		want := s.Dist[v]
		if wayOnly && uint32(v) != target && got > want {
			continue
		}
		if final := want < last || uint32(v) == target || target == graph.NoNode; final && got != want || !final && got < last {
			return fmt.Errorf("node %d (id %d) is at distance %s, but Dijkstra's algorithm says %s",
				v, g.ID[v], show(got), show(want))
		}
	}
	return nil
}

func show(d uint32) string {
	if d == graph.Unreached {
		return "unreached"
	}
	return fmt.Sprint(d)
}
