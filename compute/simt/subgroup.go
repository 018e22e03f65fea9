package simt

import "slices"

// subgroup executes the lanes of a subgroup in step.
type subgroup struct {
	g     *group
	id    int // in its workgroup
	w, n  int // width, and lanes that exist
	regs  []uint32
	addr  []uint32 // scratch: an address of each lane
	all   mask
	mask  mask // active lanes
	lanes []uint8
	full  bool // all lanes that exist are active
	list  []uint8
	every []uint8
	masks []mask    // scratch: the lanes of each edge
	place [3]uint32 // of the workgroup that its registers are set for

	at      int32
	pc      int32     // in the code of its block, where turns end within blocks
	pending []waiting // later blocks first
	trail   trail
	kept    []mask   // lanes that have a result with a name, in a recording
	fresh   []uint32 // registers of a new subgroup, in a recording

	estimates *estimates // of floats, if precision is followed
	state     state
	rounds    []int32 // of each loop since it was entered
	watch     *watcher
	written   []mask     // lanes that have written a register of a variable, if that is observed
	observer  *observer  // if memory is weak
	late      []lateLoad // of its block
	barrier   *barrier   // where it waits
	length    int64      // instructions in this workgroup with those for which it waited, if that is observed
	since     int64      // its length at the last barrier
	waited    int64      // instructions for which it waited
}

// trail is where a subgroup is within a block, and what it did. Only a recording keeps it.
type trail struct {
	pc           int32 // in the code of its block
	done         int64 // instructions in this workgroup
	line, source int32 // of the last one, or -1
}

// waiting are lanes that wait before a block until those at earlier blocks arrive.
type waiting struct {
	block int32
	mask  mask
}

type state uint8

const (
	canRun state = iota
	atBarrier
	finished
)

func newSubgroup(g *group, id int) *subgroup {
	p := g.p
	s := &subgroup{g: g, id: id, w: p.Subgroup, regs: make([]uint32, p.regs*p.Subgroup), rounds: make([]int32, p.loops)}
	s.n = min(s.w, g.size-id*s.w)
	s.addr, s.list = make([]uint32, s.w), make([]uint8, 0, s.w)
	s.all = maskOf(s.n)
	s.every = s.all.list(nil)
	for _, f := range p.fixed {
		fill(s.regs[f.r:][:s.w], f.word)
	}
	s.firstInputs()
	if p.precise {
		s.estimates = &estimates{make([]mask, p.regs), make([]interval, p.regs*p.Subgroup), p.Subgroup}
	}
	return s
}

// forget makes a subgroup of a recording new, so that its registers do not depend on earlier workgroups.
func (s *subgroup) forget() {
	copy(s.regs, s.fresh)
	clear(s.rounds)
	clear(s.kept)
	s.place = [3]uint32{}
}

// begin prepares the subgroup for a workgroup.
func (s *subgroup) begin(id [3]uint32) {
	if s.fresh != nil {
		s.forget()
	}
	if s.estimates != nil {
		clear(s.estimates.has)
	}
	s.setInputs(id)
	for _, r := range s.g.p.locals {
		fill(s.regs[r:][:s.w], unwritten)
	}
	clear(s.written)
	s.length, s.since, s.waited = 0, 0, 0
	s.at, s.pc, s.state, s.pending, s.trail = 0, 0, canRun, s.pending[:0], trail{line: -1, source: -1}
	s.activate(s.all)
}

// unwritten is what memory without a defined value holds.
const unwritten = 0xdeadbeef

func fill(words []uint32, w uint32) {
	for i := range words {
		words[i] = w
	}
}

// activate sets the active lanes.
func (s *subgroup) activate(m mask) {
	s.mask = m
	if s.full = m == s.all; s.full {
		s.lanes = s.every
		return
	}
	s.list = m.list(s.list[:0])
	s.lanes = s.list
}

// run executes blocks until the subgroup waits at a barrier, ends, or has executed some blocks; with Machine.Fine, pieces of them.
func (s *subgroup) run(blocks int) {
	p, isFine := s.g.p, s.g.m.Fine
	for ; blocks > 0 && s.state == canRun; blocks-- {
		b := &p.blocks[s.at]
		if s.watch != nil && s.pc == 0 {
			s.watch.block(s, b)
		}
		if isFine && !s.piece(b) {
			continue
		}
		if s.g.weak != nil {
			s.weakly(b, len(b.code))
			s.perform(int32(len(b.code)))
		} else {
			for i := int(s.pc); i < len(b.code); i++ {
				in := &b.code[i]
				in.run(s, in)
			}
		}
		s.pc = 0
		*s.g.steps += int64(len(b.code)+1) * int64(len(s.lanes))
		s.leave(b)
		if *s.g.steps > s.g.most {
			s.g.stop()
			return
		}
	}
}

// piece executes a block up to an access of memory that others see and with it. It reports whether there are no more accesses in the block;
// the rest of the code is left to do.
func (s *subgroup) piece(b *block) (last bool) {
	i := s.g.p.access(b, int(s.pc))
	switch {
	case i == len(b.code):
		return true
	case s.g.weak != nil:
		s.weakly(b, i+1)
		return false
	}
	for ; int(s.pc) <= i; s.pc++ {
		in := &b.code[s.pc]
		in.run(s, in)
	}
	return false
}

