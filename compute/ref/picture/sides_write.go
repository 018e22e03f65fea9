package picture

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// SidesWrite holds the arguments of picture_sides_write.
type SidesWrite[B any] struct {
	Keys, Payload, Count, Steps, Stretches, Points, Firsts, Sides B
	View
}

// MirrorSidesWrite mirrors picture_sides_write.
func MirrorSidesWrite(_ compute.Grid, a SidesWrite[[]uint32]) {
	for i := range a.Count[0] {
		if a.Firsts[i] < a.FirstSide || a.Firsts[i] >= a.EndSide {
			continue
		}
		sides, _, _ := a.sidesIn(a.Keys[i], a.Steps[a.Payload[i]*Step:][:Step], a.Stretches, a.Points)
		copy(a.Sides[(a.Firsts[i]-a.FirstSide)*shaders.PictureSide:], sides)
	}
}
