// Package render draws scenes on the GPU: road maps with two painters and routes on top, arrays of
// keys, and clip scenes. It reads buffers owned by an algorithm and draws to the target of a window
// or a canvas.
package render

import (
	"cmp"
	"math"

	ref "kernelscope/compute/ref/roads"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/geom"
)

// Camera selects the part of the world, or of a clip scene, that a target shows.
type Camera struct {
	X, Y          float64 // centre of the view, in units of geom.Point or of the scene
	Scale         float64 // pixels per unit
	Width, Height int     // of the target, pixels
	// Least and Most limit the zoom, in pixels per unit; zero means the limits of maps.
	Least, Most float64
}

// Limits of the zoom, in pixels per metre at the equator: the whole world in a window, and five
// centimetres per pixel.
const (
	minScale = 100.0 / geom.World
	maxScale = 20 * 0.0093
)

// Fit returns a camera of the given size that shows a box, with a margin in pixels on each side.
func Fit(b geom.Box, width, height int, margin [4]float64) Camera {
	c := Camera{Width: width, Height: height, Scale: maxScale}
	if b.Empty() {
		return c
	}
	c.X, c.Y = b.Centre()
	c.show(max(1, float64(b.Width())), max(1, float64(b.Height())), margin)
	return c
}

// FitScene returns a camera of the given size that shows a clip scene, with a margin in pixels on
// each side. It has the scene's units: x to the right, y down.
func FitScene(s *clipscene.Scene, width, height int, margin [4]float64) Camera {
	c := Camera{Width: width, Height: height, X: float64(s.Width) / 2, Y: float64(s.Height) / 2, Least: 1e-12, Most: 1e12}
	c.show(float64(s.Width), float64(s.Height), margin)
	c.Least, c.Most = c.Scale/64, c.Scale*4096 // float32 cannot represent more positions
	return c
}

// show sets the scale such that an area of the given size around the centre is in view, and moves
// the centre to the middle of the space inside the margins.
func (c *Camera) show(width, height float64, margin [4]float64) {
	left, top, right, bottom := margin[0], margin[1], margin[2], margin[3]
	w, h := max(1, float64(c.Width)-left-right), max(1, float64(c.Height)-top-bottom)
	c.Scale = c.clamped(min(w/width, h/height))
	c.X -= (left - right) / 2 / c.Scale
	c.Y -= (top - bottom) / 2 / c.Scale
}

// clamped returns a scale within the limits of the zoom.
func (c *Camera) clamped(scale float64) float64 {
	return max(cmp.Or(c.Least, minScale), min(cmp.Or(c.Most, maxScale), scale))
}

// Pan moves the view by dx, dy pixels.
func (c *Camera) Pan(dx, dy float64) {
	c.X -= dx / c.Scale
	c.Y -= dy / c.Scale
}

// ZoomAt changes the scale by a factor and keeps the point at pixel x, y in place.
func (c *Camera) ZoomAt(x, y, factor float64) {
	px, py := c.At(x, y)
	c.Scale = c.clamped(c.Scale * factor)
	nx, ny := c.At(x, y)
	c.X += px - nx
	c.Y += py - ny
}

// At returns the position in the world at a pixel.
func (c Camera) At(x, y float64) (wx, wy float64) {
	return c.X + (x-float64(c.Width)/2)/c.Scale, c.Y + (y-float64(c.Height)/2)/c.Scale
}

// PointAt returns the point at a pixel.
func (c Camera) PointAt(x, y float64) geom.Point {
	wx, wy := c.At(x, y)
	return geom.Point{X: fixed(wx), Y: fixed(wy)}
}

func fixed(v float64) int32 {
	return int32(max(math.MinInt32, min(math.MaxInt32, math.Round(v))))
}

// Pixel returns the position of a point in the target.
func (c Camera) Pixel(p geom.Point) (x, y float64) {
	return (float64(p.X)-c.X)*c.Scale + float64(c.Width)/2, (float64(p.Y)-c.Y)*c.Scale + float64(c.Height)/2
}

// View returns the box of the world in the target, grown by a number of pixels.
func (c Camera) View(grow float64) geom.Box {
	return geom.Box{Min: c.PointAt(-grow, -grow), Max: c.PointAt(float64(c.Width)+grow, float64(c.Height)+grow)}
}

// MetresPerPixel returns the length on the ground of a pixel at the centre.
func (c Camera) MetresPerPixel() float64 {
	return geom.Point{X: fixed(c.X), Y: fixed(c.Y)}.MetresPerUnit() / c.Scale
}

// push returns the camera as push constants, with the colours of a theme.
type push = ref.Camera

func (c Camera) push(t *Theme) push {
	x, y := math.Floor(c.X), math.Floor(c.Y)
	return push{
		Centre: [2]int32{fixed(x), fixed(y)}, Offset: [2]float32{float32(c.X - x), float32(c.Y - y)},
		Size: [2]float32{float32(c.Width), float32(c.Height)}, Scale: float32(c.Scale), Slices: 1,
		Major: packed(t.Major), Minor: packed(t.Minor), Rim: packed(t.Casing),
	}
}
