package simt

import (
	"context"
	"fmt"

	"kernelscope/internal/fault"
)

// Machine runs programs. It keeps the memory of a workgroup from one dispatch to the next. It is
// used by one goroutine.
type Machine struct {
	Bounds
	Observe
	p        *Program
	groups   []*group
	events   events
	watchers map[*Program]*watcher
	programs []*Program // by number
	writers  map[*uint32]*pages[writer]
	dispatch uint32
	// Steps counts what was executed: compiled instructions times active lanes.
	Steps int64
}

// Bounds limit a dispatch. Zero values stand for defaults.
type Bounds struct {
	Rounds int   // of a loop, each time a subgroup enters it: 1<<20
	Steps  int64 // lane-instructions: 1<<40
}

// Dispatch is the work of a program over a grid.
type Dispatch struct {
	Groups  [3]int
	Push    []uint32          // push constants
	Buffers map[Slot][]uint32 // one slice may be in several slots
}

// group is a workgroup in execution.
type group struct {
	p         *Program
	m         *Machine
	id        [3]uint32
	groups    [3]int
	size      int
	spaces    [][]uint32
	shared    []uint32
	subgroups []*subgroup
	steps     int64
	most      int64
	rounds    int
	stopped   bool
	linear    uint32 // number of the workgroup
	racing    *groupState
}

// Run executes a dispatch. Events collects what it reports. An error wraps fault.Limit if the bound
// of steps is reached, and fault.Input if a buffer is missing.
func (m *Machine) Run(ctx context.Context, p *Program, d Dispatch) error {
	g, err := m.group(p, d)
	if err != nil {
		return err
	}
	w := m.watch(g)
	for z := range d.Groups[2] {
		for y := range d.Groups[1] {
			for x := range d.Groups[0] {
				g.run([3]uint32{uint32(x), uint32(y), uint32(z)}, w)
				if g.stopped {
					return fmt.Errorf("%w: simt: a dispatch of more than %d instructions of a lane", fault.Limit, g.most)
				}
				if ctx.Err() != nil {
					return ctx.Err()
				}
			}
		}
	}
	m.Steps += g.steps
	return nil
}

// Events returns what was reported since the last call, by line.
func (m *Machine) Events() []Event {
	out := m.events.list()
	m.events = events{}
	return out
}

// group prepares memory for a dispatch.
func (m *Machine) group(p *Program, d Dispatch) (*group, error) {
	var g *group
	if m.p == p && len(m.groups) > 0 {
		g = m.groups[0]
	} else {
		g = &group{p: p, m: m, size: p.Size[0] * p.Size[1] * p.Size[2], shared: make([]uint32, p.shared)}
		for id := range (g.size + p.Subgroup - 1) / p.Subgroup {
			g.subgroups = append(g.subgroups, newSubgroup(g, id))
		}
		m.p, m.groups = p, []*group{g}
	}
	g.groups, g.steps, g.stopped = d.Groups, 0, false
	g.most, g.rounds = m.Bounds.Steps, m.Bounds.Rounds
	if g.most == 0 {
		g.most = 1 << 40
	}
	if g.rounds == 0 {
		g.rounds = 1 << 20
	}
	g.spaces = make([][]uint32, len(p.spaces))
	g.spaces[pushSpace], g.spaces[sharedSpace] = d.Push, g.shared
	for i, s := range p.spaces {
		if !s.isBuffer {
			continue
		}
		words, ok := d.Buffers[s.slot]
		if !ok {
			return nil, &refusal{fmt.Sprintf("no buffer for %s at set %d, binding %d", s.name, s.slot.Set, s.slot.Binding), fault.Input}
		}
		g.spaces[i] = words
	}
	return g, nil
}

// run executes a workgroup: each subgroup in turn up to the next barrier.
func (g *group) run(id [3]uint32, w *watcher) {
	g.id = id
	g.linear = (id[2]*uint32(g.groups[1])+id[1])*uint32(g.groups[0]) + id[0]
	if w != nil {
		w.begin(g)
	}
	fill(g.shared, unwritten)
	for _, s := range g.subgroups {
		s.begin(id)
	}
	for !g.stopped {
		waiting := 0
		for _, s := range g.subgroups {
			if s.state == ready {
				s.run(1 << 62)
			}
			if s.state == atBarrier {
				waiting++
			}
		}
		if waiting == 0 {
			return
		}
		g.release(waiting, w)
	}
}

// release lets the subgroups at a barrier proceed. All should be there, and at the same one.
func (g *group) release(waiting int, w *watcher) {
	var first *subgroup
	for _, s := range g.subgroups {
		if s.state != atBarrier {
			continue
		}
		if first == nil {
			first = s
			if w != nil && w.races != nil {
				w.races.arrive(g, s.barrier)
			}
		}
		if s.barrier != first.barrier || waiting < len(g.subgroups) {
			n := uint64(waiting)
			s.describe(s.barrier.line, opControlBarrier, 0, DivergentBarrier, func() string {
				return fmt.Sprintf("%d of %d subgroups are at a barrier, or at different ones", n, len(g.subgroups))
			})
		}
		s.proceed()
	}
}

// stop ends a dispatch that has executed too much.
func (g *group) stop() {
	g.stopped = true
	for _, s := range g.subgroups {
		s.state = finished
	}
}

// watch returns the watcher of a program, or nil if nothing is observed.
func (m *Machine) watch(g *group) *watcher {
	m.dispatch++
	var w *watcher
	if m.Observe != (Observe{}) {
		if m.watchers == nil {
			m.watchers, m.writers = map[*Program]*watcher{}, map[*uint32]*pages[writer]{}
		}
		if w = m.watchers[g.p]; w == nil || w.Observe != m.Observe {
			w = newWatcher(g.p, m.Observe)
			w.number = uint32(len(m.programs))
			m.programs = append(m.programs, g.p)
			m.watchers[g.p] = w
		}
		w.dispatch = m.dispatch
		if w.races != nil {
			w.races.number = m.dispatch
			clear(w.races.clocks)
		}
	}
	for _, s := range g.subgroups {
		s.watch, s.written = w, nil
		if m.Uninitialized {
			s.written = make([]mask, g.p.regs)
		}
	}
	return w
}

// place returns a workgroup by its number.
func (g *group) place(linear uint32) [3]uint32 {
	x, y := uint32(g.groups[0]), uint32(g.groups[1])
	return [3]uint32{linear % x, linear / x % y, linear / x / y}
}
