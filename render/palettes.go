package render

import (
	"image/color"

	"kernelscope/scene/graph"
)

func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// TreeColours are a theme that is adapted to prepared trees.
type TreeColours struct {
	Theme
	Inside, Boundary color.RGBA // nodes of the shown front
	Known            color.RGBA // nodes whose distance earlier steps have found
	Lengths          LengthsColours
	Losses           [9]color.RGBA // from gains to losses
}

// TreesOf adapts a theme to prepared trees: the ramp contrasts most near the source, and newly found
// nodes have a colour outside the ramp. On a dark background, the program's ramp is reversed and
// its far end is made brighter. Of losses, what stays the same is inconspicuous.
func TreesOf(of *Theme) TreeColours {
	t := *of
	c := TreeColours{Inside: rgb(0xFF8A3D), Boundary: rgb(0x6FD3FF), Known: rgb(0x6E93A6), Losses: darkLosses}
	if t.IsLight {
		c = TreeColours{Inside: rgb(0xB8430A), Boundary: rgb(0x0B6FA4), Known: rgb(0x7FA0B2), Losses: lightLosses}
		t.States[graph.StateNear] = rgb(0x000000)
	} else {
		t.States[graph.StateNear] = rgb(0xFFFFFF)
		t.Ramp = [9]color.RGBA{
			rgb(0xFDE725), rgb(0xB8DE29), rgb(0x73D055), rgb(0x3CBB75), rgb(0x20A486), rgb(0x25848E), rgb(0x2D6A9E), rgb(0x46559F), rgb(0x5A4592),
		}
	}
	c.Theme = t
	c.Lengths = LengthsColours{None: t.Field, Near: t.Ramp[0], Middle: t.Ramp[4], Far: t.Ramp[8]}
	return c
}

// Ramps of gains and losses, on dark and light backgrounds.
var (
	darkLosses = [9]color.RGBA{
		rgb(0x7FE3FF), rgb(0x4DB8E5), rgb(0x3D86AD), rgb(0x435F72), rgb(0x4B525A), rgb(0x79544A), rgb(0xB65B42), rgb(0xEC6A3C), rgb(0xFFB066),
	}
	lightLosses = [9]color.RGBA{
		rgb(0x0B3C73), rgb(0x1F6BA5), rgb(0x5697C4), rgb(0x97BDD8), rgb(0xBFC5CB), rgb(0xDFA08C), rgb(0xD0664E), rgb(0xB03528), rgb(0x7A1018),
	}
)

// Upward is the colour of bottom-up levels of searches.
func Upward(t *Theme) color.RGBA {
	if t.IsLight {
		return rgb(0x8B3FC0)
	}
	return rgb(0xC27BE8)
}

// HopsOf adapts a theme to searches between pairs: the balls around the ends of a pair have the colours of the ends,
// relaxed nodes the source's and far ones the target's. The end of the ramp differs from the yellow of the frontier.
func HopsOf(of *Theme) Theme {
	t := *of
	t.Ramp = [9]color.RGBA{
		rgb(0x4A50B8), rgb(0x4361C4), rgb(0x3A76C4), rgb(0x318CC2), rgb(0x3BA3BF), rgb(0x55BABB), rgb(0x7FCFBD), rgb(0xAEE1C9), rgb(0xDDF2DF),
	}
	if t.IsLight {
		t.Ramp = [9]color.RGBA{
			rgb(0x17195E), rgb(0x1F2A86), rgb(0x2440A0), rgb(0x2A58B2), rgb(0x2F70BA), rgb(0x3587B8), rgb(0x3E98AC), rgb(0x4FA59C), rgb(0x69AE8C),
		}
	}
	t.States[graph.StateRelaxed], t.States[graph.StateFar] = t.Source, t.Target
	return t
}
