package sorting

import "kernelscope/compute"

// SortFlow holds the arguments of sort_flow, which counts digits in blocks of keys.
type SortFlow[B any] struct {
	Form       compute.Constant // a Format
	Keys, Flow B
	SortShape
}

// MirrorSortFlow mirrors sort_flow.
func MirrorSortFlow(_ compute.Grid, a SortFlow[[]uint32]) {
	form := Format(a.Form)
	for i := range a.Count {
		a.Flow[i/a.Step<<a.Bits|a.Digit(form.Order(form.Key(a.Keys, int(i))))]++
	}
}
