package measure

import (
	"context"
	"fmt"

	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// Reaches compares what some nodes reach with Dijkstra's algorithm. Errors wrap fault.Wrong.
func Reaches(ctx context.Context, g *graph.Graph, nodes []uint32, got []prepared.Reach, limit uint32) error {
	var queries []sssp.Query
	for _, v := range nodes {
		queries = append(queries, sssp.Query{Source: v, Target: graph.NoNode})
	}
	return Dijkstras(ctx, g, queries, func(i int, truth oracle.Search) error {
		if want := prepared.ReachOf(truth.Dist, limit); got[i] != want {
			return fmt.Errorf("%w: node %d reaches %+v, but Dijkstra's algorithm says %+v", fault.Wrong, nodes[i], got[i], want)
		}
		return nil
	})
}
