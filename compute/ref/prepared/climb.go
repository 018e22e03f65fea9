package prepared

import (
	"slices"

	"kernelscope/compute"
	"kernelscope/shaders"
)

// Climb holds the arguments of prepared_climb, which finds the distances from each
// of Count sources to the nodes of the fronts from its own to the root.
type Climb[B any] struct {
	Lanes, Path, Rows compute.Constant

	Fronts, Lengths, Offset, NodeOf, FrontOf, Query, Dist B

	Count uint32
}

// MirrorClimb mirrors prepared_climb.
func MirrorClimb(_ compute.Grid, a Climb[[]uint32]) {
	for lane := range a.Count {
		path := slices.Repeat([]uint32{shaders.PreparedUnreached}, int(a.Path))
		row := a.Query[2*lane]
		number := a.FrontOf[row]
		f := preparedFront(a.Fronts, number)
		path[f.Offset+row-f.Row] = 0
		for range f.Depth + 1 {
			f = preparedFront(a.Fronts, number)
			at := make([]uint32, f.Size())
			for i := range at {
				if uint32(i) < f.X {
					at[i] = f.Offset + uint32(i)
				} else {
					at[i] = a.Offset[f.Boundary+uint32(i)-f.X]
				}
			}
			best := make([]uint32, len(at))
			for j := range at {
				best[j] = path[at[j]]
				for i := range at {
					if uint32(i) < f.X || uint32(j) < f.X {
						best[j] = min(best[j], path[at[i]]+a.Lengths[f.at(uint32(i), uint32(j))])
					}
				}
			}
			for i, d := range best {
				path[at[i]] = d
				if uint32(i) < f.X {
					a.Dist[a.NodeOf[f.Row+uint32(i)]*uint32(a.Lanes)+lane] = d
				}
			}
			number = f.Parent
		}
	}
}
