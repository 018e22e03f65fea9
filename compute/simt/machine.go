package simt

import (
	"context"
	"fmt"
	"math/rand/v2"

	"kernelscope/internal/fault"
)

// Machine runs programs. It keeps the memory of a workgroup from one dispatch to the next. It is
// used by one goroutine.
type Machine struct {
	Bounds
	Observe
	Scheduler Scheduler // who runs next; in order if nil
	Resident  int       // workgroups in execution together; 1 if zero
	// Weak draws what loads return, and which loads are executed late, among what Vulkan's memory model permits. Without it, and in
	// recordings, memory is sequentially consistent.
	Weak *rand.Rand
	// Fine ends turns within blocks, after accesses of memory that other subgroups see: the numbers of blocks that Scheduler returns are of
	// pieces up to such an access.
	Fine      bool
	Histories []*History // of words, as many as wanted
	Ended     func()     // is called after each workgroup, if anything is observed
	groups    map[*Program][]*group
	held      int // words of the groups
	events    events
	watchers  map[*Program]*watcher
	programs  []*Program // by number
	writers   map[*uint32]*pages[writer]
	dispatch  uint32
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
	Images  map[Slot]*Image
	Only    []int // numbers of the workgroups to execute, ascending, x fastest; all if nil
}

// group is a workgroup in execution.
type group struct {
	p         *Program
	m         *Machine
	id        [3]uint32
	groups    [3]int
	size      int
	spaces    [][]uint32
	images    []*Image // by space
	shared    []uint32
	subgroups []*subgroup
	steps     *int64 // of the dispatch
	watch     *watcher
	most      int64
	rounds    int
	stopped   bool
	linear    uint32 // number of the workgroup
	racing    *groupState
	cells     []cell       // of shared memory, for races
	written   []bool       // words of shared memory
	changed   []*changed   // by space, in a recording
	histories [][]*History // by space, if any
	number    int          // of the workgroup in the counters
	weak      *weak        // nil if memory is consistent
	pasts     []past       // of shared memory
}

// Run executes a dispatch. Events collects what it reports. An error wraps fault.Limit if the bound
// of steps is reached, and fault.Input if a buffer is missing.
func (m *Machine) Run(ctx context.Context, p *Program, d Dispatch) error {
	m.dispatch++
	steps := int64(0)
	x, err := m.prepare(p, d, &steps)
	if err == nil {
		err = x.schedule(ctx)
	}
	m.Steps += steps
	return err
}

