package sssp

import (
	"kernelscope/compute"
	"kernelscope/scene"
)

// DeltaStepping keeps no queues (U. Meyer, P. Sanders, "Δ-stepping: a
// parallelizable shortest path algorithm", J. Algorithms 49, 2003, here without the
// division into light and heavy edges). One bit per node marks nodes that have changed since
// they were relaxed; each round scans all bits for nodes in the current bucket, below the
// threshold. If there is none, the threshold moves to the end of the bucket of the nearest
// changed node.
type DeltaStepping struct{}

// Name returns the name, as on the command line.
func (DeltaStepping) Name() string { return "deltastep" }

// Title returns the name for people.
func (DeltaStepping) Title() string { return "Delta-stepping" }

// Params returns the parameters.
func (DeltaStepping) Params() []compute.Param {
	return []compute.Param{deltaParam, roundsParam, workgroupParam, ruleParam, finishParam, stallParam, recordParam}
}

// Prepare uploads the graph of a map.
func (a DeltaStepping) Prepare(be compute.Backend, m *scene.Map) (Solver, error) {
	return newRounds(be, m, a, 3*m.Graph.Nodes(), inTwo((*rounds).scan))
}
