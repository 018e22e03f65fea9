package simt

import "math"

// floats are the functions of floats, by their width. 16 bits are computed in 32 and rounded, which
// gives the right result of all basic operations, since 24 bits are more than 2·11+1.
var floats = map[int]map[uint16]fn{
	16: floatOf(func(b uint64) float32 { return fromHalf(uint16(b)) }, func(x float32) uint64 { return uint64(toHalf(float64(x))) }),
	32: floatOf(
		func(b uint64) float32 { return math.Float32frombits(uint32(b)) }, func(x float32) uint64 { return uint64(math.Float32bits(x)) }),
	64: floatOf(math.Float64frombits, math.Float64bits),
}

// floatOf returns the functions of floats. Conversions to F keep the compiler from contracting
// operations (Go specification, Floating-point operators).
func floatOf[F float32 | float64](get func(uint64) F, put func(F) uint64) map[uint16]fn {
	two := func(f func(a, b F) F) fn { return fn{two: func(a, b uint64) uint64 { return put(f(get(a), get(b))) }} }
	one := func(f func(a F) F) fn { return fn{one: func(a uint64) uint64 { return put(f(get(a))) }} }
	three := func(f func(a, b, c F) F) fn {
		return fn{three: func(a, b, c uint64) uint64 { return put(f(get(a), get(b), get(c))) }}
	}
	is := func(f func(a, b F) bool) fn {
		return fn{two: func(a, b uint64) uint64 { return one64(f(get(a), get(b))) }}
	}
	out := map[uint16]fn{
		opFAdd: two(func(a, b F) F { return a + b }), opFSub: two(func(a, b F) F { return a - b }), opFMul: two(func(a, b F) F { return a * b }),
		opFDiv: two(func(a, b F) F { return a / b }), opFRem: two(func(a, b F) F { return F(math.Mod(float64(a), float64(b))) }),
		opFMod: two(func(a, b F) F { return a - F(b*F(math.Floor(float64(a/b)))) }), opFNegate: one(func(a F) F { return -a }),
		opFOrdEqual: is(func(a, b F) bool { return a == b }), opFUnordEqual: is(func(a, b F) bool { return !(a < b || a > b) }),
		opFOrdNotEqual: is(func(a, b F) bool { return a < b || a > b }), opFUnordNotEqual: is(func(a, b F) bool { return a != b }),
		opFOrdLessThan: is(func(a, b F) bool { return a < b }), opFUnordLessThan: is(func(a, b F) bool { return !(a >= b) }),
		opFOrdGreaterThan: is(func(a, b F) bool { return a > b }), opFUnordGreaterThan: is(func(a, b F) bool { return !(a <= b) }),
		opFOrdLessThanEqual: is(func(a, b F) bool { return a <= b }), opFUnordLessThanEqual: is(func(a, b F) bool { return !(a > b) }),
		opFOrdGreaterThanEqual: is(func(a, b F) bool { return a >= b }), opFUnordGreaterThanEqual: is(func(a, b F) bool { return !(a < b) }),
		opIsNan:         {one: func(a uint64) uint64 { x := get(a); return one64(x != x) }},
		opIsInf:         {one: func(a uint64) uint64 { return one64(math.IsInf(float64(get(a)), 0)) }},
		opQuantizeToF16: one(func(a F) F { return F(quantize(float64(a))) }),
		ext + glslFMin:  two(minOf[F]), ext + glslNMin: two(minOf[F]), ext + glslFMax: two(greatestOf[F]), ext + glslNMax: two(greatestOf[F]),
		ext + glslFClamp: three(func(x, a, b F) F { return minOf(greatestOf(x, a), b) }),
		ext + glslNClamp: three(func(x, a, b F) F { return minOf(greatestOf(x, a), b) }),
		ext + glslFMix:   three(func(x, y, a F) F { return F(x*F(1-a)) + F(y*a) }),
		ext + glslStep: two(func(edge, x F) F {
			if x < edge {
				return 0
			}
			return 1
		}),
		ext + glslSmoothStep: three(func(a, b, x F) F {
			t := minOf(greatestOf(F(x-a)/F(b-a), 0), 1)
			return F(t*t) * F(3-F(2*t))
		}),
		ext + glslFma: three(fma[F]),
		ext + glslLdexp: {two: func(a, b uint64) uint64 {
			return put(F(math.Ldexp(float64(get(a)), int(int32(uint32(b))))))
		}},
		ext + glslFract: one(func(a F) F { return a - F(math.Floor(float64(a))) }),
		ext + glslFSign: one(func(a F) F {
			switch {
			case a > 0:
				return 1
			case a < 0:
				return -1
			}
			return a
		}),
		ext + glslInverseSqrt: one(func(a F) F { return F(1 / math.Sqrt(float64(a))) }),
		ext + glslRadians:     one(func(a F) F { return F(float64(a) * math.Pi / 180) }),
		ext + glslDegrees:     one(func(a F) F { return F(float64(a) * 180 / math.Pi) }),
		ext + glslPow:         two(func(a, b F) F { return F(math.Pow(float64(a), float64(b))) }),
		ext + glslAtan2:       two(func(a, b F) F { return F(math.Atan2(float64(a), float64(b))) }),
	}
	for op, f := range functions {
		out[ext+op] = one(func(a F) F { return F(f(float64(a))) })
	}
	return out
}

