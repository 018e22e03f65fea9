package ref

import "kernelscope/compute"

// PreparedPivot are the arguments of prepared_pivot, which eliminates the nodes of X in a
// tile on the diagonal of large fronts, within that tile.
type PreparedPivot[B any] struct {
	Fronts, Lengths, Jobs B

	First, Count, Step uint32
}

// MirrorPreparedPivot mirrors prepared_pivot.
func MirrorPreparedPivot(_ compute.Grid, a PreparedPivot[[]uint32]) {
	corner := PreparedSide * a.Step
	for job := a.First; job < a.First+a.Count; job++ {
		f, _, _ := preparedJob(a.Fronts, a.Jobs, job)
		end := min(corner+PreparedSide, f.Size())
		for k := corner; k < min(end, f.X); k++ {
			for i := corner; i < end; i++ {
				head := a.Lengths[f.at(i, k)]
				for j := corner; j < end; j++ {
					lower(a.Lengths, f.at(i, j), head+a.Lengths[f.at(k, j)])
				}
			}
		}
	}
}
