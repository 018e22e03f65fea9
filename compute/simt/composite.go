package simt

// compilers compile the instructions that are not in operations.
var compilers map[uint16]func(*compiler, *frame, *instruction)

func init() {
	compilers = map[uint16]func(*compiler, *frame, *instruction){
		opCompositeConstruct: func(c *compiler, fr *frame, in *instruction) {
			var parts []*value
			for i := range in.args {
				parts = append(parts, c.value(fr, in, i))
			}
			c.set(fr, in, c.compose(in, c.typeOf(in.kind), parts))
		},
		opCompositeExtract: func(c *compiler, fr *frame, in *instruction) {
			v := c.value(fr, in, 0)
			c.set(fr, in, c.extract(in, v, in.args[1:]))
		},
		opCompositeInsert: func(c *compiler, fr *frame, in *instruction) {
			part, whole := c.value(fr, in, 0), c.value(fr, in, 1)
			out := &value{t: whole.t, reg: append([]reg(nil), whole.reg...)}
			to := c.extract(in, out, in.args[2:])
			if to.t != part.t {
				refuse("%s: the part has the wrong type", c.m.at(in))
			}
			copy(to.reg, part.reg)
			c.set(fr, in, out)
		},
		opVectorShuffle: (*compiler).shuffleVector, opVectorExtractDynamic: (*compiler).extractDynamic,
		opVectorInsertDynamic: (*compiler).insertDynamic, opSelect: (*compiler).selectValue,
		opCopyObject: func(c *compiler, fr *frame, in *instruction) { c.set(fr, in, c.operand(fr, in, 0)) },
		opCopyLogical: func(c *compiler, fr *frame, in *instruction) {
			v := c.value(fr, in, 0)
			t := c.typeOf(in.kind)
			if t.words != v.t.words || v.ptr != nil {
				refuse("%s: the types do not match", c.m.at(in))
			}
			c.set(fr, in, &value{t: t, reg: v.reg})
		},
		opBitcast: (*compiler).bitcast,
		opUndef: func(c *compiler, fr *frame, in *instruction) {
			c.set(fr, in, c.makeGlobal(in))
		},
		opAny: func(c *compiler, fr *frame, in *instruction) { c.reduce(fr, in, opLogicalOr) },
		opAll: func(c *compiler, fr *frame, in *instruction) { c.reduce(fr, in, opLogicalAnd) },
		opFunctionCall: func(c *compiler, fr *frame, in *instruction) {
			var args []*value
			for i := 1; i < len(in.args); i++ {
				args = append(args, c.operand(fr, in, i))
			}
			if v := c.inline(c.m.functions[c.m.arg(in, 0)], args); v != nil {
				c.set(fr, in, v)
			}
		},
		opVariable: func(c *compiler, fr *frame, in *instruction) {
			saved := c.inits
			v := c.variable(in)
			for _, p := range c.inits[len(saved):] {
				c.storeTo(p.in, p.to, p.from)
			}
			c.inits = saved
			c.set(fr, in, v)
		},
		opLoad: (*compiler).load, opStore: (*compiler).store, opAccessChain: (*compiler).accessChain, opInBoundsAccessChain: (*compiler).accessChain,
		opCopyMemory: (*compiler).copyMemory, opArrayLength: (*compiler).arrayLength,
	}
	for _, more := range []map[uint16]func(*compiler, *frame, *instruction){arithmeticCompilers, atomicCompilers, subgroupCompilers, barrierCompilers, imageCompilers} {
		for op, f := range more {
			compilers[op] = f
		}
	}
	supported = supportedOpcodes()
}

// compile compiles an instruction in a block.
func (c *compiler) compile(fr *frame, in *instruction) {
	if _, ok := operations[in.op]; ok {
		var args []*value
		for i := range in.args {
			args = append(args, c.value(fr, in, i))
		}
		c.set(fr, in, c.operate(in, in.op, c.typeOf(in.kind), args))
		return
	}
	f := compilers[in.op]
	if f == nil {
		refuse("%s in a block is not supported", c.m.at(in))
	}
	f(c, fr, in)
}

// set gives an instruction its result.
func (c *compiler) set(fr *frame, in *instruction, v *value) {
	if in.kind == 0 || c.typeOf(in.kind) != v.t {
		refuse("%s: the result has another type", c.m.at(in))
	}
	fr.values[in.result] = v
	c.keep(fr, in, v)
}

// value returns an operand that is a value in registers.
func (c *compiler) value(fr *frame, in *instruction, i int) *value {
	v := c.operand(fr, in, i)
	if v.ptr != nil || v.t.words == 0 || len(v.reg) != v.t.words {
		refuse("%s: operand %d is not a value", c.m.at(in), i+1)
	}
	return v
}

