package simt

import "fmt"

// races detects accesses of one word without an order between them: of different invocations, one of
// them a write, not both atomic. What orders accesses (Vulkan memory model, sections Synchronizes-With
// and Happens-Before):
//
//   - program order;
//   - a barrier of the subgroup, for its lanes, or of the workgroup, whose semantics name the memory, or before which every subgroup that
//     accessed it executed a memory barrier that does. The latter is how GLSL code is written
//     (memoryBarrierBuffer, barrier). The formal model wants a second memory barrier after it;
//   - across workgroups, an atomic write after a memory barrier, and a memory barrier after an atomic
//     read that saw it, both of the scope of the device. An atomic instruction with release or acquire
//     semantics needs none.
//
// Orders are kept by workgroup and subgroup, so a release by one invocation also counts for the
// others of its subgroup. Of the readers of a word since its last write one is remembered, and
// whether there were others.
type races struct {
	p       *Program
	buffers map[*uint32]*pages[cell]
	clocks  map[clockKey]*clock // what atomic writes of a word have released
	number  uint32              // of the dispatch
}

type clockKey struct {
	space *uint32
	word  uint32
}

// cell records the last write and a read after it.
type cell struct{ write, read stamp }

// stamp is an access: the invocation in its dispatch (from 1 on, 0 for none), the memory instruction,
// and when it was.
type stamp struct {
	invocation uint32
	when       uint32 // epoch, and the bits below
	in         uint16
	step       uint16 // barriers of its subgroup alone, of which few are in an epoch
}

// Bits of a stamp, above the epoch.
const (
	isAtomic  = 1 << 31
	isSeveral = 1 << 30 // other invocations of the workgroup read, too
)

func (s stamp) epoch() uint32 { return s.when &^ (isAtomic | isSeveral) }

// groupState is what the invocations of a workgroup know.
type groupState struct {
	epoch   [2]uint32 // barriers so far that order buffers, and shared memory
	linear  uint32    // number of the workgroup
	size    uint32
	known   []clock // by subgroup
	pending []clock // read by atomics, known after a memory barrier
	fenced  []fenced
	steps   [][2]uint32 // by subgroup, barriers of the subgroup alone that order buffers, and shared memory
}

// fenced says what a subgroup did since the last barrier.
type fenced struct {
	accessed bool // buffers, not by atomics, after its last memory barrier
	device   bool // its last memory barrier is of the device
}

func newRaces(p *Program) *races {
	return &races{p: p, buffers: map[*uint32]*pages[cell]{}, clocks: map[clockKey]*clock{}}
}

func (r *races) begin(g *group) {
	n := len(g.subgroups)
	if g.cells == nil {
		g.cells = make([]cell, len(g.shared))
	}
	clear(g.cells)
	g.racing = &groupState{linear: g.linear, size: uint32(g.size), known: make([]clock, n), pending: make([]clock, n), fenced: make([]fenced, n),
		steps: make([][2]uint32, n)}
}

// access checks and records an access.
func (r *races) access(s *subgroup, in *inst, addr []uint32, d direction) {
	words := s.g.spaces[in.acc.space]
	if len(words) == 0 {
		return
	}
	g := s.g.racing
	isShared, memory := in.acc.space == sharedSpace, 0
	var pg *pages[cell]
	if isShared {
		memory = 1
	} else if pg = r.buffers[&words[0]]; pg == nil {
		pg = newPages[cell](len(words))
		r.buffers[&words[0]] = pg
	}
	if !isShared && !in.acc.atomic {
		g.fenced[s.id].accessed = true
	}
	first := g.linear*g.size + uint32(s.id*s.w) + 1
	now := g.epoch[memory]
	if in.acc.atomic {
		now |= isAtomic
	}
	for _, l := range s.lanes {
		if addr[l] == outside {
			continue
		}
		me := stamp{first + uint32(l), now, uint16(in.number), uint16(g.steps[s.id][memory])}
		for i := range in.acc.leaves {
			at := addr[l] + in.acc.leaves[i].offset
			for k := at / 4; k <= (at+in.acc.leaves[i].size-1)/4; k++ {
				var c *cell
				if isShared {
					c = &s.g.cells[k]
				} else {
					c = pg.during(r.number, k)
				}
				r.check(s, in, c, me, d, k)
			}
		}
	}
	if in.acc.atomic && !isShared {
		r.synchronize(s, in, addr, &words[0], d)
	}
}

// check compares an access with those before it.
func (r *races) check(s *subgroup, in *inst, c *cell, me stamp, d direction, word uint32) {
	if r.conflicts(s, c.write, me) {
		r.report(s, in, c.write, me, word, Race)
	} else if d != writes && r.needsCoherence(s, in, c.write, me) {
		r.report(s, in, c.write, me, word, Incoherent)
	}
	if d != reads && c.read.invocation != 0 && r.conflicts(s, c.read, me) {
		r.report(s, in, c.read, me, word, Race)
	}
	if d != reads {
		c.write, c.read = me, stamp{}
		return
	}
	old := c.read
	c.read = me
	if old.invocation != 0 && old.invocation != me.invocation && (old.invocation-1)/s.g.racing.size == s.g.racing.linear && old.epoch() == me.epoch() {
		c.read.when |= isSeveral
	}
	if old.when&isSeveral != 0 && old.epoch() == me.epoch() {
		c.read.when |= isSeveral
	}
}

