package bfs

import "kernelscope/compute"

// PairRoads holds the buffers of bfs_pair_roads. A node has four words: its first four
// neighbours. If it has fewer, the last one is repeated; if it has none, the node itself takes
// their place. If it has more than four, the fourth word has the highest bit set and is the index
// in the rest where the number of further neighbours and then these neighbours are.
type PairRoads[B any] struct {
	OutFour, OutRest, InFour, InRest B
	Pair[B]
}

// Fours returns the lists of neighbours that bfs_pair_roads and bfs_rows_roads read.
func Fours(first, head []uint32) (four, rest []uint32) {
	n := len(first) - 1
	four, rest = make([]uint32, 4*n), []uint32{0}
	for v := range n {
		near := head[first[v]:first[v+1]]
		for i := range 4 {
			switch {
			case len(near) == 0:
				four[4*v+i] = uint32(v)
			case i == 3 && len(near) > 4:
				four[4*v+i] = 1<<31 | uint32(len(rest))
				rest = append(append(rest, uint32(len(near)-3)), near[3:]...)
			default:
				four[4*v+i] = near[min(i, len(near)-1)]
			}
		}
	}
	return four, rest
}

// FoursOf returns the neighbours of a node from the lists of Fours, possibly with repetitions.
func FoursOf(four, rest []uint32, v uint32) []uint32 {
	near := four[4*v : 4*v+4]
	if near[3]>>31 == 0 {
		return near
	}
	k := near[3] &^ (1 << 31)
	return append(append([]uint32{}, near[:3]...), rest[k+1:k+1+rest[k]]...)
}

// MirrorPairRoads mirrors bfs_pair_roads.
func MirrorPairRoads(_ compute.Grid, a PairRoads[[]uint32]) {
	neighbours := func(side, v uint32) []uint32 {
		if side == 1 {
			return FoursOf(a.InFour, a.InRest, v)
		}
		return FoursOf(a.OutFour, a.OutRest, v)
	}
	searchPairs(a.Pair, neighbours, func(uint32, uint32) int { return 1 })
}

// AgreeOnPairRoads allows pairs to be answered in any order.
func AgreeOnPairRoads(before, device, mirror PairRoads[[]uint32]) error {
	return agreeOnPairs(before.Pair, device.Pair, mirror.Pair, uint32(len(device.OutFour)/4))
}