// operand returns an operand that is a value or a pointer.
func (c *compiler) operand(fr *frame, in *instruction, i int) *value {
	id := c.m.arg(in, i)
	if v := fr.values[id]; v != nil {
		return v
	}
	if v := c.global(id); v != nil {
		return v
	}
	refuse("%s: %%%d is not a value that is known here", c.m.at(in), id)
	return nil
}

// typeOfValue returns the type of a value before its block is compiled.
func (c *compiler) typeOfValue(fr *frame, id uint32) *typ {
	if v := c.global(id); v != nil {
		return v.t
	}
	for _, p := range fr.f.params {
		if p.result == id {
			return c.typeOf(p.kind)
		}
	}
	if in := fr.f.results[id]; in != nil {
		return c.typeOf(in.kind)
	}
	refuse("%%%d is not a value", id)
	return nil
}

// pointer returns an operand that is a pointer.
func (c *compiler) pointer(fr *frame, in *instruction, i int) *pointer {
	v := c.operand(fr, in, i)
	if v.ptr == nil {
		refuse("%s: operand %d is not a pointer", c.m.at(in), i+1)
	}
	return v.ptr
}

func (c *compiler) shuffleVector(fr *frame, in *instruction) {
	a, b, t := c.value(fr, in, 0), c.value(fr, in, 1), c.typeOf(in.kind)
	out := &value{t: t}
	if a.t.shape != isVector || b.t.shape != isVector || t.shape != isVector || a.t.elem != t.elem || b.t.elem != t.elem {
		refuse("%s: its operands are not vectors of one type", c.m.at(in))
	}
	all, w := append(append([]reg(nil), a.reg...), b.reg...), t.elem.words
	for _, i := range in.args[2:] {
		const undefined = 0xffffffff
		switch {
		case i == undefined:
			out.reg = append(out.reg, make([]reg, w)...)
		case int(i) >= len(all)/w:
			refuse("%s: there is no component %d", c.m.at(in), i)
		default:
			out.reg = append(out.reg, all[int(i)*w:(int(i)+1)*w]...)
		}
	}
	if len(out.reg) != t.words {
		refuse("%s: the result has another size", c.m.at(in))
	}
	c.set(fr, in, out)
}

// pick compares an index with each component of a vector.
func (c *compiler) pick(fr *frame, in *instruction, i int, v *value) []*value {
	index := c.value(fr, in, i)
	if v.t.shape != isVector || index.t.shape != isInt {
		refuse("%s: its operands are not a vector and an integer", c.m.at(in))
	}
	r := &value{t: indexType, reg: []reg{c.index(index)}}
	c.emit(inst{run: checkIndex, a: r.reg[0], aux: uint32(v.t.count), op: in.op})
	var out []*value
	for k := range v.t.count {
		out = append(out, c.each(opIEqual, c.mustFunction(opIEqual, indexType), boolType, []*value{r, c.constantIndex(k)}))
	}
	return out
}

var boolType = &typ{shape: isBool, width: 1, words: 1}

func (c *compiler) mustFunction(op uint16, t *typ) fn {
	f, _ := c.function(op, t, t)
	return f
}

// checkIndex reports an index beyond the components of a vector.
func checkIndex(s *subgroup, in *inst) {
	for _, l := range s.lanes {
		if i := s.regs[int(in.a)+int(l)]; i >= in.aux {
			s.report(in, l, OutsideArray, uint64(i), uint64(in.aux))
		}
	}
}

func (c *compiler) extractDynamic(fr *frame, in *instruction) {
	v := c.value(fr, in, 0)
	out := &value{t: v.t.scalar(), reg: make([]reg, v.t.scalar().words)}
	for k, is := range c.pick(fr, in, 1, v) {
		w := v.t.elem.words
		out = c.choose(is.reg[0], &value{t: v.t.elem, reg: v.reg[k*w : (k+1)*w]}, out)
	}
	c.set(fr, in, out)
}

func (c *compiler) insertDynamic(fr *frame, in *instruction) {
	v, part := c.value(fr, in, 0), c.value(fr, in, 1)
	out := &value{t: v.t}
	if part.t != v.t.scalar() {
		refuse("%s: the component has another type", c.m.at(in))
	}
	for k, is := range c.pick(fr, in, 2, v) {
		w := v.t.elem.words
		out.reg = append(out.reg, c.choose(is.reg[0], part, &value{t: v.t.elem, reg: v.reg[k*w : (k+1)*w]}).reg...)
	}
	c.set(fr, in, out)
}

// choose returns a value by a condition.
func (c *compiler) choose(condition reg, yes, no *value) *value {
	if w, ok := c.known[condition]; ok {
		if w != 0 {
			return yes
		}
		return no
	}
	out := c.newValue(yes.t)
	for i := range out.reg {
		c.emit(inst{run: selectWord, op: opSelect, d: out.reg[i], a: condition, b: yes.reg[i], c: no.reg[i]})
	}
	return out
}

