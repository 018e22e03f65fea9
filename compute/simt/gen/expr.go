package gen

import (
	"math"
	"slices"
	"strings"
)

// rules are the operations: result, operands, and their names. A letter of an operand is a kind, or a
// guard of guards, which makes the result defined.
var rules = func() map[kind][]rule {
	out := map[kind][]rule{}
	for form, names := range map[string]string{
		"u:uu":   "IAdd ISub IMul BitwiseAnd BitwiseOr BitwiseXor UMin UMax IAddCarry ISubBorrow UMulExtended",
		"i:ii":   "IAdd ISub IMul BitwiseAnd BitwiseOr BitwiseXor SMin SMax SMulExtended",
		"w:ww":   "IAdd ISub IMul BitwiseAnd BitwiseOr BitwiseXor UMin UMax",
		"u:us":   "ShiftLeftLogical ShiftRightLogical",
		"i:is":   "ShiftLeftLogical ShiftRightLogical ShiftRightArithmetic",
		"w:wS":   "ShiftLeftLogical ShiftRightLogical",
		"u:un":   "UDiv UMod",
		"w:wN":   "UDiv UMod",
		"i:ip":   "SDiv",
		"i:qp":   "SRem SMod", // negative operands are undefined in Vulkan
		"u:u":    "Not BitReverse BitCount FindUMsb FindILsb CopyObject",
		"i:i":    "SNegate Not SSign FindSMsb",
		"u:uyz":  "UClamp",
		"u:uuxx": "BitFieldInsert",
		"u:uxx":  "BitFieldUExtract",
		"i:ixx":  "BitFieldSExtract",
		"b:uu":   "IEqual INotEqual UGreaterThan ULessThan UGreaterThanEqual ULessThanEqual",
		"b:ii":   "SGreaterThan SLessThan SGreaterThanEqual SLessThanEqual",
		"b:ww":   "IEqual UGreaterThan ULessThan",
		"b:ff":   "FOrdEqual FUnordNotEqual FOrdLessThan FOrdGreaterThan FUnordLessThanEqual FOrdGreaterThanEqual",
		"b:bb":   "LogicalAnd LogicalOr LogicalEqual LogicalNotEqual",
		"b:b":    "LogicalNot",
		"b:f":    "IsNan IsInf",
		"u:buu":  "Select",
		"i:bii":  "Select",
		"f:bff":  "Select",
		"w:bww":  "Select",
		"f:ff":   "FAdd FSub FMul",
		"f:ll":   "FMin FMax",
		"f:l":    "FSign",
		"f:f":    "FNegate FAbs Floor Ceil Trunc RoundEven",
		"u:a":    "ConvertFToU",
		"i:m":    "ConvertFToS",
		"f:h":    "ConvertSToF",
		"f:x":    "ConvertUToF",
		"u:i":    "Bitcast",
		"u:t":    "Bitcast", // the sign of a zero may be lost (Vulkan, SignedZeroInfNanPreserve), so there is none
		"i:u":    "Bitcast",
		"u:w":    "UConvert",
		"w:u":    "UConvert",
	} {
		result, operands, _ := strings.Cut(form, ":")
		k := kind(result[0])
		for name := range strings.FieldsSeq(names) {
			out[k] = append(out[k], rule{name, operands})
		}
	}
	for _, list := range out { // the order of a map is random
		slices.SortFunc(list, func(a, b rule) int { return strings.Compare(a.op+a.args, b.op+b.args) })
	}
	return out
}()

type rule struct{ op, args string }

// guards make operands defined: an operation of a constant on an operand of a kind.
var guards = map[byte]struct {
	k  kind
	op string
	n  uint64
}{
	's': {isUint, "BitwiseAnd", 31}, 'S': {isUint, "BitwiseAnd", 63}, 'n': {isUint, "BitwiseOr", 1}, 'N': {isWide, "BitwiseOr", 1},
	'x': {isUint, "BitwiseAnd", 15}, 'y': {isUint, "BitwiseAnd", 255}, 'z': {isUint, "BitwiseOr", 255}, 'h': {isInt, "BitwiseAnd", 63},
	't': {isFloat, "FAdd", 0x2b800000}, // 2^-40
	'q': {isInt, "BitwiseAnd", math.MaxInt32}, 'm': {'l', "FMul", uint64(math.Float32bits(1000))},
}

// operand draws an operand for a letter of a rule.
func (d *drawer) operand(letter byte, depth int) *expr {
	switch letter {
	case 'l':
		return d.float(d.expr(isUint, min(depth, 1)))
	case 'a':
		return &expr{k: isFloat, op: "FAbs", args: []*expr{d.operand('m', depth)}, guard: true}
	case 'p':
		return &expr{k: isInt, op: "BitwiseOr", args: []*expr{d.operand('h', depth), constant(isInt, 1)}, guard: true}
	}
	g, ok := guards[letter]
	switch {
	case !ok:
		return d.expr(kind(letter), depth)
	case g.op == "FMul":
		return &expr{k: isFloat, op: g.op, args: []*expr{d.operand(byte(g.k), depth), constant(isFloat, g.n)}, guard: true}
	}
	return &expr{k: g.k, op: g.op, args: []*expr{d.expr(g.k, depth), constant(g.k, g.n)}, guard: true}
}

