package prepared

import "kernelscope/compute"

// Add holds the arguments of prepared_add, which adds the edges and the children of
// large fronts to their lengths.
type Add[B any] struct {
	Fronts, Lengths, Jobs, Place, Arcs, Weight B

	First, Count uint32
}

// MirrorAdd mirrors prepared_add.
func MirrorAdd(_ compute.Grid, a Add[[]uint32]) {
	for job := a.First; job < a.First+a.Count; job++ {
		f, row, column := preparedJob(a.Fronts, a.Jobs, job)
		if row == 0 && column == 0 { // once per front, whose jobs share the work on a device
			f.add(a.Fronts, a.Lengths, a.Place, a.Arcs, a.Weight)
		}
	}
}
