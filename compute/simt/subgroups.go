package simt

import (
	"math"
	"math/bits"
)

// Group operations (section 3.36) of the reductions that are supported.
const (
	groupReduce, groupInclusive, groupExclusive, groupClustered = 0, 1, 2, 3
	subgroupScope                                               = 3
)

// reductions has the operation and the neutral element of each reduction of lanes.
var reductions = map[uint16]struct {
	op      uint16
	neutral func(t *typ) uint64
}{
	opGroupNonUniformIAdd: {opIAdd, bitsZero}, opGroupNonUniformIMul: {opIMul, func(*typ) uint64 { return 1 }},
	opGroupNonUniformFAdd: {opFAdd, bitsZero}, opGroupNonUniformFMul: {opFMul, func(t *typ) uint64 { return bitsOf(1, t.width) }},
	opGroupNonUniformSMin: {ext + glslSMin, func(t *typ) uint64 { return fieldOf(uint64(t.width) - 1) }},
	opGroupNonUniformSMax: {ext + glslSMax, func(t *typ) uint64 { return 1 << (t.width - 1) }},
	opGroupNonUniformUMin: {ext + glslUMin, bitsAll}, opGroupNonUniformUMax: {ext + glslUMax, bitsZero},
	opGroupNonUniformFMin:       {ext + glslFMin, func(t *typ) uint64 { return bitsOf(math.Inf(1), t.width) }},
	opGroupNonUniformFMax:       {ext + glslFMax, func(t *typ) uint64 { return bitsOf(math.Inf(-1), t.width) }},
	opGroupNonUniformBitwiseAnd: {opBitwiseAnd, bitsAll}, opGroupNonUniformBitwiseOr: {opBitwiseOr, bitsZero},
	opGroupNonUniformBitwiseXor: {opBitwiseXor, bitsZero}, opGroupNonUniformLogicalAnd: {opLogicalAnd, func(*typ) uint64 { return 1 }},
	opGroupNonUniformLogicalOr: {opLogicalOr, bitsZero}, opGroupNonUniformLogicalXor: {opLogicalNotEqual, bitsZero},
}

func bitsZero(*typ) uint64  { return 0 }
func bitsAll(t *typ) uint64 { return fieldOf(uint64(t.width)) }

// votes and choices of lanes: form has a letter for each operand after the scope: v a value, b a
// boolean, u a ballot (four words), i an integer, c a constant. The runner gets operand 1 in a, 2 in b.
var laneOperations = map[uint16]struct {
	form string
	run  func(*subgroup, *inst)
}{
	opGroupNonUniformElect: {"", elect}, opGroupNonUniformAll: {"b", voteAll}, opGroupNonUniformAny: {"b", voteAny},
	opGroupNonUniformAllEqual: {"v", nil}, opGroupNonUniformBroadcast: {"vi", shuffleBy(func(_, i uint32) uint32 { return i })},
	opGroupNonUniformBroadcastFirst: {"v", broadcastFirst}, opGroupNonUniformBallot: {"b", ballot},
	opGroupNonUniformInverseBallot: {"u", inverseBallot}, opGroupNonUniformBallotBitExtract: {"ui", ballotBit},
	opGroupNonUniformBallotBitCount: {"gu", ballotCount}, opGroupNonUniformBallotFindLSB: {"u", ballotFind(false)},
	opGroupNonUniformBallotFindMSB: {"u", ballotFind(true)},
	opGroupNonUniformShuffle:       {"vi", shuffleBy(func(_, i uint32) uint32 { return i })},
	opGroupNonUniformShuffleXor:    {"vi", shuffleBy(func(l, i uint32) uint32 { return l ^ i })},
	opGroupNonUniformShuffleUp:     {"vi", shuffleBy(func(l, i uint32) uint32 { return l - i })},
	opGroupNonUniformShuffleDown:   {"vi", shuffleBy(func(l, i uint32) uint32 { return l + i })},
	opGroupNonUniformQuadBroadcast: {"vi", shuffleBy(func(l, i uint32) uint32 { return l&^3 | i&3 })},
	opGroupNonUniformQuadSwap:      {"vi", shuffleBy(func(l, i uint32) uint32 { return l ^ (i&3 + 1) })},
}

var subgroupCompilers = func() map[uint16]func(*compiler, *frame, *instruction) {
	out := map[uint16]func(*compiler, *frame, *instruction){}
	for op := range reductions {
		out[op] = (*compiler).reduction
	}
	for op := range laneOperations {
		out[op] = (*compiler).laneOperation
	}
	return out
}()

func (c *compiler) scope(fr *frame, in *instruction) {
	if c.constantOperand(fr, in, 0) != subgroupScope {
		refuse("%s in another scope than a subgroup", c.m.at(in))
	}
}

