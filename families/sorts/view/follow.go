package view

import (
	"image"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/families/sorts/session"
	"kernelscope/render"
	"kernelscope/ui"
)

// follow marks the bar of the key that is followed, its symbol and its way. A click on a bar follows
// another key, or none.
func (u *panel) follow(list ui.List, s state, lane int, areas render.SortAreas) {
	l := s.Lanes[lane]
	if u.look(s, lane).View != render.SortBars || l.Places == nil {
		return
	}
	u.chooseKey(s, l, areas.Array)
	f := l.Followed
	if f == nil {
		return
	}
	c := ui.Plain(u.Theme.Text)
	left, right := render.SortBar(areas.Array, s.Input.N, f.Place)
	u.outline(list, left, float32(areas.Array.Min.Y), right, float32(areas.Array.Max.Y), 2)
	if h := areas.Histogram; f.Symbol >= 0 && !h.Empty() {
		column := float32(h.Dx()) / float32(digitOf(stepOf(l)).Symbols())
		at := float32(h.Min.X) + column*float32(f.Symbol)
		u.outline(list, at, float32(h.Min.Y-u.tableHeight(l, h))-u.Px(3), at+column, float32(h.Max.Y), 2)
	}
	if now := stepOf(l); now.Bits > 0 && !areas.Lines.Empty() {
		u.curve(list, areas.Lines, s.Input.N, f.Before, f.Place, c, 3)
	}
}

// stepOf returns the last step.
func stepOf(l session.Lane) session.StepState {
	step, _ := l.Now()
	return step
}

// chooseKey follows the key whose bar is clicked.
func (u *panel) chooseKey(s state, l session.Lane, r image.Rectangle) {
	mouse := imgui.MousePos()
	if !imgui.IsMouseClicked(0) || u.OverPanel() || !image.Pt(int(mouse.X), int(mouse.Y)).In(r) {
		return
	}
	for place := range s.Input.N {
		if left, right := render.SortBar(r, s.Input.N, place); mouse.X < left || mouse.X >= right {
			continue
		}
		v := s.View
		if v.Follow = l.InputAt(place) + 1; v.Follow == s.View.Follow {
			v.Follow = 0
		}
		u.Do(session.SetView{View: v})
	}
}

// outline draws the outline of a rectangle, as wide as given.
func (u *panel) outline(list ui.List, left, top, right, bottom, wide float32) {
	thick, c := max(1, u.Whole(wide)), imgui.Packed(ui.Plain(u.Theme.Text))
	ui.Box(list, imgui.Vec2{X: left, Y: top}, imgui.Vec2{X: right, Y: top + thick}, c)
	ui.Box(list, imgui.Vec2{X: left, Y: bottom - thick}, imgui.Vec2{X: right, Y: bottom}, c)
	ui.Box(list, imgui.Vec2{X: left, Y: top}, imgui.Vec2{X: left + thick, Y: bottom}, c)
	ui.Box(list, imgui.Vec2{X: right - thick, Y: top}, imgui.Vec2{X: right, Y: bottom}, c)
}
