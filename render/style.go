package render

import (
	"image/color"
	"math"

	"kernelscope/scene"
)

// Theme is the set of colours of pictures and panels.
type Theme struct {
	Background color.RGBA
	States     [4]color.RGBA // indexed by graph.NodeState
	Path       color.RGBA
	Casing     color.RGBA
	Major      color.RGBA    // unreached motorways
	Minor      color.RGBA    // unreached paths; the classes between are mixtures
	Ramp       [9]color.RGBA // colours of distances
	Source     color.RGBA
	Target     color.RGBA
	Text, Dim  color.RGBA
	Picked     color.RGBA // marks under roads
	Changed    color.RGBA
	Closed     color.RGBA
	Label      color.RGBA    // names of roads
	Plate      color.RGBA    // plates under the numbers of roads
	Water      color.RGBA    // lakes
	Shore      color.RGBA    // rivers and shores
	Still      color.RGBA    // keys that a step of a sort has not moved
	Paper      color.RGBA    // the page
	Depths     [7]color.RGBA // boxes, from the outermost to the deepest

	// Panels: the background, fields and buttons, the same under the mouse and pressed, lists,
	// charts and lines; the selection with its text, the second of two things, problems and
	// confirmations. LaneText are variants of Accent and Second for text.
	Panel, Field, Hover, Active, Popup, Chart, Line color.RGBA
	Accent, OnAccent, Second, Error, Good           color.RGBA
	LaneText                                        [2]color.RGBA

	Name    string
	IsLight bool
}

func hex(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// RoadWidth is the true width of a class of roads in metres, and the least width in pixels when a whole
// state or a town is in view.
type RoadWidth struct{ Metres, Far, Town float64 }

// Widths has the widths of all classes.
var Widths = [scene.Classes]RoadWidth{
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

// width returns the width of a class in pixels of the target, which has ratio pixels per pixel of a
// plain display.
func width(c scene.Class, metresPerPixel, ratio float64) float64 {
	w := Widths[c]
	mpp := metresPerPixel * ratio // metres per pixel of a plain display
	t := math.Log2(farMetres/mpp) / math.Log2(farMetres/townMetres)
	least := w.Far * math.Pow(w.Town/w.Far, max(0, min(1, t)))
	return max(w.Metres/mpp, least) * ratio
}

// classesAt returns the visible classes, without the faintest ones.
func classesAt(metresPerPixel, ratio float64) (drawn [scene.Classes]bool) {
	const faintest = 0.15 // pixels of a plain display
	for c := range scene.Class(scene.Classes) {
		drawn[c] = width(c, metresPerPixel, ratio) >= faintest*ratio
	}
	return drawn
}

// strength returns how much more opaque visited roads are, in sixteenths: twice as opaque if they
// are narrower than a pixel, and no more if they are wide enough.
func strength(metresPerPixel, ratio float64) uint32 {
	t := math.Log2(metresPerPixel*ratio/casedFrom) / math.Log2(townMetres*2/casedFrom)
	return uint32(16 * max(0, min(1, t)))
}

// hasCasing reports whether roads are wide enough for a casing to separate them.
func hasCasing(metresPerPixel, ratio float64) bool { return metresPerPixel*ratio <= casedFrom }

// widthBlock returns the words of the Widths buffer for a zoom: pixels by class.
func widthBlock(metresPerPixel, ratio float64) (words []uint32) {
	for c := range scene.Class(scene.Classes) {
		words = append(words, math.Float32bits(float32(width(c, metresPerPixel, ratio))))
	}
	return words
}

// pathWidth returns the width of the path in pixels of the target.
func pathWidth(metresPerPixel, ratio float64) float64 {
	return max(3.4*ratio, width(scene.Motorway, metresPerPixel, ratio)*0.6)
}

// palette returns the words of the Palette buffer: colours by state, then by distance.
func (t *Theme) palette() (words []uint32) {
	for _, list := range [][]color.RGBA{t.States[:], t.Ramp[:]} {
		for _, c := range list {
			words = append(words, packed(c))
		}
	}
	return words
}

// packed returns a colour as a word for unpackUnorm4x8.
func packed(c color.RGBA) uint32 {
	return uint32(c.R) | uint32(c.G)<<8 | uint32(c.B)<<16 | uint32(c.A)<<24
}
