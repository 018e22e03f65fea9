package simt

import "math"

// operations has the operand and result types of the instructions that work on each component by
// itself (sections 3.52.11 and 3.52.13 to 3.52.15): the result, then the operands. i is an integer
// and f a float, all of one width; I and F are of any width; n is a 32-bit integer; b a boolean.
var operations = func() map[uint16]string {
	out := map[uint16]string{}
	for form, ops := range map[string][]uint16{
		"i:ii": {
			opIAdd, opISub, opIMul, opUDiv, opSDiv, opUMod, opSRem, opSMod, opBitwiseAnd, opBitwiseOr, opBitwiseXor, ext + glslUMin, ext + glslSMin,
			ext + glslUMax, ext + glslSMax,
		},
		"i:iI": {opShiftLeftLogical, opShiftRightLogical, opShiftRightArithmetic},
		"i:i":  {opSNegate, opNot, opBitReverse, ext + glslSAbs, ext + glslSSign},
		"I:i":  {opBitCount, ext + glslFindILsb, ext + glslFindUMsb, ext + glslFindSMsb},
		"I:I":  {opUConvert, opSConvert},
		"b:ii": {
			opIEqual, opINotEqual, opUGreaterThan, opSGreaterThan, opUGreaterThanEqual, opSGreaterThanEqual, opULessThan, opSLessThan,
			opULessThanEqual, opSLessThanEqual,
		},
		"b:ff": {
			opFOrdEqual, opFUnordEqual, opFOrdNotEqual, opFUnordNotEqual, opFOrdLessThan, opFUnordLessThan, opFOrdGreaterThan, opFUnordGreaterThan,
			opFOrdLessThanEqual, opFUnordLessThanEqual, opFOrdGreaterThanEqual, opFUnordGreaterThanEqual,
		},
		"f:ff": {
			opFAdd, opFSub, opFMul, opFDiv, opFRem, opFMod, ext + glslFMin, ext + glslFMax, ext + glslNMin, ext + glslNMax, ext + glslStep,
			ext + glslPow, ext + glslAtan2,
		},
		"f:f": {
			opFNegate, opQuantizeToF16, ext + glslFract, ext + glslFSign, ext + glslInverseSqrt, ext + glslRadians, ext + glslDegrees,
		},
		"f:fff":  {ext + glslFClamp, ext + glslNClamp, ext + glslFMix, ext + glslSmoothStep, ext + glslFma},
		"f:fn":   {ext + glslLdexp},
		"b:f":    {opIsNan, opIsInf},
		"b:bb":   {opLogicalEqual, opLogicalNotEqual, opLogicalOr, opLogicalAnd},
		"b:b":    {opLogicalNot},
		"I:f":    {opConvertFToU, opConvertFToS},
		"F:i":    {opConvertUToF, opConvertSToF},
		"F:F":    {opFConvert},
		"i:iii":  {ext + glslUClamp, ext + glslSClamp},
		"i:iiII": {opBitFieldInsert},
		"i:iII":  {opBitFieldSExtract, opBitFieldUExtract},
	} {
		for _, op := range ops {
			out[op] = form
		}
	}
	for op := range functions {
		out[ext+op] = "f:f"
	}
	return out
}()

// ext is added to the number of an instruction of GLSL.std.450.
const ext = 1 << 12

// operate compiles an instruction of operations.
func (c *compiler) operate(in *instruction, op uint16, t *typ, args []*value) *value {
	form := operations[op]
	if len(args) != len(form)-2 {
		refuse("%s has the wrong number of operands", c.m.at(in))
	}
	if op == opBitFieldInsert || op == opBitFieldSExtract || op == opBitFieldUExtract { // offset and count are scalars, also for vectors
		for i := len(args) - 2; i < len(args); i++ {
			args[i] = args[i].spread(t.components())
		}
	}
	kinds := []*typ{t}
	for _, a := range args {
		kinds = append(kinds, a.t)
	}
	width := 0
	for i, a := range args {
		if a.ptr != nil || len(a.reg) != a.t.words {
			refuse("%s: operand %d is not a value", c.m.at(in), i+1)
		}
	}
	for i, k := range kinds {
		letter := form[max(0, i+min(1, i))] // past the colon
		s := k.scalar()
		if k.components() != t.components() || t.components() == 0 || !fits(letter, s) {
			refuse("%s: operand %d has the wrong type", c.m.at(in), i)
		}
		if letter == 'i' || letter == 'f' {
			if width != 0 && width != s.width {
				refuse("%s: operand %d has another width", c.m.at(in), i)
			}
			width = s.width
		}
	}
	f, ok := c.function(op, args[0].t.scalar(), t.scalar())
	if !ok {
		refuse("%s is not supported for this width", c.m.at(in))
	}
	return c.each(op, f, t, args)
}

// fits reports whether a scalar type is one that a letter of operations stands for.
func fits(letter byte, t *typ) bool {
	switch letter {
	case 'i', 'I':
		return t.shape == isInt
	case 'n':
		return t.shape == isInt && t.width == 32
	case 'f', 'F':
		return t.shape == isFloat
	}
	return t.shape == isBool
}

// function returns the function of an operation for the type of its first operand.
func (c *compiler) function(op uint16, from, to *typ) (f fn, ok bool) {
	switch op {
	case opConvertFToU, opConvertFToS, opConvertUToF, opConvertSToF, opFConvert, opSConvert, opUConvert:
		return conversion(op, from, to), true
	}
	defer func() { f.narrow = from.width == 32 || from.shape == isBool }()
	switch from.shape {
	case isInt:
		f, ok = integers[from.width][op]
	case isFloat:
		f, ok = floats[from.width][op]
	case isBool:
		f, ok = logic[op]
	}
	return f, ok
}

