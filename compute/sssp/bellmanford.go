package sssp

import (
	"kernelscope/compute"
	"kernelscope/scene"
)

// BellmanFord relaxes in every round the edges of all nodes that the previous round improved
// (R. Bellman, "On a routing problem", Quart. Appl. Math. 16, 1958; L. R. Ford, 1956; with a
// queue as in E. F. Moore, 1959): Near-Far with one unbounded bucket. No search needs fewer
// rounds, and none wastes more work.
type BellmanFord struct{}

// Name returns the name, as on the command line.
func (BellmanFord) Name() string { return "bellmanford" }

// Title returns the name for people.
func (BellmanFord) Title() string { return "Bellman-Ford" }

// Params returns the parameters. The batch is smaller than for others, since a round may relax
// every edge.
func (BellmanFord) Params() []compute.Param {
	batch := roundsParam
	batch.Default = 16
	return []compute.Param{batch, workgroupParam, stallParam, recordParam}
}

// Prepare uploads the graph of a map.
func (a BellmanFord) Prepare(be compute.Backend, m *scene.Map) (Solver, error) {
	return newRounds(be, m, a, 3*m.Graph.Nodes(), inTwo(func(s *rounds) { s.sift(0) }))
}