// float makes the bits of a word the bits of a float of 2^-7 to 2, which is neither zero nor so large or
// small that three operations could round it to infinity or a denormal.
func (d *drawer) float(word *expr) *expr {
	for _, g := range []struct {
		op string
		n  uint64
	}{{"BitwiseAnd", 0x83ffffff}, {"BitwiseOr", 0x3c000000}} {
		word = &expr{k: isUint, op: g.op, args: []*expr{word, constant(isUint, g.n)}, guard: true}
	}
	return &expr{k: isFloat, op: "Bitcast", args: []*expr{word}, guard: true}
}

func constant(k kind, n uint64) *expr { return &expr{k: k, op: opConstant, n: n} }

// expr draws an expression.
func (d *drawer) expr(k kind, depth int) *expr {
	if depth == 0 || d.IntN(5) == 0 {
		return d.leaf(k)
	}
	draw := func() rule { return rules[k][d.IntN(len(rules[k]))] }
	r := draw()
	for !d.wide && strings.ContainsAny(r.args, "wNS") {
		r = draw()
	}
	x := &expr{k: k, op: r.op, n: uint64(d.IntN(2))}
	n := 1
	if d.IntN(4) == 0 && !strings.HasPrefix(r.op, "BitField") {
		x.lanes = 2 + d.IntN(3)
		n, depth = x.lanes, 1
		x.n = uint64(d.IntN(n))
	}
	for range n {
		for i := range r.args {
			x.args = append(x.args, d.operand(r.args[i], depth-1))
		}
	}
	return x
}

// uniform draws an expression that is the same for all invocations of a workgroup.
func (d *drawer) uniform(k kind) *expr {
	words := []*expr{
		{k: isUint, op: opPush, n: uint64(d.IntN(PushWords))}, builtIn(0), builtIn(4), constant(isUint, uint64(d.IntN(8))),
	}
	a, b := words[d.IntN(len(words))], words[d.IntN(2)]
	if k == isBool {
		return &expr{k: k, op: []string{"IEqual", "ULessThan", "UGreaterThan"}[d.IntN(3)], args: []*expr{a, b}}
	}
	return a
}

// masked draws an index below n, a power of two.
func (d *drawer) masked(n uint64) *expr {
	return &expr{k: isUint, op: "BitwiseAnd", args: []*expr{d.expr(isUint, 2), constant(isUint, n-1)}, guard: true}
}

// leaf draws an expression without operands that are operations.
func (d *drawer) leaf(k kind) *expr {
	index := func(n uint64) *expr {
		return &expr{k: isUint, op: "BitwiseAnd", args: []*expr{d.plain(isUint), constant(isUint, n-1)}, guard: true}
	}
	if k != isUint {
		return d.plain(k)
	}
	switch d.IntN(8) {
	case 0:
		return &expr{k: k, op: opIn, args: []*expr{index(InWords)}}
	case 1:
		return &expr{k: k, op: opArray, args: []*expr{index(entries)}}
	case 2:
		return &expr{k: k, op: opOwn, n: uint64(d.IntN(own))}
	case 3:
		return &expr{k: k, op: opDynamic, args: []*expr{d.plain(k), d.plain(k), d.plain(k), d.plain(k), index(4)}}
	}
	return d.plain(k)
}

// plain draws a variable, a constant or an input.
func (d *drawer) plain(k kind) *expr {
	switch n := d.IntN(6); {
	case n == 0 && k == isUint:
		b := d.IntN(len(builtIns))
		if builtIns[b].name == "NumSubgroups" && !d.whole {
			b = 0
		}
		return builtIn(uint64(4 * b))
	case n == 1 && k == isUint:
		return &expr{k: k, op: opCounter, n: uint64(d.IntN(4))}
	case n < 3:
		return constant(k, d.constant(k))
	}
	for _, v := range variables {
		if v.k == k {
			return &expr{k: k, op: opVariable, n: uint64(d.IntN(v.n))}
		}
	}
	return nil
}

// constant draws the bits of a constant.
func (d *drawer) constant(k kind) uint64 {
	few := []uint32{0, 1, 2, 3, 7, 31, 0x7fffffff, 0x80000000, math.MaxUint32, d.Uint32()}
	n := few[d.IntN(len(few))]
	switch k {
	case isBool:
		return uint64(n & 1)
	case isFloat:
		return uint64(math.Float32bits([]float32{0.5, 1, -1, 1.5, -0.75, 0.1}[d.IntN(6)]))
	case isWide:
		return uint64(n)<<32 | uint64(few[d.IntN(len(few))])
	}
	return uint64(n)
}

// builtIns are the built-in inputs that are used, and their components.
var builtIns = []struct {
	name  string
	words int
}{
	{"WorkgroupId", 3}, {"NumWorkgroups", 3}, {"LocalInvocationIndex", 1}, {"LocalInvocationId", 3}, {"GlobalInvocationId", 3},
	{"SubgroupLocalInvocationId", 1}, {"SubgroupSize", 1}, {"SubgroupId", 1}, {"NumSubgroups", 1}, {"SubgroupEqMask", 4}, {"SubgroupGeMask", 4},
	{"SubgroupGtMask", 4}, {"SubgroupLeMask", 4}, {"SubgroupLtMask", 4},
}

// Numbers of built-ins.
const localIndex, laneIndex = 2, 5

// builtIn is component n%4 of built-in n/4.
func builtIn(n uint64) *expr { return &expr{k: isUint, op: opBuiltIn, n: n} }
