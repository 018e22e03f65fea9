package bfs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"kernelscope/compute"
	ref "kernelscope/compute/ref/bfs"
	"kernelscope/internal/clock"
)

// Steps is a search that runs step by step, with the kernels of its scheme. A step of a sweep
// is a level or, with a joint frontier, a phase of one. A step of a pair is a level of one side;
// pairs are searched one after another, by one workgroup. It has the goroutine of its backend.
type Steps struct {
	Plan
	g       *Graph
	stepper stepper // nil if nothing is to be searched
	at      cursor
	found   []uint32 // the lengths of the round's jobs, as the device has them now
	follow  int
	layers
}

// Phase is a part of a level that is a step of its own.
type Phase int

// The phases.
const (
	Whole    Phase = iota // the level is one step
	Expand                // searches reach the neighbours of the joint frontier
	Identify              // what they reach for the first time is the next joint frontier, and answers pairs
)

// Progress is the position of a search in steps. A part is a sweep or a pair.
type Progress struct {
	Part, Parts int    // the present one, from 0, and how many are known
	Level       int    // levels of the part, of both sides of a pair together
	Side        int    // of a pair, that was expanded last
	Sides       [2]int // levels of each
	Upward      bool   // the level was expanded bottom-up; in phase Expand, the frontier is
	Variant     uint32 // of scheme single: what expanded the level
	Phase       Phase  // that ended; Level is the level of the frontier
	Columns     int    // searches of the part; two for the sides of a pair
	Retired     int    // columns whose pairs are answered
	Answered    int    // pairs of the list
	Ended       bool   // the part has
	Done        bool   // all parts have
	Frontier
	GPU, Wall time.Duration // of the last step, without the work to show it
}

// Finds reports whether the step has found the frontier of a level.
func (p Progress) Finds() bool { return p.Level > 0 && p.Phase != Expand }

// Frontier describes the nodes that the last level found.
type Frontier struct {
	Nodes    int // in the frontier of any search
	Edges    int // of these
	Searches int // that the nodes serve, all together
	Followed int // nodes found by the followed search
}

// cursor is the host's part of the present state. It is copied as a whole, and the data it
// points to does not change.
type cursor struct {
	Progress
	division          // of the round; a pair is a part, too
	index    int      // of the part in the round
	before   int      // parts of the rounds before
	base     []uint32 // lengths of all pairs before the round
	settled  int      // pairs that were answered before the part
	left     []job    // of parts of the round, for the next one
	upward   bool     // the next level is
}

// part returns the present part.
func (c *cursor) part() sweep { return c.sweeps[c.index] }

// stepper runs the steps of a scheme.
type stepper interface {
	// load puts the jobs of a round on the device.
	load(c *cursor, jobs []job, reverse bool) division
	// step runs a step and sets Phase, Side, Upward and Retired, and Ended if no pair is open or
	// the round ends. It then reports whether open pairs need another round. A sweep also ends with a
	// level that finds nothing.
	step(ctx context.Context, c *cursor, reverse bool) (more bool, err error)
	// tell tells a profile what the step has moved, from the frontier before it. The step has been executed.
	tell(c *cursor, before Frontier)
	lengths() compute.Buffer
	// changing lists the buffers that rounds and steps change.
	changing() []compute.Buffer
	// sight locates the nodes that searches have seen.
	sight(c *cursor, reverse bool) sight
	// layers lists what only this scheme has.
	layers(c *cursor) []compute.Layer
	release()
}

// Stepped lists the schemes that have steps, and Auto, which chooses one of them.
func Stepped() []Scheme {
	return []Scheme{Auto, Paired, Rows, Workgroups, Coalesced, BottomUp, MSBFS, Naive, Uber, Single}
}

