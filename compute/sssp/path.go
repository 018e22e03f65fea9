package sssp

import (
	"fmt"

	"kernelscope/scene/graph"
)

// Path returns the edges of a shortest path in the order of travel, nil if target
// is unreached or is the source. It walks back from the target, breadth first, over
// the edges that make up distances, so that edges of weight zero cannot lead it in
// circles. The distances must be final up to the target's.
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

// Parents returns for each node its predecessor on a shortest path from source, and
// graph.NoNode for the source and for nodes without one. Following them always leads to the
// source: edges of weight zero are used last, breadth first. Beyond a target, where distances
// are not final, a node may have none.
func Parents(g *graph.Graph, dist []uint32, source uint32) []uint32 {
	parent := make([]uint32, g.Nodes())
	found := []uint32{source}
	for v := range uint32(g.Nodes()) {
		parent[v] = graph.NoNode
		for k := g.FirstIn[v]; k < g.FirstIn[v+1] && v != source && dist[v] != graph.Unreached; k++ {
			u, w := g.Tail[k], g.Weight[g.InEdge[k]]
			if w > 0 && dist[u] != graph.Unreached && uint64(dist[u])+uint64(w) == uint64(dist[v]) {
				parent[v] = u
				found = append(found, v)
				break
			}
		}
	}
	for i := 0; i < len(found); i++ {
		u := found[i]
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			if v := g.Head[e]; g.Weight[e] == 0 && dist[v] == dist[u] && parent[v] == graph.NoNode && v != source {
				parent[v] = u
				found = append(found, v)
			}
		}
	}
	return parent
}
