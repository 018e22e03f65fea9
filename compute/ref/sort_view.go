package ref

import "math/bits"

// SortShape is what the kernels that draw arrays of keys are told of one.
type SortShape struct {
	Count          uint32 // keys
	Columns, Rows  uint32 // of cells
	Step, Fraction uint32 // keys of a cell, or cells of a key: whole, and the rest in 2^32ths
	LeastLow       uint32 // the least key, as a number
	LeastHigh      uint32
	Shift, Span    uint32 // brings the range of keys below 2^16; that range, at least 1
	First, Bits    uint32 // of the digit
	Tint           uint32 // what colours show, SortTintValue to SortTintMoved
	At             uint32 // word of the first prefix of the digit's counts
	Stride         uint32 // words between the prefixes
}

// Level returns where in the range of all keys one lies, by its order: 0 to 65,535.
func (s *SortShape) Level(form SortForm, order uint64) uint32 {
	if form&SortDescending != 0 {
		order = ^order
		if form.Words() == 1 {
			order &= 1<<32 - 1
		}
	}
	d := uint32((order - uint64(s.LeastLow) - uint64(s.LeastHigh)<<32) >> s.Shift)
	return min(d, s.Span) * 65535 / s.Span
}

// Digit returns the digit of a key, by its order.
func (s *SortShape) Digit(order uint64) uint32 { return uint32(order>>s.First) & (1<<s.Bits - 1) }

func (s *SortShape) tint(form SortForm, order uint64, moved bool) uint32 {
	switch {
	case s.Tint == SortTintValue:
		return s.Level(form, order) >> 8
	case s.Tint == SortTintDigit && s.Bits > 0:
		return s.Digit(order) * 255 / (1<<s.Bits - 1)
	case s.Tint == SortTintMoved && moved:
		return 255
	}
	return 0
}

// scaled returns x times the step.
func (s *SortShape) scaled(x uint32) uint32 {
	high, _ := bits.Mul32(x, s.Fraction)
	return x*s.Step + high
}
