package simt

import "math"

// interval is the least and the greatest value that a float may have.
type interval struct{ lo, hi float64 }

func point1(x float64) interval { return interval{x, x} }

var everywhere = interval{math.Inf(-1), math.Inf(1)}

func (i interval) isOne() bool { return i.lo == i.hi }

// hull returns the interval from the least to the greatest value; NaN is any value.
func hull(values ...float64) interval {
	out := interval{math.Inf(1), math.Inf(-1)}
	for _, v := range values {
		if v != v {
			return everywhere
		}
		out = interval{min(out.lo, v), max(out.hi, v)}
	}
	return out
}

func (i interval) join(o interval) interval { return hull(i.lo, i.hi, o.lo, o.hi) }

// accuracy has the bounds of Vulkan's table for floats of a width (Vulkan 1.3, appendix A, Precision of core
// SPIR-V Instructions and of GLSL.std.450 Instructions).
type accuracy struct {
	width  int
	digits int     // of the significand, in bits
	least  float64 // normal number
	exp    float64 // ULP, beside 2|x|
	log    float64 // absolute error between 0.5 and 2
	sin    float64 // absolute error
	atan   float64 // ULP
}

var accuracies = map[int]*accuracy{
	16: {16, 11, math.Ldexp(1, -14), 1, math.Ldexp(1, -7), math.Ldexp(1, -7), 5},
	32: {32, 24, math.Ldexp(1, -126), 3, math.Ldexp(1, -21), math.Ldexp(1, -11), 4096},
}

func (a *accuracy) round(x float64) float64 { return floatOfBits(bitsOf(x, a.width), a.width) }

// widen returns the floats within some ULP of an interval.
func (a *accuracy) widen(i interval, ulps float64) interval {
	ulp := func(x float64) float64 {
		_, e := math.Frexp(max(math.Abs(x), a.least))
		return math.Ldexp(1, e-a.digits)
	}
	return hull(a.round(i.lo-ulps*ulp(i.lo)), a.round(i.hi+ulps*ulp(i.hi)))
}

// about returns the floats within an absolute error.
func (a *accuracy) about(i interval, by float64) interval {
	return hull(a.round(i.lo-by), a.round(i.hi+by))
}

// flushed adds the zero that a denormal may be replaced by.
func (a *accuracy) flushed(i interval) interval {
	if i.hi > 0 && i.lo < a.least || i.lo < 0 && i.hi > -a.least {
		if min(math.Abs(i.lo), math.Abs(i.hi)) < a.least {
			return i.join(point1(0))
		}
	}
	return i
}

func (a *accuracy) add(x, y interval) interval { return hull(a.round(x.lo+y.lo), a.round(x.hi+y.hi)) }
func (a *accuracy) sub(x, y interval) interval { return a.add(x, interval{-y.hi, -y.lo}) }

func (a *accuracy) mul(x, y interval) interval {
	return hull(a.round(x.lo*y.lo), a.round(x.lo*y.hi), a.round(x.hi*y.lo), a.round(x.hi*y.hi))
}

// div has 2.5 ULP for divisors whose size is from the least normal number to its inverse.
func (a *accuracy) div(x, y interval) interval {
	if size := hull(math.Abs(y.lo), math.Abs(y.hi)); y.lo <= 0 && y.hi >= 0 || size.lo < a.least || size.hi > 1/a.least {
		return everywhere
	}
	return a.widen(hull(x.lo/y.lo, x.lo/y.hi, x.hi/y.lo, x.hi/y.hi), 2.5)
}

func (a *accuracy) inverseSqrt(x interval) interval {
	if x.lo <= 0 {
		return interval{0, math.Inf(1)}
	}
	return a.widen(interval{1 / math.Sqrt(x.hi), 1 / math.Sqrt(x.lo)}, 2)
}

