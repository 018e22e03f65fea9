package sorting

import (
	"kernelscope/shaders"
	"math/bits"
)

// SortShape describes an array of keys and its picture to the kernels that draw it.
type SortShape struct {
	Count          uint32 // number of keys
	Columns, Rows  uint32 // of cells
	Step, Fraction uint32 // keys per cell or cells per key: whole part, and fraction in units of 2^-32
	MinLow         uint32 // least key, as a number
	MinHigh        uint32
	Shift, Span    uint32 // shift that brings the range of keys below 2^16, and the shifted range, at least 1
	First, Bits    uint32 // of the digit
	Tint           uint32 // meaning of colours, SortTintValue to SortTintMoved
	At             uint32 // word of the first prefix of the digit's counts
	Stride         uint32 // words between the prefixes
	Radix          uint32 // zero for digits of whole bits; otherwise First is the weight of the digit
}

// Level returns the position of a key in the range of all keys, by its order: 0 to 65,535.
func (s *SortShape) Level(form Format, order uint64) uint32 {
	if form&shaders.SortDescending != 0 {
		order = ^order
		if form.Words() == 1 {
			order &= 1<<32 - 1
		}
	}
	d := uint32((order - uint64(s.MinLow) - uint64(s.MinHigh)<<32) >> s.Shift)
	return min(d, s.Span) * 65535 / s.Span
}

// Digit returns the digit of a key by its order.
func (s *SortShape) Digit(order uint64) uint32 {
	if s.Radix > 0 {
		return uint32(order) / s.First % s.Radix
	}
	return uint32(order>>s.First) & (1<<s.Bits - 1)
}

// symbols returns the number of values of the digit.
func (s *SortShape) symbols() uint32 {
	if s.Radix > 0 {
		return s.Radix
	}
	return 1 << s.Bits
}

func (s *SortShape) tint(form Format, order uint64, moved bool) uint32 {
	switch {
	case s.Tint == shaders.SortTintValue:
		return s.Level(form, order) >> 8
	case s.Tint == shaders.SortTintDigit && s.Bits > 0:
		return s.Digit(order) * 255 / (s.symbols() - 1)
	case s.Tint == shaders.SortTintMoved && moved:
		return 255
	}
	return 0
}

// scaled returns x times the step.
func (s *SortShape) scaled(x uint32) uint32 {
	high, _ := bits.Mul32(x, s.Fraction)
	return x*s.Step + high
}
