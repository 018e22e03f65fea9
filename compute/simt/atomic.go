package simt

// atomics has the operand that each atomic instruction's new value is computed from (section
// 3.52.18). Lanes go one after the other, in their order.
var atomics = map[uint16]struct {
	args int // operands after pointer, scope and semantics
	op   uint16
}{
	opAtomicIAdd: {1, opIAdd}, opAtomicISub: {1, opISub}, opAtomicSMin: {1, ext + glslSMin}, opAtomicUMin: {1, ext + glslUMin},
	opAtomicSMax: {1, ext + glslSMax}, opAtomicUMax: {1, ext + glslUMax}, opAtomicAnd: {1, opBitwiseAnd}, opAtomicOr: {1, opBitwiseOr},
	opAtomicXor: {1, opBitwiseXor}, opAtomicIIncrement: {0, opIAdd}, opAtomicIDecrement: {0, opISub},
}

var atomicCompilers = func() map[uint16]func(*compiler, *frame, *instruction) {
	out := map[uint16]func(*compiler, *frame, *instruction){
		opAtomicLoad: func(c *compiler, fr *frame, in *instruction) {
			c.atomic(fr, in, 0, func(old, _, _ uint64) uint64 { return old }, 0)
		},
		opAtomicStore: func(c *compiler, fr *frame, in *instruction) {
			c.atomic(fr, in, 3, func(_, v, _ uint64) uint64 { return v }, 0)
		},
		opAtomicExchange: func(c *compiler, fr *frame, in *instruction) {
			c.atomic(fr, in, 3, func(_, v, _ uint64) uint64 { return v }, 0)
		},
		opAtomicCompareExchange: func(c *compiler, fr *frame, in *instruction) {
			c.atomic(fr, in, 4, func(old, v, comparator uint64) uint64 {
				if old == comparator {
					return v
				}
				return old
			}, 5)
		},
	}
	for op, a := range atomics {
		out[op] = func(c *compiler, fr *frame, in *instruction) {
			t := c.typeOf(in.kind)
			f, ok := integers[t.width][a.op]
			c.need(in, ok && t.shape == isInt)
			c.atomic(fr, in, 3*a.args, func(old, v, _ uint64) uint64 { return f.two(old, v) }, 0)
		}
	}
	return out
}()

// atomic compiles an atomic instruction whose new value f computes from the old one, the operand
// number at (1 if at is 0), and the operand number comparator.
func (c *compiler) atomic(fr *frame, in *instruction, at int, f func(old, v, comparator uint64) uint64, comparator int) {
	p := c.pointer(fr, in, 0)
	c.need(in, p.t.isScalar() && p.t.shape != isBool && p.t.width >= 32)
	v := &value{t: p.t, reg: c.constantOf(p.t, 1).reg}
	if at > 0 {
		v = c.value(fr, in, at)
	}
	w := v
	if comparator > 0 {
		w = c.value(fr, in, comparator)
	}
	c.need(in, v.t == p.t && w.t == p.t)
	out := &value{t: p.t, reg: []reg{dump, dump}[:p.t.words]}
	if in.kind != 0 {
		out = c.newValue(p.t)
	}
	if in.op != opAtomicLoad {
		c.writable(in, p)
	}
	acc := c.access(in, p, out.reg)
	acc.atomic, acc.scope, acc.semantics = true, c.constantOperand(fr, in, 1), c.constantOperand(fr, in, 2)
	x := inst{run: atomicAny, op: in.op, d: out.reg[0], a: v.reg[0], b: w.reg[0], acc: acc, f: &fn{three: f}}
	if p.t.words == 2 {
		x.dh, x.ah, x.bh = out.reg[1], v.reg[1], w.reg[1]
	}
	c.emit(x)
	if in.kind != 0 {
		c.set(fr, in, out)
	}
}

// constantOperand returns an operand such as a scope, which must be a constant.
func (c *compiler) constantOperand(fr *frame, in *instruction, i int) uint32 {
	v := c.value(fr, in, i)
	w, ok := c.fixed(v)
	if !ok || len(w) != 1 {
		refuse("%s: operand %d is not a constant", c.m.at(in), i+1)
	}
	return w[0]
}

// atomicAny executes an atomic instruction.
func atomicAny(s *subgroup, in *inst) {
	acc := in.acc
	var words []uint32
	if acc.v.reg != nil {
		s.report(in, s.lanes[0], OutsideArray, 0, 0)
		return
	}
	words = s.g.spaces[acc.space]
	do := changes
	if in.op == opAtomicLoad {
		do = reads
	}
	addr := s.locate(in, do)
	if s.g.changed != nil {
		s.change(in, addr)
	}
	w := s.g.weakOf(acc.space)
	isNoted := in.op != opAtomicLoad && s.g.isNoted(acc.space)
	d, dh, a, ah := s.regs[in.d:][:s.n], s.regs[in.dh:][:s.n], s.regs[in.a:][:s.n], s.regs[in.ah:][:s.n]
	b, bh := s.regs[in.b:][:s.n], s.regs[in.bh:][:s.n]
	f, size := in.f.three, acc.leaves[0].size
	for _, l := range s.lanes {
		if addr[l] == outside {
			d[l], dh[l] = 0, 0
			continue
		}
		if w != nil {
			old := w.atomicLane(s, in, l, addr[l], size, func(old uint64) uint64 {
				return f(old, uint64(a[l])|uint64(ah[l])<<32, uint64(b[l])|uint64(bh[l])<<32)
			})
			d[l], dh[l] = uint32(old), uint32(old>>32)
			continue
		}
		old := load(words, addr[l], size)
		next := f(old, uint64(a[l])|uint64(ah[l])<<32, uint64(b[l])|uint64(bh[l])<<32)
		if isNoted {
			s.noting(in, l, addr[l], size, next)
		} else {
			store(words, addr[l], size, next)
		}
		d[l], dh[l] = uint32(old), uint32(old>>32)
	}
	if w != nil && acc.semantics&acquires != 0 {
		s.observer.acquire(acc.scope, acc.semantics)
	}
}
