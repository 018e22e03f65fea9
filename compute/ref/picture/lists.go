package picture

import "kernelscope/compute"

// Lists holds the arguments of picture_lists.
type Lists[B any] struct {
	Keys, Count, Ranges B
	View
}

// MirrorLists mirrors picture_lists.
func MirrorLists(g compute.Grid, a Lists[[]uint32]) {
	n := a.Count[0]
	from, to := part(a.First, g, n)
	for i := from; i < to; i++ {
		tile := a.Keys[i]
		if i == 0 || a.Keys[i-1] != tile {
			a.Ranges[2*tile] = i
		}
		if i+1 == n || a.Keys[i+1] != tile {
			a.Ranges[2*tile+1] = i + 1
		}
	}
}
