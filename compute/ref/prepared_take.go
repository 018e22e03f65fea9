package ref

import "kernelscope/compute"

// PreparedTake holds the arguments of prepared_take, which takes the lengths among B of
// large fronts from their parents.
type PreparedTake[B any] struct {
	Fronts, Lengths, Jobs, Place B

	First, Count uint32
}

// MirrorPreparedTake mirrors prepared_take.
func MirrorPreparedTake(_ compute.Grid, a PreparedTake[[]uint32]) {
	for job := a.First; job < a.First+a.Count; job++ {
		f, row, column := preparedJob(a.Fronts, a.Jobs, job)
		if row == 0 && column == 0 && f.B > 0 { // once per front, which has a job for each tile
			f.take(a.Fronts, a.Lengths, a.Place)
		}
	}
}
