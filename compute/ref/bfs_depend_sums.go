package ref

import (
	"math"

	"kernelscope/compute"
)

// BFSDependSums holds the buffers of bfs_depend_sums.
type BFSDependSums[B any] struct {
	Levels, Depend, Sums B

	Nodes, Columns uint32
}

// MirrorBFSDependSums mirrors bfs_depend_sums.
func MirrorBFSDependSums(_ compute.Grid, a BFSDependSums[[]uint32]) {
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

// AgreeOnBFSDependSums compares sums with a tolerance for rounding.
func AgreeOnBFSDependSums(_, device, mirror BFSDependSums[[]uint32]) error {
	return near("Sums", device.Sums, mirror.Sums)
}
