package picture

import "kernelscope/compute"

// Lists holds the arguments of picture_lists.
type Lists[B any] struct {
	Keys, Count, Ranges B
}

// MirrorLists mirrors picture_lists.
func MirrorLists(_ compute.Grid, a Lists[[]uint32]) {
	n := a.Count[0]
	for i, tile := range a.Keys[:n] {
		if i == 0 || a.Keys[i-1] != tile {
			a.Ranges[2*tile] = uint32(i)
		}
		if uint32(i)+1 == n || a.Keys[i+1] != tile {
			a.Ranges[2*tile+1] = uint32(i) + 1
		}
	}
}