// sqrt is 1/inversesqrt. The root of 0 is 0 everywhere, although the table says nothing about it.
func (a *accuracy) sqrt(x interval) interval {
	if x == (interval{}) {
		return x
	}
	out := a.div(point1(1), a.inverseSqrt(interval{max(x.lo, a.least), max(x.hi, a.least)}))
	if x.lo < a.least {
		out.lo = 0
	}
	return out
}

func (a *accuracy) expBy(f func(float64) float64, x interval) interval {
	if math.IsInf(x.lo, 0) || math.IsInf(x.hi, 0) {
		return interval{0, math.Inf(1)}
	}
	i := a.widen(interval{f(x.lo), f(x.hi)}, a.exp+2*max(math.Abs(x.lo), math.Abs(x.hi)))
	return interval{max(0, i.lo), i.hi}
}

func (a *accuracy) logBy(f func(float64) float64, x interval) interval {
	if x.lo <= 0 {
		return everywhere
	}
	i := interval{f(x.lo), f(x.hi)}
	out := a.widen(i, 3)
	if x.hi >= 0.5 && x.lo <= 2 {
		out = out.join(a.about(i, a.log))
	}
	return out
}

// sinBy is for sine and cosine, whose values differ by no more than their arguments. Beyond π their error is
// not bounded, except that all values are from -1 to 1.
func (a *accuracy) sinBy(f func(float64) float64, x interval) interval {
	if x.lo < -math.Pi || x.hi > math.Pi {
		return interval{-1, 1}
	}
	middle := (x.lo + x.hi) / 2
	return a.about(point1(f(middle)), a.sin+(x.hi-x.lo)/2)
}

func (a *accuracy) atan2(y, x interval) interval {
	if x.lo <= 0 && !(x.isOne() && y.isOne()) {
		return a.widen(interval{-math.Pi, math.Pi}, a.atan)
	}
	return a.widen(hull(math.Atan2(y.lo, x.lo), math.Atan2(y.lo, x.hi), math.Atan2(y.hi, x.lo), math.Atan2(y.hi, x.hi)), a.atan)
}

// monotone applies a function that is correctly rounded.
func (a *accuracy) monotone(f func(float64) float64, x interval) interval {
	return hull(a.round(f(x.lo)), a.round(f(x.hi)))
}

