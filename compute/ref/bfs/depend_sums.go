package bfs

import (
	"math"

	"kernelscope/compute"
)

// DependSums holds the buffers of bfs_depend_sums.
type DependSums[B any] struct {
	Levels, Depend, Sums B

	Nodes, Columns uint32
}

// MirrorDependSums mirrors bfs_depend_sums.
func MirrorDependSums(_ compute.Grid, a DependSums[[]uint32]) {
	k := int(a.Columns)
	for v := range int(a.Nodes) {
		sum := float32(0)
		for i := v * k; i < (v+1)*k; i++ {
			if a.Levels[i] != 0 {
				sum += math.Float32frombits(a.Depend[i])
			}
		}
		a.Sums[v] = math.Float32bits(sum)
	}
}

// AgreeOnDependSums compares sums with a tolerance for rounding.
func AgreeOnDependSums(_, device, mirror DependSums[[]uint32]) error {
	return near("Sums", device.Sums, mirror.Sums)
}
