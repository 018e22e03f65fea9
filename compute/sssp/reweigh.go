package sssp

import (
	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/scene/graph"
)

// reweigh writes the weights of some edges to a buffer that holds those of all, in
// the order of the graph.
func reweigh(be compute.Backend, weight compute.Buffer, g *graph.Graph, edges []uint32) {
	for _, e := range edges {
		be.Update(weight, int(e), g.Weight[e])
	}
}

// repack writes the weights of some edges, in ascending order, to the records and
// edges that pack has made. Where an edge lies follows from the degrees of the nodes
// before its tail: one pass over them finds all, and no table is kept.
func repack(be compute.Backend, records, others compute.Buffer, g *graph.Graph, edges []uint32) {
	left := uint32(0) // edges that did not fit the records so far
	for u := uint32(0); len(edges) > 0; u++ {
		first, end := g.FirstOut[u], g.FirstOut[u+1]
		held := end - first
		if held > ref.Packed {
			held = ref.Packed - 1
		}
		for ; len(edges) > 0 && edges[0] < end; edges = edges[1:] {
			e := edges[0]
			if i := e - first; i < held {
				be.Update(records, int(ref.RecordWords*u+2*i+1), g.Weight[e])
			} else {
				be.Update(others, int(2*(left+i-held)+1), g.Weight[e])
			}
		}
		left += end - first - held
	}
}
