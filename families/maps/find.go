package maps

import (
	"fmt"
	"image"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/place"
	"kernelscope/ui"
)

// Field is the search field for roads and places, with its results.
type Field struct {
	of     *scene.Map
	search *place.Search // nil before the first search
	Text   string
	asked  string // text of the shown results
	Found  []place.Found
	chosen int
	focus  bool // moves the keyboard focus to the field
}

const maxFound = 8 // places in the list

// FieldArea returns the area of the field in pixels, without its list; empty if the field is hidden.
func (u *Panel) FieldArea(n Shown) image.Rectangle {
	left, right := u.Free(n.Camera.Width)
	if !u.Panels || n.Edited || n.Map == nil || n.Map.Graph.Nodes() == 0 || left == 0 || float32(right-left) < 2*u.Px(Width) {
		return image.Rectangle{}
	}
	right -= int(u.Whole(ui.PanelMargin))
	top := int(u.Top() + u.Whole(ui.PanelMargin) + u.Whole(n.Above))
	return image.Rect(right-int(u.Whole(Width)), top, right, top+int(u.Whole(34)))
}

// Find builds the field and its list at the upper right, below the headers. It is hidden while a
// road is picked, when the editor takes its place. below builds the content while nothing is
// searched; it may be nil.
func (u *Panel) Find(n Shown, in input.Frame, end End, below func()) {
	field := u.FieldArea(n)
	if field.Empty() {
		return
	}
	imgui.SetNextWindowPos(ui.Vec(field.Min))
	imgui.SetNextWindowSizeConstraints(imgui.Vec2{X: u.Whole(Width)}, imgui.Vec2{X: u.Whole(Width), Y: max(1, float32(n.Camera.Height))})
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: u.Whole(6), Y: u.Whole(6)})
	imgui.BeginV("find", nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoFocusOnAppearing)
	imgui.PopStyleVar()
	defer imgui.End()
	f := &u.Field
	if f.focus {
		imgui.SetKeyboardFocusHere()
		f.focus = false
	}
	imgui.SetNextItemWidth(-1)
	entered := u.TextField("find", "find a road, a place, id:N or lon,lat", &f.Text, imgui.InputTextFlagsEnterReturnsTrue)
	typing := imgui.IsItemActive()
	if !typing { // the tooltip would hide the results
		u.Tip("Finds roads and settlements by part of their names, nodes by number, and places by coordinates (Ctrl-F). Enter goes there.")
	}
	if f.Text != "" && u.Escape() {
		f.Text = ""
	}
	f.look(n)
	if typing {
		f.keys(in)
	}
	for i, at := range f.Found {
		u.foundRow(n, i, at, end)
	}
	if f.Text != "" && len(f.Found) == 0 {
		u.Note("the map has nothing of that name")
	}
	if f.Text == "" && below != nil {
		below()
	}
	if entered && len(f.Found) > 0 {
		u.goTo(n, f.Found[f.chosen])
	}
}

// keys selects a result.
func (f *Field) keys(in input.Frame) {
	switch {
	case in.Pressed(input.KeyDown):
		f.chosen = min(f.chosen+1, len(f.Found)-1)
	case in.Pressed(input.KeyUp):
		f.chosen = max(f.chosen-1, 0)
	}
}

// look searches for the text when the text or the map has changed.
func (f *Field) look(n Shown) {
	if f.of != n.Map {
		*f = Field{of: n.Map, Text: f.Text}
	}
	if f.Text == f.asked {
		return
	}
	f.asked, f.Found, f.chosen = f.Text, nil, 0
	if f.search == nil {
		search, err := place.NewSearch(n.Map)
		if err != nil {
			return
		}
		f.search = search
	}
	c := n.Camera
	f.Found = f.search.Like(f.Text, c.PointAt(float64(c.Width)/2, float64(c.Height)/2), maxFound)
}

// foundRow shows a result, with buttons that make it an end of the query.
func (u *Panel) foundRow(n Shown, i int, f place.Found, end End) {
	width, height := imgui.ContentRegionAvail().X, u.Whole(34)
	buttons := u.Whole(100)
	at := imgui.CursorPos()
	if imgui.SelectableV(fmt.Sprintf("##found%d", i), i == u.Field.chosen, 0, imgui.Vec2{X: width - buttons, Y: height}) {
		u.goTo(n, f)
	}
	next := imgui.CursorPos()
	imgui.SetCursorPos(imgui.Vec2{X: at.X + u.Whole(4), Y: at.Y + u.Whole(1)})
	imgui.Text(ui.Fitting(f.Name, width-buttons-u.Px(8)))
	imgui.SetCursorPos(imgui.Vec2{X: at.X + u.Whole(4), Y: at.Y + u.Whole(18)})
	imgui.PushFont(u.Small)
	u.Dimmed(ui.Fitting(f.What, width-buttons-u.Px(8)))
	imgui.SetCursorPos(imgui.Vec2{X: at.X + width - buttons + u.Whole(6), Y: at.Y + u.Whole(7)})
	if imgui.ButtonV(fmt.Sprintf("from##%d", i), imgui.Vec2{X: u.Whole(45)}) {
		u.Do(end(false, f.At, 0, Click))
	}
	u.Tip("Makes it the source.")
	imgui.SameLineV(0, u.Whole(4))
	if imgui.ButtonV(fmt.Sprintf("to##%d", i), imgui.Vec2{X: u.Whole(45)}) {
		u.Do(end(true, f.At, 0, Click))
	}
	u.Tip("Makes it the target.")
	imgui.PopFont()
	imgui.SetCursorPos(next)
}

// goTo moves the camera to a result.
func (u *Panel) goTo(n Shown, f place.Found) { u.ShowAt(n, f.At, f.Scale) }

// ShowAt moves the camera to a point in the middle of the free part of the picture, at the given
// number of metres per pixel of a plain display or closer.
func (u *Panel) ShowAt(n Shown, at geom.Point, metres float64) {
	c := n.Camera
	left, right := u.Free(c.Width)
	scale := c.Scale
	if !n.Map.Abstract {
		scale = max(scale, at.MetresPerUnit()*float64(u.Px(1))/metres)
	}
	c = render.Camera{X: float64(at.X), Y: float64(at.Y), Scale: scale, Width: c.Width, Height: c.Height}
	c.Pan(float64(left+right-c.Width)/2, 0)
	u.Do(ui.MoveCamera{Camera: c})
}

// markFound marks the selected result.
func (u *Panel) markFound(list ui.List, n Shown, c render.Camera) {
	f := &u.Field
	if f.of != n.Map || len(f.Found) == 0 || !u.Panels {
		return
	}
	x, y := c.Pixel(f.Found[f.chosen].At)
	p := imgui.Vec2{X: float32(x), Y: float32(y)}
	list.AddCircleV(p, u.Px(11), imgui.Packed(ui.Plain(u.Theme.Background)), 24, u.Px(5))
	list.AddCircleV(p, u.Px(11), imgui.Packed(ui.Plain(u.Theme.Picked)), 24, u.Px(2))
}