// Steps prepares the searches of a plan, which Run cannot use then; none has begun. The layer
// Levels shows the search of pair follow or, where that is negative, of the first pair of each
// part. Errors wrap fault.Limit.
func (b *Graph) Steps(p *Plan, follow int) (*Steps, error) {
	s := &Steps{Plan: *p, g: b, follow: follow}
	words := 1 // the two sides of a pair
	if columns := p.Values[Columns]; columns > 0 {
		words = int(columns / 32)
	}
	var err error
	if s.layers, err = newLayers(b, words); err != nil {
		return nil, err
	}
	if p.Searched > 0 {
		if s.stepper, err = b.stepper(p); err != nil {
			s.layers.memory.Release()
			return nil, err
		}
	}
	if err := s.Restart(context.Background()); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

// stepper makes the buffers for the steps of a plan, shared with no other search.
func (b *Graph) stepper(p *Plan) (stepper, error) {
	switch p.Scheme {
	case Paired:
		pairs, err := b.pairsFor(p)
		b.pairs = nil
		return pairSteps{pairs, p.Values}, err
	case Rows:
		rows, err := b.rowsFor(p)
		b.rows = nil
		return rowsSteps{rows, p.Sweeps > 1 && b.Form == Hubs}, err
	case Single:
		one := *p // a level in each submission
		one.Values = maps.Clone(p.Values)
		one.Values[Batch] = 1
		single, err := b.singleFor(&one)
		b.single = nil
		return singleSteps{single}, err
	case Workgroups, Coalesced, BottomUp, MSBFS, Naive, Uber:
		one := *p // of one sweep
		one.Values = maps.Clone(p.Values)
		one.Values[Instances] = 1
		if p.Scheme == Uber {
			one.Values[Batch] = 1
		}
		joint, err := b.jointFor(&one)
		b.joint = nil
		if p.Scheme == Uber {
			return uberSteps{jointSteps{joint}}, err
		}
		return jointSteps{joint}, err
	}
	return nil, fmt.Errorf("bfs: scheme %s has no steps", p.Scheme)
}

// Release releases everything except the graph.
func (s *Steps) Release() {
	if s.stepper != nil {
		s.stepper.release()
	}
	s.layers.memory.Release()
}

// Progress returns where the search is.
func (s *Steps) Progress() Progress { return s.at.Progress }

// Restart returns to the start, where searches have seen only their sources.
func (s *Steps) Restart(ctx context.Context) error {
	known := s.Pairs - s.Searched
	s.at = cursor{base: s.lengths, settled: known, Progress: Progress{Answered: known, Done: s.stepper == nil}}
	if s.stepper == nil {
		return nil
	}
	s.round(&s.at, s.jobs)
	s.found = slices.Repeat([]uint32{ref.Open}, len(s.jobs))
	return s.show(ctx, &s.at)
}

// Lengths returns the lengths of all pairs in order, Unreachable for those not yet known.
func (s *Steps) Lengths() []uint32 {
	out := slices.Clone(s.at.base)
	for i, j := range s.at.jobs {
		if out[j.at] = Unreachable; !isOpen(s.found[i]) {
			out[j.at] = s.found[i]
		}
	}
	return out
}

// Followed returns the pair whose search the layer Levels shows: with scheme Paired, the
// current one. ok is false if the present part has no such search.
func (s *Steps) Followed() (pair int, ok bool) {
	i, ok := s.followed(&s.at)
	if !ok {
		return 0, false
	}
	return int(s.at.jobs[i].at), true
}

// followed returns the job whose search is followed.
func (s *Steps) followed(c *cursor) (i int, ok bool) {
	if s.stepper == nil {
		return 0, false
	}
	w := c.part()
	for i := w.firstPair; i < w.firstPair+w.pairs; i++ {
		if s.Scheme == Paired || s.follow < 0 || int(c.jobs[i].at) == s.follow {
			return i, true
		}
	}
	return 0, false
}

// Step runs the next step, unless the search is done.
func (s *Steps) Step(ctx context.Context) error {
	c := s.at
	if c.Done {
		return nil
	}
	if c.Ended {
		c.index++
		c.Part++
		c.Progress = Progress{Part: c.Part, Parts: c.Parts, Columns: c.Columns, Answered: c.Answered, Frontier: c.Frontier}
		c.upward = false
		if c.index == len(c.sweeps) {
			c.base = s.Lengths()
			s.round(&c, c.left)
		}
	}
	start, gpu := clock.Now(), s.layers.memory.Backend.Elapsed()
	before := c.Frontier
	more, err := s.stepper.step(ctx, &c, s.Reverse)
	if err != nil {
		return err
	}
	c.Wall, c.GPU = clock.Since(start), s.layers.memory.Backend.Elapsed()-gpu
	if c.Phase != Expand { // which finds no nodes yet
		err = s.show(ctx, &c)
	}
	if err := errors.Join(err, s.read(ctx, &c)); err != nil {
		return err
	}
	s.stepper.tell(&c, before)
	if c.Searches == 0 && s.Scheme != Paired {
		c.Ended, more = true, false
	}
	s.settle(&c, more)
	s.at = c
	return nil
}

// round begins a round: of all jobs, or of those that the previous round left.
func (s *Steps) round(c *cursor, jobs []job) {
	c.before, c.index, c.left = c.Parts, 0, nil
	c.division = s.stepper.load(c, jobs, s.Reverse)
	c.Parts = c.before + len(c.sweeps)
	c.Columns = c.part().columns
}

// read reads the lengths of the round.
func (s *Steps) read(ctx context.Context, c *cursor) error {
	s.found = make([]uint32, len(c.jobs))
	if len(s.found) == 0 {
		return nil
	}
	return s.layers.memory.Backend.Read(ctx, s.stepper.lengths(), 0, s.found)
}

// isOpen reports whether a length is not known yet.
func isOpen(length uint32) bool { return length >= ref.Pending }

// settle counts the answers of a part.
func (s *Steps) settle(c *cursor, more bool) {
	w := c.part()
	open := 0
	for i := w.firstPair; i < w.firstPair+w.pairs; i++ {
		if isOpen(s.found[i]) {
			open++
			if more {
				c.left = append(slices.Clip(c.left), c.jobs[i])
			}
		}
	}
	c.Columns = w.columns
	if c.Ended && !more {
		open = 0 // no path joins them
	}
	c.Answered = c.settled + w.pairs - open
	if c.Ended {
		c.settled = c.Answered
		c.Done = c.index+1 == len(c.sweeps) && len(c.left) == 0
	}
}
