package prepared

import "kernelscope/compute"

// Fill holds the arguments of prepared_fill, which clears the lengths of large
// fronts.
type Fill[B any] struct {
	Fronts, Lengths, Jobs B

	First, Count uint32
}

// MirrorFill mirrors prepared_fill.
func MirrorFill(_ compute.Grid, a Fill[[]uint32]) {
	for job := a.First; job < a.First+a.Count; job++ {
		f, row, column := preparedJob(a.Fronts, a.Jobs, job)
		if row == 0 && column == 0 { // once per front, which has a job for each tile
			f.clear(a.Lengths)
		}
	}
}
