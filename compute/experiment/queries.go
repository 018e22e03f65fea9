package experiment

import (
	"iter"
	"math/rand/v2"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/scene/graph"
)

// Query is a query with the rank by which its target was chosen, or zero.
type Query struct {
	compute.Query
	Rank int
}

// RankQueries chooses n random sources for each power of two and the node that
// Dijkstra's algorithm settles as that many-th behind the source, ranks from low
// to high. Sources with fewer nodes behind them are left out.
func RankQueries(g *graph.Graph, n int, rnd *rand.Rand) iter.Seq[Query] {
	return func(yield func(Query) bool) {
		connected := g.Connected()
		for rank := 1; rank < len(connected); rank *= 2 {
			for range n {
				s := connected[rnd.IntN(len(connected))]
				t, ok := oracle.Ranked(g, s, rank)
				if ok && !yield(Query{compute.Query{Source: s, Target: t}, rank}) {
					return
				}
			}
		}
	}
}

// AllQueries chooses n random sources for searches to all nodes.
func AllQueries(g *graph.Graph, n int, rnd *rand.Rand) iter.Seq[Query] {
	return func(yield func(Query) bool) {
		connected := g.Connected()
		for range n {
			s := connected[rnd.IntN(len(connected))]
			if !yield(Query{compute.Query{Source: s, Target: graph.NoNode}, 0}) {
				return
			}
		}
	}
}

// queries are those of a plan.
func (p Plan) queries(g *graph.Graph) iter.Seq[Query] {
	rnd := rand.New(rand.NewPCG(p.Seed, 0))
	if p.Work == ByRank {
		return RankQueries(g, p.Queries, rnd)
	}
	return AllQueries(g, p.Queries, rnd)
}
