package picture

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// SidesCount holds the arguments of picture_sides_count.
type SidesCount[B any] struct {
	Keys, Payload, Count, Steps, Stretches, Points, Counts, Backdrops, Status B
	View
}

// MirrorSidesCount mirrors picture_sides_count.
func MirrorSidesCount(g compute.Grid, a SidesCount[[]uint32]) {
	from, to := part(a.First, g, a.Count[0])
	for i := from; i < to; i++ {
		if a.Counts[i] != shaders.PictureNotCounted {
			continue
		}
		if a.Status[shaders.PictureSpent] >= a.Limit {
			a.Status[shaders.PictureUncounted] = 1
			continue
		}
		step := a.Steps[a.Payload[i]*Step:][:Step]
		sides, backdrop, work := a.sidesIn(a.Keys[i], step, a.Stretches, a.Points)
		a.Status[shaders.PictureSpent] += work
		a.Counts[i], a.Backdrops[i] = uint32(len(sides)/shaders.PictureSide), uint32(backdrop)
		if work >= shaders.PictureMostWork || a.Counts[i] > shaders.PictureMostSides {
			a.Status[shaders.PictureTooManySides] = 1
		}
	}
}
