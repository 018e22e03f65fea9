package view

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/prepared"
	"kernelscope/families/trees/session"
	"kernelscope/internal/format"
	"kernelscope/ui"
)

// placesText names the places that distances lead to.
func placesText(s state) string {
	switch p := s.Places; {
	case len(p) > 1:
		return format.Count(len(p), "place")
	case p[0].Name != "":
		return ui.Shortened(p[0].Name, 24)
	case p[0].Node == s.Source.Node:
		return "the source"
	}
	return "a place"
}

// pointedPlaces describes what a node reaches of the places.
func pointedPlaces(s state, r prepared.Reach) string {
	if r.Target == 0 {
		return "reaches no place"
	}
	text := amount(s.Map, float64(r.Nearest)) + " to "
	switch name := s.Places[r.Target-1].Name; {
	case name != "":
		text += ui.Shortened(name, 24)
	case len(s.Places) > 1:
		text += "the nearest"
	default:
		text += placesText(s)
	}
	if len(s.Places) > 1 {
		text += fmt.Sprintf("\nto all places %s on average, at most %s; %.1f %% within %s", amount(s.Map, r.Mean()), amount(s.Map, float64(r.Farthest)),
			100*float64(r.Within)/float64(len(s.Places)), amount(s.Map, float64(s.All.Limit)))
	}
	if int(r.Nodes) < len(s.Places) {
		text += fmt.Sprintf("; reaches %s of %s", format.Thousands(int(r.Nodes)), format.Thousands(len(s.Places)))
	}
	return text
}

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

// destinationsText names where the distances of all nodes lead to, for every colour of them.
func destinationsText(s state) string {
	if s.Listed {
		return placesText(s)
	}
	return "all others"
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
