package ref

import "kernelscope/compute"

// PictureSidesCount holds the arguments of picture_sides_count.
type PictureSidesCount[B any] struct {
	Keys, Payload, Count, Steps, Stretches, Points, Counts, Backdrops, Status B
	PictureView
}

// MirrorPictureSidesCount mirrors picture_sides_count.
func MirrorPictureSidesCount(_ compute.Grid, a PictureSidesCount[[]uint32]) {
	for i := range a.Count[0] {
		step := a.Steps[a.Payload[i]*PictureStep:][:PictureStep]
		sides, backdrop, work := a.sidesIn(a.Keys[i], step, a.Stretches, a.Points)
		a.Counts[i], a.Backdrops[i] = uint32(len(sides)/PictureSide), uint32(backdrop)
		if work >= PictureMostWork || a.Counts[i] > PictureMostSides {
			a.Status[PictureTooManySides] = 1
		}
	}
}
