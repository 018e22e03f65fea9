package sssp

import (
	"kernelscope/compute"
	"kernelscope/scene"
)

// NearFar is the search with two buckets: nodes below a threshold are relaxed until none is
// left, then the threshold advances by delta (Davidson, Baxter, Garland, Owens, "Work-efficient
// parallel GPU methods for single-source shortest paths", IPDPS 2014; here in the form of "Two
// buckets is all you need", the article about GPUSSSP).
type NearFar struct{}

// Name returns the name, as on the command line.
func (NearFar) Name() string { return "nearfar" }

// Title returns the name for people.
func (NearFar) Title() string { return "Near-Far" }

// Params returns the parameters.
func (NearFar) Params() []compute.Param {
	return []compute.Param{deltaParam, roundsParam, workgroupParam, ruleParam, finishParam, stallParam, recordParam}
}

// Prepare uploads the graph of a map.
func (a NearFar) Prepare(be compute.Backend, m *scene.Map) (Solver, error) {
	return newRounds(be, m, a, 5*m.Graph.Nodes(), inTwo(func(s *rounds) { s.sift(s.g.Nodes()) }))
}
