package paths

import (
	"fmt"
	"image"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/format"
	"kernelscope/render"
	"kernelscope/session"
	"kernelscope/ui"
)

// half is where a search is drawn: all of the target, or one side of a comparison.
type half struct {
	area  image.Rectangle
	shift float64 // pixels from where the camera has a place to where it is drawn
}

// over returns the camera of a half: that of the target, moved.
func (h half) over(c render.Camera) render.Camera {
	c.Pan(h.shift, 0)
	return c
}

// beside returns the columns of the target, in pixels, that the panel leaves free.
func (u *panel) beside(width int, panels bool) (left, right int) {
	if panels && float64(width) > 2*u.PanelWidth() {
		left = int(u.PanelWidth()) + int(u.Whole(ui.PanelMargin))
	}
	return left, width
}

// halves divides the target among the searches. One camera is over both halves: the middle
// of what the panel leaves free is in the middle of each.
func (u *panel) halves(n *session.Snapshot, width, height int) []half {
	all := image.Rect(0, 0, width, height)
	if n.Other == nil {
		return []half{{area: all}}
	}
	left, right := u.beside(width, n.View.Panels)
	middle, quarter := (left+right)/2, float64(right-left)/4
	a, b := all, all
	a.Min.X, a.Max.X, b.Min.X = left, middle, middle
	return []half{{a, -quarter}, {b, quarter}}
}

// halfAt returns the half at a column of pixels.
func halfAt(halves []half, x float64) int {
	if len(halves) > 1 && x >= float64(halves[1].area.Min.X) {
		return 1
	}
	return 0
}

// inHalves draws something over each half, with the camera of that, and nothing outside.
func (u *panel) inHalves(list imgui.DrawList, s state, draw func(state)) {
	for _, h := range u.halves(s.Snapshot, s.Camera.Width, s.Camera.Height) {
		list.PushClipRect(ui.Vec(h.area.Min), ui.Vec(h.area.Max))
		of := s
		of.Camera = h.over(s.Camera)
		draw(of)
		list.PopClipRect()
	}
}

// headers write above each search of a comparison what it is and where, and divide them.
func (u *panel) headers(list imgui.DrawList, s state) {
	if s.Other == nil {
		return
	}
	halves := u.halves(s.Snapshot, s.Camera.Width, s.Camera.Height)
	for i, l := range s.Lanes() {
		r := halves[i].area
		u.Veil(list, float32(r.Min.X), 0, float32(r.Max.X), u.Px(ui.HeaderHeight+ui.PanelMargin))
		r.Min = r.Min.Add(image.Pt(int(u.Whole(ui.PanelMargin)), int(u.Whole(ui.PanelMargin))))
		r.Max.X -= int(u.Whole(ui.PanelMargin))
		u.Header(list, r, u.header(s, i, l))
	}
	x := float32(halves[1].area.Min.X)
	ui.Box(list, imgui.Vec2{X: x - u.Whole(1), Y: 0}, imgui.Vec2{X: x + u.Whole(1), Y: u.floor(s)}, imgui.Packed(ui.LineColour))
}

// header says what a search is, where it is, and what that took.
func (u *panel) header(s state, lane int, l *session.Lane) ui.Header {
	h := ui.Header{Lane: lane, Title: l.Algorithm.Title() + ui.Chosen(l.Params, s.Params, s.Other.Params), Time: format.Milliseconds(l.Event.GPU)}
	if s.Steady || l.Algorithm.About().OnHost {
		h.Time = ""
	}
	h.Now = fmt.Sprintf("step %s: near %s, far %s, relaxed %s", format.Thousands(l.Event.Step), format.Thousands(l.Event.Near), format.Thousands(l.Event.Far), format.Thousands(l.Event.Relaxed))
	h.Verdict, h.Colour = u.verdictInWords(l.Result)
	return h
}

// compareSection compares the search with another one.
func (u *panel) compareSection(s state) {
	u.Compare(s.Other != nil, s.Time, []string{"steps", "GPU time", "settled distance"}, "Two searches for the same way, side by side, on one map and one clock.")
	if s.Other == nil {
		imgui.SameLineV(u.Px(ui.LabelAt), -1)
		if imgui.ButtonV("delta 512 and 4096", imgui.Vec2{X: -1}) {
			for _, a := range session.ArticlePair() {
				u.Do(a)
			}
		}
		u.Tip("Compares Near-Far with a delta of 512 and 32 rounds a submission, and with a delta of 4096 and 512 rounds a submission.")
		return
	}
	imgui.SetNextItemWidth(-1)
	u.algorithmCombo(s, 1, s.Other)
	u.laneParams(s, 1, s.Other)
	u.Ratios(s.Measures(), s.Steady)
	text, help := distanceInWords(s)
	u.Note("distance: " + text)
	u.Tip(help)
}

// nearOfBoth returns the sizes of the near queue in both searches, for as many steps as the
// longer one has.
func (u *panel) nearOfBoth(s state) (known int, lines []ui.Series) {
	for lane, l := range s.Lanes() {
		known = max(known, len(l.Sizes))
		lines = append(lines, ui.Series{Name: []string{"near in the first", "second"}[lane], Colour: ui.LaneColours[lane], Value: func(i int) uint32 {
			if i < len(l.Sizes) {
				return l.Sizes[i].Near
			}
			return 0
		}})
	}
	return known, lines
}
