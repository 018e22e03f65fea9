package picture

import "kernelscope/compute"

// Pairs holds the arguments of picture_pairs.
type Pairs[B any] struct {
	Owners, Depths, Resolved, Firsts, Keys, Payload, Count B
	View
}

// MirrorPairs mirrors picture_pairs.
func MirrorPairs(_ compute.Grid, a Pairs[[]uint32]) {
	i := uint32(0)
	for s := range a.StepsCount {
		x0, y0, x1, y1 := a.tilesOf(s, a.Owners, a.Depths, a.Resolved)
		for y := y0; y < y1; y++ {
			for x := x0; x < x1 && i < a.Room; x++ {
				a.Keys[i], a.Payload[i] = y*a.Columns+x, s
				i++
			}
		}
	}
	a.Count[0] = i
}
