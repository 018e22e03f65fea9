package sssp

import (
	"context"

	"kernelscope/shaders"
)

// Recoveries returns how often the last frontier search of a solver has made
// its queues anew.
func Recoveries(s Solver) (uint32, error) {
	f := s.(*frontier)
	var n [1]uint32
	err := f.be.Read(context.Background(), f.args.Frontier, shaders.FrontierRecoveries, n[:])
	return n[0], err
}

// AllowTogether lets a solver use up to most workgroups together, whether or not the
// device runs them concurrently.
func AllowTogether(s Solver, most int) { s.(*frontier).most = most }

// IsGoal tells whether a solver is of a search that looks for the way to its target alone.
func IsGoal(s Solver) bool {
	h, ok := s.(*onHost)
	return ok && h.a.About().Goal
}

// SetGoal sets the nodes of a round by which searches of a solver adapt.
func SetGoal(s Solver, nodes uint32) { s.(*rounds).goal = nodes }
