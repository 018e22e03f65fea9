package gen

import "slices"

// emitter writes a program.
type emitter struct {
	*module
	*frame
	p                          *Program
	in, out, trade, sums, push uint32 // variables
	shared                     [2]uint32
	inputs                     []uint32 // variables of builtIns
	function                   uint32
}

// frame is a function that is written.
type frame struct {
	vars     map[kind][]uint32
	counters []uint32
	array    uint32
	me, own  uint32   // number of the invocation, and its first word in Out
	loops    []target // around the statement
	isMain   bool
	ended    bool // the block has its end
}

// target has the blocks of a loop that statements go to.
type target struct{ merge, next uint32 }

// SPIRV returns the program as a module of version 1.3. Its bindings are the blocks In, Out, Trade, with a
// word for each invocation, and Sums; its push constants are an array named seed.
func (p *Program) SPIRV() string {
	m := &emitter{module: &module{known: map[string]uint32{}}, p: p}
	m.glsl = m.id()
	m.in, m.out, m.trade, m.sums = m.buffer("In", 0), m.buffer("Out", 1), m.buffer("Trade", 2), m.buffer("Sums", 3)
	m.push = m.block("Push", inPush, PushWords)
	m.shared = [2]uint32{m.variable(inWorkgroup, m.words(p.invocations())), m.variable(inWorkgroup, m.words(SumWords))}
	for _, b := range builtIns {
		id := m.variable(inInput, m.typeOf(isUint, b.words))
		m.mark(id, "BuiltIn", number("builtin", b.name))
		m.inputs = append(m.inputs, id)
	}
	main := m.id()
	m.function = m.id()
	m.define(m.function, p.called, false)
	m.define(main, p.main, true)
	return m.finish(p.Wide, main, m.inputs, p.Size)
}

// invocations is how many a workgroup has.
func (p *Program) invocations() int { return p.Size[0] * p.Size[1] }

// words returns the type of an array of words.
func (m *emitter) words(n int) uint32 {
	return m.once("TypeArray", 0, m.typeOf(isUint, 1), m.word(uint32(n)))
}

func (m *emitter) buffer(name string, binding uint32) uint32 {
	id := m.block(name, inBuffer, 0)
	m.mark(id, "DescriptorSet", 0)
	m.mark(id, "Binding", binding)
	return id
}

// block declares a variable whose type is a block with an array of words, of any number if n is 0.
func (m *emitter) block(name string, class uint32, n int) uint32 {
	array, t := m.id(), m.id()
	if n == 0 {
		put(&m.globals, "TypeRuntimeArray", array, m.typeOf(isUint, 1))
	} else {
		put(&m.globals, "TypeArray", array, m.typeOf(isUint, 1), m.word(uint32(n)))
	}
	put(&m.globals, "TypeStruct", t, array)
	put(&m.names, "Name", append([]uint32{t}, text(name)...)...)
	put(&m.names, "MemberName", append([]uint32{t, 0}, text("seed")...)...)
	m.mark(array, "ArrayStride", 4)
	m.mark(t, "Block")
	put(&m.marks, "MemberDecorate", t, 0, number("decoration", "Offset"), 0)
	return m.variable(class, t)
}

// define writes a function: main, or the one that is called, which has two values and a pointer to its
// first variable.
func (m *emitter) define(id uint32, body []*stmt, isMain bool) {
	m.frame = &frame{vars: map[kind][]uint32{}, isMain: isMain}
	u, result, params := m.typeOf(isUint, 1), m.once("TypeVoid", 0), []uint32(nil)
	saved := m.code
	m.code, m.locals = nil, nil
	if !isMain {
		result, params = u, []uint32{u, m.typeOf(isInt, 1), m.pointer(inFunction, u)}
	}
	ids := []uint32{}
	put(&saved, "Function", result, id, 0, m.once("TypeFunction", 0, append([]uint32{result}, params...)...))
	for _, t := range params {
		ids = append(ids, m.id())
		put(&saved, "FunctionParameter", t, ids[len(ids)-1])
	}
	put(&saved, "Label", m.id())
	for _, v := range variables {
		if v.k != isWide || m.p.Wide {
			for range v.n {
				m.vars[v.k] = append(m.vars[v.k], m.variable(inFunction, m.typeOf(v.k, 1), m.constant(v.k, one(v.k))))
			}
		}
	}
	for range 4 {
		m.counters = append(m.counters, m.variable(inFunction, u, m.word(0)))
	}
	m.array = m.variable(inFunction, m.words(entries), m.once("ConstantNull", 1, m.words(entries)))
	if !isMain {
		m.vars[isUint][0] = ids[2]
		m.do("Store", m.vars[isUint][1], ids[0])
		m.do("Store", m.vars[isInt][0], ids[1])
	}
	group := m.expr(builtIn(0))
	m.me = m.value("IAdd", u, m.value("IMul", u, group, m.word(uint32(m.p.invocations()))), m.expr(builtIn(4*localIndex)))
	m.own = m.value("IMul", u, m.me, m.word(Stride))
	if isMain {
		m.touch()
	}
	m.list(body)
	if isMain {
		m.results()
	}
	m.leave()
	m.do("FunctionEnd")
	m.code = slices.Concat(saved, m.locals, m.code)
}

