package picture

import "kernelscope/compute"

// Count holds the arguments of picture_count.
type Count[B any] struct {
	Owners, Depths, Resolved, Counts B
	View
}

// MirrorCount mirrors picture_count.
func MirrorCount(g compute.Grid, a Count[[]uint32]) {
	from, to := part(a.First, g, a.StepsCount)
	for s := from; s < to; s++ {
		x0, y0, x1, y1 := a.tilesOf(s, a.Owners, a.Depths, a.Resolved)
		a.Counts[s] = (x1 - x0) * (y1 - y0)
	}
}
