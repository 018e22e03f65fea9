package measure

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"kernelscope/compute/experiment"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/internal/fault"
	"kernelscope/scene/graph"
)

// Query is a query with the rank by which its target was chosen, or zero.
type Query struct {
	sssp.Query
	Rank int
}

// draw is a query with a source whose target, if chosen by rank, is still to be found, which
// takes time.
type draw struct {
	source uint32
	rank   int
}

// draws chooses n random sources for each power of two, ranks from low to high,
// or n in all.
func draws(g *graph.Graph, w experiment.Work, n int, rnd *rand.Rand) iter.Seq[draw] {
	return func(yield func(draw) bool) {
		connected := g.Candidates()
		if len(connected) == 0 {
			return
		}
		first, end := 1, len(connected)
		if w != ByRank {
			first, end = 0, 1
		}
		for rank := first; rank < end; rank = max(1, 2*rank) {
			for range n {
				if !yield(draw{connected[rnd.IntN(len(connected))], rank}) {
					return
				}
			}
		}
	}
}

// query finds the target: the rank-th node that Dijkstra's algorithm settles after
// the source. ok is false if it settles fewer.
func (d draw) query(g *graph.Graph) (q Query, ok bool) {
	q = Query{sssp.Query{Source: d.source, Target: graph.NoNode}, d.rank}
	if d.rank == 0 {
		return q, true
	}
	q.Target, ok = oracle.Ranked(g, d.source, d.rank)
	return q, ok
}

// OfRank chooses the query from a source, or from a random node if that is graph.NoNode, to
// the node of a Dijkstra rank. If the source reaches fewer nodes, the error wraps fault.Usage.
func OfRank(g *graph.Graph, source uint32, rank int, rnd *rand.Rand) (Query, error) {
	const tries = 32 // of a component with as many nodes most reach nearly all
	connected := g.Candidates()
	for range tries {
		if rank < 1 || rank >= g.Nodes() || len(connected) == 0 {
			break
		}
		d := draw{source, rank}
		if source == graph.NoNode {
			d.source = connected[rnd.IntN(len(connected))]
		}
		if q, ok := d.query(g); ok {
			return q, nil
		}
		if source != graph.NoNode {
			break
		}
	}
	from := "no node that was tried reaches"
	if source != graph.NoNode {
		from = fmt.Sprintf("node %d does not reach", source)
	}
	return Query{}, fmt.Errorf("%w: Dijkstra rank %d: %s as many of the %d nodes", fault.Usage, rank, from, g.Nodes())
}

// RankQueries chooses n random sources for each rank 1, 2, 4, … and the rank-th node that
// Dijkstra's algorithm settles after the source, ranks from low to high. Sources that reach
// fewer nodes are omitted.
func RankQueries(g *graph.Graph, n int, rnd *rand.Rand) iter.Seq[Query] {
	return func(yield func(Query) bool) {
		for d := range draws(g, ByRank, n, rnd) {
			if q, ok := d.query(g); ok && !yield(q) {
				return
			}
		}
	}
}
