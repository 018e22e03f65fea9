package picture

import "kernelscope/compute"

// Pairs holds the arguments of picture_pairs.
type Pairs[B any] struct {
	Owners, Depths, Resolved, Firsts, Keys, Payload, Count B
	View
}

// MirrorPairs mirrors picture_pairs.
func MirrorPairs(g compute.Grid, a Pairs[[]uint32]) {
	n := min(a.Firsts[a.StepsCount], a.Room)
	if a.First == 0 {
		a.Count[0] = n
	}
	from, to := part(a.First, g, n)
	for s := range a.StepsCount {
		x0, y0, x1, _ := a.tilesOf(s, a.Owners, a.Depths, a.Resolved)
		for i := max(from, a.Firsts[s]); i < min(to, a.Firsts[s+1]); i++ {
			k := i - a.Firsts[s]
			a.Keys[i], a.Payload[i] = (y0+k/(x1-x0))*a.Columns+x0+k%(x1-x0), s
		}
	}
}
