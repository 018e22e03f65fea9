package prepared

import (
	"slices"

	"kernelscope/compute"
)

// Down holds the arguments of prepared_down, which makes all lengths of fronts of
// at most Cap nodes exact, given the lengths of their parents.
type Down[B any] struct {
	Cap compute.Constant

	Fronts, Lengths, Place, Jobs B

	First, Count uint32
}

// MirrorDown mirrors prepared_down.
func MirrorDown(_ compute.Grid, a Down[[]uint32]) {
	for _, number := range a.Jobs[a.First : a.First+a.Count] {
		f := preparedFront(a.Fronts, number)
		if f.B == 0 {
			continue
		}
		f.take(a.Fronts, a.Lengths, a.Place)
		f.lowerBy(a.Lengths, func(i, j uint32) bool { return i < f.X && j >= f.X })
		f.lowerBy(a.Lengths, func(_, j uint32) bool { return j < f.X })
	}
}

// lowerBy decreases selected lengths of a front by paths over the nodes of B.
func (f *Front) lowerBy(lengths []uint32, mine func(i, j uint32) bool) {
	old := slices.Clone(lengths[f.Base : f.Base+f.Size()*f.Stride])
	for i := range f.Size() {
		for j := range f.Size() {
			for k := f.X; k < f.Size() && mine(i, j); k++ {
				lower(lengths, f.at(i, j), old[i*f.Stride+k]+old[k*f.Stride+j])
			}
		}
	}
}
