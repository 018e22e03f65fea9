package simt

import (
	"math"
	"math/bits"

	"kernelscope/shaders/spirv"
)

func two(f func(a, b uint64) uint64) fn { return fn{two: f} }

func addCarry(width int) (fn, fn) {
	mask := fieldOf(uint64(width))
	return two(func(a, b uint64) uint64 { return (a + b) & mask }), two(func(a, b uint64) uint64 { return one64((a+b)&mask < a) })
}

func subBorrow(width int) (fn, fn) {
	mask := fieldOf(uint64(width))
	return two(func(a, b uint64) uint64 { return (a - b) & mask }), two(func(a, b uint64) uint64 { return one64(a < b) })
}

func mulExtended(width int) (fn, fn) {
	mask := fieldOf(uint64(width))
	return two(func(a, b uint64) uint64 { return a * b & mask }), two(func(a, b uint64) uint64 {
		high, low := bits.Mul64(a, b)
		if width == 64 {
			return high
		}
		return low >> width & mask
	})
}

func mulSigned(width int) (fn, fn) {
	mask := fieldOf(uint64(width))
	low, _ := mulExtended(width)
	return low, two(func(a, b uint64) uint64 {
		if width < 64 {
			return uint64(extend(a, width)*extend(b, width)>>width) & mask
		}
		high, _ := bits.Mul64(a, b) // of the numbers without sign; each sign takes the other number away
		if int64(a) < 0 {
			high -= b
		}
		if int64(b) < 0 {
			high -= a
		}
		return high
	})
}

