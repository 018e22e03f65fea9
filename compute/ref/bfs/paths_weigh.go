package bfs

import (
	"math"

	"kernelscope/compute"
)

// MirrorPathsWeigh mirrors bfs_paths_weigh.
func MirrorPathsWeigh(_ compute.Grid, a Paths[[]uint32]) {
	countPaths(a, func(a, b [2]uint32) [2]uint32 {
		if a[0] == 0 {
			return b
		}
		if int32(b[1]) > int32(a[1]) {
			a, b = b, a
		}
		sum := math.Float32frombits(a[0])
		if below := int(int32(a[1])) - int(int32(b[1])); below <= 30 {
			sum += float32(math.Ldexp(float64(math.Float32frombits(b[0])), -below))
		}
		if sum >= 1 {
			return [2]uint32{math.Float32bits(sum / 2), a[1] + 1}
		}
		return [2]uint32{math.Float32bits(sum), a[1]}
	})
}
