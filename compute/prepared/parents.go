package prepared

import "kernelscope/scene/graph"

// Parents returns for each node the last edge of a shortest path from the source, given
// all distances, and graph.NoNode for the source and for nodes without a path. Edges of
// weight zero join nodes of equal distance, so that equality alone could lead in circles:
// they are taken only from nodes that have their edge already.
func Parents(g *graph.Graph, source uint32, dist []uint32) []uint32 {
	parent := make([]uint32, g.Nodes())
	var done []uint32 // nodes that have a path, from which edges of weight zero may lead on
	for v := range uint32(g.Nodes()) {
		parent[v] = graph.NoNode
		if dist[v] == graph.Unreached || v == source {
			continue
		}
		for k := g.FirstIn[v]; k < g.FirstIn[v+1]; k++ {
			u, e := g.Tail[k], g.InEdge[k]
			if w := g.Weight[e]; w > 0 && uint64(dist[u])+uint64(w) == uint64(dist[v]) {
				parent[v] = e
				done = append(done, v)
				break
			}
		}
	}
	done = append(done, source)
	for at := 0; at < len(done); at++ {
		u := done[at]
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			if v := g.Head[e]; g.Weight[e] == 0 && dist[v] == dist[u] && v != source && parent[v] == graph.NoNode {
				parent[v] = e
				done = append(done, v)
			}
		}
	}
	return parent
}
