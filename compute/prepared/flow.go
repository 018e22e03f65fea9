package prepared

import "sync/atomic"

// Terminals of a flow.
const (
	inner      = iota // no terminal
	source            // one of the first nodes of a direction
	sink              // one of the last
	deepSource        // a source whose neighbours are all sources: no flow needs it
	deepSink
)

// flow finds the fewest nodes that separate the sources of a cell from its sinks: a maximum
// flow by phases in which every node carries one unit at most (E. A. Dinic, 1970; a node is
// split into two states, 2i where a path enters it and 2i+1 if the path leaves). Its slices
// serve one cell after another.
type flow struct {
	c       *cell
	stop    *atomic.Bool
	term    []uint8
	sources []uint32 // the terminals that are not deep
	sinks   []uint32
	node    []carrier
	queue   []uint32 // states that have a level in the present phase
	path    []step   // that is searched: each state is a level lower than the one before
	height  uint32   // level of its first state
	value   int

	keys, pick []uint64 // of nodes: see terminals
}

// carrier is the state of a node in a flow.
type carrier struct {
	prev, next uint32    // where its unit comes from and goes to; none without one, end at terminals
	level      [2]uint32 // of its states in the present phase; none without one, and after a path has been there
}

// step is a state of a path, with the number of edges that were looked at.
type step struct{ state, edge uint32 }

const end = none - 1

// reset prepares the flow for a cell, without a unit.
func (f *flow) reset(c *cell, stop *atomic.Bool) {
	n := c.nodes()
	if cap(f.term) < n {
		f.term, f.node, f.queue = make([]uint8, n), make([]carrier, n), make([]uint32, 0, 2*n)
		f.keys, f.pick = make([]uint64, n), make([]uint64, n)
	}
	f.c, f.stop, f.value = c, stop, 0
	f.term, f.node, f.keys, f.pick = f.term[:n], f.node[:n], f.keys[:n], f.pick[:n]
	f.sources, f.sinks, f.queue = f.sources[:0], f.sinks[:0], f.queue[:0]
	for i := range f.node {
		f.node[i] = carrier{none, none, [2]uint32{none, none}}
	}
}

// deepen excludes terminals that touch only their own kind from the flow.
func (f *flow) deepen() {
	for i, kind := range f.term {
		if kind == inner {
			continue
		}
		deep := true
		for _, v := range f.c.neighbours(uint32(i)) {
			if t := f.term[v]; t != kind && t != kind+2 {
				deep = false
				break
			}
		}
		if deep {
			f.term[i] = kind + 2
		} else if kind == source {
			f.sources = append(f.sources, uint32(i))
		} else {
			f.sinks = append(f.sinks, uint32(i))
		}
	}
}

// levels computes the distance of states to the sinks in the residual network. A path down the
// levels has only the dead ends made by other paths of the phase; searching up from the sources
// spent most of the time in dead ends. levels continues after it has met a source, so that a
// phase sends as much as possible, which halves the number of phases. It returns false if no
// source has a path to a sink: then exactly the states with a level lie beyond the cut.
func (f *flow) levels() (found bool) {
	for _, s := range f.queue {
		f.node[s>>1].level[s&1] = none
	}
	f.queue = f.queue[:0]
	for _, i := range f.sinks { // also of those that have their unit: no path leads there, but the cut is before them
		f.visit(2*i+1, 0)
	}
	for at := 0; at < len(f.queue) && (at&0xfff != 0 || !f.stop.Load()); at++ {
		s := f.queue[at]
		i := s >> 1
		u := &f.node[i]
		level := u.level[s&1] + 1
		if s&1 == 1 {
			if u.prev == none {
				f.visit(2*i, level)
			}
			if u.next < end {
				f.visit(2*u.next, level)
			}
			continue
		}
		if f.term[i] == source && u.prev != end {
			found = true
			continue
		}
		if u.prev != none {
			f.visit(2*i+1, level)
		}
		for _, v := range f.c.neighbours(i) {
			if f.node[v].next != i && f.term[v] <= sink {
				f.visit(2*v+1, level)
			}
		}
	}
	return found
}

// visit sets the level of a state that has none.
func (f *flow) visit(s, level uint32) {
	if l := &f.node[s>>1].level[s&1]; *l == none {
		*l = level
		f.queue = append(f.queue, s)
	}
}

// goOn appends a state to the path where its level is the next lower one. Every state
// carries one unit at most: no other path of this phase goes there.
func (f *flow) goOn(s uint32) bool {
	l := &f.node[s>>1].level[s&1]
	if *l != f.height-uint32(len(f.path)) {
		return false
	}
	*l = none
	f.path = append(f.path, step{s, 0})
	return true
}

// onward makes the path one state longer, or returns false.
func (f *flow) onward(last *step) bool {
	i := last.state >> 1
	u := &f.node[i]
	if last.state&1 == 0 {
		if last.edge > 0 || u.prev == end {
			return false
		}
		last.edge = 1
		if u.prev == none {
			return f.goOn(2*i + 1)
		}
		return f.goOn(2*u.prev + 1)
	}
	if last.edge == 0 {
		last.edge = 1
		if u.prev != none && f.goOn(2*i) {
			return true
		}
	}
	around := f.c.neighbours(i)
	for int(last.edge) <= len(around) {
		v := around[last.edge-1]
		last.edge++
		if u.next != v && f.goOn(2*v) {
			return true
		}
	}
	return false
}

// augment searches for a path from a source down the levels, and sends a unit along it.
func (f *flow) augment(from uint32) {
	f.path = append(f.path[:0], step{from, 0})
	level := &f.node[from>>1].level[0]
	f.height = *level
	*level = none
	for len(f.path) > 0 {
		if uint32(len(f.path)) > f.height { // it has come to level zero
			f.send()
			return
		}
		if !f.onward(&f.path[len(f.path)-1]) {
			f.path = f.path[:len(f.path)-1]
		}
	}
}

// send adds a unit along the path.
func (f *flow) send() {
	f.value++
	f.node[f.path[0].state>>1].prev = end
	for k, a := range f.path[:len(f.path)-1] {
		b := f.path[k+1]
		if a.state&1 == 0 || b.state&1 == 1 {
			continue
		}
		if u, v := a.state>>1, b.state>>1; u == v {
			f.node[u].prev, f.node[u].next = none, none
		} else {
			f.node[u].next, f.node[v].prev = v, u
		}
	}
	f.node[f.path[len(f.path)-1].state>>1].next = end
}

// run finds a maximum flow. It returns false if the flow exceeds a limit, or is to
// stop.
func (f *flow) run(limit int) bool {
	for f.levels() {
		was := f.value
		for k, i := range f.sources {
			if u := &f.node[i]; u.prev != end && u.level[0] != none {
				f.augment(2 * i)
			}
			if f.value > limit || k&0xff == 0 && f.stop.Load() {
				return false
			}
		}
		if f.value == was {
			break
		}
	}
	return !f.stop.Load()
}

// Sides of a cut.
const (
	near = iota // with the sources
	far
	cut // of the separator
)

// side returns the side of a node after run.
func (f *flow) side(i int) uint8 {
	switch {
	case f.term[i] == deepSink || f.node[i].level[0] != none:
		return far
	case f.node[i].level[1] != none:
		return cut
	}
	return near
}
