package prepared

import "kernelscope/compute"

// Take holds the arguments of prepared_take, which takes the lengths among B of
// large fronts from their parents.
type Take[B any] struct {
	Fronts, Lengths, Jobs, Place B

	First, Count uint32
}

// MirrorTake mirrors prepared_take.
func MirrorTake(_ compute.Grid, a Take[[]uint32]) {
	for job := a.First; job < a.First+a.Count; job++ {
		f, row, column := preparedJob(a.Fronts, a.Jobs, job)
		if row == 0 && column == 0 && f.B > 0 { // once per front, which has a job for each tile
			f.take(a.Fronts, a.Lengths, a.Place)
		}
	}
}
