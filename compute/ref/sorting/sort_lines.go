package sorting

import "kernelscope/compute"

// SortLines holds the arguments of sort_lines, which finds the new positions of keys.
type SortLines[B any] struct {
	Form                      compute.Constant // a Format
	Keys, Flow, Prefix, Lines B
	SortShape
}

// MirrorSortLines mirrors sort_lines.
func MirrorSortLines(_ compute.Grid, a SortLines[[]uint32]) {
	form := Format(a.Form)
	for block := uint32(0); block*a.Step < a.Count; block++ {
		digit := a.Digit(form.Order(form.Key(a.Keys, int(block*a.Step))))
		to := a.Prefix[a.At+a.Stride*digit]
		for b := range block {
			to += a.Flow[b<<a.Bits|digit]
		}
		a.Lines[2*block], a.Lines[2*block+1] = to, digit
	}
}
