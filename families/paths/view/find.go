package view

import (
	"fmt"
	"image"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/families/paths/session"
	"kernelscope/families/roads"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/place"
	"kernelscope/ui"
)

// finding is the search field for roads and places, with its results.
type finding struct {
	of     *scene.Map
	search *place.Search // nil before the first search
	text   string
	asked  string // text of the shown results
	found  []place.Found
	chosen int
	focus  bool // moves the keyboard focus to the field
}

const mostFound = 8 // places in the list

// findField returns the area of the field in pixels, without its list; empty if the field is
// hidden.
func (u *panel) findField(n *session.Snapshot, width int) image.Rectangle {
	left, right := u.Free(width, true)
	if !n.View.Panels || n.Picked != nil || n.Map == nil || n.Map.Graph.Nodes() == 0 || left == 0 || float32(right-left) < 2*u.Px(roads.Width) {
		return image.Rectangle{}
	}
	right -= int(u.Whole(ui.PanelMargin))
	top := int(u.Top() + u.Whole(ui.PanelMargin))
	if n.Other != nil { // below the header of the second search
		top += int(u.Whole(ui.HeaderHeight))
	}
	return image.Rect(right-int(u.Whole(roads.Width)), top, right, top+int(u.Whole(34)))
}

// find builds the field and its list at the upper right. It is hidden while a road is picked, when
// the editor takes its place.
func (u *panel) find(s state, in input.Frame) {
	field := u.findField(s.Snapshot, s.Camera.Width)
	if field.Empty() {
		return
	}
	imgui.SetNextWindowPos(ui.Vec(field.Min))
	imgui.SetNextWindowSizeConstraints(imgui.Vec2{X: u.Whole(roads.Width)}, imgui.Vec2{X: u.Whole(roads.Width), Y: max(1, float32(s.Camera.Height))})
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: u.Whole(6), Y: u.Whole(6)})
	imgui.BeginV("find", nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoFocusOnAppearing)
	imgui.PopStyleVar()
	f := &u.finding
	if f.focus {
		imgui.SetKeyboardFocusHere()
		f.focus = false
	}
	imgui.SetNextItemWidth(-1)
	entered := imgui.InputTextWithHintV("##find", "find a road, a place, id:N or lon,lat", &f.text, imgui.InputTextFlagsEnterReturnsTrue, nil)
	typing := imgui.IsItemActive()
	if !typing { // the tooltip would hide the results
		u.Tip("Finds roads and settlements by part of their names, nodes by number, and places by coordinates (Ctrl-F). Enter goes there.")
	}
	f.look(s)
	if typing && in.Pressed(input.KeyDown) {
		f.chosen = min(f.chosen+1, len(f.found)-1)
	}
	if typing && in.Pressed(input.KeyUp) {
		f.chosen = max(f.chosen-1, 0)
	}
	if typing && in.Pressed(input.KeyEscape) {
		f.text = ""
	}
	for i, at := range f.found {
		u.foundRow(s, i, at)
	}
	if f.text != "" && len(f.found) == 0 {
		u.Note("the map has nothing of that name")
	}
	if f.text == "" {
		u.directions(s)
	}
	if entered && len(f.found) > 0 {
		u.goTo(s, f.found[f.chosen])
	}
	imgui.End()
}

// look searches for the text when the text or the map has changed.
func (f *finding) look(s state) {
	if f.of != s.Map {
		*f = finding{of: s.Map, text: f.text}
	}
	if f.text == f.asked {
		return
	}
	f.asked, f.found, f.chosen = f.text, nil, 0
	if f.search == nil {
		search, err := place.NewSearch(s.Map)
		if err != nil {
			return
		}
		f.search = search
	}
	c := s.Camera
	f.found = f.search.Like(f.text, c.PointAt(float64(c.Width)/2, float64(c.Height)/2), mostFound)
}

// foundRow shows a result, with buttons that make it an end of the query.
func (u *panel) foundRow(s state, i int, f place.Found) {
	width, height := imgui.ContentRegionAvail().X, u.Whole(34)
	buttons := u.Whole(100)
	at := imgui.CursorPos()
	if imgui.SelectableV(fmt.Sprintf("##found%d", i), i == u.finding.chosen, 0, imgui.Vec2{X: width - buttons, Y: height}) {
		u.goTo(s, f)
	}
	next := imgui.CursorPos()
	imgui.SetCursorPos(imgui.Vec2{X: at.X + u.Whole(4), Y: at.Y + u.Whole(1)})
	imgui.Text(ui.Fitting(f.Name, width-buttons-u.Px(8)))
	imgui.SetCursorPos(imgui.Vec2{X: at.X + u.Whole(4), Y: at.Y + u.Whole(18)})
	imgui.PushFont(u.Small)
	u.Dimmed(ui.Fitting(f.What, width-buttons-u.Px(8)))
	imgui.SetCursorPos(imgui.Vec2{X: at.X + width - buttons + u.Whole(6), Y: at.Y + u.Whole(7)})
	if imgui.ButtonV(fmt.Sprintf("from##%d", i), imgui.Vec2{X: u.Whole(45)}) {
		u.Do(session.SetEnds{Source: &f.At})
	}
	u.Tip("Searches from here.")
	imgui.SameLineV(0, u.Whole(4))
	if imgui.ButtonV(fmt.Sprintf("to##%d", i), imgui.Vec2{X: u.Whole(45)}) {
		u.Do(session.SetEnds{Target: &f.At})
	}
	u.Tip("Searches to here.")
	imgui.PopFont()
	imgui.SetCursorPos(next)
}

// goTo moves the camera to a result.
func (u *panel) goTo(s state, f place.Found) { u.show(s, f.At, f.Scale) }

// show moves the camera to a point in the middle of the free part of the picture, at the given
// number of metres per pixel of a plain display or closer.
func (u *panel) show(s state, at geom.Point, metres float64) {
	c := s.Camera
	left, right := u.Free(c.Width, s.View.Panels)
	scale := c.Scale
	if !s.Map.Abstract {
		scale = max(scale, at.MetresPerUnit()*float64(u.Px(1))/metres)
	}
	c = render.Camera{X: float64(at.X), Y: float64(at.Y), Scale: scale, Width: c.Width, Height: c.Height}
	c.Pan(float64(left+right-c.Width)/2, 0)
	u.Do(ui.MoveCamera{Camera: c})
}

// foundMark marks the selected result.
func (u *panel) foundMark(list imgui.DrawList, s state) {
	f := &u.finding
	if f.of != s.Map || len(f.found) == 0 || !s.View.Panels {
		return
	}
	x, y := s.Camera.Pixel(f.found[f.chosen].At)
	p := imgui.Vec2{X: float32(x), Y: float32(y)}
	list.AddCircleV(p, u.Px(11), imgui.Packed(ui.Plain(u.Theme.Background)), 24, u.Px(5))
	list.AddCircleV(p, u.Px(11), imgui.Packed(ui.Plain(u.Theme.Picked)), 24, u.Px(2))
}