// reduction compiles an arithmetic operation of a subgroup.
func (c *compiler) reduction(fr *frame, in *instruction) {
	c.scope(fr, in)
	v, kind := c.value(fr, in, 2), c.m.arg(in, 1)
	t := v.t.scalar()
	r := reductions[in.op]
	f, ok := c.function(r.op, t, t)
	c.need(in, ok && v.t.components() > 0)
	cluster := uint32(c.o.Subgroup)
	if kind == groupClustered {
		cluster = c.constantOperand(fr, in, 3)
		if cluster == 0 || cluster&(cluster-1) != 0 {
			refuse("%s: clusters of %d lanes", c.m.at(in), cluster)
		}
	}
	if kind > groupClustered {
		refuse("%s: group operation %d is not supported", c.m.at(in), kind)
	}
	out := c.newValue(v.t)
	for i := range v.t.components() {
		x := inst{op: in.op, f: &f, d: out.reg[i*t.words], a: v.reg[i*t.words], aux: min(cluster, uint32(c.o.Subgroup))}
		if t.words == 2 {
			x.dh, x.ah = out.reg[2*i+1], v.reg[2*i+1]
		}
		neutral := c.constantOf(t, r.neutral(t))
		x.b, x.bh = neutral.reg[0], zero
		if t.words == 2 {
			x.bh = neutral.reg[1]
		}
		x.run = []func(*subgroup, *inst){reduceLanes, scanInclusive, scanExclusive, reduceLanes}[kind]
		c.emit(x)
	}
	c.set(fr, in, out)
}

// partial reports a subgroup operation that not all lanes of the subgroup execute.
func (s *subgroup) partial(in *inst) {
	if s.mask != s.all {
		s.report(in, s.lanes[0], DependsOnActive, uint64(len(s.lanes)), uint64(s.n))
	}
}

// reduceLanes gives each lane the reduction over its cluster.
func reduceLanes(s *subgroup, in *inst) {
	s.partial(in)
	var sums [maxLanes]uint64
	neutral := uint64(s.regs[in.b]) | uint64(s.regs[in.bh])<<32
	for i := range s.n/int(in.aux) + 1 {
		sums[min(i, maxLanes-1)] = neutral
	}
	a, ah, d, dh := s.regs[in.a:][:s.n], s.regs[in.ah:][:s.n], s.regs[in.d:][:s.n], s.regs[in.dh:][:s.n]
	f, shift := in.f.two, bits.TrailingZeros32(in.aux)
	for _, l := range s.lanes {
		sums[l>>shift] = f(sums[l>>shift], uint64(a[l])|uint64(ah[l])<<32)
	}
	for _, l := range s.lanes {
		x := sums[l>>shift]
		d[l], dh[l] = uint32(x), uint32(x>>32)
	}
}

func scanInclusive(s *subgroup, in *inst) {
	s.partial(in)
	a, ah, d, dh := s.regs[in.a:][:s.n], s.regs[in.ah:][:s.n], s.regs[in.d:][:s.n], s.regs[in.dh:][:s.n]
	sum := uint64(s.regs[in.b]) | uint64(s.regs[in.bh])<<32
	for _, l := range s.lanes {
		sum = in.f.two(sum, uint64(a[l])|uint64(ah[l])<<32)
		d[l], dh[l] = uint32(sum), uint32(sum>>32)
	}
}

func scanExclusive(s *subgroup, in *inst) {
	s.partial(in)
	a, ah, d, dh := s.regs[in.a:][:s.n], s.regs[in.ah:][:s.n], s.regs[in.d:][:s.n], s.regs[in.dh:][:s.n]
	sum := uint64(s.regs[in.b]) | uint64(s.regs[in.bh])<<32
	for _, l := range s.lanes {
		next := in.f.two(sum, uint64(a[l])|uint64(ah[l])<<32)
		d[l], dh[l] = uint32(sum), uint32(sum>>32)
		sum = next
	}
}

// laneOperation compiles the other operations of a subgroup.
func (c *compiler) laneOperation(fr *frame, in *instruction) {
	c.scope(fr, in)
	o := laneOperations[in.op]
	t := c.typeOf(in.kind)
	args := []*value{}
	kind := uint32(0)
	for i, letter := range o.form {
		if letter == 'g' {
			kind = c.m.arg(in, i+1)
			continue
		}
		v := c.value(fr, in, i+1)
		c.need(in, v.ptr == nil && map[rune]bool{
			'b': v.t.shape == isBool, 'v': v.t.components() > 0, 'i': v.t.shape == isInt && v.t.width == 32,
			'u': v.t.shape == isVector && v.t.count == 4 && v.t.elem.shape == isInt && v.t.elem.width == 32,
		}[letter])
		args = append(args, v)
	}
	if in.op == opGroupNonUniformAllEqual {
		c.set(fr, in, c.allEqual(in, t, args[0]))
		return
	}
	out := c.newValue(t)
	switch {
	case in.op == opGroupNonUniformBallot:
		c.need(in, len(out.reg) == 4)
		for i, d := range out.reg {
			if out.reg[i] = zero; 32*i < c.o.Subgroup {
				out.reg[i] = d
				c.emit(inst{run: o.run, op: in.op, d: d, a: args[0].reg[0], aux: uint32(i)})
			}
		}
	case o.form == "v" || o.form == "vi":
		c.need(in, t == args[0].t)
		for i, d := range out.reg {
			x := inst{run: o.run, op: in.op, d: d, a: args[0].reg[i]}
			if len(args) > 1 {
				x.b = args[1].reg[0]
			}
			c.emit(x)
		}
	default:
		c.need(in, len(out.reg) == 1)
		x := inst{run: o.run, op: in.op, d: out.reg[0], aux: kind}
		if len(args) > 0 {
			x.a = args[0].reg[0]
		}
		if len(args) > 0 && len(args[0].reg) == 4 {
			x.a, x.b, x.c, x.e = args[0].reg[0], args[0].reg[1], args[0].reg[2], args[0].reg[3]
		}
		if len(args) > 1 {
			x.ah = args[1].reg[0]
		}
		c.emit(x)
	}
	c.set(fr, in, out)
}

