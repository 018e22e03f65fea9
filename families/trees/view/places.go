package view

import (
	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/families/trees/session"
	"kernelscope/ui"
)

// maxMarks is the greatest number of places that are marked: more would cover the map.
const maxMarks = 2000

// placeMarks marks the places.
func (u *panel) placeMarks(list ui.List, s state) {
	radius := u.Px(4)
	if len(s.Places) > maxMarks/10 {
		radius = u.Px(2.5)
	}
	for _, p := range s.Places[:min(len(s.Places), maxMarks)] {
		x, y := s.Camera.Pixel(s.Map.Graph.At[p.Node])
		at := imgui.Vec2{X: float32(x), Y: float32(y)}
		list.AddCircleFilledV(at, radius+u.Px(1.5), imgui.Packed(ui.Plain(u.palette.Background)), 16)
		list.AddCircleFilledV(at, radius, imgui.Packed(ui.Plain(u.palette.Target)), 16)
	}
}

// allOthers is the button that drops the places.
func (u *panel) allOthers(s state) {
	if !s.Listed {
		return
	}
	imgui.SameLineV(u.Across(ui.ContentRight)-u.Px(86), -1)
	if imgui.ButtonV("All others", imgui.Vec2{X: -1}) {
		u.Do(session.SetPlaces{})
	}
	u.Tip("Drops the places: the colours then show the distances to all junctions.")
}
