package simt

import "slices"

// lateLoad is a load that is executed after instructions that follow it in its block, as a device may do.
type lateLoad struct {
	in    *inst
	until int32 // the instruction before which it must be
}

// weakly executes a block up to an instruction. Some loads are left for later.
func (s *subgroup) weakly(b *block, to int) {
	for ; int(s.pc) < to; s.pc++ {
		if len(s.late) > 0 {
			s.perform(s.pc)
		}
		in := &b.code[s.pc]
		if in.until > s.pc+1 && s.g.weak.rnd.IntN(2) == 0 {
			s.late = append(s.late, lateLoad{in, in.until})
			continue
		}
		in.run(s, in)
	}
}

// perform executes the loads that must be before an instruction.
func (s *subgroup) perform(before int32) {
	s.late = slices.DeleteFunc(s.late, func(x lateLoad) bool {
		if x.until > before {
			return false
		}
		x.in.run(s, x.in)
		return true
	})
}

// delays sets how long the loads of a block may wait.
func (p *Program) delays(code []inst) {
	for i := range code {
		in := &code[i]
		acc := in.acc
		if acc == nil || acc.v.reg != nil || acc.image != nil || !acc.loads && in.op != opAtomicLoad || acc.semantics != 0 || acc.space < firstBuffer || p.spaces[acc.space].readOnly {
			continue
		}
		in.until = int32(i + 1)
		for in.until < int32(len(code)) && !p.precedes(in, &code[in.until]) {
			in.until++
		}
	}
}

// precedes reports whether a load must be executed before an instruction: the result is used or replaced, the index changes, memory of the
// load is accessed, or memory is ordered.
func (p *Program) precedes(in, x *inst) bool {
	if x.bar != nil || x.acc != nil && (x.acc.semantics != 0 || x.acc.v.reg == nil && x.acc.space == in.acc.space) {
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
	for _, t := range in.acc.terms {
		for _, o := range set {
			if t.r == o[0] || t.r == o[1] {
				return true
			}
		}
	}
	return false
}
