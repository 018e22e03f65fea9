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
func MirrorSidesCount(_ compute.Grid, a SidesCount[[]uint32]) {
	for i := range a.Count[0] {
		step := a.Steps[a.Payload[i]*Step:][:Step]
		sides, backdrop, work := a.sidesIn(a.Keys[i], step, a.Stretches, a.Points)
		a.Counts[i], a.Backdrops[i] = uint32(len(sides)/shaders.PictureSide), uint32(backdrop)
		if work >= shaders.PictureMostWork || a.Counts[i] > shaders.PictureMostSides {
			a.Status[shaders.PictureTooManySides] = 1
		}
	}
}
