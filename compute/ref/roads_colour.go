package ref

import (
	"fmt"
	"math"

	"kernelscope/compute"
)

// RoadsColour holds the arguments of roads_colour.
type RoadsColour[B any] struct {
	States, Palette, Colours B
	ByDistance               uint32  // 1: colours show distances, 0: states
	Reach                    float32 // the distance at the end of the ramp
	Stronger                 uint32  // how much more opaque visited roads are, in sixteenths
	Band                     uint32  // width of a band of distances in one colour; 0 for continuous colours
}

// MirrorRoadsColour mirrors roads_colour.
func MirrorRoadsColour(_ compute.Grid, a RoadsColour[[]uint32]) {
	last := len(a.Colours) - 1
	a.Colours[last] = 0 // for segments without a node
	for v := range a.Colours[:last] {
		state, distance := NodeState(a.States[v]>>30), a.States[v]&StateDistance
		colour, strength := a.Palette[state]&0xffffff, 1+a.Stronger
		switch {
		case state == Unreached:
			colour, strength = 0, 0
		case state == Near:
			strength = 1 + 3*a.Stronger
		case a.ByDistance != 0:
			t := float32(distance) / a.Reach
			if a.Band != 0 {
				t = float32(distance/a.Band*a.Band) / max(float32(a.Band), a.Reach-float32(a.Band))
			}
			colour = rampColour(a.Palette[4:], t)
		}
		a.Colours[v] = colour | strength<<24
	}
}

// rampColour returns the colour at t, from 0 to 1, on a ramp of nine colours.
func rampColour(ramp []uint32, t float32) (colour uint32) {
	t = max(0, min(1, t)) * 8
	i := min(int(t), 7)
	for shift := 0; shift < 24; shift += 8 {
		a, b := float64(ramp[i]>>shift&255), float64(ramp[i+1]>>shift&255)
		colour |= uint32(math.Round(a+(b-a)*float64(t-float32(i)))) << shift
	}
	return colour
}

// AgreeOnColours allows colours to differ by one level.
func AgreeOnColours(_, device, mirror RoadsColour[[]uint32]) error {
	return sameColours("Colours", device.Colours, mirror.Colours)
}

// sameColours compares packed colours, which may differ by one level.
func sameColours(name string, device, mirror []uint32) error {
	for i, d := range device {
		if colourDifference(d, mirror[i]) > 1 {
			return fmt.Errorf("%s[%d] is %#x on the device, %#x in the mirror", name, i, d, mirror[i])
		}
	}
	return nil
}

// colourDifference returns the greatest difference between the bytes of two colours.
func colourDifference(a, b uint32) (most int) {
	for shift := 0; shift < 32; shift += 8 {
		x, y := int(a>>shift&255), int(b>>shift&255)
		most = max(most, x-y, y-x)
	}
	return most
}
