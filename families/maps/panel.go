// Package maps is the part shared by the views of searches, of searches between pairs and of prepared
// trees: a map with its camera, pictures and names, the mouse over it, the search field for roads and
// places, and the controls that change roads.
package maps

import (
	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/families/paths/session"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Panel is the interface of a map. The panels of views embed it.
type Panel struct {
	*ui.UI
	Mouse   Mouse
	Field   Field
	pointed session.PointAtRoad // the last that was asked for
	NoNames bool                // roads and settlements have no names on the map
}

// Gesture is how a person sets an end.
type Gesture int

// The gestures: a click or a button, a marker that the mouse holds, and the end of its way.
const (
	Click Gesture = iota
	Drag
	Drop
)

// End returns the action that moves the source or the target to the node at a point; within a
// distance in units of the map, unless that is zero. It returns nil if there is nothing to do yet.
type End func(target bool, at geom.Point, within float64, gesture Gesture) watch.Action

// Halves divides the target among the runs.
func (u *Panel) Halves(n Shown) []ui.Half {
	return u.UI.Halves(n.Camera.Width, n.Camera.Height, n.Compared)
}

// Keys executes the keys that all maps have.
func (u *Panel) Keys(n Shown, t timeline.State, in input.Frame) {
	u.TransportKeys(t, in)
	switch {
	case in.Pressed(input.KeyF) && in.Ctrl:
		u.Field.focus = true
	case in.Pressed(input.KeyF):
		u.Do(ui.Fit{})
	}
}

// Overlay draws the scale and the attribution of a map above its lower edge, and lets marks draw over
// each half, with the camera of the half.
func (u *Panel) Overlay(list ui.List, n Shown, floor float32, marks func(lane int, half ui.Half, c render.Camera)) {
	right := float32(n.Camera.Width)
	if !n.Map.Abstract {
		u.ScaleBar(list, n.Camera, right, floor)
	}
	if n.Map.Attribution != "" {
		u.Attribution(list, n.Map.Attribution, right, floor)
	}
	for i, h := range u.Halves(n) {
		list.PushClipRect(ui.Vec(h.Area.Min), imgui.Vec2{X: float32(h.Area.Max.X), Y: floor})
		c := h.Over(n.Camera)
		u.markFound(list, n, c)
		marks(i, h, c)
		list.PopClipRect()
	}
}

// Headers describes the run of each half above it, and divides the halves down to the hints.
func (u *Panel) Headers(list ui.List, n Shown, floor float32, header func(lane int) ui.Header) {
	if u.Panels {
		floor -= u.HintHeight()
	}
	left, _ := u.Free(n.Camera.Width)
	u.HalfHeaders(list, u.Halves(n), left, floor, header)
}

// Pin marks both ends of a run, if it has them: the source, and then the target. A line leads from a marker
// that was moved to its place.
func (u *Panel) Pin(list ui.List, c render.Camera, ends []geom.Point, t *render.Theme) {
	pins := u.Pins(c, ends)
	if len(pins) > 1 {
		x, y := c.Pixel(ends[1])
		list.AddLineV(imgui.Vec2{X: float32(x), Y: float32(y)}, pins[1], imgui.Packed(ui.Plain(t.Target)), u.Px(2))
		u.Marker(list, pins[1], t.Target, ui.TargetLetter)
	}
	if len(pins) > 0 {
		u.Marker(list, pins[0], t.Source, ui.SourceLetter)
	}
}

// NamesBox is the check box of the names on a map, if it has any, at the right of a heading.
func (u *Panel) NamesBox(m *scene.Map) {
	if m.Names == nil {
		return
	}
	u.InHeading(u.Across(ui.ContentRight)-u.Px(64), func() {
		imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Whole(1), Y: 0})
		defer imgui.PopStyleVar()
		on := !u.NoNames
		imgui.Checkbox("names", &on)
		u.NoNames = !on
		u.Tip("Writes the names of roads and settlements on the map.")
	})
}
