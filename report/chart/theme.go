package chart

import "image/color"

// Theme is the set of colours of a figure.
type Theme struct {
	Ground    color.RGBA
	Text, Dim color.RGBA
	Grid      color.RGBA
	Series    [6]color.RGBA // of variants, in the order in which they are named
	Reference color.RGBA    // of the series that variants are compared with
	Ramp      [9]color.RGBA // of a heat map, from bad to good
	Steps     [2]float64    // the part of the ramp that stands out from the ground, from 0 to 1
}

func hex(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// viridis is matplotlib's (van der Walt, Smith, 2015, CC0): it grows evenly lighter, so
// it can be read without colours, too.
var viridis = [9]color.RGBA{
	hex(0x440154), hex(0x472D7B), hex(0x3B528B), hex(0x2C728E), hex(0x21918C), hex(0x28AE80), hex(0x5EC962), hex(0xADDC30), hex(0xFDE725),
}

// The colours of series are by Okabe and Ito, "Color Universal Design" (2008),
// which are distinct for all common kinds of colour vision.
var (
	// Light is the theme of files.
	Light = Theme{
		Ground: hex(0xFFFFFF), Text: hex(0x1B2026), Dim: hex(0x5A646E), Grid: hex(0xE1E5E9),
		Series:    [6]color.RGBA{hex(0x0072B2), hex(0xD55E00), hex(0x009E73), hex(0xCC79A7), hex(0xE69F00), hex(0x56B4E9)},
		Reference: hex(0x5A646E), Ramp: viridis, Steps: [2]float64{0, 0.85},
	}
	// Dark is the theme of the window.
	Dark = Theme{
		Ground: hex(0x161B21), Text: hex(0xE6EAEE), Dim: hex(0x9AA3AB), Grid: hex(0x2A3139),
		Series:    [6]color.RGBA{hex(0x56B4E9), hex(0xE69F00), hex(0x2FC79A), hex(0xDE93BD), hex(0xF0E442), hex(0xF0793A)},
		Reference: hex(0xAEB6BE), Ramp: viridis, Steps: [2]float64{0.35, 1},
	}
	// Contrast is the theme of the window in high contrast.
	Contrast = Theme{
		Ground: hex(0x000000), Text: hex(0xFFFFFF), Dim: hex(0xD2D2D2), Grid: hex(0x3A3A3A),
		Series: Dark.Series, Reference: hex(0xD2D2D2), Ramp: viridis, Steps: Dark.Steps,
	}
)

// along returns the colour of a ramp at t, from 0 to 1.
func along(ramp [9]color.RGBA, t float64) color.RGBA {
	x := max(0, min(1, t)) * float64(len(ramp)-1)
	i := min(int(x), len(ramp)-2)
	return mixed(ramp[i], ramp[i+1], x-float64(i))
}

// mixed is a colour between two others; at 0 it is a.
func mixed(a, b color.RGBA, t float64) color.RGBA {
	m := func(a, b uint8) uint8 { return uint8(float64(a)*(1-t) + float64(b)*t + 0.5) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}

// readable is black or white, whichever stands out on a ground (the luma of
// ITU-R BT.601).
func readable(ground color.RGBA) color.RGBA {
	if 299*int(ground.R)+587*int(ground.G)+114*int(ground.B) > 128*1000 {
		return hex(0x111418)
	}
	return hex(0xFFFFFF)
}
