package bfs

import (
	"context"
	"math/bits"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
)

// sight locates the nodes that searches have seen: in rows, in the marks of both sides of a pair, or
// by their levels. Fields are those of ref.Observe.
type sight struct {
	rows, state       compute.Buffer
	others            compute.Buffer // the rows of levels in between; nil if these are all
	first             compute.Buffer // of the edges that lead on
	mask, kind, level int
}

// searching counts the columns of a mask.
func searching(mask []uint32) (n int) {
	for _, x := range mask {
		n += bits.OnesCount32(x)
	}
	return n
}

// rowsSteps are the steps of Rows. Levels are recorded ahead of the first one, whose base
// stays: a step is a level ahead.
type rowsSteps struct {
	*rows
	glance bool // the first round ends after a few levels
}

func (r rowsSteps) load(_ *cursor, jobs []job, reverse bool) division {
	return r.rows.load(jobs, reverse)
}

func (r rowsSteps) step(ctx context.Context, c *cursor, reverse bool) (more bool, err error) {
	be, push, pull := r.memory.Backend, r.out, r.in
	if reverse {
		push, pull = pull, push
	}
	if ahead := c.Level; ahead == 0 {
		r.begin(c.part())
		r.first(be, push)
		r.answer(be, pull, 0)
	} else {
		r.level(be, pull, ahead, nil)
	}
	if r.Form == Hubs {
		r.answer(be, pull, c.Level+1)
	}
	c.Level++
	state := make([]uint32, r.state.Len())
	if err := be.Read(ctx, r.state, 0, state); err != nil {
		return false, err
	}
	c.Upward, c.Retired = c.Level > 1, c.part().columns-searching(state[ref.RowsSearching:])
	last := r.glance && c.before == 0 && c.Level >= int(r.values[Defer])-1
	c.Ended = last || state[ref.RowsOpen] == 0
	return last, nil
}

func (r rowsSteps) tell(c *cursor, _ Frontier) {
	if c.Level > 1 { // the start finds the first level
		r.rows.tell(1)
	}
}

func (r rowsSteps) lengths() compute.Buffer { return r.rows.lengths }

func (r rowsSteps) changing() []compute.Buffer {
	return []compute.Buffer{r.seen[0], r.seen[1], r.fresh[0], r.fresh[1], r.state, r.sources, r.jobs, r.rows.lengths, r.counts}
}

// sight omits retired columns on roads: the results of their last level may be incomplete.
func (r rowsSteps) sight(c *cursor, reverse bool) sight {
	at := sight{rows: r.seen[(c.Level+1)%2], others: r.seen[c.Level%2], state: r.state, first: r.along(reverse).onDevice.first, level: c.Level}
	if r.Form == Roads {
		at.mask = ref.RowsSearching
	}
	return at
}

func (rowsSteps) layers(*cursor) []compute.Layer { return nil }

// pairSteps are those of Paired: a dispatch with the least budget handles a piece of a
// level, or all of it.
type pairSteps struct {
	*pairs
	values compute.Values
}

// load assigns lists of all nodes to the pairs that did not fit.
func (s pairSteps) load(c *cursor, jobs []job, _ bool) division {
	s.pairs.load(jobs, s.list(c))
	d := division{jobs: jobs}
	for i := range jobs {
		d.sweeps = append(d.sweeps, sweep{firstPair: i, pairs: 1, columns: 2})
	}
	return d
}

// list returns the length of the workgroup's list in a round.
func (s pairSteps) list(c *cursor) int {
	if c.before > 0 {
		return s.live
	}
	return int(s.values[List])
}

func (s pairSteps) step(ctx context.Context, c *cursor, _ bool) (more bool, err error) {
	be, args := s.memory.Backend, s.bound(len(c.jobs), s.list(c))
	args.Budget = 1
	var was, now [ref.PairSearch]uint32
	if c.Level > 0 {
		if err := be.Read(ctx, s.args.Searches, 0, was[:]); err != nil {
			return false, err
		}
	}
	length := []uint32{ref.Pending}
	for length[0] == ref.Pending && int(now[ref.PairDepth]) <= c.Level {
		s.dispatch(args, 1, int(s.values[Workgroup]))
		if err := be.Read(ctx, s.args.Searches, 0, now[:]); err != nil {
			return false, err
		}
		if err := be.Read(ctx, s.args.Lengths, c.index, length); err != nil {
			return false, err
		}
	}
	c.Level++
	if c.Side = 0; now[ref.PairLow+1] != was[ref.PairLow+1] {
		c.Side = 1
	}
	c.Sides[c.Side]++
	c.Ended = length[0] != ref.Pending
	return length[0] == ref.Full, nil
}

// tell tells nothing: what the pieces of a level move is not known.
func (pairSteps) tell(*cursor, Frontier) {}

func (s pairSteps) lengths() compute.Buffer { return s.args.Lengths }

func (s pairSteps) changing() []compute.Buffer {
	a := s.args
	return []compute.Buffer{a.Pairs, a.Lengths, a.Work, a.Found, a.Marks, a.Searches}
}

func (s pairSteps) sight(c *cursor, _ bool) sight {
	return sight{rows: s.args.Marks, state: s.args.Work, first: s.along(c.Side == 1).onDevice.first, kind: ref.ObservesSides, level: c.Sides[c.Side]}
}

func (pairSteps) layers(*cursor) []compute.Layer { return nil }