// conversion returns the function of a conversion (section 3.52.11). Floats that an integer cannot
// hold give the nearest that it can, and NaN gives 0.
func conversion(op uint16, from, to *typ) fn {
	mask := uint64(math.MaxUint64) >> (64 - to.width)
	float := func(x float64) uint64 {
		switch to.width {
		case 16:
			return uint64(toHalf(x))
		case 32:
			return uint64(math.Float32bits(float32(x)))
		}
		return math.Float64bits(x)
	}
	value := func(a uint64) float64 {
		switch from.width {
		case 16:
			return float64(fromHalf(uint16(a)))
		case 32:
			return float64(math.Float32frombits(uint32(a)))
		}
		return math.Float64frombits(a)
	}
	switch op {
	case opUConvert:
		return fn{one: func(a uint64) uint64 { return a & mask }}
	case opSConvert:
		return fn{one: func(a uint64) uint64 { return uint64(extend(a, from.width)) & mask }}
	case opConvertUToF:
		if to.width == 32 {
			return fn{one: func(a uint64) uint64 { return uint64(math.Float32bits(float32(a))) }}
		}
		return fn{one: func(a uint64) uint64 { return float(float64(a)) }}
	case opConvertSToF:
		if to.width == 32 {
			return fn{one: func(a uint64) uint64 { return uint64(math.Float32bits(float32(extend(a, from.width)))) }}
		}
		return fn{one: func(a uint64) uint64 { return float(float64(extend(a, from.width))) }}
	case opFConvert:
		return fn{one: func(a uint64) uint64 { return float(value(a)) }}
	}
	low, high := 0.0, math.Ldexp(1, to.width)
	if op == opConvertFToS {
		low, high = -math.Ldexp(1, to.width-1), math.Ldexp(1, to.width-1)
	}
	return fn{
		check: func(a, _ uint64) Kind {
			if x := math.Trunc(value(a)); !(x >= low && x < high) {
				return InvalidConversion
			}
			return 0
		},
		one: func(a uint64) uint64 {
			x := math.Trunc(value(a))
			switch {
			case x != x:
				return 0
			case x < low:
				return uint64(int64(low)) & mask
			case x >= high && op == opConvertFToS:
				return mask >> 1
			case x >= high:
				return mask
			case op == opConvertFToS:
				return uint64(int64(x)) & mask
			}
			return uint64(x)
		},
	}
}

// each emits an instruction for each component.
func (c *compiler) each(op uint16, f fn, t *typ, args []*value) *value {
	if _, isFree := formulas[op]; !isFree || !c.o.Precision {
		if v := c.fold(f, t, args); v != nil {
			return v
		}
	}
	c.from, c.to = args[0].t.scalar(), t.scalar()
	defer func() { c.from, c.to = nil, nil }()
	out := c.newValue(t)
	per := t.scalar().words
	for i := range t.components() {
		x := inst{op: op, f: &f, d: out.reg[i*per]}
		if per == 2 {
			x.dh = out.reg[i*per+1]
		}
		low, high := []*reg{&x.a, &x.b, &x.c, &x.e}, []*reg{&x.ah, &x.bh, &x.ch, nil}
		wide := per == 2
		for k, a := range args {
			w := a.t.scalar().words
			*low[k] = a.reg[i*w]
			if w == 2 && high[k] != nil {
				*high[k], wide = a.reg[i*w+1], true
			}
		}
		x.run = c.runner(op, &x, len(args), wide)
		c.emit(x)
	}
	return out
}

// runner chooses how an instruction runs: by a loop of its own if it is frequent, or calling its
// function for each lane.
func (c *compiler) runner(op uint16, x *inst, operands int, wide bool) func(*subgroup, *inst) {
	if !wide && x.f.narrow {
		isChecked := op == opUDiv || op == opUMod // by their loops
		if run := quick[op]; run != nil && (x.f.check == nil || isChecked || c.isDefined(x)) {
			return run
		}
	}
	switch {
	case operands == 1:
		return runOne
	case operands == 2 && !wide && (x.f.check == nil || c.isDefined(x)):
		return runTwoNarrow
	case operands == 2:
		return runTwo
	case operands == 3:
		return runThree
	}
	return runFour
}

// isDefined reports whether a constant second operand makes the result defined for all first ones.
func (c *compiler) isDefined(x *inst) bool {
	b, ok := c.known[x.b]
	return ok && x.f.check(1<<31, uint64(b)) == 0 && x.f.check(0, uint64(b)) == 0 && x.f.two != nil
}

// fold computes an operation on constants, or returns nil.
func (c *compiler) fold(f fn, t *typ, args []*value) *value {
	out := &value{t: t}
	for i := range t.components() {
		var x [4]uint64
		for k, a := range args {
			w := a.t.scalar().words
			for j, r := range a.reg[i*w : (i+1)*w] {
				word, ok := c.known[r]
				if !ok {
					return nil
				}
				x[k] |= uint64(word) << (32 * j)
			}
		}
		if f.check != nil && f.check(x[0], x[1]) != 0 {
			return nil
		}
		out.reg = append(out.reg, c.constantOf(t.scalar(), f.apply(x)).reg...)
	}
	return out
}

func (f *fn) apply(x [4]uint64) uint64 {
	switch {
	case f.one != nil:
		return f.one(x[0])
	case f.two != nil:
		return f.two(x[0], x[1])
	case f.three != nil:
		return f.three(x[0], x[1], x[2])
	}
	return f.four(x[0], x[1], x[2], x[3])
}
