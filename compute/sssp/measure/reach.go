package measure

import (
	"context"
	"fmt"
	"math/rand/v2"

	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// Reaches compares what nodes reach, of all nodes or of targets unless nil, with Dijkstra's algorithm, for at most some of them,
// which it draws. It returns their number. Errors wrap fault.Wrong.
func Reaches(ctx context.Context, g *graph.Graph, nodes, targets []uint32, got []prepared.Reach, limit uint32, most int, rnd *rand.Rand) (int, error) {
	var queries []sssp.Query
	drawn := rnd.Perm(len(nodes))[:min(most, len(nodes))]
	for _, i := range drawn {
		queries = append(queries, sssp.Query{Source: nodes[i], Target: graph.NoNode})
	}
	return len(drawn), Dijkstras(ctx, g, queries, func(k int, truth oracle.Search) error {
		i := drawn[k]
		want := prepared.ReachOf(truth.Dist, limit)
		if targets != nil {
			want = prepared.ReachOfTargets(truth.Dist, targets, limit)
		}
		if got[i] != want {
			return fmt.Errorf("%w: node %d reaches %+v, but Dijkstra's algorithm says %+v", fault.Wrong, nodes[i], got[i], want)
		}
		return nil
	})
}
