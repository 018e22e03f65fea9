package sssp

import (
	"kernelscope/compute"
	"kernelscope/scene"
)

// DeltaStepping keeps no queue of what is left to do (U. Meyer, P. Sanders,
// "Δ-stepping: a parallelizable shortest path algorithm", J. Algorithms 49,
// 2003, here without the division into light and heavy edges). A bit a node
// says that the node has changed since it was relaxed; each round looks at the
// bits of all nodes for those in the present bucket, the nodes below the
// threshold. When there is none, the threshold moves to the end of the bucket of
// the nearest changed node.
type DeltaStepping struct{}

// Name returns the name, as on the command line.
func (DeltaStepping) Name() string { return "deltastep" }

// Title returns the name for people.
func (DeltaStepping) Title() string { return "Delta-stepping" }

// Params returns the parameters.
func (DeltaStepping) Params() []compute.Param {
	return []compute.Param{deltaParam, roundsParam, workgroupParam, ruleParam, stallParam, recordParam}
}

// Prepare uploads the graph of a map.
func (a DeltaStepping) Prepare(be compute.Backend, m *scene.Map) (Solver, error) {
	return newRounds(be, m, a, 3*m.Graph.Nodes(), inTwo((*rounds).scan))
}