// access returns the index of the first access from pc on of memory that others see, or the length of the code.
func (p *Program) access(b *block, pc int) int {
	for i := pc; i < len(b.code); i++ {
		if a := b.code[i].acc; a != nil && p.isShared(a.space) {
			return i
		}
	}
	return len(b.code)
}

// isShared reports whether other subgroups see the contents of a space.
func (p *Program) isShared(space int) bool {
	return space == sharedSpace || space >= firstBuffer && !p.spaces[space].readOnly
}

// leave follows the end of a block.
func (s *subgroup) leave(b *block) {
	switch b.kind {
	case jumps:
		s.follow(b, &b.edges[0])
	case branches:
		s.branch(b)
	case switches:
		s.choose(b)
	case waits:
		s.wait(b)
	case ends:
		s.next()
	}
}

// follow takes all active lanes along an edge.
func (s *subgroup) follow(b *block, e *edge) {
	s.move(e)
	to := s.g.p.blocks[e.to].loop
	if e.to <= b.index {
		if s.rounds[to]++; int(s.rounds[to]) > s.g.rounds {
			s.reportBlock(&s.g.p.blocks[e.to], LongLoop, uint64(s.g.rounds))
			s.next()
			return
		}
	} else if to >= 0 {
		s.rounds[to] = 0
	}
	if k := len(s.pending); k == 0 || e.to < s.pending[k-1].block {
		s.at = e.to
		return
	}
	s.hold(e.to, s.mask)
	s.next()
}

// move sets the phis of an edge.
func (s *subgroup) move(e *edge) {
	for _, m := range e.moves {
		if s.estimates != nil {
			s.copyEstimate(m.d, m.s)
		}
		d, a := s.regs[m.d:][:s.n], s.regs[m.s:][:s.n]
		if s.full {
			copy(d, a)
			continue
		}
		for _, l := range s.lanes {
			d[l] = a[l]
		}
	}
}

// hold makes lanes wait before a block.
func (s *subgroup) hold(block int32, m mask) {
	i := len(s.pending)
	for i > 0 && s.pending[i-1].block < block {
		i--
	}
	if i > 0 && s.pending[i-1].block == block {
		s.pending[i-1].mask = s.pending[i-1].mask.or(m)
		return
	}
	s.pending = append(s.pending, waiting{})
	copy(s.pending[i+1:], s.pending[i:])
	s.pending[i] = waiting{block, m}
}

// next continues with the lanes that wait before the earliest block.
func (s *subgroup) next() {
	k := len(s.pending)
	if k == 0 {
		if s.state = finished; s.observer != nil {
			s.observer.hasEnded = true
		}
		return
	}
	w := s.pending[k-1]
	s.pending = s.pending[:k-1]
	s.at = w.block
	s.activate(w.mask)
}

// branch divides the active lanes by a condition.
func (s *subgroup) branch(b *block) {
	yes := s.those(b.a)
	no := s.mask.without(yes)
	switch {
	case no.empty():
		s.follow(b, &b.edges[0])
	case yes.empty():
		s.follow(b, &b.edges[1])
	default:
		s.masks = append(s.masks[:0], yes, no)
		s.divide(b, s.masks)
	}
}

// those returns the active lanes for which a boolean holds.
func (s *subgroup) those(r reg) (m mask) {
	a := s.regs[r:][:s.n]
	if s.full && len(a) <= 64 {
		for l, b := range a {
			m[0] |= uint64(b) << l
		}
		return m
	}
	for _, l := range s.lanes {
		m[l>>6] |= uint64(a[l]) << (l & 63)
	}
	return m
}

// divide sends lanes along the edges of a block, the lanes of each mask along one.
func (s *subgroup) divide(b *block, masks []mask) {
	if s.watch != nil {
		s.watch.counts[b.index].Divergent++
	}
	for i, m := range masks {
		if m.empty() {
			continue
		}
		s.activate(m)
		e := &b.edges[i]
		s.move(e)
		to := s.g.p.blocks[e.to].loop
		if e.to <= b.index {
			if s.rounds[to]++; int(s.rounds[to]) > s.g.rounds {
				s.reportBlock(&s.g.p.blocks[e.to], LongLoop, uint64(s.g.rounds))
				continue
			}
		} else if to >= 0 {
			s.rounds[to] = 0
		}
		s.hold(e.to, m)
	}
	s.next()
}

// choose divides the active lanes by the cases of a switch.
func (s *subgroup) choose(b *block) {
	masks := slices.Grow(s.masks[:0], len(b.edges))[:len(b.edges)]
	clear(masks)
	s.masks = masks
	low, high := s.regs[b.a:][:s.n], s.regs[b.wide:][:s.n]
	for _, l := range s.lanes {
		masks[b.chosen(uint64(low[l])|uint64(high[l])<<32)].add(int(l))
	}
	for i, m := range masks {
		if m == s.mask {
			s.follow(b, &b.edges[i])
			return
		}
	}
	s.divide(b, masks)
}

// chosen returns the edge of a switch for a value.
func (b *block) chosen(x uint64) int { return slices.Index(b.cases, x) + 1 }

// wait stops at a barrier. Lanes that go elsewhere make the barrier's flow divergent.
func (s *subgroup) wait(b *block) {
	if s.mask != s.all {
		s.reportBarrier(b, uint64(s.mask.count()), uint64(s.n))
	}
	s.barrier = b.barrier
	s.state = atBarrier
	s.hold(b.edges[0].to, s.mask)
}

// proceed goes on after a barrier.
func (s *subgroup) proceed() {
	s.state = canRun
	s.next()
}
