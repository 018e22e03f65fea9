package measure

import (
	"fmt"
	"math/rand/v2"
	"time"

	"kernelscope/compute/sssp"
	"kernelscope/internal/clock"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// change is a map with other weights, and the edges that have them.
type change struct {
	m     *scene.Map
	edges []uint32 // in ascending order
}

// changeOf halves or doubles the weights of random edges, one in a hundred.
func changeOf(m *scene.Map, rnd *rand.Rand) change {
	var edges []uint32
	for e, w := range m.Graph.Weight {
		if w < graph.MaxWeight/2 && rnd.IntN(100) == 0 {
			edges = append(edges, uint32(e))
		}
	}
	return change{m.Reweighed(edges, func(e uint32) uint32 {
		w := m.Graph.Weight[e]
		return [...]uint32{(w + 1) / 2, 2 * w}[rnd.IntN(2)]
	}), edges}
}

// mapOf returns the map of a query: the same for all, unless weights change.
func (s *subject) mapOf(query int) *scene.Map {
	if s.plan.Work != Changed {
		return s.m
	}
	c, ok := s.changes[query]
	if !ok {
		clear(s.changes) // all settings make one query in turn
		c = changeOf(s.m, rand.New(rand.NewPCG(s.plan.Seed, uint64(query))))
		s.changes[query] = c
	}
	return c.m
}

// reweigh sets a solver's weights for a query, starting from the map's, and returns the time
// taken.
func (s *subject) reweigh(solver sssp.Solver, algorithm string, query int) (time.Duration, error) {
	if s.plan.Work != Changed {
		return 0, nil
	}
	r, ok := solver.(sssp.Reweighter)
	if !ok {
		return 0, fmt.Errorf("measure: %s cannot change weights", algorithm)
	}
	m := s.mapOf(query)
	if edges := s.loaded[algorithm]; edges != nil {
		r.Reweigh(s.m, edges)
	}
	s.loaded[algorithm] = s.changes[query].edges
	begin := clock.Now()
	r.Reweigh(m, s.changes[query].edges)
	return clock.Since(begin), nil
}
