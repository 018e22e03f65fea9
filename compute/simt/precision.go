package simt

import "fmt"

// A program that is compiled with Options.Precision follows what else the floats of an invocation might be on
// a device: an interval for each register of 16 and 32 bits, of all values that Vulkan's table of precision
// permits, with products fused into sums unless NoContraction forbids it, and with denormals as zero unless
// DenormPreserve forbids that. It reports where this reaches a result: a comparison that may go either way, a
// conversion to different integers, a float that is stored in memory that others see, and bits of a float
// that anything but float arithmetic uses. From there on the value is the interpreter's.

// follower is what an instruction has to follow intervals.
type follower struct {
	plain    func(*subgroup, *inst)
	follow   func(*subgroup, *inst, *follower)
	from, to int // widths of float operands and of a float result, or 0
	flushes  bool
	products [2]product // operands of a sum that are products and may be fused
}

// product is where the factors of a product are.
type product struct {
	a, b reg
	is   bool
}

// estimates are the intervals of a subgroup's registers.
type estimates struct {
	has   []mask // lanes whose value is not determined, by register
	of    []interval
	lanes int
}

// precise makes an instruction follow intervals.
func (c *compiler) precise(in *inst) {
	f := &follower{plain: in.run, follow: followOther}
	if c.from != nil && c.from.shape == isFloat && accuracies[c.from.width] != nil {
		f.from, f.flushes = c.from.width, !c.preserves(c.from.width)
		if c.to.shape == isFloat && accuracies[c.to.width] != nil {
			f.to = c.to.width
		}
	}
	switch _, isFormula := formulas[in.op]; {
	case in.run == nil:
	case in.acc != nil && in.acc.v.reg != nil && in.acc.leaves == nil, in.op == opCopyObject: // a variable as a whole
		f.follow = followMove
	case in.acc != nil && in.acc.v.reg != nil && in.acc.leaves != nil && !in.acc.atomic:
		f.follow = followLocal
	case c.isMove:
		f.follow = followMove
	case in.op == opSelect:
		f.follow = followSelect
	case f.to > 0 && (isFormula || corners[in.op]):
		f.follow = followFloat
	case f.from > 0 && c.to.shape == isBool && operations[in.op] == "b:ff":
		f.follow = followComparison
	case f.from > 0 && (in.op == opConvertFToS || in.op == opConvertFToU):
		f.follow = followConversion
	}
	if f.from > 0 && !c.exact && f.from == f.to {
		switch in.op {
		case opFMul:
			c.products[in.d] = product{in.a, in.b, true}
		case opFAdd, opFSub:
			f.products = [2]product{c.products[in.a], c.products[in.b]}
		}
	}
	in.more, in.run = f, runFollowing
}

// preserves reports whether the module demands denormals of a width.
func (c *compiler) preserves(width int) bool {
	const denormPreserve = 4459
	for _, w := range c.m.modes[denormPreserve] {
		if int(w) == width {
			return true
		}
	}
	return false
}

// corners are the instructions whose least and greatest results are at ends of their operands' intervals.
var corners = map[uint16]bool{
	opFAdd: true, opFSub: true, opFMul: true, opFNegate: true, opQuantizeToF16: true, opFConvert: true, ext + glslFMin: true, ext + glslNMin: true,
	ext + glslFMax: true, ext + glslNMax: true, ext + glslFClamp: true, ext + glslNClamp: true, ext + glslStep: true, ext + glslFSign: true,
	ext + glslRound: true, ext + glslRoundEven: true, ext + glslTrunc: true, ext + glslFloor: true, ext + glslCeil: true, ext + glslFAbs: true,
	ext + glslFract: true,
}

func runFollowing(s *subgroup, in *inst) {
	in.more.plain(s, in)
	in.more.follow(s, in, in.more)
}

// estimate returns the interval of a register of a lane as a float.
func (s *subgroup) estimate(r reg, l uint8, width int) interval {
	if s.estimates.has[int(r)/s.w].has(int(l)) {
		return s.estimates.of[int(r)+int(l)]
	}
	return point1(floatOfBits(uint64(s.regs[int(r)+int(l)]), width))
}

