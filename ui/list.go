package ui

import (
	"image/color"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/internal/vector"
)

// List draws into a list of Dear ImGui and, over pictures, into the figure that is being made.
type List struct {
	list   imgui.DrawList
	figure *vector.Figure // nil for none
	bold   float32        // size of texts with bold letters, in pixels
}

// OnPicture returns the list of shapes over the picture and under the panels.
func (u *UI) OnPicture() List {
	return List{imgui.BackgroundDrawList(), u.Figure, u.Bold.FontSize()}
}

// OnPanel returns the list of the panel that is being built.
func OnPanel() List { return List{list: imgui.WindowDrawList()} }

// The size of a font of Dear ImGui is the height of a line: ascent and descent of the Go fonts, 1,935 and
// 432 units, of which an em has 2,048.
const (
	ascent = 1935.0 / (1935 + 432)
	em     = 2048.0 / (1935 + 432)
)

func unpacked(c imgui.PackedColor) color.NRGBA {
	return color.NRGBA{uint8(c), uint8(c >> 8), uint8(c >> 16), uint8(c >> 24)}
}

func spot(v imgui.Vec2) vector.Point { return vector.Point{X: float64(v.X), Y: float64(v.Y)} }

// AddLineV draws a line.
func (l List) AddLineV(a, b imgui.Vec2, c imgui.PackedColor, thickness float32) {
	l.list.AddLineV(a, b, c, thickness)
	l.figure.Line(unpacked(c), float64(thickness), spot(a), spot(b))
}

// AddLine draws a line that is one pixel wide.
func (l List) AddLine(a, b imgui.Vec2, c imgui.PackedColor) { l.AddLineV(a, b, c, 1) }

// AddRectFilledV fills a rectangle.
func (l List) AddRectFilledV(low, high imgui.Vec2, c imgui.PackedColor, rounding float32, flags imgui.DrawFlags) {
	l.list.AddRectFilledV(low, high, c, rounding, flags)
	l.figure.Rect(unpacked(c), spot(low), spot(high))
}

// AddRectFilled fills a rectangle.
func (l List) AddRectFilled(low, high imgui.Vec2, c imgui.PackedColor) {
	l.AddRectFilledV(low, high, c, 1, imgui.DrawCornerFlagsAll)
}

// AddRectFilledMultiColor fills a rectangle with colours from left to right, in a figure by steps.
func (l List) AddRectFilledMultiColor(low, high imgui.Vec2, a, b, c, d imgui.PackedColor) {
	l.list.AddRectFilledMultiColor(low, high, a, b, c, d)
	const steps = 16
	ramp, left := []color.RGBA{color.RGBA(unpacked(a)), color.RGBA(unpacked(b))}, spot(low)
	for i := range steps { // each up to the end, so that no gap shows between two
		l.figure.Rect(Between(ramp, float64(i)/(steps-1)), left, spot(high))
		left.X += float64(high.X-low.X) / steps
	}
}

// AddRectV draws the outline of a rectangle.
func (l List) AddRectV(low, high imgui.Vec2, c imgui.PackedColor, rounding float32, flags imgui.DrawFlags, thickness float32) {
	l.list.AddRectV(low, high, c, rounding, flags, thickness)
	a, b := spot(low), spot(high)
	l.figure.Line(unpacked(c), float64(thickness), a, vector.Point{X: b.X, Y: a.Y}, b, vector.Point{X: a.X, Y: b.Y}, a)
}

// AddCircleFilledV fills a circle.
func (l List) AddCircleFilledV(middle imgui.Vec2, radius float32, c imgui.PackedColor, segments int) {
	l.list.AddCircleFilledV(middle, radius, c, segments)
	l.figure.Dot(unpacked(c), spot(middle), float64(radius))
}

// AddCircleV draws a circle.
func (l List) AddCircleV(middle imgui.Vec2, radius float32, c imgui.PackedColor, segments int, thickness float32) {
	l.list.AddCircleV(middle, radius, c, segments, thickness)
	if l.figure == nil {
		return
	}
	const sides = 48
	var ring []vector.Point
	for i := range sides + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / sides)
		ring = append(ring, vector.Point{X: float64(middle.X) + cos*float64(radius), Y: float64(middle.Y) + sin*float64(radius)})
	}
	l.figure.Line(unpacked(c), float64(thickness), ring...)
}

// AddTriangleFilled fills a triangle.
func (l List) AddTriangleFilled(p, q, r imgui.Vec2, c imgui.PackedColor) {
	l.list.AddTriangleFilled(p, q, r, c)
	l.figure.Area(unpacked(c), false, []vector.Point{spot(p), spot(q), spot(r)})
}

// AddText writes a text from its upper left corner, in the present font.
func (l List) AddText(at imgui.Vec2, c imgui.PackedColor, text string) {
	l.list.AddText(at, c, text)
	if l.figure == nil {
		return
	}
	size := imgui.FontSize()
	place := spot(at)
	place.Y += ascent * float64(size)
	l.figure.Write(vector.Text{
		Text: text, At: place, Size: em * float64(size), Width: float64(imgui.CalcTextSize(text, false, 0).X), Bold: size == l.bold, Colour: unpacked(c),
	})
}

// PushClipRect clips what follows.
func (l List) PushClipRect(low, high imgui.Vec2) { l.PushClipRectV(low, high, false) }

// PushClipRectV clips what follows, and within what clips it already if both is set.
func (l List) PushClipRectV(low, high imgui.Vec2, both bool) {
	l.list.PushClipRectV(low, high, both)
	l.figure.ClipRect(spot(low), spot(high))
}

// PopClipRect ends the last PushClipRect.
func (l List) PopClipRect() {
	l.list.PopClipRect()
	l.figure.End()
}
