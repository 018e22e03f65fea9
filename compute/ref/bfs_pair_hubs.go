package ref

import "kernelscope/compute"

// BFSPairHubs holds the buffers of bfs_pair_hubs.
type BFSPairHubs[B any] struct {
	FirstOut, Head, FirstIn, Tail B
	BFSPair[B]
}

// MirrorBFSPairHubs mirrors bfs_pair_hubs.
func MirrorBFSPairHubs(_ compute.Grid, a BFSPairHubs[[]uint32]) {
	neighbours := func(side int, v uint32) []uint32 {
		if side == 0 {
			return a.Head[a.FirstOut[v]:a.FirstOut[v+1]]
		}
		return a.Tail[a.FirstIn[v]:a.FirstIn[v+1]]
	}
	searchPairs(a.BFSPair, neighbours, func(side int, frontier []uint32) (edges int) {
		for _, v := range frontier {
			edges += len(neighbours(side, v))
		}
		return edges
	})
}

// AgreeOnBFSPairHubs allows pairs to be answered in any order.
func AgreeOnBFSPairHubs(before, device, mirror BFSPairHubs[[]uint32]) error {
	return agreeOnPairs(before.BFSPair, device.BFSPair, mirror.BFSPair, uint32(len(device.FirstOut)-1))
}