// set gives a register of a lane its interval.
func (e *estimates) set(r reg, l uint8, i interval) {
	m := &e.has[int(r)/e.lanes]
	if i.isOne() || i.lo != i.lo {
		*m = m.without(maskOf(int(l) + 1).without(maskOf(int(l))))
		return
	}
	m.add(int(l))
	e.of[int(r)+int(l)] = i
}

// determine makes a register determined in the active lanes.
func (s *subgroup) determine(r reg) {
	m := &s.estimates.has[int(r)/s.w]
	*m = m.without(s.mask)
}

// copyEstimate copies the interval of a register, in the active lanes.
func (s *subgroup) copyEstimate(d, a reg) {
	from := s.estimates.has[int(a)/s.w].and(s.mask)
	s.determine(d)
	if from.empty() {
		return
	}
	to := &s.estimates.has[int(d)/s.w]
	*to = to.or(from)
	for _, l := range s.lanes {
		s.estimates.of[int(d)+int(l)] = s.estimates.of[int(a)+int(l)]
	}
}

func followMove(s *subgroup, in *inst, _ *follower) { s.copyEstimate(in.d, in.a) }

func followSelect(s *subgroup, in *inst, _ *follower) {
	s.use(in, in.a)
	for _, l := range s.lanes {
		from := in.c
		if s.regs[int(in.a)+int(l)] != 0 {
			from = in.b
		}
		i := interval{}
		if s.estimates.has[int(from)/s.w].has(int(l)) {
			i = s.estimates.of[int(from)+int(l)]
		}
		s.estimates.set(in.d, l, i)
	}
}

// followLocal copies intervals to or from a variable that is reached through an index.
func followLocal(s *subgroup, in *inst, _ *follower) {
	for i := range in.acc.terms {
		s.use(in, in.acc.terms[i].r)
	}
	for i := range in.acc.leaves {
		f := &in.acc.leaves[i]
		for _, l := range s.lanes {
			to, from := f.r, reg(-1)
			if s.addr[l] != outside {
				from = in.acc.v.reg[0] + reg(int(s.addr[l]+f.offset)/4*s.w)
			}
			if !in.acc.loads {
				to, from = from, to
			}
			if to < 0 {
				continue
			}
			i := interval{}
			if from >= 0 && s.estimates.has[int(from)/s.w].has(int(l)) {
				i = s.estimates.of[int(from)+int(l)]
			}
			s.estimates.set(to, l, i)
		}
	}
}

// followOther reports an instruction that uses the bits of a float which are not determined.
func followOther(s *subgroup, in *inst, _ *follower) {
	for _, r := range []reg{in.a, in.ah, in.b, in.bh, in.c, in.ch, in.e} {
		s.use(in, r)
	}
	if in.acc != nil {
		for i := range in.acc.terms {
			s.use(in, in.acc.terms[i].r)
		}
		if m := in.acc.image; m != nil {
			for _, r := range m.regs() {
				if r == &m.x || r == &m.y || r == &m.lod || !in.acc.loads {
					s.use(in, *r)
				} else {
					s.determine(*r)
				}
			}
		}
		for i := range in.acc.leaves {
			if f := &in.acc.leaves[i]; in.acc.loads || in.acc.atomic {
				s.determine(f.r)
				s.determine(f.high)
			} else {
				s.use(in, f.r)
				s.use(in, f.high)
			}
		}
	}
	s.determine(in.d)
	s.determine(in.dh)
}

// use reports a register that is not determined in some active lane, and makes it so.
func (s *subgroup) use(in *inst, r reg) {
	if m := s.estimates.has[int(r)/s.w].and(s.mask); !m.empty() {
		l := m.first()
		s.imprecise(in, l, s.estimates.of[int(r)+l], "")
	}
}

func (s *subgroup) imprecise(in *inst, l int, i interval, what string) {
	s.describe(in.line, in.op, l, Imprecise, "", func() string {
		return fmt.Sprintf("a float may be from %v to %v%s", float32(i.lo), float32(i.hi), what)
	})
}

// operands returns the intervals of the operands of a float instruction.
func (s *subgroup) operands(in *inst, f *follower, l uint8) (x [3]interval) {
	a := accuracies[f.from]
	for i, r := range []reg{in.a, in.b, in.c} {
		x[i] = s.estimate(r, l, f.from)
		if f.flushes {
			x[i] = a.flushed(x[i])
		}
	}
	return x
}

