package simt

import "slices"

// lateLoad is a load that is executed after instructions that follow it in its block, as a device may do: up to its first use, an access of
// its buffer or shared variable, or a barrier.
//
// A load of a buffer may go past one memory barrier whose scope is the workgroup. It is executed before the barrier; after it, it may
// instead return a newer value of another workgroup, with which the barrier acquires nothing. It would with a value of its own workgroup, or
// of a release sequence that begins there (stored.isFrom), so these are not returned. The barrier also releases the load to other subgroups
// of the workgroup. Until one of them knows of the load, nothing outside its subgroup that happens after it has been executed. So the newer
// value does not depend on the load (LB), and no later load has returned a value from before it (CoRR). A subgroup that learns of the load
// later also knows its value (past.floor): it returns no older value, and stores none before it.
type lateLoad struct {
	in     *inst
	addr   []uint32 // of its lanes
	until  int32    // the instruction before which it must be executed
	epoch  uint32   // of its observer at its place
	isPast bool     // it was executed, and is past a memory barrier of the workgroup
}

// weakly executes a block up to an instruction. Some loads are left for later.
func (s *subgroup) weakly(b *block, to int) {
	for ; int(s.pc) < to; s.pc++ {
		if len(s.late) > 0 {
			s.perform(s.pc)
		}
		in := &b.code[s.pc]
		if max(in.until, in.past) > s.pc+1 && s.g.weak.rnd.IntN(2) == 0 {
			s.delay(in)
			continue
		}
		in.run(s, in)
	}
}

// delay leaves a load for later. It is observed at its place.
func (s *subgroup) delay(in *inst) {
	n := len(s.late)
	s.late = slices.Grow(s.late, 1)[:n+1]
	x := &s.late[n]
	*x = lateLoad{in: in, addr: append(x.addr[:0], s.locate(in, reads)...), until: in.until, epoch: s.observer.epoch}
}

// perform executes the loads that must be before an instruction.
func (s *subgroup) perform(before int32) {
	n := 0
	for i := range s.late {
		if x := &s.late[i]; x.until > before || s.execute(x) {
			s.late[n], s.late[i] = s.late[i], s.late[n] // the addresses are used again
			n++
		}
	}
	s.late = s.late[:n]
}

// execute executes a load. It reports whether the load goes past a memory barrier of the workgroup, where it may return a newer value.
func (s *subgroup) execute(x *lateLoad) (goesOn bool) {
	if s.watch != nil {
		s.watch.learn(s, x.in, x.addr)
	}
	s.fetch(x.in, x.addr, x)
	if x.isPast || x.in.past == 0 {
		return false
	}
	x.isPast, x.until = true, x.in.past
	return true
}

// hasValue reports whether a load was executed before a memory barrier that it goes past. The receiver may be nil.
func (l *lateLoad) hasValue() bool { return l != nil && l.isPast }

// isKnown reports whether another subgroup of the workgroup knows of what this one did in an epoch.
func (s *subgroup) isKnown(epoch uint32, memory int) bool {
	return slices.ContainsFunc(s.g.subgroups, func(x *subgroup) bool {
		return x != s && x.observer.known[memory].has(s.observer.number, epoch)
	})
}

// delays sets how long the loads of a block may wait.
func (p *Program) delays(code []inst) {
	if p.precise { // intervals are followed at the place of a load
		return
	}
	for i := range code {
		in := &code[i]
		acc := in.acc
		if acc == nil || acc.v.reg != nil || acc.image != nil || !acc.loads && in.op != opAtomicLoad || acc.semantics != 0 || !p.isShared(acc.space) {
			continue
		}
		in.until = p.wait(in, code, i+1)
		if int(in.until) < len(code) && in.passes(&code[in.until]) {
			if past := p.wait(in, code, int(in.until)+1); past > in.until+1 {
				in.past = past
			}
		}
	}
}

// wait returns the first instruction, from one on, before which a load must be executed.
func (p *Program) wait(in *inst, code []inst, from int) int32 {
	for from < len(code) && !p.precedes(in, &code[from]) {
		from++
	}
	return int32(from)
}

// passes reports whether a load of words of a buffer may wait past a memory barrier: its scope is the workgroup.
func (in *inst) passes(x *inst) bool {
	return x.op == opMemoryBarrier && x.bar.memory == workgroupScope && in.acc.space >= firstBuffer &&
		!slices.ContainsFunc(in.acc.leaves, func(f leaf) bool { return f.size != 4 })
}

// precedes reports whether a load must be executed before an instruction: the result is used or replaced, the variable or the buffer of
// the load is accessed, or memory is ordered.
func (p *Program) precedes(in, x *inst) bool {
	if x.bar != nil || x.acc != nil && (x.acc.semantics != 0 || x.acc.v.reg == nil && in.acc.meets(x.acc)) {
		return true
	}
	nobody := dump * reg(p.Subgroup)
	mine, set := in.results(), x.results()
	for _, r := range mine {
		for _, o := range append(set, x.operands()...) {
			if r[0] == o[0] || r[1] != nobody && r[1] == o[1] {
				return true
			}
		}
	}
	return false
}

// meets reports whether two accesses may reach one word. Shared variables have words of their own; several blocks may be one buffer.
func (a *access) meets(b *access) bool {
	return a.space == b.space && (a.space != sharedSpace || a.v == b.v)
}