// conflicts reports whether an earlier access is unordered with this one.
func (r *races) conflicts(s *subgroup, old, me stamp) bool {
	if old.invocation == 0 || old.when&me.when&isAtomic != 0 || old.invocation == me.invocation && old.when&isSeveral == 0 {
		return false
	}
	g := s.g.racing
	if group := (old.invocation - 1) / g.size; group != g.linear {
		return !g.known[s.id].has(group, old.epoch())
	}
	if old.epoch() != me.epoch() {
		return false
	}
	isOwn := int((old.invocation-1)%g.size)/s.w == s.id
	return !isOwn || old.step == me.step
}

// needsCoherence reports whether a value of another workgroup is read from memory that is not coherent. Atomic instructions need no coherence.
func (r *races) needsCoherence(s *subgroup, in *inst, write, me stamp) bool {
	return write.invocation != 0 && (write.invocation-1)/s.g.racing.size != s.g.racing.linear && write.when&me.when&isAtomic == 0 &&
		!s.g.p.spaces[in.acc.space].isCoherent
}

func (r *races) report(s *subgroup, in *inst, old, me stamp, word uint32, k Kind) {
	other := r.p.memory[old.in]
	e := s.g.m.events.note(eventKey{kind: k, line: in.line, op: in.op, other: other.line})
	if e == nil {
		return
	}
	g := s.g.racing
	index := old.invocation - 1
	local := int(index % g.size)
	lines := r.p.Module.lines
	e.Line, e.Op, e.First = lines[in.line], nameOfOp(in.op), s.invocation(int((me.invocation-1)%g.size)-s.id*s.w)
	e.Other = Invocation{Workgroup: s.g.place(index / g.size), Subgroup: local / s.w, Lane: local % s.w, Local: local}
	e.OtherLine, e.Memory = lines[other.line], in.acc.v.block()
	relation := "is not ordered after"
	if k == Incoherent {
		relation = "may not see"
	}
	e.Text = fmt.Sprintf("%s of word %d in %s %s %s by %v, %v", e.Op, word, e.Memory, relation, nameOfOp(other.op), e.Other, e.OtherLine)
}

// Semantics of barriers and atomics (section 3.25), and the scope of a device (3.27).
const (
	acquires      = 0x2 | 0x8 | 0x10
	releases      = 0x4 | 0x8 | 0x10
	ordersBuffers = 0x40
	ordersShared  = 0x100
	deviceScope   = 1
	familyScope   = 5
)

// fence orders what a subgroup did.
func (w *watcher) fence(s *subgroup, in *inst) {
	if w.races == nil {
		return
	}
	g := s.g.racing
	if in.op == opControlBarrier { // of the subgroup
		for i, orders := range []uint32{ordersBuffers, ordersShared} {
			if in.bar.semantics&orders != 0 {
				g.steps[s.id][i]++
			}
		}
	}
	if in.bar.semantics&ordersBuffers == 0 {
		return
	}
	isDevice := includesAll(in.bar.memory)
	g.fenced[s.id] = fenced{device: isDevice}
	if isDevice && in.bar.semantics&acquires != 0 {
		g.known[s.id].join(g.pending[s.id])
	}
}

// learn passes knowledge to an atomic load that is executed after its place.
func (w *watcher) learn(s *subgroup, in *inst, addr []uint32) {
	if words := s.g.spaces[in.acc.space]; w.races != nil && in.acc.atomic && in.acc.space != sharedSpace && len(words) > 0 {
		w.races.synchronize(s, in, addr, &words[0], reads)
	}
}

// synchronize passes knowledge along atomics of one word.
func (r *races) synchronize(s *subgroup, in *inst, addr []uint32, space *uint32, d direction) {
	g, acc := s.g.racing, in.acc
	if !includesAll(acc.scope) {
		return
	}
	releasing := g.fenced[s.id].device || acc.semantics&releases != 0
	for _, l := range s.lanes {
		if addr[l] == outside {
			continue
		}
		k := clockKey{space, addr[l] / 4}
		if c := r.clocks[k]; c != nil {
			g.pending[s.id].join(*c)
			if acc.semantics&acquires != 0 {
				g.known[s.id].join(*c)
			}
		}
		if d == reads || !releasing {
			continue
		}
		c := r.clocks[k]
		if c == nil {
			c = &clock{}
			r.clocks[k] = c
		}
		c.join(g.known[s.id])
		if !g.fenced[s.id].accessed || acc.semantics&releases != 0 {
			c.add(g.linear, g.epoch[0])
		} else if g.epoch[0] > 0 { // not what it did since the last barrier
			c.add(g.linear, g.epoch[0]-1)
		}
	}
}

// arrive orders what the subgroups of a workgroup did before a barrier with what they do after it.
func (r *races) arrive(g *group, b *barrier) {
	st := g.racing
	if b.semantics&ordersShared != 0 {
		st.epoch[1]++
	}
	all := b.semantics&ordersBuffers != 0
	if !all {
		all = true
		for i, s := range g.subgroups {
			if s.state == atBarrier && st.fenced[i].accessed {
				all = false
			}
		}
	}
	if !all {
		return
	}
	st.epoch[0]++
	var known, pending clock
	isDevice := false
	for i := range st.known {
		known.join(st.known[i])
		pending.join(st.pending[i])
		isDevice = isDevice || st.fenced[i].device
	}
	for i := range st.known {
		st.known[i], st.pending[i] = known.clone(), pending.clone()
		st.fenced[i].device = isDevice
	}
}
