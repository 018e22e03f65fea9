package ref

import "kernelscope/compute"

// PictureCount holds the arguments of picture_count.
type PictureCount[B any] struct {
	Owners, Depths, Resolved, Counts B
	PictureView
}

// MirrorPictureCount mirrors picture_count.
func MirrorPictureCount(_ compute.Grid, a PictureCount[[]uint32]) {
	for s := range a.StepsCount {
		x0, y0, x1, y1 := a.tilesOf(s, a.Owners, a.Depths, a.Resolved)
		a.Counts[s] = (x1 - x0) * (y1 - y0)
	}
}