// allEqual compares a value with the first active lane's, and votes.
func (c *compiler) allEqual(in *instruction, t *typ, v *value) *value {
	same := &value{t: t, reg: []reg{c.constant(1)}}
	c.need(in, t.shape == isBool)
	for i := range v.t.components() {
		x := v
		if v.t.shape == isVector {
			x = v.element(i)
		}
		first := c.newValue(x.t)
		for k := range x.reg {
			c.emit(inst{run: broadcastFirst, op: in.op, d: first.reg[k], a: x.reg[k]})
		}
		op := map[shape]uint16{isInt: opIEqual, isFloat: opFOrdEqual, isBool: opLogicalEqual}[x.t.shape]
		is := c.compare(op, x, first)
		same = c.each(opLogicalAnd, c.mustFunction(opLogicalAnd, boolType), t, []*value{same, {t: t, reg: []reg{is}}})
	}
	out := c.newValue(t)
	c.emit(inst{run: voteAll, op: in.op, d: out.reg[0], a: same.reg[0]})
	return out
}

func elect(s *subgroup, in *inst) {
	s.partial(in)
	d := s.regs[in.d:][:s.n]
	for i, l := range s.lanes {
		d[l] = word(i == 0)
	}
}

func voteAll(s *subgroup, in *inst)        { s.give(in, word(s.those(in.a) == s.mask)) }
func voteAny(s *subgroup, in *inst)        { s.give(in, word(!s.those(in.a).empty())) }
func broadcastFirst(s *subgroup, in *inst) { s.give(in, s.regs[int(in.a)+int(s.lanes[0])]) }

// ballot gives all lanes one word of the mask of lanes for which a holds.
func ballot(s *subgroup, in *inst) { s.give(in, uint32(s.those(in.a)[in.aux/2]>>(in.aux%2*32))) }

// give gives all lanes one word.
func (s *subgroup) give(in *inst, x uint32) {
	s.partial(in)
	d := s.regs[in.d:][:s.n]
	for _, l := range s.lanes {
		d[l] = x
	}
}

// ballotOf returns the mask in the operands of a lane, without the bits above the subgroup.
func (s *subgroup) ballotOf(in *inst, l int) mask {
	m := mask{
		uint64(s.regs[int(in.a)+l]) | uint64(s.regs[int(in.b)+l])<<32, uint64(s.regs[int(in.c)+l]) | uint64(s.regs[int(in.e)+l])<<32,
	}
	return m.and(maskOf(s.w))
}

func inverseBallot(s *subgroup, in *inst) {
	for _, l := range s.lanes {
		s.regs[int(in.d)+int(l)] = word(s.ballotOf(in, int(l)).has(int(l)))
	}
}

func ballotBit(s *subgroup, in *inst) {
	for _, l := range s.lanes {
		i := s.regs[int(in.ah)+int(l)]
		s.regs[int(in.d)+int(l)] = word(i < maxLanes && s.ballotOf(in, int(l)).has(int(i)))
	}
}

func ballotCount(s *subgroup, in *inst) {
	for _, l := range s.lanes {
		m := s.ballotOf(in, int(l))
		switch in.aux {
		case groupInclusive:
			m = m.and(maskOf(int(l) + 1))
		case groupExclusive:
			m = m.and(maskOf(int(l)))
		}
		s.regs[int(in.d)+int(l)] = uint32(m.count())
	}
}

func ballotFind(most bool) func(*subgroup, *inst) {
	return func(s *subgroup, in *inst) {
		for _, l := range s.lanes {
			m := s.ballotOf(in, int(l))
			x := m.first()
			if most {
				x = m.last()
			}
			s.regs[int(in.d)+int(l)] = uint32(x)
		}
	}
}

// shuffleBy gives each lane the value of another. An inactive lane's is undefined, and reported.
func shuffleBy(from func(lane, index uint32) uint32) func(*subgroup, *inst) {
	return func(s *subgroup, in *inst) {
		var old [maxLanes]uint32
		copy(old[:], s.regs[in.a:][:s.n])
		for _, l := range s.lanes {
			i := from(uint32(l), s.regs[int(in.b)+int(l)])
			if i >= uint32(s.n) || !s.mask.has(int(i)) {
				s.report(in, l, InactiveLane, uint64(i), uint64(s.n))
				i = uint32(l)
			}
			s.regs[int(in.d)+int(l)] = old[i]
		}
	}
}
