package ui

import (
	"image"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"
)

// Backed writes text on a veil, readable on any ground.
func (u *UI) Backed(list List, x, y float32, c color.NRGBA, text string) {
	x, y = float32(int(x)), float32(int(y))
	size, edge := imgui.CalcTextSize(text, false, 0), u.Whole(3)
	u.Veil(list, x-edge, y, x+size.X+edge, y+size.Y)
	list.AddText(imgui.Vec2{X: x, Y: y}, imgui.Packed(c), text)
}

// Veil darkens a part of the picture.
func (u *UI) Veil(list List, left, top, right, bottom float32) {
	list.AddRectFilled(imgui.Vec2{X: left, Y: top}, imgui.Vec2{X: right, Y: bottom}, imgui.Packed(Faded(Plain(u.Theme.Background), 0.75)))
}

// Vec converts a point of the target.
func Vec(p image.Point) imgui.Vec2 { return imgui.Vec2{X: float32(p.X), Y: float32(p.Y)} }

// Box fills a rectangle with sharp corners. (AddRectFilled rounds them by up to a pixel, and
// divides by zero if the radius is almost zero.)
func Box(list List, low, high imgui.Vec2, c imgui.PackedColor) {
	list.AddRectFilledV(low, high, c, 0, 0)
}

// Text writes at whole pixels.
func (u *UI) Text(list List, x, y float32, c color.NRGBA, text string) {
	list.AddText(imgui.Vec2{X: float32(int(x)), Y: float32(int(y))}, imgui.Packed(c), text)
}

// Centred writes in the middle of a rectangle.
func (u *UI) Centred(list List, r image.Rectangle, text string) {
	size := imgui.CalcTextSize(text, false, 0)
	u.Text(list, float32(r.Min.X+r.Max.X)/2-size.X/2, float32(r.Min.Y+r.Max.Y)/2-size.Y/2, Plain(u.Theme.Dim), text)
}

// longest returns the first of some texts, each shorter than the one before, that fits a width
// in pixels, and the last where none does.
func longest(width float32, texts ...string) string {
	for _, text := range texts {
		if imgui.CalcTextSize(text, false, 0).X <= width {
			return text
		}
	}
	return texts[len(texts)-1]
}

// Fitting cuts a text to a width in pixels.
func Fitting(text string, width float32) string {
	r := []rune(text)
	for len(r) > 3 && imgui.CalcTextSize(text, false, 0).X > width {
		r = r[:len(r)-1]
		text = string(r) + ".."
	}
	return text
}

// Between mixes the colours of a ramp: part is 0 for the first and 1 for the last one.
func Between(ramp []color.RGBA, part float64) color.NRGBA {
	x := max(0, min(1, part)) * float64(len(ramp)-1)
	i := min(len(ramp)-2, int(x))
	a, b, t := ramp[i], ramp[i+1], x-float64(i)
	mix := func(p, q uint8) uint8 { return uint8(float64(p)*(1-t) + float64(q)*t + 0.5) }
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}
