package bfs

import (
	"math"
	"math/bits"

	"kernelscope/compute"
)

// MirrorPathsCount mirrors bfs_paths_count.
func MirrorPathsCount(_ compute.Grid, a Paths[[]uint32]) {
	countPaths(a, func(a, b [2]uint32) [2]uint32 {
		sum, over := bits.Add64(uint64(a[1])<<32|uint64(a[0]), uint64(b[1])<<32|uint64(b[0]), 0)
		if over != 0 {
			sum = math.MaxUint64
		}
		return [2]uint32{uint32(sum), uint32(sum >> 32)}
	})
}
