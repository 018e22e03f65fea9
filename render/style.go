package render

import (
	"image/color"
	"math"

	"kernelscope/compute/ref"
	"kernelscope/scene"
)

// Theme is the set of colours of a picture.
type Theme struct {
	Background color.RGBA
	States     [4]color.RGBA // by ref.NodeState
	Path       color.RGBA
	Casing     color.RGBA
	Major      color.RGBA    // motorways that no search has reached
	Minor      color.RGBA    // paths that no search has reached; the classes between are mixed
	Ramp       [9]color.RGBA // by distance
	Source     color.RGBA
	Target     color.RGBA
	Text, Dim  color.RGBA
	Picked     color.RGBA // marks under roads
	Changed    color.RGBA
	Closed     color.RGBA
	Label      color.RGBA    // names of roads
	Plate      color.RGBA    // under their numbers
	Water      color.RGBA    // lakes
	Shore      color.RGBA    // rivers and shores
	Still      color.RGBA    // keys that a step of a sort has left where they were
	Desk       color.RGBA    // around the page of a clip scene
	Paper      color.RGBA    // of the page
	Depths     [7]color.RGBA // of boxes, from the outermost to the deepest
}

func hex(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// Dark is the theme of the program. The four states and the path are distinct for all
// common kinds of colour vision (worst pair ΔE 20). The ramp is matplotlib's viridis (van
// der Walt, Smith, 2015, CC0) without its darkest part.
var Dark = Theme{
	Background: hex(0x0F1318),
	States: [4]color.RGBA{
		ref.Unreached: hex(0x4D5256), ref.Far: hex(0xBB480E), ref.Near: hex(0xFCC621), ref.Relaxed: hex(0x6289CF),
	},
	Path: hex(0xFFFFFF), Casing: hex(0x1B2026), Major: hex(0x6B7177), Minor: hex(0x343A3F),
	Ramp: [9]color.RGBA{
		hex(0x472D7B), hex(0x3B528B), hex(0x2C728E), hex(0x21918C), hex(0x28AE80), hex(0x5EC962), hex(0xADDC30), hex(0xDDE318), hex(0xFDE725),
	},
	Source: hex(0x3DDC97), Target: hex(0xFF5C8A), Text: hex(0xE6EAEE), Dim: hex(0x9AA3AB),
	Picked: hex(0xBFE9F0), Changed: hex(0x8F3FC4), Closed: hex(0xC4202F), Still: hex(0x46566B),
	Label: hex(0xC4CBD1), Plate: hex(0x2F3740), Water: hex(0x17222E), Shore: hex(0x22364A),
	Desk: hex(0x1B2026), Paper: hex(0xFFFFFF),
	Depths: [7]color.RGBA{hex(0x2AA5D8), hex(0x7C8CF0), hex(0xB873E0), hex(0xE060B0), hex(0xF0607A), hex(0xF08040), hex(0xE8A820)},
}

// widths of roads: the true width in metres, and the least one in pixels when a whole
// state is in view and when a town is.
var widths = [scene.Classes]struct{ metres, far, town float64 }{
	scene.Motorway:  {16, 1.9, 4.5},
	scene.Trunk:     {14, 1.6, 4.0},
	scene.Primary:   {11, 1.25, 3.4},
	scene.Secondary: {9, 0.95, 2.8},
	scene.Tertiary:  {8, 0.65, 2.2},
	scene.Street:    {6.5, 0.4, 1.4},
	scene.Service:   {4, 0.22, 0.8},
	scene.Path:      {2, 0.1, 0.5},
}

const (
	farMetres  = 200.0 // metres per pixel when a state is in view
	townMetres = 8.0   // and when a town is
	casedFrom  = 2.0   // metres per pixel below which roads have a casing
)

// width returns the width of a class in pixels of the target; a plain display's pixel is
// ratio of them.
func width(c scene.Class, metresPerPixel, ratio float64) float64 {
	w := widths[c]
	mpp := metresPerPixel * ratio // on a plain display
	t := math.Log2(farMetres/mpp) / math.Log2(farMetres/townMetres)
	least := w.far * math.Pow(w.town/w.far, max(0, min(1, t)))
	return max(w.metres/mpp, least) * ratio
}

// classesAt returns the classes that are drawn: the faintest are left out.
func classesAt(metresPerPixel, ratio float64) (drawn [scene.Classes]bool) {
	const faintest = 0.15 // pixels of a plain display
	for c := range scene.Class(scene.Classes) {
		drawn[c] = width(c, metresPerPixel, ratio) >= faintest*ratio
	}
	return drawn
}

// strength returns how much stronger a road is drawn where a search has been, in
// sixteenths: twice as strong if it is narrower than a pixel, no stronger if it is wide
// enough to see.
func strength(metresPerPixel, ratio float64) uint32 {
	t := math.Log2(metresPerPixel*ratio/casedFrom) / math.Log2(townMetres*2/casedFrom)
	return uint32(16 * max(0, min(1, t)))
}

// hasCasing reports whether roads are wide enough for a casing to separate them.
func hasCasing(metresPerPixel, ratio float64) bool { return metresPerPixel*ratio <= casedFrom }

// widthBlock is the Widths buffer for a zoom: pixels by class.
func widthBlock(metresPerPixel, ratio float64) (words []uint32) {
	for c := range scene.Class(scene.Classes) {
		words = append(words, math.Float32bits(float32(width(c, metresPerPixel, ratio))))
	}
	return words
}

// pathWidth is the width of the path, in pixels of the target.
func pathWidth(metresPerPixel, ratio float64) float64 {
	return max(3.4*ratio, width(scene.Motorway, metresPerPixel, ratio)*0.6)
}

// palette is the Palette buffer: colours by state, then by distance.
func (t *Theme) palette() (words []uint32) {
	for _, list := range [][]color.RGBA{t.States[:], t.Ramp[:]} {
		for _, c := range list {
			words = append(words, packed(c))
		}
	}
	return words
}

// packed is a colour as unpackUnorm4x8 reads it.
func packed(c color.RGBA) uint32 {
	return uint32(c.R) | uint32(c.G)<<8 | uint32(c.B)<<16 | uint32(c.A)<<24
}