// touch uses each binding and the push constants, lest an optimizer deletes them from the interface.
func (m *emitter) touch() {
	u := m.typeOf(isUint, 1)
	in := m.load(isUint, m.at(inBuffer, m.in, m.word(0)))
	m.do("Store", m.at(inBuffer, m.trade, m.me), m.value("IAdd", u, in, m.load(isUint, m.at(inPush, m.push, m.word(0)))))
	m.do("Store", m.ownWord(0), in)
	m.value("AtomicIAdd", u, m.at(inBuffer, m.sums, m.word(0)), m.word(device), m.word(0), m.word(1))
}

// results stores the variables in the invocation's words.
func (m *emitter) results() {
	at := uint32(own)
	for _, v := range variables {
		for _, x := range m.vars[v.k] {
			value := m.load(v.k, x)
			switch v.k {
			case isBool:
				value = m.value("Select", m.typeOf(isUint, 1), value, m.word(1), m.word(0))
			case isInt, isFloat:
				value = m.value("Bitcast", m.typeOf(isUint, 1), value)
			case isWide:
				pair := m.value("Bitcast", m.typeOf(isUint, 2), value)
				m.do("Store", m.ownWord(at), m.value("CompositeExtract", m.typeOf(isUint, 1), pair, 1))
				at++
				value = m.value("CompositeExtract", m.typeOf(isUint, 1), pair, 0)
			}
			m.do("Store", m.ownWord(at), value)
			at++
		}
	}
}

// leave ends the function.
func (m *emitter) leave() {
	if m.isMain {
		m.end("Return")
	} else {
		m.end("ReturnValue", m.load(isUint, m.vars[isUint][1]))
	}
}

// end ends the block.
func (m *emitter) end(op string, words ...uint32) {
	if !m.ended {
		m.do(op, words...)
	}
	m.ended = true
}

// begin begins a block, to which the one before goes unless it has ended.
func (m *emitter) begin(label uint32) {
	m.end("Branch", label)
	m.do("Label", label)
	m.ended = false
}

func (m *emitter) load(k kind, pointer uint32) uint32 {
	return m.value("Load", m.typeOf(k, 1), pointer)
}

// at returns a pointer to a word of a block.
func (m *emitter) at(class, block, index uint32) uint32 {
	return m.value("AccessChain", m.pointer(class, m.typeOf(isUint, 1)), block, m.word(0), index)
}

// entry returns a pointer to a word of an array.
func (m *emitter) entry(class, array, index uint32) uint32 {
	return m.value("AccessChain", m.pointer(class, m.typeOf(isUint, 1)), array, index)
}

// ownWord returns a pointer to a word of the invocation in Out.
func (m *emitter) ownWord(n uint32) uint32 {
	return m.at(inBuffer, m.out, m.value("IAdd", m.typeOf(isUint, 1), m.own, m.word(n)))
}

// expr writes an expression and returns its value.
func (m *emitter) expr(x *expr) uint32 {
	t := m.typeOf(x.k, 1)
	switch x.op {
	case opConstant:
		return m.constant(x.k, x.n)
	case opVariable:
		return m.load(x.k, m.vars[x.k][x.n])
	case opCounter:
		return m.load(x.k, m.counters[x.n])
	case opIn:
		return m.load(x.k, m.at(inBuffer, m.in, m.expr(x.args[0])))
	case opArray:
		return m.load(x.k, m.entry(inFunction, m.array, m.expr(x.args[0])))
	case opOwn:
		return m.load(x.k, m.ownWord(uint32(x.n)))
	case opPush:
		return m.load(x.k, m.at(inPush, m.push, m.word(uint32(x.n))))
	case opBuiltIn:
		b := builtIns[x.n/4]
		v := m.value("Load", m.typeOf(isUint, b.words), m.inputs[x.n/4])
		if b.words == 1 {
			return v
		}
		return m.value("CompositeExtract", t, v, uint32(x.n%4))
	case opDynamic:
		index := len(x.args) - 1
		return m.value("VectorExtractDynamic", t, m.vector(x.k, x.args[:index]), m.expr(x.args[index]))
	}
	return m.operation(x)
}

func (m *emitter) vector(k kind, parts []*expr) uint32 {
	var ids []uint32
	for _, p := range parts {
		ids = append(ids, m.expr(p))
	}
	return m.value("CompositeConstruct", m.typeOf(k, len(parts)), ids...)
}

// operation writes an operation on scalars or, with lanes, on vectors.
func (m *emitter) operation(x *expr) uint32 {
	var ids []uint32
	if x.lanes == 0 {
		for _, a := range x.args {
			ids = append(ids, m.expr(a))
		}
	} else {
		n := len(x.args) / x.lanes
		for i := range n {
			var parts []*expr
			for l := range x.lanes {
				parts = append(parts, x.args[l*n+i])
			}
			ids = append(ids, m.vector(parts[0].k, parts))
		}
	}
	t := m.typeOf(x.k, x.lanes)
	var v uint32
	switch x.op {
	case "IAddCarry", "ISubBorrow", "UMulExtended", "SMulExtended":
		v = m.value(x.op, m.once("TypeStruct", 0, t, t), ids...)
		v = m.value("CompositeExtract", t, v, uint32(x.n&1))
	default:
		v = m.value(x.op, t, ids...)
	}
	if x.op == "FAdd" || x.op == "FSub" || x.op == "FMul" {
		m.mark(v, "NoContraction")
	}
	if x.lanes > 0 {
		v = m.value("CompositeExtract", m.typeOf(x.k, 1), v, uint32(x.n))
	}
	return v
}
