package ui

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/scene/geom"
)

// Drawings over a map: markers, the legend, the scale, the attribution. Positions are in
// pixels of the target; floor is the lower edge of the map.

// MarkerRadius is the radius of a marker, in pixels of a plain display.
const MarkerRadius = 9

// The letters of markers, which identify them without colours.
const (
	SourceLetter = "S"
	TargetLetter = "T"
)

// Pins returns the pixels of the markers of a source and a target, or of a source alone. Where the source would
// hide the target's, that is moved away from it.
func (u *UI) Pins(c render.Camera, ends []geom.Point) (pins []imgui.Vec2) {
	for _, at := range ends {
		x, y := c.Pixel(at)
		pins = append(pins, imgui.Vec2{X: float32(int(x)), Y: float32(int(y))})
	}
	if len(pins) < 2 {
		return pins
	}
	away := pins[1].Minus(pins[0])
	far, apart := float32(math.Hypot(float64(away.X), float64(away.Y))), u.Px(2*MarkerRadius+6)
	switch {
	case far < 1:
		pins[1] = pins[0].Plus(imgui.Vec2{X: apart})
	case far < apart:
		pins[1] = pins[0].Plus(away.Times(apart / far))
	}
	return pins
}

// Marker draws a marker with a letter.
func (u *UI) Marker(list List, p imgui.Vec2, tint color.RGBA, letter string) {
	list.AddCircleFilledV(p, u.Px(MarkerRadius+2), imgui.Packed(color.NRGBA{0, 0, 0, 0xC0}), 20)
	list.AddCircleFilledV(p, u.Px(MarkerRadius), imgui.Packed(color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}), 20)
	list.AddCircleFilledV(p, u.Px(MarkerRadius-1.5), imgui.Packed(tint), 20)
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	ink := color.NRGBA{0, 0, 0, 0xFF}
	if render.ContrastOf(tint, color.RGBA(ink)) < 4.5 {
		ink = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
	}
	size := imgui.CalcTextSize(letter, false, 0)
	u.Text(list, p.X-size.X/2+0.5, p.Y-size.Y/2, ink, letter)
}

// MarkerBox returns the pixels of a marker.
func (u *UI) MarkerBox(p imgui.Vec2) image.Rectangle {
	x, y, r := int(p.X), int(p.Y), int(u.Whole(MarkerRadius+2))
	return image.Rect(x-r, y-r, x+r, y+r)
}

// OnMarker reports whether the mouse is on a marker, or close to it.
func (u *UI) OnMarker(p imgui.Vec2, in input.Frame) bool {
	return math.Hypot(in.X-float64(p.X), in.Y-float64(p.Y)) <= float64(u.Px(MarkerRadius+3))
}

// LegendEntry explains a colour.
type LegendEntry struct {
	Name   string
	Colour color.RGBA
	Dot    bool // a node, not a line
}

// Legend explains colours, in the lower right above the scale, where there is room.
func (u *UI) Legend(list List, entries []LegendEntry, right, floor float32) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	line := imgui.TextLineHeight() + u.Px(4)
	width := u.Px(0)
	for _, e := range entries {
		width = max(width, imgui.CalcTextSize(e.Name, false, 0).X)
	}
	x := right - u.Px(PanelMargin) - width
	y := floor - u.Px(66) - line*float32(len(entries))
	if y-u.Px(4) < u.Top() || u.underPanel(x-u.Px(38)) {
		return
	}
	u.LegendVeil(list, x-u.Px(38), y-u.Px(4), right-u.Px(PanelMargin-4), y+line*float32(len(entries)))
	for _, e := range entries {
		mid := y + imgui.TextLineHeight()/2
		if tint := imgui.Packed(Plain(e.Colour)); e.Dot {
			list.AddCircleFilledV(imgui.Vec2{X: x - u.Px(19), Y: mid}, u.Px(4), tint, 16)
		} else {
			list.AddLineV(imgui.Vec2{X: x - u.Px(30), Y: mid}, imgui.Vec2{X: x - u.Px(8), Y: mid}, tint, u.Px(3))
		}
		list.AddText(imgui.Vec2{X: float32(int(x)), Y: float32(int(y))}, imgui.Packed(Plain(u.Theme.Text)), e.Name)
		y += line
	}
}

