package prepared

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"kernelscope/internal/fault"
	"kernelscope/internal/parallel"
	"kernelscope/scene/graph"
)

// Between is the betweenness centrality of a node: over all pairs of other nodes, the share of their shortest paths
// that lead over it. Each direction of a pair counts.
type Between struct {
	Value float64
	// Error is the standard error of an estimate from drawn sources; 0 where all nodes are sources. It is too small
	// for nodes that few paths lead over: a sample often misses all of them.
	Error float64
}

// Draw draws some of n nodes by a seed, without repetition, in ascending order; all of them if count is 0 or not less.
func Draw(n, count int, seed uint64) []uint32 {
	nodes := numbers(n)
	if count == 0 || count >= n {
		return nodes
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(n, func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
	nodes = nodes[:count]
	slices.Sort(nodes)
	return nodes
}

// Betweenness estimates the betweenness of all nodes by the weights of a graph, from at least two sources that were drawn
// from some nodes (U. Brandes, C. Pich, "Centrality estimation in large networks", IJBC 17, 2007). The trees of r give
// the distances; the paths are counted on the host, on all processors. told hears the number of sources that are done.
// It refuses edges of weight 0, over which paths may lead in cycles.
func Betweenness(ctx context.Context, r RowReader, g *graph.Graph, nodes int, sources []uint32, told func(done int)) ([]Between, error) {
	if slices.Contains(g.Weight, 0) {
		return nil, fault.Input.Errorf("betweenness: an edge has the weight 0, and shortest paths over such edges cannot be counted")
	}
	sums := make([]Between, g.Nodes()) // of the sources' shares, and of their squares
	const together = 1 << 25           // shares of nodes in memory
	lot := max(1, min(2*runtime.GOMAXPROCS(0), together/max(1, g.Nodes())))
	for done := 0; done < len(sources); {
		rows, err := r.ReadRows(ctx, sources[done:])
		if err != nil {
			return nil, err
		}
		for first := 0; first < rows.Count; first += lot {
			if err := addLot(g, rows, first, sources[done+first:][:min(lot, rows.Count-first)], sums); cmp.Or(err, ctx.Err()) != nil {
				return nil, cmp.Or(err, ctx.Err())
			}
		}
		done += rows.Count
		told(done)
	}
	n, k := float64(nodes), float64(len(sources))
	for v, sum := range sums {
		mean := sum.Value / k
		variance := max(0, sum.Error-k*mean*mean) / max(1, k-1)
		sums[v] = Between{n * mean, n * math.Sqrt(variance/k*(1-k/n))}
	}
	return sums, nil
}

// addLot adds what shortest paths from some sources add to the betweenness of each node, and the squares. The sources add in
// their order, so that sums do not depend on the number of processors.
func addLot(g *graph.Graph, rows Distances, first int, sources []uint32, sums []Between) error {
	shares, finite := make([][]float64, len(sources)), make([]bool, len(sources))
	parallel.Each(len(sources), func(i int) { shares[i], finite[i] = dependencies(g, rows.from(first+i), sources[i]) })
	if slices.Contains(finite, false) {
		return fault.Limit.Errorf("betweenness: two nodes have more than 10^308 shortest paths")
	}
	parallel.Pieces(len(sums), func(from, end int) {
		for _, share := range shares {
			for v := from; v < end; v++ {
				sums[v].Value += share[v]
				sums[v].Error += share[v] * share[v]
			}
		}
	})
	return nil
}

// dependencies returns what shortest paths from a source add to the betweenness of each node (U. Brandes, J. Math. Sociol.
// 25, 2001), by its distances. Nodes are counted by ascending distance, which no edge leaves equal. finite is false if
// a number of paths has no place in a float.
func dependencies(g *graph.Graph, dist []uint32, source uint32) (depends []float64, finite bool) {
	var order []uint64
	for v, d := range dist {
		if d < Unreached {
			order = append(order, uint64(d)<<32|uint64(v))
		}
	}
	slices.Sort(order)
	paths, depends := make([]float64, len(dist)), make([]float64, len(dist))
	paths[source] = 1
	on := func(u uint32, use func(v uint32)) { // passes the ends of edges on shortest paths
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			if v := g.Head[e]; uint64(dist[u])+uint64(g.Weight[e]) == uint64(dist[v]) {
				use(v)
			}
		}
	}
	for _, key := range order {
		u := uint32(key)
		if math.IsInf(paths[u], 0) {
			return nil, false
		}
		on(u, func(v uint32) { paths[v] += paths[u] })
	}
	for _, key := range slices.Backward(order) {
		u := uint32(key)
		on(u, func(v uint32) { depends[u] += paths[u] / paths[v] * (1 + depends[v]) })
	}
	depends[source] = 0
	return depends, true
}
