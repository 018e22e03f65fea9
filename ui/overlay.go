package ui

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/ref"
	"kernelscope/compute/session"
	"kernelscope/scene/geom"
)

// overlay draws what belongs to the picture itself, panel or not: markers, the
// legend, the scale and the attribution.
func (u *UI) overlay(s State) {
	list := imgui.BackgroundDrawList()
	if s.Map != nil && s.Map.Graph.Nodes() > 0 {
		u.signs(list, s)
		if !s.All {
			u.marker(list, s, s.Target.At, plain(u.theme.Target))
		}
		u.marker(list, s, s.Source.At, plain(u.theme.Source))
		u.legend(list, s)
		if !s.Map.Abstract {
			u.scaleBar(list, s)
		}
		u.hint(list, s)
	}
	if s.Map != nil && s.Map.Attribution != "" {
		u.attribution(list, s)
	}
}

// markerRadius is that of a marker, in pixels of a plain display.
const markerRadius = 7

func (u *UI) marker(list imgui.DrawList, s State, at geom.Point, c color.NRGBA) {
	x, y := s.Camera.Pixel(at)
	p := imgui.Vec2{X: float32(x), Y: float32(y)}
	list.AddCircleFilledV(p, u.px(markerRadius+2.5), imgui.Packed(color.NRGBA{0, 0, 0, 0xB0}), 16)
	list.AddCircleFilledV(p, u.px(markerRadius), imgui.Packed(color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}), 16)
	list.AddCircleFilledV(p, u.px(markerRadius-2), imgui.Packed(c), 16)
}

// backed writes text on a veil, so that it can be read on any ground.
func (u *UI) backed(list imgui.DrawList, x, y float32, c color.NRGBA, text string) {
	x, y = float32(int(x)), float32(int(y))
	size, edge := imgui.CalcTextSize(text, false, 0), u.whole(3)
	u.veil(list, x-edge, y, x+size.X+edge, y+size.Y)
	list.AddText(imgui.Vec2{X: x, Y: y}, imgui.Packed(c), text)
}

// veil darkens a part of the map.
func (u *UI) veil(list imgui.DrawList, left, top, right, bottom float32) {
	list.AddRectFilled(imgui.Vec2{X: left, Y: top}, imgui.Vec2{X: right, Y: bottom}, imgui.Packed(faded(plain(u.theme.Background), 0.75)))
}

// floor is the lower edge of the map, in pixels.
func (u *UI) floor(s State) float32 {
	if !s.View.Panels {
		return float32(s.Camera.Height)
	}
	return float32(s.Camera.Height) - float32(u.DockHeight(s.Camera.Height))
}

// legend explains the colours, in the lower right above the attribution.
func (u *UI) legend(list imgui.DrawList, s State) {
	imgui.PushFont(u.small)
	defer imgui.PopFont()
	type entry struct {
		name   string
		colour color.RGBA
	}
	entries := []entry{}
	if s.View.ByDistance {
		u.ramp(list, s)
		entries = append(entries, entry{"near", u.theme.States[ref.Near]})
	} else {
		for state := ref.Unreached; state <= ref.Settled; state++ {
			entries = append(entries, entry{state.String(), u.theme.States[state]})
		}
	}
	if s.Result != nil && s.Result.Reached {
		entries = append(entries, entry{"path", u.theme.Path})
	}
	if slices.ContainsFunc(s.Changes, func(c session.Change) bool { return !c.Closed }) {
		entries = append(entries, entry{"changed", u.theme.Changed})
	}
	if slices.ContainsFunc(s.Changes, func(c session.Change) bool { return c.Closed }) {
		entries = append(entries, entry{"closed", u.theme.Closed})
	}
	line := imgui.TextLineHeight() + u.px(4)
	width := u.px(0)
	for _, e := range entries {
		width = max(width, imgui.CalcTextSize(e.name, false, 0).X)
	}
	x := float32(s.Camera.Width) - u.px(panelMargin) - width
	y := u.floor(s) - u.px(66) - line*float32(len(entries))
	u.veil(list, x-u.px(38), y-u.px(4), float32(s.Camera.Width)-u.px(panelMargin-4), y+line*float32(len(entries)))
	for _, e := range entries {
		mid := y + imgui.TextLineHeight()/2
		list.AddLineV(imgui.Vec2{X: x - u.px(30), Y: mid}, imgui.Vec2{X: x - u.px(8), Y: mid}, imgui.Packed(plain(e.colour)), u.px(3))
		list.AddText(imgui.Vec2{X: float32(int(x)), Y: float32(int(y))}, imgui.Packed(plain(u.theme.Text)), e.name)
		y += line
	}
}