// formulas are the ranges of instructions that the table derives from others; x, y and z are the operands.
var formulas = map[uint16]func(a *accuracy, x, y, z interval) interval{
	opFDiv: func(a *accuracy, x, y, _ interval) interval { return a.div(x, y) },
	opFRem: func(a *accuracy, x, y, _ interval) interval {
		return a.fused(interval{-y.hi, -y.lo}, a.monotone(math.Trunc, a.div(x, y)), x)
	},
	opFMod: func(a *accuracy, x, y, _ interval) interval {
		return a.fused(interval{-y.hi, -y.lo}, a.monotone(math.Floor, a.div(x, y)), x)
	},
	ext + glslInverseSqrt: func(a *accuracy, x, _, _ interval) interval { return a.inverseSqrt(x) },
	ext + glslSqrt:        func(a *accuracy, x, _, _ interval) interval { return a.sqrt(x) },
	ext + glslExp:         func(a *accuracy, x, _, _ interval) interval { return a.expBy(math.Exp, x) },
	ext + glslExp2:        func(a *accuracy, x, _, _ interval) interval { return a.expBy(math.Exp2, x) },
	ext + glslLog:         func(a *accuracy, x, _, _ interval) interval { return a.logBy(math.Log, x) },
	ext + glslLog2:        func(a *accuracy, x, _, _ interval) interval { return a.logBy(math.Log2, x) },
	ext + glslPow: func(a *accuracy, x, y, _ interval) interval {
		return a.expBy(math.Exp2, a.mul(y, a.logBy(math.Log2, x)))
	},
	ext + glslRadians: func(a *accuracy, x, _, _ interval) interval { return a.mul(x, point1(a.round(math.Pi/180))) },
	ext + glslDegrees: func(a *accuracy, x, _, _ interval) interval { return a.mul(x, point1(a.round(180/math.Pi))) },
	ext + glslSin:     func(a *accuracy, x, _, _ interval) interval { return a.sinBy(math.Sin, x) },
	ext + glslCos:     func(a *accuracy, x, _, _ interval) interval { return a.sinBy(math.Cos, x) },
	ext + glslTan: func(a *accuracy, x, _, _ interval) interval {
		return a.div(a.sinBy(math.Sin, x), a.sinBy(math.Cos, x))
	},
	ext + glslAsin: func(a *accuracy, x, _, _ interval) interval {
		return a.atan2(x, a.sqrt(a.sub(point1(1), a.mul(x, x))))
	},
	ext + glslAcos: func(a *accuracy, x, _, _ interval) interval {
		return a.atan2(a.sqrt(a.sub(point1(1), a.mul(x, x))), x)
	},
	ext + glslAtan:  func(a *accuracy, x, _, _ interval) interval { return a.atan2(x, point1(1)) },
	ext + glslAtan2: func(a *accuracy, y, x, _ interval) interval { return a.atan2(y, x) },
	ext + glslSinh:  func(a *accuracy, x, _, _ interval) interval { return a.sinh(x) },
	ext + glslCosh:  func(a *accuracy, x, _, _ interval) interval { return a.cosh(x) },
	ext + glslTanh:  func(a *accuracy, x, _, _ interval) interval { return a.div(a.sinh(x), a.cosh(x)) },
	ext + glslAsinh: func(a *accuracy, x, _, _ interval) interval {
		return a.logBy(math.Log, a.add(x, a.sqrt(a.add(a.mul(x, x), point1(1)))))
	},
	ext + glslAcosh: func(a *accuracy, x, _, _ interval) interval {
		return a.logBy(math.Log, a.add(x, a.sqrt(a.sub(a.mul(x, x), point1(1)))))
	},
	ext + glslAtanh: func(a *accuracy, x, _, _ interval) interval {
		return a.mul(a.logBy(math.Log, a.div(a.add(point1(1), x), a.sub(point1(1), x))), point1(0.5))
	},
	ext + glslFMix: func(a *accuracy, x, y, z interval) interval {
		return a.fused(x, a.sub(point1(1), z), a.mul(y, z)).join(a.fused(y, z, a.mul(x, a.sub(point1(1), z))))
	},
	ext + glslSmoothStep: func(a *accuracy, e0, e1, x interval) interval {
		t := a.div(a.sub(x, e0), a.sub(e1, e0))
		t = interval{min(max(t.lo, 0), 1), min(max(t.hi, 0), 1)}
		return a.mul(a.mul(t, t), a.fused(point1(-2), t, point1(3)))
	},
	ext + glslFma: func(a *accuracy, x, y, z interval) interval { return a.fused(x, y, z) },
}

func (a *accuracy) sinh(x interval) interval {
	return a.mul(a.sub(a.expBy(math.Exp, x), a.expBy(math.Exp, interval{-x.hi, -x.lo})), point1(0.5))
}

func (a *accuracy) cosh(x interval) interval {
	return a.mul(a.add(a.expBy(math.Exp, x), a.expBy(math.Exp, interval{-x.hi, -x.lo})), point1(0.5))
}

// fused is x*y+z, with the product rounded or not.
func (a *accuracy) fused(x, y, z interval) interval {
	out := a.add(a.mul(x, y), z)
	for _, p := range []float64{x.lo, x.hi} {
		for _, q := range []float64{y.lo, y.hi} {
			for _, r := range []float64{z.lo, z.hi} {
				f := p*q + r // exact for 16 bits, but for sums that are rounded far beyond their last bit
				if a.width == 32 {
					f = float64(fma(float32(p), float32(q), float32(r)))
				}
				out = out.join(point1(a.round(f)))
			}
		}
	}
	return out
}
