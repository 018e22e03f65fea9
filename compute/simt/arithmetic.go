package simt

// arithmeticCompilers compile operations that consist of operations on components: products of vectors and
// matrices, which are sums from the first component on, and operations with two results.
var arithmeticCompilers = map[uint16]func(*compiler, *frame, *instruction){
	opVectorTimesScalar: func(c *compiler, fr *frame, in *instruction) {
		v, s := c.value(fr, in, 0), c.value(fr, in, 1)
		c.need(in, v.t.shape == isVector && s.t == v.t.elem && s.t.shape == isFloat)
		c.set(fr, in, c.scale(v, s))
	},
	opMatrixTimesScalar: func(c *compiler, fr *frame, in *instruction) {
		m, s := c.value(fr, in, 0), c.value(fr, in, 1)
		c.need(in, m.t.shape == isMatrix && s.t == m.t.elem.elem)
		out := &value{t: m.t}
		for i := range m.t.count {
			out.reg = append(out.reg, c.scale(m.element(i), s).reg...)
		}
		c.set(fr, in, out)
	},
	opDot: func(c *compiler, fr *frame, in *instruction) {
		a, b := c.value(fr, in, 0), c.value(fr, in, 1)
		c.need(in, a.t == b.t && a.t.shape == isVector && a.t.elem.shape == isFloat)
		c.set(fr, in, c.dot(a, b))
	},
	opVectorTimesMatrix: func(c *compiler, fr *frame, in *instruction) {
		v, m, t := c.value(fr, in, 0), c.value(fr, in, 1), c.typeOf(in.kind)
		c.need(in, m.t.shape == isMatrix && v.t == m.t.elem && t.components() == m.t.count && t.scalar() == v.t.elem)
		out := &value{t: t}
		for i := range m.t.count {
			out.reg = append(out.reg, c.dot(v, m.element(i)).reg...)
		}
		c.set(fr, in, out)
	},
	opMatrixTimesVector: func(c *compiler, fr *frame, in *instruction) {
		m, v := c.value(fr, in, 0), c.value(fr, in, 1)
		c.need(in, m.t.shape == isMatrix && v.t.components() == m.t.count && v.t.scalar() == m.t.elem.elem)
		c.set(fr, in, c.transform(m, v))
	},
	opMatrixTimesMatrix: func(c *compiler, fr *frame, in *instruction) {
		a, b, t := c.value(fr, in, 0), c.value(fr, in, 1), c.typeOf(in.kind)
		c.need(in, a.t.shape == isMatrix && b.t.shape == isMatrix && b.t.elem.count == a.t.count && a.t.elem.elem == b.t.elem.elem)
		out := &value{t: t}
		for i := range b.t.count {
			out.reg = append(out.reg, c.transform(a, b.element(i)).reg...)
		}
		c.need(in, t.shape == isMatrix && t.elem == a.t.elem && t.count == b.t.count)
		c.set(fr, in, out)
	},
	opOuterProduct: func(c *compiler, fr *frame, in *instruction) {
		a, b, t := c.value(fr, in, 0), c.value(fr, in, 1), c.typeOf(in.kind)
		c.need(in, a.t.shape == isVector && b.t.shape == isVector && t.shape == isMatrix && t.elem == a.t && t.count == b.t.count && a.t.elem == b.t.elem)
		out := &value{t: t}
		for i := range t.count {
			out.reg = append(out.reg, c.scale(a, b.element(i)).reg...)
		}
		c.set(fr, in, out)
	},
	opTranspose: func(c *compiler, fr *frame, in *instruction) {
		m, t := c.value(fr, in, 0), c.typeOf(in.kind)
		c.need(in, m.t.shape == isMatrix && t.shape == isMatrix && t.count == m.t.elem.count && t.elem.count == m.t.count && t.elem.elem == m.t.elem.elem)
		out := &value{t: t}
		for row := range t.count {
			for column := range m.t.count {
				out.reg = append(out.reg, m.element(column).element(row).reg...)
			}
		}
		c.set(fr, in, out)
	},
	opIAddCarry:    func(c *compiler, fr *frame, in *instruction) { c.pair(fr, in, addCarry) },
	opISubBorrow:   func(c *compiler, fr *frame, in *instruction) { c.pair(fr, in, subBorrow) },
	opUMulExtended: func(c *compiler, fr *frame, in *instruction) { c.pair(fr, in, mulExtended) },
	opSMulExtended: func(c *compiler, fr *frame, in *instruction) { c.pair(fr, in, mulSigned) },
	opExtInst:      (*compiler).extended,
}

func (c *compiler) need(in *instruction, ok bool) {
	if !ok {
		refuse("%s: its operands have the wrong types", c.m.at(in))
	}
}

// element returns a part of a composite.
func (v *value) element(i int) *value {
	p, at := v.t.part(i), v.t.at(i)
	return &value{t: p, reg: v.reg[at : at+p.words]}
}

// apply emits an operation on each component, or computes it if the operands are constant.
func (c *compiler) apply(op uint16, args ...*value) *value {
	f, ok := c.function(op, args[0].t.scalar(), args[0].t.scalar())
	if !ok {
		refuse("%s is not supported for this width", nameOfOp(op))
	}
	return c.each(op, f, args[0].t, args)
}

// spread returns a vector of one scalar.
func spread(t *typ, s *value) *value {
	out := &value{t: t}
	for range t.components() {
		out.reg = append(out.reg, s.reg...)
	}
	return out
}

func (c *compiler) scale(v, s *value) *value { return c.apply(opFMul, v, spread(v.t, s)) }

// sum adds the components.
func (c *compiler) sum(v *value) *value {
	if v.t.shape != isVector {
		return v
	}
	out := v.element(0)
	for i := 1; i < v.t.count; i++ {
		out = c.apply(opFAdd, out, v.element(i))
	}
	return out
}

func (c *compiler) dot(a, b *value) *value { return c.sum(c.apply(opFMul, a, b)) }

// transform multiplies a matrix by a vector.
func (c *compiler) transform(m, v *value) *value {
	out := c.scale(m.element(0), v.element(0))
	for i := 1; i < m.t.count; i++ {
		out = c.apply(opFAdd, out, c.scale(m.element(i), v.element(i)))
	}
	return out
}

// pair compiles an operation whose result is a structure of two integers.
func (c *compiler) pair(fr *frame, in *instruction, of func(width int) (first, second fn)) {
	a, b, t := c.value(fr, in, 0), c.value(fr, in, 1), c.typeOf(in.kind)
	c.need(in, a.t == b.t && a.t.scalar().shape == isInt && t.shape == isStruct && t.count == 2 && t.members[0] == a.t && t.members[1] == a.t)
	first, second := of(a.t.scalar().width)
	out := &value{t: t, reg: c.each(in.op, first, a.t, []*value{a, b}).reg}
	out.reg = append(out.reg[:len(out.reg):len(out.reg)], c.each(in.op, second, a.t, []*value{a, b}).reg...)
	c.set(fr, in, out)
}

// constantLike returns a vector or scalar of a type whose components are a float.
func (c *compiler) constantLike(t *typ, x float64) *value {
	return spread(t, c.constantOf(t.scalar(), bitsOf(x, t.scalar().width)))
}
