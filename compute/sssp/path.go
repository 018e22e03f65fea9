package sssp

import (
	"fmt"

	"kernelscope/scene/graph"
)

// Path returns the edges of a shortest path in the order of travel, nil where
// target is unreached or is the source. It walks back from the target, breadth
// first, over the edges that make up distances, so that edges of weight zero
// cannot lead it in circles. The distances must be final up to the target's.
func Path(g *graph.Graph, dist []uint32, source, target uint32) ([]uint32, error) {
	if dist[target] == graph.Unreached || source == target {
		return nil, nil
	}
	next := map[uint32]uint32{} // per node met: the edge to take
	queue := []uint32{target}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for k := g.FirstIn[v]; k < g.FirstIn[v+1]; k++ {
			u, e := g.Tail[k], g.InEdge[k]
			_, met := next[u]
			if met || u == target || dist[u] == graph.Unreached || uint64(dist[u])+uint64(g.Weight[e]) != uint64(dist[v]) {
				continue
			}
			next[u] = e
			if u == source {
				return follow(g, next, source, target), nil
			}
			queue = append(queue, u)
		}
	}
	return nil, fmt.Errorf("no path to node %d makes up its distance %d", target, dist[target])
}

func follow(g *graph.Graph, next map[uint32]uint32, source, target uint32) (edges []uint32) {
	for v := source; v != target; v = g.Head[next[v]] {
		edges = append(edges, next[v])
	}
	return edges
}
