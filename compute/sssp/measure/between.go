package measure

import (
	"context"
	"fmt"
	"math"

	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// Betweenness compares an estimate of the betweenness of all nodes with Dijkstra's algorithm from the same sources. Errors
// wrap fault.Wrong.
func Betweenness(ctx context.Context, g *graph.Graph, sources []uint32, got []prepared.Between) error {
	var queries []sssp.Query
	for _, s := range sources {
		queries = append(queries, sssp.Query{Source: s, Target: graph.NoNode})
	}
	sums := make([]float64, len(got))
	err := Dijkstras(ctx, g, queries, func(_ int, truth oracle.Search) error {
		for v, x := range oracle.WeightedDependencies(g, truth) {
			sums[v] += x * float64(len(got)) / float64(len(sources))
		}
		return nil
	})
	for v, want := range sums {
		if err == nil && math.Abs(got[v].Value-want) > 1e-6*(1+want) {
			err = fmt.Errorf("%w: node %d has the betweenness %g, but Dijkstra's algorithm says %g", fault.Wrong, v, got[v].Value, want)
		}
	}
	return err
}
