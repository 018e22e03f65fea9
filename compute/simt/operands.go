package simt

// operands lists the registers that an instruction reads, the low and the high words.
func (in *inst) operands() (out [][2]reg) {
	if in.acc != nil {
		for _, t := range in.acc.terms {
			out = append(out, [2]reg{t.r, zero})
		}
		if m := in.acc.image; m != nil {
			out = append(out, [2]reg{m.x, zero}, [2]reg{m.y, zero})
			if !in.acc.loads && !in.acc.atomic {
				for _, r := range m.parts {
					out = append(out, [2]reg{r, zero})
				}
			}
		} else if !in.acc.loads && !in.acc.atomic {
			for _, f := range in.acc.leaves {
				out = append(out, [2]reg{f.r, f.high})
			}
		}
	}
	all := [][2]reg{{in.a, in.ah}, {in.b, in.bh}, {in.c, in.ch}, {in.e, zero}}
	return append(out, all[:in.arguments(all)]...)
}

// arguments counts the operands among all registers: as many as its function has, or up to the last that is used.
func (in *inst) arguments(all [][2]reg) (n int) {
	switch f := in.f; {
	case in.acc != nil && !in.acc.atomic && in.acc.leaves != nil:
		return 0
	case f == nil || in.acc != nil:
		for i, r := range all {
			if r != [2]reg{} {
				n = i + 1
			}
		}
		return n
	case f.one != nil:
		return 1
	case f.two != nil:
		return 2
	case f.three != nil:
		return 3
	}
	return 4
}

// results lists the registers that an instruction writes.
func (in *inst) results() (out [][2]reg) {
	if in.acc != nil && in.acc.loads {
		if m := in.acc.image; m != nil && in.acc.leaves != nil {
			for _, r := range m.parts {
				out = append(out, [2]reg{r, zero})
			}
			return out
		}
		for _, f := range in.acc.leaves {
			out = append(out, [2]reg{f.r, f.high})
		}
		if len(out) > 0 {
			return out
		}
	}
	return [][2]reg{{in.d, in.dh}}
}

// words returns the numbers in registers of a lane. Registers that nobody reads have none.
func (s *subgroup) words(regs [][2]reg, lane int) (out []uint64) {
	nobody := dump * reg(s.w)
	for _, r := range regs {
		if r[0] == nobody {
			continue
		}
		x := uint64(s.regs[int(r[0])+lane])
		if r[1] != nobody {
			x |= uint64(s.regs[int(r[1])+lane]) << 32
		}
		out = append(out, x)
	}
	return out
}

// Operands returns the bits of the operands of the next instruction in a lane: indices of memory first, then values.
// A branch has its condition, a switch its selector.
func (r *Recording) Operands(lane int) []uint64 {
	s := r.x.s
	if s == nil || lane < 0 || lane >= s.n {
		return nil
	}
	if in := s.inst(); in != nil {
		return s.words(in.operands(), lane)
	}
	if b := &r.p.blocks[s.at]; b.kind == branches || b.kind == switches {
		return s.words([][2]reg{{b.a, b.wide}}, lane)
	}
	return nil
}

// Results returns the bits that the instruction before this moment gave a lane, if the subgroup whose turn it is executed
// it in the present block.
func (r *Recording) Results(lane int) []uint64 {
	s := r.x.s
	if s == nil || s.trail.pc == 0 || !s.mask.has(lane) {
		return nil
	}
	return s.words(r.p.blocks[s.at].code[s.trail.pc-1].results(), lane)
}

// Access is how the next instruction reaches memory that others see.
type Access struct {
	Name   string // of the block, the shared variable or the image
	In     Memory
	Bytes  int // of each lane
	Writes bool
	Atomic bool
	// Addresses are bytes from the beginning of the buffer or the image, or of all shared memory, by lane; -1 where a lane
	// is not active, or outside.
	Addresses []int64
}

// Access returns how the next instruction reaches memory; ok is false if it reaches none.
func (r *Recording) Access() (a Access, ok bool) {
	s := r.x.s
	if s == nil || s.inst() == nil {
		return a, false
	}
	in := s.inst()
	if in.acc == nil || in.acc.v.reg != nil || in.acc.leaves == nil {
		return a, false
	}
	acc := in.acc
	a = Access{Name: acc.v.block(), In: memories[acc.v.class], Bytes: int(acc.span), Writes: !acc.loads && in.op != opAtomicLoad, Atomic: acc.atomic}
	addr := s.find(in, uint64(4*len(s.g.spaces[acc.space])))
	for l := range s.n {
		a.Addresses = append(a.Addresses, -1)
		if s.mask.has(l) && addr[l] != outside {
			a.Addresses[l] = int64(addr[l])
		}
	}
	return a, true
}