func (c *compiler) selectValue(fr *frame, in *instruction) {
	condition, yes, no := c.value(fr, in, 0), c.value(fr, in, 1), c.value(fr, in, 2)
	if condition.t.scalar().shape != isBool || yes.t != no.t || yes.ptr != nil || no.ptr != nil || yes.t.words == 0 {
		refuse("%s: its operands have the wrong types", c.m.at(in))
	}
	if condition.t.shape == isBool {
		c.set(fr, in, c.choose(condition.reg[0], yes, no))
		return
	}
	if condition.t.count != yes.t.components() {
		refuse("%s: its operands have different sizes", c.m.at(in))
	}
	out := &value{t: yes.t}
	for i := range yes.t.count {
		w := yes.t.elem.words
		part := func(v *value) *value { return &value{t: v.t.elem, reg: v.reg[i*w : (i+1)*w]} }
		out.reg = append(out.reg, c.choose(condition.reg[i], part(yes), part(no)).reg...)
	}
	c.set(fr, in, out)
}

// bitcast keeps the bits. Components of 8 and 16 bits share registers of wider ones, low first.
func (c *compiler) bitcast(fr *frame, in *instruction) {
	v, t := c.value(fr, in, 0), c.typeOf(in.kind)
	from, to := v.t.scalar(), t.scalar()
	n, m := v.t.components(), t.components()
	if n == 0 || m == 0 || from.shape == isBool || to.shape == isBool || n*from.width != m*to.width {
		refuse("%s: the types have different sizes", c.m.at(in))
	}
	if from.width == to.width || from.width >= 32 && to.width >= 32 {
		c.set(fr, in, &value{t: t, reg: v.reg})
		return
	}
	var words []reg
	if from.width >= 32 {
		words = v.reg
	} else {
		for i := 0; i < n; i += 32 / from.width {
			words = append(words, c.join(v.reg[i:min(n, i+32/from.width)], from.width))
		}
	}
	if to.width >= 32 {
		c.set(fr, in, &value{t: t, reg: words})
		return
	}
	out := &value{t: t}
	for i := range m {
		at := i * to.width
		out.reg = append(out.reg, c.bits(words[at/32], at%32, to.width))
	}
	c.set(fr, in, out)
}

// join puts narrow numbers into one register.
func (c *compiler) join(parts []reg, width int) reg {
	out := zero
	for i, p := range parts {
		d := c.newReg()
		c.emit(inst{run: runTwo, d: d, a: out, b: p, f: &fn{two: func(a, b uint64) uint64 { return a | b<<(i*width) }}})
		out = d
	}
	return out
}

// bits takes some bits of a register.
func (c *compiler) bits(r reg, at, width int) reg {
	d := c.newReg()
	c.emit(inst{run: runOne, d: d, a: r, f: &fn{one: func(a uint64) uint64 { return a >> at & fieldOf(uint64(width)) }}})
	return d
}

// reduce joins the components of a vector of booleans.
func (c *compiler) reduce(fr *frame, in *instruction, op uint16) {
	v := c.value(fr, in, 0)
	if v.t.shape != isVector || v.t.elem.shape != isBool {
		refuse("%s: its operand is not a vector of booleans", c.m.at(in))
	}
	out := &value{t: v.t.elem, reg: v.reg[:1]}
	for _, r := range v.reg[1:] {
		out = c.each(op, c.mustFunction(op, v.t.elem), v.t.elem, []*value{out, {t: v.t.elem, reg: []reg{r}}})
	}
	c.set(fr, in, out)
}

// foldConstant evaluates OpSpecConstantOp.
func (c *compiler) foldConstant(in *instruction) *value {
	sub := &instruction{op: uint16(c.m.arg(in, 0)), kind: in.kind, result: in.result, args: in.args[1:], line: in.line, number: in.number}
	switch sub.op {
	case opAccessChain, opInBoundsAccessChain, opLoad, opStore, opFunctionCall, opVariable, opCopyMemory:
		refuse("%s of %s is not supported", c.m.at(in), nameOfOp(sub.op))
	}
	saved := c.cur
	c.cur = c.newBlock(0)
	fr := &frame{f: &function{}, values: map[uint32]*value{}}
	c.compile(fr, sub)
	isEmpty := len(c.cur.code) == 0
	c.cur = saved
	v := fr.values[in.result]
	if v == nil {
		refuse("%s of %s has no result", c.m.at(in), nameOfOp(sub.op))
	}
	if _, ok := c.fixed(v); !ok || !isEmpty {
		refuse("%s of %s is not a constant", c.m.at(in), nameOfOp(sub.op))
	}
	return v
}
