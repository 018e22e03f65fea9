package picture

import (
	"kernelscope/compute"
	"kernelscope/shaders"
)

// SidesWrite holds the arguments of picture_sides_write.
type SidesWrite[B any] struct {
	Keys, Payload, Count, Steps, Stretches, Points, Firsts, Sides, Counts, Status B
	View
}

// MirrorSidesWrite mirrors picture_sides_write.
func MirrorSidesWrite(g compute.Grid, a SidesWrite[[]uint32]) {
	if a.Status[shaders.PictureUncounted] != 0 {
		return
	}
	from, to := part(a.First, g, a.Count[0])
	for i := from; i < to; i++ {
		if a.Firsts[i] < a.FirstSide || a.Firsts[i] >= a.EndSide || a.Firsts[i] == a.Firsts[i+1] || a.Counts[i] == shaders.PictureWritten {
			continue
		}
		if a.Status[shaders.PictureSpent] >= a.Limit {
			a.Status[shaders.PictureUnwritten] = 1
			continue
		}
		sides, _, work := a.sidesIn(a.Keys[i], a.Steps[a.Payload[i]*Step:][:Step], a.Stretches, a.Points)
		copy(a.Sides[(a.Firsts[i]-a.FirstSide)*shaders.PictureSide:], sides)
		a.Status[shaders.PictureSpent] += work
		a.Counts[i] = shaders.PictureWritten
	}
}
