package sssp

import (
	"context"
	"fmt"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/compute/timing"
	"kernelscope/scene/graph"
)

// Bytes returns what the fronts take on the device.
func (s *preparedSolver) Bytes() int64 { return s.d.Bytes() }

// Room returns the number of trees that are swept concurrently.
func (s *preparedSolver) Room() int { return s.AtOnce() }

// AtOnce returns the same.
func (s *preparedSolver) AtOnce() int { return max(1, s.d.MaxLanes()) }

// StartMany allocates rows for the trees of some queries.
func (s *preparedSolver) StartMany(queries []Query, v compute.Values) (Many, error) {
	if len(queries) == 0 || len(queries) > s.AtOnce() {
		return nil, fmt.Errorf("sssp: %d concurrent trees; the device has room for 1 to %d", len(queries), s.AtOnce())
	}
	if _, err := s.check(v, queries...); err != nil {
		return nil, err
	}
	if s.spare != nil && s.spare.Lanes != prepared.LanesFor(len(queries)) {
		s.dropSpare()
	}
	m := &preparedMany{s: s, batch: s.spare, queries: queries}
	if s.spare = nil; m.batch != nil {
		return m, nil
	}
	var err error
	m.batch, err = s.d.NewBatch(len(queries))
	return m, err
}

// dropSpare releases the rows kept for the next trees.
func (s *preparedSolver) dropSpare() {
	if s.spare != nil {
		s.spare.Release()
		s.spare = nil
	}
}

// preparedMany is concurrent trees.
type preparedMany struct {
	s       *preparedSolver
	batch   *prepared.Batch // nil once it is released
	queries []Query
}

// Finish computes all trees. Times cover all together.
func (m *preparedMany) Finish(ctx context.Context) ([]Event, error) {
	sources := make([]uint32, len(m.queries))
	for i, q := range m.queries {
		sources[i] = q.Source
	}
	watch := timing.Start(m.s.be)
	m.batch.Trees(sources)
	if err := m.s.be.Flush(ctx); err != nil {
		return nil, fmt.Errorf("sssp: %w", err)
	}
	times, rounds := watch.Times(), uint32(len(m.batch.Levels))
	e := Event{Done: true, Step: rounds, Round: rounds, Threshold: graph.Unreached, Final: graph.Unreached, Target: graph.Unreached,
		Relaxed: m.batch.Sums(), GPU: times.GPU, Wall: times.Wall}
	return slices.Repeat([]Event{e}, len(m.queries)), nil
}

// Distances reads the distances of one tree.
func (m *preparedMany) Distances(ctx context.Context, i int) ([]uint32, error) {
	return m.batch.Distances(ctx, i)
}

// Table reads the distances of some nodes, a row per tree.
func (m *preparedMany) Table(ctx context.Context, nodes, words []uint32) error {
	t, err := m.batch.NewTable(nodes)
	if err != nil {
		return err
	}
	defer t.Release()
	t.Fill()
	return t.Read(ctx, words)
}

// Release keeps the rows for the next trees of the solver.
func (m *preparedMany) Release() {
	if m.batch == nil {
		return
	}
	m.s.dropSpare()
	m.s.spare, m.batch = m.batch, nil
}
