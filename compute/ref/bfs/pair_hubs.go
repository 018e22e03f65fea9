package bfs

import "kernelscope/compute"

// PairHubs holds the buffers of bfs_pair_hubs.
type PairHubs[B any] struct {
	FirstOut, Head, FirstIn, Tail B
	Pair[B]
}

// MirrorPairHubs mirrors bfs_pair_hubs.
func MirrorPairHubs(_ compute.Grid, a PairHubs[[]uint32]) {
	neighbours := func(side, v uint32) []uint32 {
		if side == 0 {
			return a.Head[a.FirstOut[v]:a.FirstOut[v+1]]
		}
		return a.Tail[a.FirstIn[v]:a.FirstIn[v+1]]
	}
	searchPairs(a.Pair, neighbours, func(side, v uint32) int { return len(neighbours(side, v)) })
}

// AgreeOnPairHubs allows pairs to be answered in any order.
func AgreeOnPairHubs(before, device, mirror PairHubs[[]uint32]) error {
	return agreeOnPairs(before.Pair, device.Pair, mirror.Pair, uint32(len(device.FirstOut)-1))
}
