package roads

import (
	"math"

	"kernelscope/compute"
	"kernelscope/scene/graph"
)

// MirrorColourDistance mirrors roads_colour_distance.
func MirrorColourDistance(_ compute.Grid, a Colour[[]uint32]) {
	colourNodes(a, func(word uint32) uint32 {
		distance := word & graph.StateDistance
		t := float32(distance) / a.Reach
		if a.Scale == Logarithmic {
			t = float32(math.Log2(1+float64(distance)) / math.Log2(1+float64(a.Reach)))
		}
		if a.Band != 0 {
			t = float32(distance/a.Band*a.Band) / max(float32(a.Band), a.Reach-float32(a.Band))
		}
		return rampColour(a.Palette[4:], t)
	})
}

// rampColour returns the colour on a ramp of nine colours, for t from 0 to 1.
func rampColour(ramp []uint32, t float32) uint32 {
	t = max(0, min(1, t)) * 8
	i := min(int(t), 7)
	return mixed(ramp[i], ramp[i+1], float64(t-float32(i)))
}
