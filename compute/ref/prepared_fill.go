package ref

import "kernelscope/compute"

// PreparedFill holds the arguments of prepared_fill, which clears the lengths of large
// fronts.
type PreparedFill[B any] struct {
	Fronts, Lengths, Jobs B

	First, Count uint32
}

// MirrorPreparedFill mirrors prepared_fill.
func MirrorPreparedFill(_ compute.Grid, a PreparedFill[[]uint32]) {
	for job := a.First; job < a.First+a.Count; job++ {
		f, row, column := preparedJob(a.Fronts, a.Jobs, job)
		if row == 0 && column == 0 { // once per front, which has a job for each tile
			f.clear(a.Lengths)
		}
	}
}
