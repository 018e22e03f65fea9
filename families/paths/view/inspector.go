package view

import (
	"fmt"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/families/paths/session"
	"kernelscope/render/input"
)

const (
	restSeconds   = 0.25 // time that the mouse must rest before the tooltip appears
	inspectWithin = 10   // pixels of a plain display
)

// rest inspects the place under a mouse that rests over the map, until the mouse or the map moves.
func (u *panel) rest(s state, in input.Frame, elsewhere bool) {
	m := &u.pause
	if elsewhere || u.Mouse.HasMoved(in) || s.Camera != m.camera || in.Ctrl || in.Buttons != [3]bool{} || in.WheelY != 0 {
		m.camera = s.Camera
		m.rested, m.told, m.over = 0, 0, !elsewhere
		if s.Inspected != nil {
			u.Do(session.Inspect{})
		}
		return
	}
	if m.rested += in.Seconds; !m.over || m.rested < restSeconds {
		return
	}
	if m.told++; m.told == 1 {
		at := s.Camera.PointAt(in.X, in.Y)
		u.Do(session.Inspect{Lane: u.Mouse.Half, At: &at, Within: float64(u.Px(inspectWithin)) / s.Camera.Scale})
	}
}

// resting reports whether the mouse has just come to rest over the map, so that more frames are
// needed: a tooltip gets its size one frame after its text.
func (m *pause) resting() bool { return m.over && m.told < 4 }

// inspector describes the node and the road under the mouse.
func (u *panel) inspector(s state) {
	i := s.Inspected
	if i == nil || u.OverPanel() || i.Lane >= len(s.Lanes()) {
		return
	}
	imgui.BeginTooltip()
	defer imgui.EndTooltip()
	if n := i.Node; n != nil {
		imgui.PushFont(u.Bold)
		imgui.Text(fmt.Sprintf("Node #%d", n.Node))
		imgui.PopFont()
		u.Note(fmt.Sprintf("number %d in the file", n.ID))
		imgui.Text(s.NodeInWords(i))
		if n.Parent != nil {
			imgui.Text(fmt.Sprintf("via #%d", n.Parent.Node))
		}
		if text := n.StepsInWords(); text != "" {
			imgui.Text(text)
		}
		if hint := u.WroteHint(); hint != "" {
			u.Note(strings.TrimSpace(hint))
		}
	}
	if i.Node != nil && i.Road != nil {
		imgui.Separator()
	}
	if r := i.Road; r != nil {
		if name := r.RoadName.String(); name != "" {
			imgui.PushFont(u.Bold)
			imgui.Text(name)
			imgui.PopFont()
		}
		imgui.Text(s.RoadInWords(r))
	}
}

const maxLegs = 100 // legs in the list of directions

// directions lists the roads of the path; a click shows where a road begins.
func (u *panel) directions(s state) {
	r := s.Result
	if r == nil || len(r.Legs) == 0 || s.Other != nil {
		return
	}
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	if !imgui.TreeNode(fmt.Sprintf("Directions: %d roads", len(r.Legs))) {
		return
	}
	line := imgui.TextLineHeightWithSpacing()
	imgui.BeginChildV("legs", imgui.Vec2{Y: line*float32(min(16, len(r.Legs))) + u.Px(2)}, false, 0)
	for i, l := range r.Legs[:min(len(r.Legs), maxLegs)] {
		if imgui.Selectable(fmt.Sprintf("%s##leg%d", l, i)) {
			u.ShowAt(u.onMap(s.Snapshot, s.Camera), l.At, 3)
		}
	}
	imgui.EndChild()
	imgui.TreePop()
}