// ramp shows the colours by distance, with the distance at their end.
func (u *UI) ramp(list imgui.DrawList, s State) {
	right := float32(s.Camera.Width) - u.px(panelMargin)
	left, y := right-u.px(150), u.floor(s)-u.px(140)
	step := (right - left) / 8
	for i := range 8 {
		a, b := imgui.Packed(u.theme.Ramp[i]), imgui.Packed(u.theme.Ramp[i+1])
		x := left + step*float32(i)
		list.AddRectFilledMultiColor(imgui.Vec2{X: x, Y: y}, imgui.Vec2{X: x + step, Y: y + u.px(8)}, a, b, b, a)
	}
	end := s.Map.Written(s.Reach)
	u.backed(list, left, y-imgui.TextLineHeight()-u.px(2), plain(u.theme.Dim), "0")
	u.backed(list, right-imgui.CalcTextSize(end, false, 0).X, y-imgui.TextLineHeight()-u.px(2), plain(u.theme.Dim), end)
}

// scaleBar shows a round length on the ground.
func (u *UI) scaleBar(list imgui.DrawList, s State) {
	imgui.PushFont(u.small)
	defer imgui.PopFont()
	mpp := s.Camera.MetresPerPixel()
	metres := niceBelow(mpp * float64(u.px(130)))
	label := fmt.Sprintf("%g m", metres)
	if metres >= 1000 {
		label = fmt.Sprintf("%g km", metres/1000)
	}
	width := float32(metres / mpp)
	right, y := float32(s.Camera.Width)-u.px(panelMargin), u.floor(s)-u.px(36)
	c := imgui.Packed(plain(u.theme.Dim))
	for _, l := range [][4]float32{{right - width, y, right, y}, {right - width, y - u.px(4), right - width, y}, {right, y - u.px(4), right, y}} {
		list.AddLineV(imgui.Vec2{X: l[0], Y: l[1]}, imgui.Vec2{X: l[2], Y: l[3]}, c, u.px(1.2))
	}
	u.backed(list, right-width-u.px(8)-imgui.CalcTextSize(label, false, 0).X, y-imgui.TextLineHeight()+u.px(3), plain(u.theme.Dim), label)
}

// hint names the keys, at the foot of the map beside the panel.
func (u *UI) hint(list imgui.DrawList, s State) {
	if !s.View.Panels {
		return
	}
	text := u.keysOf("click source   Shift-click target   Ctrl-click road   Space play   right step   [ ] speed   R rerun   F fit   F1 panel   F2 experiments")
	imgui.PushFont(u.small)
	defer imgui.PopFont()
	size := imgui.CalcTextSize(text, false, 0)
	x := float32(u.PanelWidth()) + u.px(18)
	if x+size.X > float32(s.Camera.Width)-u.px(180) {
		return // there is no room
	}
	u.backed(list, x, u.floor(s)-u.px(8)-size.Y, faded(plain(u.theme.Dim), 0.8), text)
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

func (u *UI) attribution(list imgui.DrawList, s State) {
	imgui.PushFont(u.small)
	defer imgui.PopFont()
	text := s.Map.Attribution
	size := imgui.CalcTextSize(text, false, 0)
	u.backed(list, float32(s.Camera.Width)-u.px(panelMargin)-size.X, u.floor(s)-u.px(8)-size.Y, plain(u.theme.Dim), text)
}
