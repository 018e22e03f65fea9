package simt

import "math/bits"

// fn computes one component. Operands and results are bits, in the low bits of 64; those above are
// zero. One of its functions is set, by the number of operands.
type fn struct {
	one   func(a uint64) uint64
	two   func(a, b uint64) uint64
	three func(a, b, c uint64) uint64
	four  func(a, b, c, d uint64) uint64
	// check says why the result for operands is undefined, or 0.
	check  func(a, b uint64) Kind
	narrow bool // of 32-bit numbers or booleans, for which quick has loops
}

type unsigned interface {
	uint8 | uint16 | uint32 | uint64
}

type signed interface{ int8 | int16 | int32 | int64 }

// integers are the functions of integers, by their width.
var integers = map[int]map[uint16]fn{
	8: integerOf[uint8, int8](8), 16: integerOf[uint16, int16](16), 32: integerOf[uint32, int32](32), 64: integerOf[uint64, int64](64),
}

func one64(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// integerOf returns the functions of section 3.52.13, 3.52.14 and 3.52.15 for a width. Where the
// specification leaves a result undefined, it is what common hardware gives: a shift uses the low
// bits of its amount, and a division by zero has all bits set.
func integerOf[U unsigned, S signed](width uint64) map[uint16]fn {
	all, least := ^U(0), S(-1)<<(width-1)
	noZero := func(_, b uint64) Kind {
		if U(b) == 0 {
			return DivisionByZero
		}
		return 0
	}
	noOverflow := func(a, b uint64) Kind {
		if S(U(a)) == least && S(U(b)) == -1 {
			return SignedOverflow
		}
		return noZero(a, b)
	}
	shift := func(_, b uint64) Kind {
		if b >= width {
			return WideShift
		}
		return 0
	}
	two := func(f func(a, b U) U) fn { return fn{two: func(a, b uint64) uint64 { return uint64(f(U(a), U(b))) }} }
	one := func(f func(a U) U) fn { return fn{one: func(a uint64) uint64 { return uint64(f(U(a))) }} }
	divide := func(f func(a, b S) S) fn {
		return fn{check: noOverflow, two: func(a, b uint64) uint64 {
			if U(b) == 0 {
				return uint64(all)
			}
			return uint64(U(f(S(U(a)), S(U(b)))))
		}}
	}
	less := func(f func(a, b S) bool) fn {
		return fn{two: func(a, b uint64) uint64 { return one64(f(S(U(a)), S(U(b)))) }}
	}
	lessU := func(f func(a, b U) bool) fn { return fn{two: func(a, b uint64) uint64 { return one64(f(U(a), U(b))) }} }
	signedTwo := func(f func(a, b S) S) fn {
		return fn{two: func(a, b uint64) uint64 { return uint64(U(f(S(U(a)), S(U(b))))) }}
	}
	bit := func(n int) uint64 { return uint64(uint32(n)) } // -1 for none
	return map[uint16]fn{
		opIAdd: two(func(a, b U) U { return a + b }), opISub: two(func(a, b U) U { return a - b }), opIMul: two(func(a, b U) U { return a * b }),
		opUDiv: {check: noZero, two: func(a, b uint64) uint64 {
			if U(b) == 0 {
				return uint64(all)
			}
			return uint64(U(a) / U(b))
		}},
		opUMod: {check: noZero, two: func(a, b uint64) uint64 {
			if U(b) == 0 {
				return uint64(all)
			}
			return uint64(U(a) % U(b))
		}},
		opSDiv: divide(func(a, b S) S { return a / b }), opSRem: divide(func(a, b S) S { return a % b }),
		opSMod: divide(func(a, b S) S { // the sign of b
			if r := a % b; r != 0 && (r < 0) != (b < 0) {
				return r + b
			} else {
				return r
			}
		}),
		opSNegate: one(func(a U) U { return -a }), opNot: one(func(a U) U { return ^a }),
		opBitwiseAnd: two(func(a, b U) U { return a & b }), opBitwiseOr: two(func(a, b U) U { return a | b }),
		opBitwiseXor:        two(func(a, b U) U { return a ^ b }),
		opShiftLeftLogical:  {check: shift, two: func(a, b uint64) uint64 { return uint64(U(a) << (b & (width - 1))) }},
		opShiftRightLogical: {check: shift, two: func(a, b uint64) uint64 { return uint64(U(a) >> (b & (width - 1))) }},
		opShiftRightArithmetic: {check: shift, two: func(a, b uint64) uint64 {
			return uint64(U(S(U(a)) >> (b & (width - 1))))
		}},
		opIEqual: lessU(func(a, b U) bool { return a == b }), opINotEqual: lessU(func(a, b U) bool { return a != b }),
		opULessThan: lessU(func(a, b U) bool { return a < b }), opULessThanEqual: lessU(func(a, b U) bool { return a <= b }),
		opUGreaterThan: lessU(func(a, b U) bool { return a > b }), opUGreaterThanEqual: lessU(func(a, b U) bool { return a >= b }),
		opSLessThan: less(func(a, b S) bool { return a < b }), opSLessThanEqual: less(func(a, b S) bool { return a <= b }),
		opSGreaterThan: less(func(a, b S) bool { return a > b }), opSGreaterThanEqual: less(func(a, b S) bool { return a >= b }),
		opBitCount:    {one: func(a uint64) uint64 { return uint64(bits.OnesCount64(a)) }},
		opBitReverse:  {one: func(a uint64) uint64 { return bits.Reverse64(a) >> (64 - width) }},
		opUConvert:    {one: func(a uint64) uint64 { return a }},
		opSConvert:    {one: func(a uint64) uint64 { return uint64(int64(S(U(a)))) }},
		opConvertUToF: {one: func(a uint64) uint64 { return a }},
		opBitFieldInsert: {check: nil, four: func(a, b, at, n uint64) uint64 {
			field := fieldOf(n) << (at & 63)
			return uint64(U(a&^field | b<<(at&63)&field))
		}},
		opBitFieldUExtract: {three: func(a, at, n uint64) uint64 { return a >> (at & 63) & fieldOf(n) }},
		opBitFieldSExtract: {three: func(a, at, n uint64) uint64 {
			if n == 0 {
				return 0
			}
			x := a >> (at & 63) & fieldOf(n)
			return uint64(U(int64(x<<(64-min(n, 64))) >> (64 - min(n, 64))))
		}},
		ext + glslSAbs: one(func(a U) U {
			if S(a) < 0 {
				return -a
			}
			return a
		}),
		ext + glslSSign: one(func(a U) U {
			switch {
			case S(a) < 0:
				return all
			case a == 0:
				return 0
			}
			return 1
		}),
		ext + glslUMin: two(func(a, b U) U { return min(a, b) }), ext + glslUMax: two(func(a, b U) U { return max(a, b) }),
		ext + glslSMin: signedTwo(func(a, b S) S { return min(a, b) }), ext + glslSMax: signedTwo(func(a, b S) S { return max(a, b) }),
		ext + glslUClamp: {three: func(x, a, b uint64) uint64 { return uint64(min(max(U(x), U(a)), U(b))) }},
		ext + glslSClamp: {three: func(x, a, b uint64) uint64 { return uint64(U(min(max(S(U(x)), S(U(a))), S(U(b))))) }},
		ext + glslFindILsb: {one: func(a uint64) uint64 {
			if a == 0 {
				return bit(-1)
			}
			return bit(bits.TrailingZeros64(a))
		}},
		ext + glslFindUMsb: {one: func(a uint64) uint64 { return bit(bits.Len64(a) - 1) }},
		ext + glslFindSMsb: {one: func(a uint64) uint64 {
			if S(U(a)) < 0 {
				a = uint64(^U(a))
			}
			return bit(bits.Len64(a) - 1)
		}},
	}
}

// fieldOf returns n low bits set.
func fieldOf(n uint64) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// logic has the functions of booleans, which are 0 or 1 (section 3.52.15).
var logic = map[uint16]fn{
	opLogicalAnd: {two: func(a, b uint64) uint64 { return a & b }}, opLogicalOr: {two: func(a, b uint64) uint64 { return a | b }},
	opLogicalEqual: {two: func(a, b uint64) uint64 { return a ^ b ^ 1 }}, opLogicalNotEqual: {two: func(a, b uint64) uint64 { return a ^ b }},
	opLogicalNot: {one: func(a uint64) uint64 { return a ^ 1 }},
}