// prepare makes the workgroups of a dispatch ready. Steps counts what they execute.
func (m *Machine) prepare(p *Program, d Dispatch, steps *int64) (*execution, error) {
	x := &execution{m: m, queue: queue{grid: d.Groups, only: d.Only}}
	x.groups = m.groupsFor(p, min(max(1, m.Resident), x.len()))
	w := m.watch(p)
	var memory *weak
	if m.Weak != nil {
		memory = newWeak(m.Weak)
	}
	for _, g := range x.groups {
		g.weak = memory
		if err := g.prepare(d, w, steps); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// Most words of workgroups that a machine keeps for other dispatches.
const maxHeld = 1 << 23

// groupsFor returns n workgroups of a program, of an earlier dispatch if they are kept.
func (m *Machine) groupsFor(p *Program, n int) []*group {
	if m.groups == nil || m.held > maxHeld {
		m.groups, m.held = map[*Program][]*group{}, 0
	}
	for len(m.groups[p]) < n {
		g := newGroup(p, m)
		m.groups[p] = append(m.groups[p], g)
		m.held += len(g.shared) + len(g.subgroups)*p.regs*p.Subgroup
	}
	return m.groups[p][:n]
}

// Events returns what was reported since the last call, by line.
func (m *Machine) Events() []Event {
	out := m.events.list()
	m.events = events{}
	return out
}

func newGroup(p *Program, m *Machine) *group {
	g := &group{p: p, m: m, size: p.Size[0] * p.Size[1] * p.Size[2], shared: make([]uint32, p.shared)}
	for id := range (g.size + p.Subgroup - 1) / p.Subgroup {
		g.subgroups = append(g.subgroups, newSubgroup(g, id))
	}
	return g
}

// prepare gives a workgroup the memory of a dispatch.
func (g *group) prepare(d Dispatch, w *watcher, steps *int64) error {
	g.groups, g.steps, g.stopped, g.watch = d.Groups, steps, false, w
	g.most, g.rounds = g.m.Bounds.Steps, g.m.Bounds.Rounds
	if g.most == 0 {
		g.most = 1 << 40
	}
	if g.rounds == 0 {
		g.rounds = 1 << 20
	}
	if g.spaces == nil {
		g.spaces, g.images = make([][]uint32, len(g.p.spaces)), make([]*Image, len(g.p.spaces))
	}
	g.spaces[pushSpace], g.spaces[sharedSpace] = d.Push, g.shared
	g.histories = nil
	if len(g.m.Histories) > 0 {
		g.histories = make([][]*History, len(g.spaces))
	}
	for i, s := range g.p.spaces {
		if s.image != nil {
			if err := g.bind(i, d); err != nil {
				return err
			}
		}
		if !s.isBuffer {
			continue
		}
		words, ok := d.Buffers[s.slot]
		if !ok {
			return &refusal{fmt.Sprintf("no buffer for %s at set %d, binding %d", s.name, s.slot.Set, s.slot.Binding), fault.Input}
		}
		g.give(i, words)
	}
	for _, s := range g.subgroups {
		s.watch, s.written = w, nil
		if w != nil && w.Uninitialized {
			s.written = make([]mask, g.p.regs)
		}
	}
	return nil
}

// give gives a space its memory.
func (g *group) give(i int, words []uint32) {
	g.spaces[i] = words
	if g.histories != nil {
		g.histories[i] = g.m.historiesOf(words)
	}
}

// begin starts a workgroup.
func (g *group) begin(id [3]uint32) {
	g.id = id
	g.linear = g.linearOf(id)
	if g.watch != nil {
		g.watch.begin(g)
	}
	if g.weak != nil {
		g.weak.begin(g)
	}
	fill(g.shared, unwritten)
	for _, s := range g.subgroups {
		s.begin(id)
	}
}

// settle lets subgroups proceed if all that have not ended wait at a barrier. It reports whether the
// workgroup has ended.
func (g *group) settle() (ended bool) {
	waiting := 0
	for _, s := range g.subgroups {
		switch s.state {
		case canRun:
			return false
		case atBarrier:
			waiting++
		}
	}
	if waiting > 0 {
		if g.watch != nil {
			g.watch.meet(g)
		}
		g.release(waiting)
	}
	return waiting == 0
}

// release lets the subgroups at a barrier proceed. All should be there, and at the same one.
func (g *group) release(waiting int) {
	var first *subgroup
	for _, s := range g.subgroups {
		if s.state != atBarrier {
			continue
		}
		if first == nil {
			first = s
			if w := g.watch; w != nil && w.races != nil {
				w.races.arrive(g, s.barrier)
			}
			if g.weak != nil {
				g.weak.meet(g, s.barrier)
			}
		}
		if s.barrier != first.barrier || waiting < len(g.subgroups) {
			n := uint64(waiting)
			s.describe(s.barrier.line, opControlBarrier, 0, DivergentBarrier, "", func() string {
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
func (m *Machine) watch(p *Program) *watcher {
	if m.Observe == (Observe{}) {
		return nil
	}
	if m.watchers == nil {
		m.watchers, m.writers = map[*Program]*watcher{}, map[*uint32]*pages[writer]{}
	}
	w := m.watchers[p]
	if w == nil || w.Observe != m.Observe {
		w = newWatcher(p, m.Observe)
		w.number = uint32(len(m.programs))
		m.programs = append(m.programs, p)
		m.watchers[p] = w
	}
	w.dispatch, w.groups, w.works = m.dispatch, w.groups[:0], w.works[:0]
	if w.races != nil {
		w.races.number = m.dispatch
		clear(w.races.clocks)
	}
	return w
}

func (g *group) linearOf(id [3]uint32) uint32 {
	return (id[2]*uint32(g.groups[1])+id[1])*uint32(g.groups[0]) + id[0]
}

// place returns a workgroup by its number.
func (g *group) place(linear uint32) [3]uint32 {
	x, y := uint32(g.groups[0]), uint32(g.groups[1])
	return [3]uint32{linear % x, linear / x % y, linear / x / y}
}
