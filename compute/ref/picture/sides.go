package picture

import (
	"kernelscope/shaders"
	"math"
)

// A stretch is a sequence of consecutive sides of a contour. Its words, from PictureStretchBox on,
// are its box, its first point, its number of sides, and the stretch after all those that it is
// divided into. A stretch with at most PictureLeaf sides is not divided. The last word of a side
// (PictureSide) has the first sample line and the one after the last, in ten bits each, and whether
// the side goes down.

// Point is the number of words of a point: its coordinates, the slope of the side to the
// next point (the change of x per unit of y), and an unused word.
const Point = 4

// column returns the position of a line's sample within the width of a pixel.
func column(line uint32) float32 { return (float32((line*13+5)&31) + 0.5) / shaders.PictureSamples }

// linesAbove returns the number of a tile's sample lines above a height.
func linesAbove(y float32) uint32 {
	lines := float32(math.Ceil(float64(float32(y*shaders.PictureSamples) - 0.5)))
	return uint32(max(0, min(shaders.PictureLines, lines)))
}

// noSample reports whether a box of at most one line contains no sample of a tile.
func noSample(left, top, right, bottom float32) bool {
	first, end := linesAbove(top), linesAbove(bottom)
	c := column(first)
	return end-first < 2 && math.Ceil(float64(left-c)) == math.Ceil(float64(right-c))
}

// corner returns the upper left corner of a tile of the band in pixels of the target.
func (v *View) corner(tile uint32) (x, y uint32) {
	return tile % v.Columns * shaders.PictureTile, (v.FirstRow + tile/v.Columns) * shaders.PictureTile
}

// sidesIn returns the words of the sides of a step that affect a tile, the winding number at its
// left edge, and the work done.
func (v *View) sidesIn(tile uint32, step, stretches, points []uint32) (sides []uint32, backdrop int32, work uint32) {
	cornerX, cornerY := v.corner(tile)
	x := func(w uint32) float32 { return v.place(float(w), 0) - float32(cornerX) }
	y := func(w uint32) float32 { return v.place(float(w), 1) - float32(cornerY) }
	for i := step[FirstStretch]; i < step[EndStretch] && work < shaders.PictureMostWork; {
		work++
		s := stretches[i*shaders.PictureStretch:][:shaders.PictureStretch]
		left, top, right, bottom := x(s[0]), y(s[1]), x(s[2]), y(s[3])
		outside := left >= shaders.PictureTile || linesAbove(top) == linesAbove(bottom)
		straight := right <= 0 || noSample(left, top, right, bottom)
		if !outside && !straight && s[shaders.PictureStretchSides] > shaders.PictureLeaf {
			i++
			continue
		}
		i = s[shaders.PictureStretchNext]
		if outside {
			continue
		}
		stride := uint32(1)
		if straight {
			stride = s[shaders.PictureStretchSides]
		}
		for k := uint32(0); k < s[shaders.PictureStretchSides]; k += stride {
			work++
			from, end := points[(s[shaders.PictureStretchFirst]+k)*Point:], points[(s[shaders.PictureStretchFirst]+k+stride)*Point:]
			slope := from[2]
			if straight {
				slope = 0
			}
			topX, topY, lowX, lowY, down, way := x(from[0]), y(from[1]), x(end[0]), y(end[1]), uint32(1), int32(1)
			if linesAbove(topY) > linesAbove(lowY) {
				topX, topY, lowX, lowY, down, way = lowX, lowY, topX, topY, 0, -1
			}
			first, after := linesAbove(topY), linesAbove(lowY)
			if max(topX, lowX) <= 0 && first == 0 && after == shaders.PictureLines {
				backdrop += way
			} else if first < after && min(topX, lowX) < shaders.PictureTile {
				sides = append(sides, math.Float32bits(topX), math.Float32bits(topY), slope, math.Float32bits(lowX), first|after<<10|down<<20)
			}
		}
	}
	return sides, backdrop, work
}
