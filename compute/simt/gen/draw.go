package gen

import "math/rand/v2"

// drawer draws a program.
type drawer struct {
	*rand.Rand
	wide  bool
	whole bool // all subgroups are full: else lavapipe rounds NumSubgroups down (docs/simt.md)
}

// scope is where a statement is.
type scope struct {
	uniform  bool // all invocations of the workgroup are here
	function bool
	inLoop   bool
	apart    bool // not all invocations of the workgroup run the innermost loop
	whole    bool // they all run a loop around it, so none may return
	depth    int  // of statements
}

// Draw draws a program. The same seed gives the same program.
func Draw(seed uint64, wide bool) *Program {
	d := &drawer{Rand: rand.New(rand.NewPCG(seed, 1)), wide: wide}
	p := &Program{Size: [2]int{[]int{8, 16, 24, 32, 64}[d.IntN(5)], 1}, Groups: 1 + d.IntN(3), Wide: wide}
	d.whole = p.Size[0]%16 == 0
	if d.whole && d.IntN(3) == 0 {
		p.Size[1] = 2 // rows of whole subgroups
	}
	p.main, _ = d.block(scope{uniform: true}, 4+d.IntN(6))
	p.called, _ = d.block(scope{function: true, depth: 1}, 2+d.IntN(3))
	return p
}

// block draws statements. It reports whether invocations may have left it for good.
func (d *drawer) block(s scope, n int) (out []*stmt, returned bool) {
	for range n {
		x, r := d.stmt(s)
		out = append(out, x)
		if r {
			s.uniform, returned = false, true
		}
	}
	return out, returned
}

// variable draws what a statement sets.
func (d *drawer) variable(x *stmt, kinds string) *stmt {
	x.k = kind(kinds[d.IntN(len(kinds))])
	for _, v := range variables {
		if v.k == x.k {
			x.to = d.IntN(v.n)
		}
	}
	return x
}

func (d *drawer) kinds() string {
	if d.wide {
		return "uuuiiiffbw"
	}
	return "uuuiiiffb"
}

func (d *drawer) stmt(s scope) (x *stmt, returned bool) {
	const depth = 3
	if s.uniform && d.IntN(3) == 0 {
		return d.together(), false
	}
	if s.depth < 3 && d.IntN(3) == 0 {
		return d.structured(s)
	}
	switch d.IntN(8) {
	case 0:
		return &stmt{kind: store, e: []*expr{d.masked(entries), d.expr(isUint, depth)}}, false
	case 1:
		return &stmt{kind: keep, n: d.Uint32N(own), e: []*expr{d.expr(isUint, depth)}}, false
	case 2:
		ops := []string{"AtomicExchange", "AtomicCompareExchange", "AtomicIIncrement", "AtomicIDecrement", "AtomicISub", "AtomicLoad", "AtomicStore"}
		for i := range sums {
			ops = append(ops, sumOps[sums[i]])
		}
		x := &stmt{kind: mine, n: d.Uint32N(own), op: ops[d.IntN(len(ops))], e: []*expr{d.expr(isUint, depth), d.expr(isUint, depth)}}
		return d.variable(x, "u"), false
	case 3:
		return d.sum(add), false
	case 4:
		if !s.function {
			x := &stmt{kind: call, e: []*expr{d.expr(isUint, depth), d.expr(isInt, depth)}}
			return d.variable(x, "u"), false
		}
	}
	x = d.variable(&stmt{kind: set}, d.kinds())
	if x.e = []*expr{d.expr(x.k, depth)}; x.k == isFloat {
		x.e = []*expr{d.float(&expr{k: isUint, op: "Bitcast", args: []*expr{d.operand('t', depth)}})}
	}
	return x, false
}

// sum draws an atomic instruction on a word of its operation.
func (d *drawer) sum(k stmtKind) *stmt {
	n := d.IntN(len(sums))
	return &stmt{kind: k, n: uint32(n), op: sumOps[sums[n]], e: []*expr{d.masked(entries), d.expr(isUint, 2), d.masked(entries)}}
}

