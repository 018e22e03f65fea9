package picture

import "kernelscope/compute"

// Count holds the arguments of picture_count.
type Count[B any] struct {
	Owners, Depths, Resolved, Counts B
	View
}

// MirrorCount mirrors picture_count.
func MirrorCount(_ compute.Grid, a Count[[]uint32]) {
	for s := range a.StepsCount {
		x0, y0, x1, y1 := a.tilesOf(s, a.Owners, a.Depths, a.Resolved)
		a.Counts[s] = (x1 - x0) * (y1 - y0)
	}
}