// bitsOf returns a float of some width.
func bitsOf(x float64, width int) uint64 {
	switch width {
	case 16:
		return uint64(toHalf(x))
	case 32:
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

// extended compiles an instruction of GLSL.std.450.
func (c *compiler) extended(fr *frame, in *instruction) {
	if c.m.arg(in, 0) != c.m.glsl {
		refuse("%s of a set that is not supported", c.m.at(in))
	}
	number := c.m.arg(in, 1)
	sub := &instruction{op: ext + uint16(min(number, ext-1)), kind: in.kind, result: in.result, args: in.args[2:], line: in.line, number: in.number}
	var args []*value
	for i := range sub.args {
		args = append(args, c.operand(fr, sub, i))
	}
	t := c.typeOf(in.kind)
	if _, ok := operations[sub.op]; ok {
		c.set(fr, in, c.operate(in, sub.op, t, args))
		return
	}
	f, ok := extensionsOf[uint16(number)]
	if !ok {
		refuse("%s %s is not supported", c.m.at(in), spirv.Name("glsl", number))
	}
	if len(args) != len(f.form) {
		refuse("%s %s has the wrong number of operands", c.m.at(in), spirv.Name("glsl", number))
	}
	for i, letter := range f.form {
		s := args[i].t
		isFloats := args[i].ptr == nil && s.components() > 0 && s.scalar().shape == isFloat
		ok := map[rune]bool{
			'v': isFloats && s == args[0].t, 's': isFloats && s.shape == isFloat && s == args[0].t.scalar(),
			'3': isFloats && s == args[0].t && s.count == 3, 'p': args[i].ptr != nil, 'm': s.shape == isMatrix && s.elem.count == s.count,
			'4': isFloats && s.count == 4 && s.scalar().width == 32, '2': isFloats && s.count == 2 && s.scalar().width == 32,
			'd': s.components() == 2 && s.scalar().shape == isInt && s.scalar().width == 32, 'f': s.shape == isFloat && s.width == 64,
			'u': s.shape == isInt && s.width == 32,
		}[letter]
		c.need(in, ok)
	}
	c.set(fr, in, f.compile(c, in, t, args))
}

// extension is an instruction of GLSL.std.450 that joins components. The form has a letter for each
// operand: v is like the first operand, s a scalar of it, p a pointer.
type extension struct {
	form    string
	compile func(c *compiler, in *instruction, t *typ, a []*value) *value
}

var extensionsOf = map[uint16]extension{
	glslLength: {"v", func(c *compiler, _ *instruction, _ *typ, a []*value) *value { return c.length(a[0]) }},
	glslDistance: {"vv", func(c *compiler, _ *instruction, _ *typ, a []*value) *value {
		return c.length(c.apply(opFSub, a[0], a[1]))
	}},
	glslNormalize: {"v", func(c *compiler, _ *instruction, _ *typ, a []*value) *value {
		return c.apply(opFDiv, a[0], spread(a[0].t, c.length(a[0])))
	}},
	glslCross: {"33", func(c *compiler, _ *instruction, t *typ, a []*value) *value {
		out := &value{t: t}
		for i := range 3 {
			j, k := (i+1)%3, (i+2)%3
			x := c.apply(opFSub, c.apply(opFMul, a[0].element(j), a[1].element(k)), c.apply(opFMul, a[1].element(j), a[0].element(k)))
			out.reg = append(out.reg, x.reg...)
		}
		return out
	}},
	glslFaceForward: {"vvv", func(c *compiler, _ *instruction, t *typ, a []*value) *value {
		d := c.dot(a[2], a[1])
		return c.choose(c.compare(opFOrdLessThan, d, c.constantLike(d.t, 0)), a[0], c.apply(opFNegate, a[0]))
	}},
	glslReflect: {"vv", func(c *compiler, _ *instruction, _ *typ, a []*value) *value {
		d := c.dot(a[1], a[0])
		return c.apply(opFSub, a[0], c.scaleAny(a[1], c.apply(opFMul, c.constantLike(d.t, 2), d)))
	}},
	glslRefract: {"vvs", func(c *compiler, _ *instruction, t *typ, a []*value) *value {
		i, n, eta := a[0], a[1], a[2]
		d, one := c.dot(n, i), c.constantLike(eta.t, 1)
		k := c.apply(opFSub, one, c.apply(opFMul, c.apply(opFMul, eta, eta), c.apply(opFSub, one, c.apply(opFMul, d, d))))
		zero := c.constantLike(t, 0)
		by := c.apply(opFAdd, c.apply(opFMul, eta, d), c.apply(ext+glslSqrt, c.apply(ext+glslFMax, k, c.constantLike(k.t, 0))))
		bent := c.apply(opFSub, c.scaleAny(i, eta), c.scaleAny(n, by))
		return c.choose(c.compare(opFOrdLessThan, k, c.constantLike(k.t, 0)), zero, bent)
	}},
	glslModf: {"vp", func(c *compiler, in *instruction, _ *typ, a []*value) *value {
		whole := c.apply(ext+glslTrunc, a[0])
		c.need(in, a[1].ptr.t == whole.t)
		c.writable(in, a[1].ptr)
		c.storeTo(in, a[1].ptr, whole)
		return c.fraction(a[0], whole)
	}},
	glslModfStruct: {"v", func(c *compiler, in *instruction, t *typ, a []*value) *value {
		whole := c.apply(ext+glslTrunc, a[0])
		return c.structOf(in, t, c.fraction(a[0], whole), whole)
	}},
	glslFrexp: {"vp", func(c *compiler, in *instruction, _ *typ, a []*value) *value {
		c.need(in, a[1].ptr.t.components() == a[0].t.components() && a[1].ptr.t.scalar().shape == isInt && a[1].ptr.t.scalar().width == 32)
		c.writable(in, a[1].ptr)
		c.storeTo(in, a[1].ptr, c.exponent(a[0], a[1].ptr.t))
		return c.significand(a[0])
	}},
	glslFrexpStruct: {"v", func(c *compiler, in *instruction, t *typ, a []*value) *value {
		c.need(in, t.shape == isStruct && t.count == 2 && t.members[1].components() == a[0].t.components() && t.members[1].scalar().shape == isInt &&
			t.members[1].scalar().width == 32)
		return c.structOf(in, t, c.significand(a[0]), c.exponent(a[0], t.members[1]))
	}},
	glslDeterminant:   {"m", func(c *compiler, _ *instruction, _ *typ, a []*value) *value { return c.determinant(columns(a[0])) }},
	glslMatrixInverse: {"m", func(c *compiler, _ *instruction, t *typ, a []*value) *value { return c.inverse(t, a[0]) }},
	glslPackUnorm4x8:  {"4", func(c *compiler, _ *instruction, t *typ, a []*value) *value { return c.pack(t, a[0], 8, 0, 255) }},
	glslPackSnorm4x8:  {"4", func(c *compiler, _ *instruction, t *typ, a []*value) *value { return c.pack(t, a[0], 8, -1, 127) }},
	glslPackUnorm2x16: {"2", func(c *compiler, _ *instruction, t *typ, a []*value) *value { return c.pack(t, a[0], 16, 0, 65535) }},
	glslPackSnorm2x16: {"2", func(c *compiler, _ *instruction, t *typ, a []*value) *value { return c.pack(t, a[0], 16, -1, 32767) }},
	glslPackHalf2x16:  {"2", func(c *compiler, _ *instruction, t *typ, a []*value) *value { return c.packBy(t, a[0], 16, toHalf32) }},
	glslUnpackUnorm4x8: {"u", func(c *compiler, _ *instruction, t *typ, a []*value) *value {
		return c.unpack(t, a[0], 8, func(x uint64) float32 { return float32(x) / 255 })
	}},
	glslUnpackSnorm4x8: {"u", func(c *compiler, _ *instruction, t *typ, a []*value) *value {
		return c.unpack(t, a[0], 8, func(x uint64) float32 { return max(-1, float32(int8(x))/127) })
	}},
	glslUnpackUnorm2x16: {"u", func(c *compiler, _ *instruction, t *typ, a []*value) *value {
		return c.unpack(t, a[0], 16, func(x uint64) float32 { return float32(x) / 65535 })
	}},
	glslUnpackSnorm2x16: {"u", func(c *compiler, _ *instruction, t *typ, a []*value) *value {
		return c.unpack(t, a[0], 16, func(x uint64) float32 { return max(-1, float32(int16(x))/32767) })
	}},
	glslUnpackHalf2x16: {"u", func(c *compiler, _ *instruction, t *typ, a []*value) *value {
		return c.unpack(t, a[0], 16, func(x uint64) float32 { return fromHalf(uint16(x)) })
	}},
	glslPackDouble2x32:   {"d", func(_ *compiler, _ *instruction, t *typ, a []*value) *value { return &value{t: t, reg: a[0].reg} }},
	glslUnpackDouble2x32: {"f", func(_ *compiler, _ *instruction, t *typ, a []*value) *value { return &value{t: t, reg: a[0].reg} }},
}

func (c *compiler) compare(op uint16, a, b *value) reg {
	return c.each(op, c.mustFunction(op, a.t), boolType, []*value{a, b}).reg[0]
}

// scaleAny multiplies a scalar or vector by a scalar.
func (c *compiler) scaleAny(v, s *value) *value { return c.apply(opFMul, v, spread(v.t, s)) }

func (c *compiler) length(v *value) *value {
	if v.t.shape != isVector {
		return c.apply(ext+glslFAbs, v)
	}
	return c.apply(ext+glslSqrt, c.dot(v, v))
}

func (c *compiler) structOf(in *instruction, t *typ, parts ...*value) *value {
	return c.compose(in, t, parts)
}

// fraction is x - whole with the sign of x, and 0 for infinities.
func (c *compiler) fraction(x, whole *value) *value {
	w := x.t.scalar().width
	return c.each(opExtInst, fn{two: func(a, b uint64) uint64 {
		f := floatOfBits(a, w) - floatOfBits(b, w)
		if a == b {
			f = 0
		}
		return bitsOf(math.Copysign(f, floatOfBits(a, w)), w)
	}}, x.t, []*value{x, whole})
}

func floatOfBits(a uint64, width int) float64 {
	switch width {
	case 16:
		return float64(fromHalf(uint16(a)))
	case 32:
		return float64(math.Float32frombits(uint32(a)))
	}
	return math.Float64frombits(a)
}

func (c *compiler) significand(x *value) *value {
	w := x.t.scalar().width
	return c.each(opExtInst, fn{one: func(a uint64) uint64 {
		f, _ := math.Frexp(floatOfBits(a, w))
		return bitsOf(f, w)
	}}, x.t, []*value{x})
}

func (c *compiler) exponent(x *value, t *typ) *value {
	w := x.t.scalar().width
	return c.each(opExtInst, fn{one: func(a uint64) uint64 {
		_, e := math.Frexp(floatOfBits(a, w))
		return uint64(uint32(e))
	}}, t, []*value{x})
}

// columns lists the components of a matrix, by column and row.
func columns(m *value) [][]*value {
	out := make([][]*value, m.t.count)
	for i := range out {
		for k := range m.t.elem.count {
			out[i] = append(out[i], m.element(i).element(k))
		}
	}
	return out
}

// minor leaves out a column and a row.
func minor(m [][]*value, column, row int) (out [][]*value) {
	for i, col := range m {
		if i != column {
			out = append(out, append(append([]*value(nil), col[:row]...), col[row+1:]...))
		}
	}
	return out
}

// determinant expands along the first column.
func (c *compiler) determinant(m [][]*value) *value {
	if len(m) == 1 {
		return m[0][0]
	}
	var out *value
	for row := range m {
		x := c.apply(opFMul, m[0][row], c.determinant(minor(m, 0, row)))
		switch {
		case out == nil:
			out = x
		case row%2 == 1:
			out = c.apply(opFSub, out, x)
		default:
			out = c.apply(opFAdd, out, x)
		}
	}
	return out
}

// inverse divides the adjugate by the determinant.
func (c *compiler) inverse(t *typ, v *value) *value {
	m := columns(v)
	d := c.determinant(m)
	out := &value{t: t}
	for i := range m {
		for k := range m {
			x := c.determinant(minor(m, k, i))
			if (i+k)%2 == 1 {
				x = c.apply(opFNegate, x)
			}
			out.reg = append(out.reg, c.apply(opFDiv, x, d).reg...)
		}
	}
	return out
}

// pack clamps the components to least and 1, multiplies, and joins them in a word.
func (c *compiler) pack(t *typ, v *value, width int, least, by float32) *value {
	return c.packBy(t, v, width, func(x float32) uint64 {
		x = min(max(x, least), 1)
		return uint64(int64(math.RoundToEven(float64(x * by))))
	})
}

func toHalf32(x float32) uint64 { return uint64(toHalf(float64(x))) }

func (c *compiler) packBy(t *typ, v *value, width int, f func(float32) uint64) *value {
	var parts []reg
	for i := range v.t.count {
		part := c.each(opExtInst, fn{one: func(a uint64) uint64 {
			x := math.Float32frombits(uint32(a))
			if x != x {
				x = 0
			}
			return f(x) & fieldOf(uint64(width))
		}}, indexType, []*value{v.element(i)})
		parts = append(parts, part.reg[0])
	}
	return &value{t: t, reg: []reg{c.join(parts, width)}}
}

func (c *compiler) unpack(t *typ, v *value, width int, f func(uint64) float32) *value {
	out := &value{t: t}
	for i := range 32 / width {
		x := c.each(opExtInst, fn{one: func(a uint64) uint64 {
			return uint64(math.Float32bits(f(a >> (i * width) & fieldOf(uint64(width)))))
		}}, indexType, []*value{v})
		out.reg = append(out.reg, x.reg...)
	}
	return out
}
