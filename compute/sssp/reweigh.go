package sssp

import (
	ref "kernelscope/compute/ref/sssp"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// reweighed returns the new weights of some edges, as pairs of place and weight, of a buffer
// that holds all weights in the order of the graph.
func reweighed(g *graph.Graph, edges []uint32) (pairs []uint32) {
	for _, e := range edges {
		pairs = append(pairs, e, g.Weight[e])
	}
	return pairs
}

// repacked returns the new weights of some edges, in ascending order, as pairs of place and
// weight, of the records and edges that pack has made. Where an edge lies follows from the
// degrees of the nodes before its tail: one pass over them finds all, and no table is kept.
func repacked(g *graph.Graph, edges []uint32) (records, others []uint32) {
	left := uint32(0) // edges that the records so far had no place for
	for u := uint32(0); len(edges) > 0; u++ {
		first, end := g.FirstOut[u], g.FirstOut[u+1]
		held := end - first
		if held > shaders.FrontierPacked {
			held = shaders.FrontierPacked - 1
		}
		for ; len(edges) > 0 && edges[0] < end; edges = edges[1:] {
			e := edges[0]
			if i := e - first; i < held {
				records = append(records, ref.RecordWords*u+2*i+1, g.Weight[e])
			} else {
				others = append(others, 2*(left+i-held)+1, g.Weight[e])
			}
		}
		left += end - first - held
	}
	return records, others
}
