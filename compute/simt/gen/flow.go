package gen

// Scopes and semantics (sections 3.27 and 3.25).
const (
	device, workgroup, subgroup = 1, 2, 3
	ordersShared                = 0x8 | 0x100
	ordersBuffers               = ordersShared | 0x40
)

func (m *emitter) list(body []*stmt) {
	for _, x := range body {
		if m.ended {
			return
		}
		m.stmt(x)
	}
}

func (m *emitter) stmt(x *stmt) {
	switch x.kind {
	case set:
		m.assign(x, m.expr(x.e[0]))
	case store:
		value := m.expr(x.e[1])
		m.do("Store", m.entry(inFunction, m.array, m.expr(x.e[0])), value)
	case keep:
		m.do("Store", m.ownWord(x.n), m.expr(x.e[0]))
	case mine:
		m.mine(x)
	case add:
		at := m.value("IAdd", m.typeOf(isUint, 1), m.expr(x.e[0]), m.word(x.n*entries))
		m.value(x.op, m.typeOf(isUint, 1), m.at(inBuffer, m.sums, at), m.word(device), m.word(0), m.expr(x.e[1]))
	case branch:
		m.branch(m.expr(x.e[0]), func() { m.list(x.blocks[0]) }, func() { m.list(x.blocks[1]) })
	case loop:
		m.loop(x)
	case choose:
		m.choose(x)
	case leave, again: // a reduced program may have lost the loop
		if n := len(m.loops); n > 0 && x.kind == leave {
			m.end("Branch", m.loops[n-1].merge)
		} else if n > 0 {
			m.end("Branch", m.loops[n-1].next)
		}
	case give:
		m.leave()
	case call:
		m.assign(x, m.value("FunctionCall", m.typeOf(isUint, 1), m.function, m.expr(x.e[0]), m.expr(x.e[1]), m.vars[isUint][0]))
	case trade:
		m.exchange(x)
	case tally:
		m.tally(x)
	case lanes:
		m.assign(x, m.subgroup(x))
	}
}

func (m *emitter) assign(x *stmt, value uint32) { m.do("Store", m.vars[x.k][x.to], value) }

// mine writes an atomic instruction on a word of the invocation.
func (m *emitter) mine(x *stmt) {
	u, args := m.typeOf(isUint, 1), []uint32{m.ownWord(x.n), m.word(device), m.word(0)}
	switch x.op {
	case "AtomicLoad", "AtomicIIncrement", "AtomicIDecrement":
	case "AtomicStore":
		m.do(x.op, append(args, m.expr(x.e[0]))...)
		return
	case "AtomicCompareExchange":
		args = append(args, m.word(0), m.expr(x.e[0]), m.expr(x.e[1]))
	default:
		args = append(args, m.expr(x.e[0]))
	}
	m.assign(x, m.value(x.op, u, args...))
}

// branch writes a selection.
func (m *emitter) branch(condition uint32, yes, no func()) {
	a, b, merge := m.id(), m.id(), m.id()
	m.do("SelectionMerge", merge, 0)
	m.end("BranchConditional", condition, a, b)
	m.begin(a)
	yes()
	m.end("Branch", merge)
	m.begin(b)
	no()
	m.begin(merge)
}

// loop writes a loop of e[0] rounds at most, tested before or after its body.
func (m *emitter) loop(x *stmt) {
	u := m.typeOf(isUint, 1)
	counter := m.counters[len(m.loops)]
	most := m.expr(x.e[0])
	m.do("Store", counter, m.word(0))
	header, body, next, merge := m.id(), m.id(), m.id(), m.id()
	test := func(yes uint32) {
		m.end("BranchConditional", m.value("ULessThan", m.typeOf(isBool, 1), m.load(isUint, counter), most), yes, merge)
	}
	m.begin(header)
	m.do("LoopMerge", merge, next, 0)
	if x.n == 0 {
		inner := m.id()
		m.begin(inner)
		test(body)
	}
	m.begin(body)
	m.loops = append(m.loops, target{merge, next})
	m.list(x.blocks[0])
	m.loops = m.loops[:len(m.loops)-1]
	m.begin(next)
	m.do("Store", counter, m.value("IAdd", u, m.load(isUint, counter), m.word(1)))
	if x.n == 0 {
		m.end("Branch", header)
	} else {
		test(header)
	}
	m.begin(merge)
}