// LegendVeil darkens an area below a part of a legend. The names on a map keep out of it.
func (u *UI) LegendVeil(list List, left, top, right, bottom float32) {
	u.Veil(list, left, top, right, bottom)
	u.legend = u.legend.Union(image.Rect(int(left), int(top), int(right)+1, int(bottom)+1))
}

// LegendArea returns the area of the frame's legend in pixels; empty without one.
func (u *UI) LegendArea() image.Rectangle { return u.legend }

// underPanel reports whether a column of pixels is hidden by the panel.
func (u *UI) underPanel(x float32) bool { return u.hasBar && float64(x) < u.PanelWidth() }

// Ramp shows the colours of a ramp above a legend, with the values at both ends.
func (u *UI) Ramp(list List, ramp []color.RGBA, right, floor float32, low, end string) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	right -= u.Px(PanelMargin)
	left, y := right-u.Px(150), floor-u.Px(140)
	if u.underPanel(left) {
		return
	}
	top := y - imgui.TextLineHeight() - u.Px(2)
	u.LegendVeil(list, left-u.Px(8), top-u.Px(4), right+u.Px(4), y+u.Px(12))
	step := (right - left) / float32(len(ramp)-1)
	for i := range len(ramp) - 1 {
		a, b := imgui.Packed(ramp[i]), imgui.Packed(ramp[i+1])
		x := left + step*float32(i)
		list.AddRectFilledMultiColor(imgui.Vec2{X: x, Y: y}, imgui.Vec2{X: x + step, Y: y + u.Px(8)}, a, b, b, a)
	}
	u.Text(list, left, top, Plain(u.Theme.Dim), low)
	u.Text(list, right-imgui.CalcTextSize(end, false, 0).X, top, Plain(u.Theme.Dim), end)
}

// ScaleBar shows a round length on the ground.
func (u *UI) ScaleBar(list List, c render.Camera, right, floor float32) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	mpp := c.MetresPerPixel()
	metres := niceBelow(mpp * float64(u.Px(130)))
	label := fmt.Sprintf("%g m", metres)
	if metres >= 1000 {
		label = fmt.Sprintf("%g km", metres/1000)
	}
	width := float32(metres / mpp)
	right -= u.Px(PanelMargin)
	if u.underPanel(right - width - imgui.CalcTextSize(label, false, 0).X - u.Px(8)) {
		return
	}
	y, tint := floor-u.Px(36), imgui.Packed(Plain(u.Theme.Dim))
	for _, l := range [][4]float32{{right - width, y, right, y}, {right - width, y - u.Px(4), right - width, y}, {right, y - u.Px(4), right, y}} {
		list.AddLineV(imgui.Vec2{X: l[0], Y: l[1]}, imgui.Vec2{X: l[2], Y: l[3]}, tint, u.Px(1.2))
	}
	u.Backed(list, right-width-u.Px(8)-imgui.CalcTextSize(label, false, 0).X, y-imgui.TextLineHeight()+u.Px(3), Plain(u.Theme.Dim), label)
}

// niceBelow returns the greatest of 1, 2, 5, 10, 20, … that is at most v.
func niceBelow(v float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(v)))
	switch {
	case v >= 5*p:
		return 5 * p
	case v >= 2*p:
		return 2 * p
	}
	return p
}

// Attribution shows the source of the map. The panel of the next frame ends above it.
func (u *UI) Attribution(list List, text string, right, floor float32) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	size := imgui.CalcTextSize(text, false, 0)
	u.source = imgui.Vec2{X: right - u.Px(PanelMargin) - size.X, Y: floor - u.Px(8) - size.Y}
	u.Backed(list, u.source.X, u.source.Y, Plain(u.Theme.Dim), text)
}
