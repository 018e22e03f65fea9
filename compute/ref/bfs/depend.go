package bfs

import (
	"fmt"
	"math"

	"kernelscope/compute"
)

// Depend holds the buffers of bfs_depend.
type Depend[B any] struct {
	First, Head, Levels, Paths, Depend B

	Nodes, Columns, Level uint32
}

// MirrorDepend mirrors bfs_depend.
func MirrorDepend(_ compute.Grid, a Depend[[]uint32]) {
	k := int(a.Columns)
	for u := range int(a.Nodes) {
		for i := u * k; i < (u+1)*k; i++ {
			if a.Levels[i] != a.Level {
				continue
			}
			sum := float32(0)
			for _, v := range a.Head[a.First[u]:a.First[u+1]] {
				at := int(v)*k + i%k
				if a.Levels[at] == a.Level+1 {
					share := math.Ldexp(float64(math.Float32frombits(a.Paths[2*i])/math.Float32frombits(a.Paths[2*at])), int(int32(a.Paths[2*i+1]-a.Paths[2*at+1])))
					sum += float32(share) * (1 + math.Float32frombits(a.Depend[at]))
				}
			}
			a.Depend[i] = math.Float32bits(sum)
		}
	}
}

// AgreeOnDepend compares dependencies with a tolerance for the rounding of divisions and of
// operations that a device may fuse.
func AgreeOnDepend(_, device, mirror Depend[[]uint32]) error {
	return near("Depend", device.Depend, mirror.Depend)
}

// near compares floats with a relative tolerance of 1e-5.
func near(name string, device, mirror []uint32) error {
	for i := range device {
		d, m := float64(math.Float32frombits(device[i])), float64(math.Float32frombits(mirror[i]))
		if device[i] != mirror[i] && !(math.Abs(d-m) <= 1e-5*math.Max(math.Abs(d), math.Abs(m))) {
			return fmt.Errorf("%s[%d] is %g on the device, %g in the mirror", name, i, d, m)
		}
	}
	return nil
}