// structured draws a statement with blocks. Its conditions are uniform where it is, or its blocks are
// not.
func (d *drawer) structured(s scope) (*stmt, bool) {
	in, n := s, func() int { return 1 + d.IntN(3) }
	in.depth++
	in.uniform = s.uniform && d.IntN(3) == 0
	condition := func(k kind) *expr {
		if in.uniform {
			return d.uniform(k)
		}
		return d.expr(k, 3)
	}
	switch d.IntN(6) {
	case 0, 1:
		in.inLoop, in.apart, in.whole = true, !in.uniform, in.whole || in.uniform
		x := &stmt{kind: loop, n: d.Uint32N(2)}
		most := constant(isUint, uint64(d.IntN(6)))
		if x.n == 0 { // lavapipe keeps no value of a loop that is tested at its end for those who left it before others (docs/kernels.md)
			most = condition(isUint)
		}
		x.e = []*expr{{k: isUint, op: "BitwiseAnd", guard: true, args: []*expr{most, constant(isUint, 7)}}}
		b, returned := d.block(in, n())
		x.blocks = [][]*stmt{b}
		return x, returned
	case 2:
		selector := &expr{k: isUint, op: "BitwiseAnd", args: []*expr{condition(isUint), constant(isUint, 7)}, guard: true}
		x, returned := &stmt{kind: choose, n: d.Uint32N(8), e: []*expr{selector}}, false
		for range 2 + d.IntN(3) {
			b, r := d.block(in, n())
			x.blocks, returned = append(x.blocks, b), returned || r
			in.uniform = in.uniform && !returned // it may fall through
		}
		return x, returned
	case 3: // leave early: in main, what invocations do together ends unless all leave
		var ends []stmtKind
		if in.uniform || !s.whole {
			ends = append(ends, give)
		}
		if s.inLoop && (in.uniform || s.apart) {
			ends = append(ends, leave, again, leave, again)
		}
		if len(ends) > 0 {
			k := ends[d.IntN(len(ends))]
			return &stmt{kind: branch, e: []*expr{condition(isBool)}, blocks: [][]*stmt{{{kind: k}}, nil}}, k == give && !in.uniform
		}
	}
	x := &stmt{kind: branch, e: []*expr{condition(isBool)}}
	a, r1 := d.block(in, n())
	b, r2 := d.block(in, d.IntN(3))
	x.blocks = [][]*stmt{a, b}
	return x, r1 || r2
}

// together draws a statement of a whole workgroup or subgroup.
func (d *drawer) together() *stmt {
	switch d.IntN(4) {
	case 0:
		x := &stmt{kind: trade, n: d.Uint32N(2), e: []*expr{d.expr(isUint, 3), d.expr(isUint, 2)}}
		return d.variable(x, "u")
	case 1:
		return d.variable(d.sum(tally), "u")
	}
	o := laneOps[d.IntN(len(laneOps))]
	x := d.variable(&stmt{kind: lanes, op: o.op}, string(o.result))
	x.n = d.Uint32N(3) // reduce, inclusive, exclusive; component of a ballot
	for _, k := range o.args {
		x.e = append(x.e, d.operand(byte(k), 3))
	}
	return x
}

// laneOps are the operations of subgroups: result and operands.
var laneOps = []struct {
	op     string
	result kind
	args   string
}{
	{"GroupNonUniformIAdd", 'u', "u"}, {"GroupNonUniformIAdd", 'i', "i"}, {"GroupNonUniformIMul", 'u', "u"}, {"GroupNonUniformUMin", 'u', "u"},
	{"GroupNonUniformUMax", 'u', "u"}, {"GroupNonUniformSMin", 'i', "i"}, {"GroupNonUniformSMax", 'i', "i"}, {"GroupNonUniformFMin", 'f', "l"},
	{"GroupNonUniformFMax", 'f', "l"}, {"GroupNonUniformBitwiseAnd", 'u', "u"}, {"GroupNonUniformBitwiseOr", 'u', "u"},
	{"GroupNonUniformBitwiseXor", 'i', "i"}, {"GroupNonUniformLogicalAnd", 'b', "b"}, {"GroupNonUniformLogicalOr", 'b', "b"},
	{"GroupNonUniformLogicalXor", 'b', "b"}, {"GroupNonUniformElect", 'b', ""}, {"GroupNonUniformAll", 'b', "b"}, {"GroupNonUniformAny", 'b', "b"},
	{"GroupNonUniformAllEqual", 'b', "i"}, {"GroupNonUniformAllEqual", 'b', "l"}, {"GroupNonUniformBroadcast", 'u', "u"},
	{"GroupNonUniformBroadcast", 'f', "l"}, {"GroupNonUniformBroadcastFirst", 'i', "i"}, {"GroupNonUniformBallot", 'u', "b"},
	{"GroupNonUniformInverseBallot", 'b', "b"}, {"GroupNonUniformBallotBitExtract", 'b', "b"}, {"GroupNonUniformBallotBitCount", 'u', "b"},
	{"GroupNonUniformBallotFindLSB", 'u', "b"}, {"GroupNonUniformBallotFindMSB", 'u', "b"},
}
