package paths

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/ref"
	"kernelscope/compute/sssp"
	"kernelscope/scene/geom"
	"kernelscope/session"
	"kernelscope/ui"
)

// overlay draws what belongs to the picture itself, panel or not: markers, the
// legend, the scale and the attribution.
func (u *panel) overlay(s state) {
	list := imgui.BackgroundDrawList()
	if s.Map != nil && s.Map.Graph.Nodes() > 0 {
		u.inHalves(list, s, func(s state) {
			u.signs(list, s)
			if !s.All {
				u.marker(list, s, s.Target.At, ui.Plain(u.Theme.Target))
			}
			u.marker(list, s, s.Source.At, ui.Plain(u.Theme.Source))
		})
		u.headers(list, s)
		u.legend(list, s)
		if !s.Map.Abstract {
			u.scaleBar(list, s)
		}
		if s.View.Panels {
			u.Hint("click source   Shift-click target   Alt-click go to where a node was reached   Ctrl-click road   "+ui.TransportHint+"   F fit   F1 panel   F2 experiments",
				u.floor(s)-u.Px(8), float32(s.Camera.Width)-u.Px(180))
		}
	}
	if s.Map != nil && s.Map.Attribution != "" {
		u.attribution(list, s)
	}
}

// markerRadius is that of a marker, in pixels of a plain display.
const markerRadius = 7

func (u *panel) marker(list imgui.DrawList, s state, at geom.Point, c color.NRGBA) {
	x, y := s.Camera.Pixel(at)
	p := imgui.Vec2{X: float32(x), Y: float32(y)}
	list.AddCircleFilledV(p, u.Px(markerRadius+2.5), imgui.Packed(color.NRGBA{0, 0, 0, 0xB0}), 16)
	list.AddCircleFilledV(p, u.Px(markerRadius), imgui.Packed(color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}), 16)
	list.AddCircleFilledV(p, u.Px(markerRadius-2), imgui.Packed(c), 16)
}

// floor is the lower edge of the map, in pixels.
func (u *panel) floor(s state) float32 {
	if !s.View.Panels {
		return float32(s.Camera.Height)
	}
	return float32(s.Camera.Height) - float32(u.dockHeight(s.Camera.Height))
}

// legend explains the colours, in the lower right above the attribution.
func (u *panel) legend(list imgui.DrawList, s state) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	type entry struct {
		name   string
		colour color.RGBA
	}
	entries := []entry{}
	if s.View.ByDistance {
		u.ramp(list, s)
		entries = append(entries, entry{stateNames(s)[ref.Near], u.Theme.States[ref.Near]})
	} else {
		for i, name := range stateNames(s) {
			if name != "" {
				entries = append(entries, entry{name, u.Theme.States[i]})
			}
		}
	}
	if s.Result != nil && s.Result.Reached {
		entries = append(entries, entry{"path", u.Theme.Path})
	}
	if slices.ContainsFunc(s.Changes, func(c session.Change) bool { return !c.Closed }) {
		entries = append(entries, entry{"changed", u.Theme.Changed})
	}
	if slices.ContainsFunc(s.Changes, func(c session.Change) bool { return c.Closed }) {
		entries = append(entries, entry{"closed", u.Theme.Closed})
	}
	line := imgui.TextLineHeight() + u.Px(4)
	width := u.Px(0)
	for _, e := range entries {
		width = max(width, imgui.CalcTextSize(e.name, false, 0).X)
	}
	x := float32(s.Camera.Width) - u.Px(ui.PanelMargin) - width
	y := u.floor(s) - u.Px(66) - line*float32(len(entries))
	u.Veil(list, x-u.Px(38), y-u.Px(4), float32(s.Camera.Width)-u.Px(ui.PanelMargin-4), y+line*float32(len(entries)))
	for _, e := range entries {
		mid := y + imgui.TextLineHeight()/2
		list.AddLineV(imgui.Vec2{X: x - u.Px(30), Y: mid}, imgui.Vec2{X: x - u.Px(8), Y: mid}, imgui.Packed(ui.Plain(e.colour)), u.Px(3))
		list.AddText(imgui.Vec2{X: float32(int(x)), Y: float32(int(y))}, imgui.Packed(ui.Plain(u.Theme.Text)), e.name)
		y += line
	}
}

// stateNames names the states of nodes; two searches that are compared may mean two things.
func stateNames(s state) sssp.States {
	names := s.Algorithm.About().States
	if s.Other == nil {
		return names
	}
	for i, other := range s.Other.Algorithm.About().States {
		switch {
		case names[i] == "":
			names[i] = other
		case other != "" && other != names[i]:
			names[i] += ", " + other
		}
	}
	return names
}

// ramp shows the colours by distance, with the distance at their end.
func (u *panel) ramp(list imgui.DrawList, s state) {
	right := float32(s.Camera.Width) - u.Px(ui.PanelMargin)
	left, y := right-u.Px(150), u.floor(s)-u.Px(140)
	step := (right - left) / 8
	for i := range 8 {
		a, b := imgui.Packed(u.Theme.Ramp[i]), imgui.Packed(u.Theme.Ramp[i+1])
		x := left + step*float32(i)
		list.AddRectFilledMultiColor(imgui.Vec2{X: x, Y: y}, imgui.Vec2{X: x + step, Y: y + u.Px(8)}, a, b, b, a)
	}
	reach := s.Reach
	if s.Other != nil {
		reach = max(reach, s.Other.Reach)
	}
	end := s.Map.Written(reach)
	u.Backed(list, left, y-imgui.TextLineHeight()-u.Px(2), ui.Plain(u.Theme.Dim), "0")
	u.Backed(list, right-imgui.CalcTextSize(end, false, 0).X, y-imgui.TextLineHeight()-u.Px(2), ui.Plain(u.Theme.Dim), end)
}

// scaleBar shows a round length on the ground.
func (u *panel) scaleBar(list imgui.DrawList, s state) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	mpp := s.Camera.MetresPerPixel()
	metres := niceBelow(mpp * float64(u.Px(130)))
	label := fmt.Sprintf("%g m", metres)
	if metres >= 1000 {
		label = fmt.Sprintf("%g km", metres/1000)
	}
	width := float32(metres / mpp)
	right, y := float32(s.Camera.Width)-u.Px(ui.PanelMargin), u.floor(s)-u.Px(36)
	c := imgui.Packed(ui.Plain(u.Theme.Dim))
	for _, l := range [][4]float32{{right - width, y, right, y}, {right - width, y - u.Px(4), right - width, y}, {right, y - u.Px(4), right, y}} {
		list.AddLineV(imgui.Vec2{X: l[0], Y: l[1]}, imgui.Vec2{X: l[2], Y: l[3]}, c, u.Px(1.2))
	}
	u.Backed(list, right-width-u.Px(8)-imgui.CalcTextSize(label, false, 0).X, y-imgui.TextLineHeight()+u.Px(3), ui.Plain(u.Theme.Dim), label)
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

func (u *panel) attribution(list imgui.DrawList, s state) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	text := s.Map.Attribution
	size := imgui.CalcTextSize(text, false, 0)
	u.Backed(list, float32(s.Camera.Width)-u.Px(ui.PanelMargin)-size.X, u.floor(s)-u.Px(8)-size.Y, ui.Plain(u.Theme.Dim), text)
}
