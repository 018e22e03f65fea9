package ref

import "kernelscope/compute"

// PictureSidesWrite holds the arguments of picture_sides_write.
type PictureSidesWrite[B any] struct {
	Keys, Payload, Count, Steps, Stretches, Points, Firsts, Sides B
	PictureView
}

// MirrorPictureSidesWrite mirrors picture_sides_write.
func MirrorPictureSidesWrite(_ compute.Grid, a PictureSidesWrite[[]uint32]) {
	for i := range a.Count[0] {
		if a.Firsts[i] < a.FirstSide || a.Firsts[i] >= a.EndSide {
			continue
		}
		sides, _, _ := a.sidesIn(a.Keys[i], a.Steps[a.Payload[i]*PictureStep:][:PictureStep], a.Stretches, a.Points)
		copy(a.Sides[(a.Firsts[i]-a.FirstSide)*PictureSide:], sides)
	}
}
