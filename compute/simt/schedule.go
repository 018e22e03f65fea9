package simt

import (
	"context"
	"fmt"
	"math"

	"kernelscope/internal/fault"
)

// Scheduler chooses which subgroup runs next. The same choices give the same run.
type Scheduler interface {
	// Next returns the index of one of the subgroups that can run, and after how many blocks to ask
	// again; 0 runs it up to the next barrier.
	Next(ready []Place) (index, blocks int)
}

// Place is a subgroup in execution.
type Place struct {
	Workgroup uint32 // number in the grid, x fastest
	Subgroup  int
}

// queue gives out the workgroups of a grid in order.
type queue struct {
	groups [3]int
	next   int
}

func (q *queue) len() int { return q.groups[0] * q.groups[1] * q.groups[2] }

// take returns the next workgroup.
func (q *queue) take() (id [3]uint32, ok bool) {
	n := q.next
	if n >= q.len() {
		return id, false
	}
	q.next++
	return [3]uint32{uint32(n % q.groups[0]), uint32(n / q.groups[0] % q.groups[1]), uint32(n / q.groups[0] / q.groups[1])}, true
}

// schedule runs all workgroups of a queue, as many together as there are groups.
func (m *Machine) schedule(ctx context.Context, groups []*group, q *queue) error {
	var running []*group
	for _, g := range groups {
		if id, ok := q.take(); ok {
			g.begin(id)
			running = append(running, g)
		}
	}
	var places []Place
	var ready []*subgroup
	for len(running) > 0 {
		places, ready = places[:0], ready[:0]
		for _, g := range running {
			ready = g.ready(ready)
		}
		i, blocks := 0, 0
		if m.Scheduler != nil {
			for _, s := range ready {
				places = append(places, Place{s.g.linear, s.id})
			}
			if i, blocks = m.Scheduler.Next(places); i < 0 || i >= len(ready) {
				return fmt.Errorf("%w: simt: the scheduler chose subgroup %d of %d", fault.Usage, i, len(ready))
			}
		}
		s := ready[i]
		if blocks <= 0 {
			blocks = math.MaxInt
		}
		s.run(blocks)
		g := s.g
		if g.stopped {
			return fmt.Errorf("%w: simt: a dispatch of more than %d instructions of a lane", fault.Limit, g.most)
		}
		if s.state == canRun || !g.settle() {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if id, ok := q.take(); ok {
			g.begin(id)
		} else {
			running = without(running, g)
		}
	}
	return nil
}

// ready appends the subgroups that can run.
func (g *group) ready(out []*subgroup) []*subgroup {
	for _, s := range g.subgroups {
		if s.state == canRun {
			out = append(out, s)
		}
	}
	return out
}

func without(list []*group, g *group) (out []*group) {
	for _, x := range list {
		if x != g {
			out = append(out, x)
		}
	}
	return out
}
