// Package picture mirrors the kernels that paint pictures of clips.
package picture

import (
	"math"

	"kernelscope/compute"
	"kernelscope/shaders"
)

// View tells the kernels of clip pictures what to paint and where.
type View struct {
	Centre, Rest  [2]float32 // of the view, in units of the scene: the high and the low part of a number
	Middle        [2]float32 // of the target, in pixels
	Scale         float32    // pixels per unit
	Width, Height uint32     // of the target
	Columns, Rows uint32     // of tiles, in the painted band
	FirstRow      uint32     // of the band
	StepsCount    uint32
	Peel          uint32 // greatest depth of visible elements
	Room          uint32 // pairs or pages that fit into memory
	FirstSide     uint32 // of the window of sides; sides are written and painted one window at a time
	EndSide       uint32
	Round         uint32 // of painting
	Budget        uint32 // loop iterations per invocation and round
	First         uint32 // step or pair of the first invocation
	Limit         uint32 // of the work of a submission
}

// Words of a painting step: its kind; the first stretch of a part of an area, and the one after the
// last; the colour of a fill or of the end of a group. Instead of a colour, a begin has the step of
// its end.
const (
	What = iota
	FirstStretch
	EndStretch
	Colour
	Step // number of words

	End = Colour
)

// The kinds PictureFill to PictureEndGroup are documented in shaders/include/picture.glsl. An area
// is computed in two masks: the samples that may be covered, at first those inside all clips, and
// the covered samples, at first none. The last step of an element's area is a fill or a clip. Apart
// from ends and groups, all its other steps come before.

// part returns the range of n items that belongs to the invocations of a grid.
func part(first uint32, g compute.Grid, n uint32) (from, to uint32) {
	return min(first, n), uint32(min(uint64(first)+uint64(g.Invocations()), uint64(n)))
}

func float(w uint32) float32 { return math.Float32frombits(w) }

// place converts a scene coordinate to the target: x for axis 0, y for axis 1. Every operation is
// rounded to float32, as on devices.
func (v *View) place(p float32, axis int) float32 {
	near := p - v.Centre[axis]
	scaled := float32((near - v.Rest[axis]) * v.Scale)
	return scaled + v.Middle[axis]
}

// TilesOf returns the range of tiles in the band that a box touches: the first column and row, and
// those after the last.
func (v *View) TilesOf(box [4]float32) (x0, y0, x1, y1 uint32) {
	if !(box[0] < box[2] && box[1] < box[3]) {
		return 0, 0, 0, 0
	}
	low := func(p float32, axis int, above, most uint32) uint32 {
		t := float32(math.Floor(float64(v.place(p, axis)/shaders.PictureTile))) - float32(above)
		return uint32(max(0, min(float32(most), t)))
	}
	high := func(p float32, axis int, above, most uint32) uint32 {
		t := float32(math.Ceil(float64(v.place(p, axis)/shaders.PictureTile))) - float32(above)
		return uint32(max(0, min(float32(most), t)))
	}
	x0, y0 = low(box[0], 0, 0, v.Columns), low(box[1], 1, v.FirstRow, v.Rows)
	return x0, y0, max(x0, high(box[2], 0, 0, v.Columns)), max(y0, high(box[3], 1, v.FirstRow, v.Rows))
}

// tilesOf returns the tiles that a step touches.
func (v *View) tilesOf(step uint32, owners, depths, resolved []uint32) (x0, y0, x1, y1 uint32) {
	e := owners[step]
	if depths[e] > v.Peel {
		return 0, 0, 0, 0
	}
	var box [4]float32
	for i := range box {
		box[i] = float(resolved[4*e+uint32(i)])
	}
	return v.TilesOf(box)
}
