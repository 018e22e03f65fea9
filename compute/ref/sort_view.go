package ref

import (
	"math/bits"

	"kernelscope/compute"
)

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

// SortCells are the arguments of the kernel that takes a key for each cell.
type SortCells[B any] struct {
	Form                compute.Constant // a SortForm
	Keys, Before, Cells B
	SortShape
}

// Cells is the mirror of sort_cells.comp.
func Cells(_ compute.Grid, a SortCells[[]uint32]) {
	form := SortForm(a.Form)
	for c := range a.Columns * a.Rows {
		i := int(a.scaled(c))
		if i >= int(a.Count) {
			return
		}
		order := form.Order(form.Key(a.Keys, i))
		moved := order != form.Order(form.Key(a.Before, i))
		a.Cells[2*c], a.Cells[2*c+1] = a.Level(form, order), a.tint(form, order, moved)
	}
}

// Plot is the mirror of sort_plot.comp.
func Plot(_ compute.Grid, a SortCells[[]uint32]) {
	form := SortForm(a.Form)
	for i := range a.Count {
		order := form.Order(form.Key(a.Keys, int(i)))
		moved := order != form.Order(form.Key(a.Before, int(i)))
		row := a.Rows - 1 - a.Level(form, order)*a.Rows>>16
		c := row*a.Columns + a.scaled(i)
		a.Cells[2*c]++
		if a.Tint != SortTintValue {
			a.Cells[2*c+1] += a.tint(form, order, moved)
		}
	}
}

// SortFlow are the arguments of the kernel that counts digits by blocks.
type SortFlow[B any] struct {
	Form       compute.Constant // a SortForm
	Keys, Flow B
	SortShape
}

// Flow is the mirror of sort_flow.comp.
func Flow(_ compute.Grid, a SortFlow[[]uint32]) {
	form := SortForm(a.Form)
	for i := range a.Count {
		a.Flow[i/a.Step<<a.Bits|a.Digit(form.Order(form.Key(a.Keys, int(i))))]++
	}
}

// SortLines are the arguments of the kernel that finds where keys go.
type SortLines[B any] struct {
	Form                      compute.Constant // a SortForm
	Keys, Flow, Prefix, Lines B
	SortShape
}

// Lines is the mirror of sort_lines.comp.
func Lines(_ compute.Grid, a SortLines[[]uint32]) {
	form := SortForm(a.Form)
	for block := uint32(0); block*a.Step < a.Count; block++ {
		digit := a.Digit(form.Order(form.Key(a.Keys, int(block*a.Step))))
		to := a.Prefix[a.At+a.Stride*digit]
		for b := range block {
			to += a.Flow[b<<a.Bits|digit]
		}
		a.Lines[2*block], a.Lines[2*block+1] = to, digit
	}
}
