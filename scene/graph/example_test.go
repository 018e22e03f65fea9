package graph_test

import (
	"fmt"

	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// A triangle of three nodes with a one-way shortcut, and the edges out of node 0.
func ExampleFromArcs() {
	at := []geom.Point{{X: 0, Y: 0}, {X: 10, Y: 0}, {X: 5, Y: 8}}
	arcs := []graph.Arc{
		{Tail: 0, Head: 1, Time: 50, Length: 100},
		{Tail: 1, Head: 2, Time: 40, Length: 90},
		{Tail: 2, Head: 0, Time: 45, Length: 95},
		{Tail: 0, Head: 2, Time: 30, Length: 95},
		{Tail: 0, Head: 1, Time: 70, Length: 140}, // parallel and slower: dropped
	}
	g, err := graph.FromArcs(at, []int64{100, 200, 300}, arcs, graph.ByTime)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Nodes(), "nodes,", g.Edges(), "edges")
	for e := g.FirstOut[0]; e < g.FirstOut[1]; e++ {
		fmt.Printf("%d -> %d in %d tenths of a second\n", g.ID[0], g.ID[g.Head[e]], g.Weight[e])
	}
	// Output:
	// 3 nodes, 4 edges
	// 100 -> 200 in 50 tenths of a second
	// 100 -> 300 in 30 tenths of a second
}

// Two streets become one chain, because point 1, where they meet, is an inner point.
func ExampleContract() {
	refs := []uint32{0, 1, 1, 2} // the points of both ways
	ways := []graph.Way{
		{First: 0, End: 2, Forward: true, Backward: true},
		{First: 2, End: 4, Forward: true, Backward: true},
	}
	chains := graph.Contract(3, refs, ways)
	fmt.Println(chains.Len(), "chain:", chains.Points(nil, refs, 0))
	// Output: 1 chain: [0 1 2]
}