// followFloat computes the interval of a float.
func followFloat(s *subgroup, in *inst, f *follower) {
	a := accuracies[f.to]
	for _, l := range s.lanes {
		x := s.operands(in, f, l)
		nominal := floatOfBits(uint64(s.regs[int(in.d)+int(l)]), f.to)
		var out interval
		switch formula := formulas[in.op]; {
		case nominal != nominal && x[0].isOne() && x[1].isOne() && x[2].isOne():
			out = point1(0) // what becomes of NaN is not followed
		case formula != nil:
			out = formula(a, x[0], x[1], x[2])
			if x[0].isOne() && x[1].isOne() && x[2].isOne() { // as accurate as the formula, in both directions
				out = out.join(a.about(point1(nominal), max(nominal-out.lo, out.hi-nominal)))
			}
		default:
			out = f.corners(s, in, x, l)
		}
		if out = out.join(point1(nominal)); f.flushes {
			out = a.flushed(out)
		}
		s.estimates.set(in.d, l, out)
	}
}

// corners applies the function of an instruction to all ends of the operands.
func (f *follower) corners(s *subgroup, in *inst, x [3]interval, l uint8) interval {
	n := 1
	switch {
	case in.f.two != nil:
		n = 2
	case in.f.three != nil:
		n = 3
	}
	var values []float64
	for k := range 1 << n {
		var bits [4]uint64
		for i := range n {
			end := x[i].lo
			if k>>i&1 != 0 {
				end = x[i].hi
			}
			bits[i] = bitsOf(end, f.from)
		}
		values = append(values, floatOfBits(in.f.apply(bits), f.to))
	}
	out := hull(values...)
	switch {
	case in.op == ext+glslFAbs && x[0].lo < 0 && x[0].hi > 0:
		out.lo = 0
	case in.op == ext+glslFract && !x[0].isOne():
		out = interval{0, 1}
	}
	return f.fused(s, in, x, l, out)
}

// fused adds what a sum is if a product in it is not rounded.
func (f *follower) fused(s *subgroup, in *inst, x [3]interval, l uint8, out interval) interval {
	a := accuracies[f.from]
	sign := 1.0
	if in.op == opFSub {
		sign = -1
	}
	negated := func(i interval) interval { return hull(sign*i.lo, sign*i.hi) }
	if p := f.products[0]; p.is {
		out = out.join(a.fused(s.estimate(p.a, l, f.from), s.estimate(p.b, l, f.from), negated(x[1])))
	}
	if p := f.products[1]; p.is {
		out = out.join(a.fused(negated(s.estimate(p.a, l, f.from)), s.estimate(p.b, l, f.from), x[0]))
	}
	return out
}

// followComparison reports a comparison that may go either way.
func followComparison(s *subgroup, in *inst, f *follower) {
	for _, l := range s.lanes {
		x := s.operands(in, f, l)
		if x[0].isOne() && x[1].isOne() || x[0].lo != x[0].lo || x[1].lo != x[1].lo {
			continue
		}
		was := uint64(s.regs[int(in.d)+int(l)])
		isFree := false
		for _, p := range []float64{x[0].lo, x[0].hi} {
			for _, q := range []float64{x[1].lo, x[1].hi} {
				isFree = isFree || in.f.two(bitsOf(p, f.from), bitsOf(q, f.from)) != was
			}
		}
		switch in.op { // the ends may all differ while values between them are equal
		case opFOrdEqual, opFUnordEqual, opFOrdNotEqual, opFUnordNotEqual:
			isFree = x[0].lo <= x[1].hi && x[1].lo <= x[0].hi
		}
		if isFree {
			s.imprecise(in, int(l), x[0], fmt.Sprintf(", compared with %v to %v", float32(x[1].lo), float32(x[1].hi)))
		}
	}
	s.determine(in.d)
}

// followConversion reports a float that may become different integers.
func followConversion(s *subgroup, in *inst, f *follower) {
	for _, l := range s.lanes {
		if x := s.operands(in, f, l)[0]; in.f.one(bitsOf(x.lo, f.from)) != in.f.one(bitsOf(x.hi, f.from)) {
			s.imprecise(in, int(l), x, ", converted to an integer")
		}
	}
	s.determine(in.d)
	s.determine(in.dh)
}
