package bfs

import (
	"context"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
	"kernelscope/shaders"
)

// singleSteps are the steps of Single: a level of one search each. A part is a search.
type singleSteps struct{ *single }

func (s singleSteps) load(_ *cursor, jobs []job, reverse bool) division {
	d := s.divide(jobs, reverse, 1, given)
	s.memory.Backend.Write(s.jobs, 0, d.places)
	s.memory.Backend.Fill(s.single.lengths, 0, len(jobs), ref.Open)
	return d
}

// step ends a search with a level that finds nothing, as Search does: its last answer does not end
// it.
func (s singleSteps) step(ctx context.Context, c *cursor, reverse bool) (more bool, err error) {
	be, w := s.memory.Backend, c.part()
	if c.Level == 0 {
		s.begin(c.sources[w.firstColumn], reverse)
	}
	be.Submit(s.record(reverse))
	s.answer(w)
	state, lengths := make([]uint32, ref.SingleWords), make([]uint32, w.pairs)
	if err := be.Read(ctx, s.state, 0, state); err != nil {
		return false, err
	}
	if err := be.Read(ctx, s.single.lengths, w.firstPair, lengths); err != nil {
		return false, err
	}
	ring := state[shaders.SingleHistory:]
	c.Variant = ring[4*c.Level%len(ring)+3]
	c.Upward = c.Variant == shaders.BFSPull
	c.Level++
	c.Retired = 1
	for _, length := range lengths {
		if isOpen(length) {
			c.Retired = 0
		}
	}
	return false, nil
}

func (s singleSteps) tell(c *cursor, before Frontier) {
	tellLevels(s.memory.Backend, s.moved, Level{Nodes: uint32(before.Nodes), Edges: uint32(before.Edges), Variant: c.Variant})
}

func (s singleSteps) lengths() compute.Buffer { return s.single.lengths }

func (s singleSteps) changing() []compute.Buffer {
	return []compute.Buffer{s.levels, s.state, s.jobs, s.single.lengths}
}

func (s singleSteps) sight(c *cursor, reverse bool) sight {
	return sight{rows: s.levels, state: s.state, first: s.along(reverse).onDevice.first, kind: ref.ObservesLevels, level: c.Level}
}

func (singleSteps) layers(*cursor) []compute.Layer { return nil }
