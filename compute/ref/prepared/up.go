package prepared

import "kernelscope/compute"

// Up holds the arguments of prepared_up, which makes the lengths of fronts of at
// most Cap nodes exact for paths within their subtrees.
type Up[B any] struct {
	Cap compute.Constant

	Fronts, Lengths, Place, Arcs, Weight, Jobs B

	First, Count uint32
}

// MirrorUp mirrors prepared_up.
func MirrorUp(_ compute.Grid, a Up[[]uint32]) {
	for _, number := range a.Jobs[a.First : a.First+a.Count] {
		f := preparedFront(a.Fronts, number)
		f.clear(a.Lengths)
		f.add(a.Fronts, a.Lengths, a.Place, a.Arcs, a.Weight)
		for k := range f.X {
			for i := range f.Size() {
				head := a.Lengths[f.at(i, k)]
				for j := range f.Size() {
					lower(a.Lengths, f.at(i, j), head+a.Lengths[f.at(k, j)])
				}
			}
		}
	}
}
