package render

import (
	"image/color"
	"math"

	"kernelscope/scene/graph"
)

// Themes lists the themes, the default first. In each theme any two meaningful colours of a map
// differ by at least 12 (CIEDE2000), both for common colour vision and for eyes that lack one kind
// of cone. Text has a contrast of at least 4.5 to its background.
var Themes = []*Theme{&Dark, &Light, &Contrast}

// ThemeNamed returns the theme with a name, or nil.
func ThemeNamed(name string) *Theme {
	for _, t := range Themes {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// ContrastOf returns the contrast of two colours as defined by WCAG 2.1, from 1 to 21.
func ContrastOf(a, b color.RGBA) float64 {
	light := func(c color.RGBA) float64 {
		l := linear(c)
		return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// linear returns the three components of a colour as linear light, from 0 to 1 (IEC 61966-2-1).
func linear(c color.RGBA) (out [3]float64) {
	for i, v := range [3]uint8{c.R, c.G, c.B} {
		s := float64(v) / 255
		if out[i] = s / 12.92; s > 0.04045 {
			out[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return out
}

// depths are the colours of boxes on the paper of a page.
var depths = [7]color.RGBA{hex(0x2AA5D8), hex(0x7C8CF0), hex(0xB873E0), hex(0xE060B0), hex(0xF0607A), hex(0xF08040), hex(0xE8A820)}

// Dark is the default theme. Its ramp is matplotlib's viridis (van der Walt, Smith, 2015, CC0)
// without the darkest part.
var Dark = Theme{
	Name:       "dark",
	Background: hex(0x0F1318),
	States: [4]color.RGBA{
		graph.StateUnreached: hex(0x545C63), graph.StateFar: hex(0xD92B00), graph.StateNear: hex(0xFCC61B), graph.StateRelaxed: hex(0x638AD0),
	},
	Path: hex(0xFFFFFF), Casing: hex(0x1B2026), Major: hex(0x6B7177), Minor: hex(0x4A5158),
	Ramp: [9]color.RGBA{
		hex(0x472D7B), hex(0x3B528B), hex(0x2C728E), hex(0x21918C), hex(0x28AE80), hex(0x5EC962), hex(0xADDC30), hex(0xDDE318), hex(0xFDE725),
	},
	Source: hex(0x46DF97), Target: hex(0xEB5E8E), Text: hex(0xE6EAEE), Dim: hex(0x9AA3AB),
	Picked: hex(0xBFE9F0), Changed: hex(0x893AC0), Closed: hex(0xA82D37), Still: hex(0x46566B),
	Label: hex(0xC4CBD1), Plate: hex(0x2F3740), Water: hex(0x17222E), Shore: hex(0x22364A),
	Paper: hex(0xFFFFFF), Depths: depths,
	Panel: hex(0x161B21), Field: hex(0x222931), Hover: hex(0x2D3640), Active: hex(0x394552), Popup: hex(0x101419), Chart: hex(0x0F1318), Line: hex(0x2A3139),
	Accent: hex(0x6289CF), OnAccent: hex(0x0F1318), Second: hex(0xFCC621), Error: hex(0xFF8A65), Good: hex(0x3DDC97),
	LaneText: [2]color.RGBA{hex(0x9FBEF2), hex(0xFCC621)},
}

// Light is the theme for projectors and paper.
var Light = Theme{
	Name: "light", IsLight: true,
	Background: hex(0xF6F7F9),
	States: [4]color.RGBA{
		graph.StateUnreached: hex(0x9DA3AA), graph.StateFar: hex(0xBB3201), graph.StateNear: hex(0xB18701), graph.StateRelaxed: hex(0x0D63E5),
	},
	Path: hex(0x000000), Casing: hex(0xFFFFFF), Major: hex(0x7C838A), Minor: hex(0xA3AAB1),
	Ramp: [9]color.RGBA{
		hex(0x440154), hex(0x472D7B), hex(0x3B528B), hex(0x2C728E), hex(0x218A86), hex(0x1F9E77), hex(0x3F9A4E), hex(0x6B9125), hex(0x8A8500),
	},
	Source: hex(0x048D5F), Target: hex(0xA9527F), Text: hex(0x1B2026), Dim: hex(0x565E66),
	Picked: hex(0x2A9DB0), Changed: hex(0x700E8E), Closed: hex(0x7E0407), Still: hex(0xB4BDC7),
	Label: hex(0x33393F), Plate: hex(0xE3E7EB), Water: hex(0xDCE8F2), Shore: hex(0xB4CCE0),
	Paper: hex(0xFFFFFF), Depths: depths,
	Panel: hex(0xFFFFFF), Field: hex(0xE9ECF0), Hover: hex(0xDDE2E7), Active: hex(0xC5CDD5), Popup: hex(0xFFFFFF), Chart: hex(0xF1F3F5), Line: hex(0xD5DAE0),
	Accent: hex(0x2F62C8), OnAccent: hex(0xFFFFFF), Second: hex(0x8A6200), Error: hex(0xB3261E), Good: hex(0x0B7443),
	LaneText: [2]color.RGBA{hex(0x2757B8), hex(0x7A5600)},
}

// Contrast is the theme of high contrast.
var Contrast = Theme{
	Name:       "contrast",
	Background: hex(0x000000),
	States: [4]color.RGBA{
		graph.StateUnreached: hex(0x7E7C7C), graph.StateFar: hex(0xFF6E0C), graph.StateNear: hex(0xFFE602), graph.StateRelaxed: hex(0x78AEFF),
	},
	Path: hex(0xFFFFFF), Casing: hex(0x000000), Major: hex(0x9C9C9C), Minor: hex(0x6E6E6E),
	Ramp:   Dark.Ramp,
	Source: hex(0x01E895), Target: hex(0xCD80AE), Text: hex(0xFFFFFF), Dim: hex(0xD2D2D2),
	Picked: hex(0x00FFFF), Changed: hex(0xA455F8), Closed: hex(0xDF0521), Still: hex(0x707070),
	Label: hex(0xFFFFFF), Plate: hex(0x303030), Water: hex(0x0A1626), Shore: hex(0x2C4A6A),
	Paper: hex(0xFFFFFF), Depths: depths,
	Panel: hex(0x000000), Field: hex(0x242424), Hover: hex(0x3A3A3A), Active: hex(0x565656), Popup: hex(0x000000), Chart: hex(0x0C0C0C), Line: hex(0x8A8A8A),
	Accent: hex(0x78AEFF), OnAccent: hex(0x000000), Second: hex(0xFFE602), Error: hex(0xFF8A65), Good: hex(0x01E895),
	LaneText: [2]color.RGBA{hex(0xA9CBFF), hex(0xFFE602)},
}