// functions of one operand that the host's library has in 64 bits.
var functions = map[uint16]func(float64) float64{
	glslRound: math.RoundToEven, glslRoundEven: math.RoundToEven, glslTrunc: math.Trunc, glslFloor: math.Floor, glslCeil: math.Ceil,
	glslFAbs: math.Abs, glslSin: math.Sin, glslCos: math.Cos, glslTan: math.Tan, glslAsin: math.Asin, glslAcos: math.Acos, glslAtan: math.Atan,
	glslSinh: math.Sinh, glslCosh: math.Cosh, glslTanh: math.Tanh, glslAsinh: math.Asinh, glslAcosh: math.Acosh, glslAtanh: math.Atanh,
	glslExp: math.Exp, glslLog: math.Log, glslExp2: math.Exp2, glslLog2: math.Log2, glslSqrt: math.Sqrt,
}

// minOf is the smaller operand, and the other one if one is NaN.
func minOf[F float32 | float64](a, b F) F {
	if b < a || a != a {
		return b
	}
	return a
}

func greatestOf[F float32 | float64](a, b F) F {
	if b > a || a != a {
		return b
	}
	return a
}

// fma rounds once. The product of two 32-bit floats is exact in 64 bits; its sum with the third is
// rounded to odd there, so that rounding to 32 bits gives the nearest (Boldo and Melquiond 2008).
func fma[F float32 | float64](a, b, c F) F {
	if F(1)/3 != F(float32(1)/3) {
		return F(math.FMA(float64(a), float64(b), float64(c)))
	}
	p, q := float64(a)*float64(b), float64(c)
	s := p + q
	back := s - p
	lost := (p - (s - back)) + (q - back)
	if lost != 0 && !math.IsNaN(lost) && math.Float64bits(s)&1 == 0 {
		s = math.Nextafter(s, s+math.Copysign(math.Inf(1), lost))
	}
	return F(s)
}

func quantize(x float64) float64 {
	h := toHalf(x)
	if h&0x7c00 == 0 { // flushed to zero, with its sign (OpQuantizeToF16)
		h &= 0x8000
	}
	return float64(fromHalf(h))
}

// fromHalf widens a 16-bit float.
func fromHalf(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, int(h>>10&31), float64(h&0x3ff)
	switch exponent {
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | uint32(h&0x3ff)<<13)
	case 0:
		return math.Float32frombits(sign | math.Float32bits(float32(math.Ldexp(fraction, -24))))
	}
	return math.Float32frombits(sign | math.Float32bits(float32(math.Ldexp(fraction+1024, exponent-25))))
}

// toHalf rounds to the nearest 16-bit float, ties to even.
func toHalf(x float64) uint16 {
	sign := uint16(math.Float64bits(x) >> 48 & 0x8000)
	switch a := math.Abs(x); {
	case x != x:
		return sign | 0x7e00
	case a >= 65520:
		return sign | 0x7c00
	case a < math.Ldexp(1, -14):
		return sign | uint16(math.RoundToEven(math.Ldexp(a, 24)))
	default:
		_, e := math.Frexp(a) // a is in [2^(e-1), 2^e)
		return sign | uint16(e+14)<<10 + uint16(math.RoundToEven(math.Ldexp(a, 11-e))) - 1024
	}
}
