package simt

import "context"

// Traced is an instruction of the module that a subgroup executes.
type Traced struct {
	Position
	Line    Line
	Op      string
	Active  [2]uint64 // lanes
	Waits   bool      // for the others of the workgroup
	Divides bool      // its lanes go to different blocks
	Reaches string    // block, shared variable or image; empty for an instruction that reaches no memory that others see
	Memory  Memory
	Cost    AccessCost // of what it reaches
}

// AccessCost is what an access costs, as Observe.Counters counts it.
type AccessCost struct {
	Sectors, Least    int64 // of 32 bytes in buffers, and the fewest possible
	Rounds, Conflicts int64 // of shared memory with 32 banks
	Addresses, Same   int64 // different ones of an atomic instruction, and lanes at one of them
}

// Trace calls visit before each instruction of each subgroup, in the order of execution, until it returns false. The recording
// is at its beginning then.
func (r *Recording) Trace(ctx context.Context, visit func(Traced) bool) error {
	if err := r.Seek(ctx, 0); err != nil {
		return err
	}
	var w watcher
	look := func() bool {
		s := r.x.s
		return s != nil && (s.trail.done == 0 || s.begins(Instruction)) && !visit(s.traced(&w))
	}
	if !look() {
		if _, err := r.Until(ctx, look); err != nil {
			return err
		}
	}
	return r.Seek(ctx, 0)
}

// traced describes the next instruction.
func (s *subgroup) traced(w *watcher) Traced {
	line, _, op := s.following()
	t := Traced{Position: s.position(), Line: s.g.p.Module.lines[line], Op: op, Active: s.mask}
	in := s.inst()
	if in == nil {
		b := &s.g.p.blocks[s.at]
		t.Waits, t.Divides = b.kind == waits, s.divides(b)
		return t
	}
	acc := in.acc
	if acc == nil || acc.v.reg != nil || acc.leaves == nil {
		return t
	}
	t.Reaches, t.Memory = acc.v.block(), memories[acc.v.class]
	addr := s.find(in, uint64(4*len(s.g.spaces[acc.space])))
	switch {
	case acc.space == sharedSpace:
		t.Cost.Rounds, t.Cost.Conflicts = w.rounds(s, in, addr)
	case acc.space >= firstBuffer:
		t.Cost.Sectors = w.sectors(s, in, addr)
		t.Cost.Least = min(t.Cost.Sectors, w.least(s, in, addr))
	}
	if acc.atomic {
		t.Cost.Addresses, t.Cost.Same = w.addresses(s, addr)
	}
	return t
}