// choose writes a switch. Each block but the last, the default, has its number and perhaps another one.
func (m *emitter) choose(x *stmt) {
	n := len(x.blocks)
	labels := make([]uint32, n)
	for i := range labels {
		labels[i] = m.id()
	}
	merge := m.id()
	words := []uint32{m.expr(x.e[0]), labels[n-1]}
	for i, l := range labels[:n-1] {
		words = append(words, uint32(i), l)
		if i == int(x.n)%n {
			words = append(words, 7, l)
		}
	}
	m.do("SelectionMerge", merge, 0)
	m.end("Switch", words...)
	for i, b := range x.blocks {
		m.begin(labels[i])
		m.list(b)
		if i+1 == n || x.n>>i&1 == 0 {
			m.end("Branch", merge)
		} else {
			m.end("Branch", labels[i+1])
		}
	}
	m.begin(merge)
}

// exchange writes e[0] where the others of the workgroup read it, and reads the value of invocation e[1].
func (m *emitter) exchange(x *stmt) {
	u := m.typeOf(isUint, 1)
	semantics, place := uint32(ordersShared), func(i uint32) uint32 { return m.entry(inWorkgroup, m.shared[0], i) }
	me := m.expr(builtIn(4 * localIndex))
	if x.n == 1 {
		semantics = ordersBuffers
		first := m.value("ISub", u, m.me, me)
		place = func(i uint32) uint32 { return m.at(inBuffer, m.trade, m.value("IAdd", u, first, i)) }
	}
	m.do("Store", place(me), m.expr(x.e[0]))
	m.barrier(semantics)
	m.assign(x, m.load(isUint, place(m.value("UMod", u, m.expr(x.e[1]), m.word(uint32(m.p.invocations()))))))
	m.barrier(semantics)
}

func (m *emitter) barrier(semantics uint32) {
	m.do("ControlBarrier", m.word(workgroup), m.word(workgroup), m.word(semantics))
}

// tally writes an atomic instruction on shared memory, and reads an entry.
func (m *emitter) tally(x *stmt) {
	u := m.typeOf(isUint, 1)
	at := func(i uint32) uint32 {
		return m.entry(inWorkgroup, m.shared[1], m.value("IAdd", u, i, m.word(x.n*entries)))
	}
	me := m.expr(builtIn(4 * localIndex))
	m.branch(m.value("ULessThan", m.typeOf(isBool, 1), me, m.word(entries)), func() { m.do("Store", at(me), m.word(1<<20)) }, func() {})
	m.barrier(ordersShared)
	m.value(x.op, u, at(m.expr(x.e[0])), m.word(workgroup), m.word(0), m.expr(x.e[1]))
	m.barrier(ordersShared)
	m.assign(x, m.load(isUint, at(m.expr(x.e[2]))))
	m.barrier(ordersShared)
}

// subgroup writes an operation of the subgroup.
func (m *emitter) subgroup(x *stmt) uint32 {
	t, scope := m.typeOf(x.k, 1), m.word(subgroup)
	if len(x.e) == 0 {
		return m.value(x.op, t, scope)
	}
	v, ballot := m.expr(x.e[0]), m.typeOf(isUint, 4)
	switch x.op {
	case "GroupNonUniformAll", "GroupNonUniformAny", "GroupNonUniformAllEqual", "GroupNonUniformBroadcastFirst":
		return m.value(x.op, t, scope, v)
	case "GroupNonUniformBroadcast":
		return m.value(x.op, t, scope, v, m.word(x.n))
	case "GroupNonUniformBallotFindLSB", "GroupNonUniformBallotFindMSB": // of a ballot that is not empty
		first := m.value("IEqual", m.typeOf(isBool, 1), m.expr(builtIn(4*laneIndex)), m.word(0))
		v = m.value("LogicalOr", m.typeOf(isBool, 1), v, first)
		return m.value(x.op, t, scope, m.value("GroupNonUniformBallot", ballot, scope, v))
	case "GroupNonUniformBallot":
		return m.value("CompositeExtract", t, m.value(x.op, ballot, scope, v), x.n)
	case "GroupNonUniformInverseBallot":
		return m.value(x.op, t, scope, m.value("GroupNonUniformBallot", ballot, scope, v))
	case "GroupNonUniformBallotBitExtract":
		return m.value(x.op, t, scope, m.value("GroupNonUniformBallot", ballot, scope, v), m.word(x.n))
	case "GroupNonUniformBallotBitCount":
		v = m.value("GroupNonUniformBallot", ballot, scope, v)
	}
	return m.value(x.op, t, scope, x.n, v)
}
