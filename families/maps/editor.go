package maps

import (
	"cmp"
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/families/paths/session"
	"kernelscope/internal/format"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/ui"
)

const (
	Width      = 296 // of the editor, pixels of a plain display
	pickWithin = 8   // pixels of a plain display from a road's middle
)

// State is what the editor of roads shows.
type State struct {
	session.Roads
	Map    *scene.Map
	Camera render.Camera
	Top    float32 // of the editor in pixels of a plain display; zero for the upper edge
	// Share makes the slider set a share of the road's own speed, from closed to twice the speed,
	// instead of one speed for the whole road.
	Share  bool
	Steady bool
}

// Edit builds the editor of the picked road at the upper right.
func (u *Panel) Edit(s State) {
	r := s.Picked
	if r == nil {
		return
	}
	imgui.SetNextWindowPos(imgui.Vec2{X: float32(s.Camera.Width) - u.Whole(Width+ui.PanelMargin), Y: u.Top() + u.Whole(cmp.Or(s.Top, ui.PanelMargin))})
	imgui.SetNextWindowSizeConstraints(imgui.Vec2{X: u.Whole(Width)}, imgui.Vec2{X: u.Whole(Width), Y: max(1, float32(s.Camera.Height))})
	imgui.BeginV("road", nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoFocusOnAppearing)
	u.roadTitle(s, r)
	switch {
	case s.Share:
		u.roadShare(s, r)
	case s.Map.Metric == graph.ByTime:
		u.roadSpeed(r)
	default:
		u.roadFactor(s, r)
	}
	u.roadChoices(s, r)
	u.roadButtons(s, r)
	imgui.End()
}

// roadTitle describes the picked road.
func (u *Panel) roadTitle(s State, r *session.Road) {
	imgui.PushFont(u.Bold)
	imgui.Text(r.Title(s.Map))
	imgui.PopFont()
	u.Above(u.Px(Width-14-58), -imgui.TextLineHeight()-u.Px(6), func() {
		if imgui.ButtonV("Done", imgui.Vec2{X: -1}) {
			u.Do(session.DropRoad{})
		}
		u.Tip("Leaves the road as it is now (Esc).")
	})
	text := fmt.Sprintf("%s in %s stretches", format.Count(r.Edges, "edge"), format.Thousands(len(r.Lines)))
	switch {
	case r.Both:
		text += ", both carriageways"
	case len(r.Lines) == 1 && r.Edges == 1:
		text = "one edge, a one-way road"
	case len(r.Lines) == 1:
		text = "two edges, one each way"
	}
	u.Note(text)
}

// roadSpeed is the slider of the speed.
func (u *Panel) roadSpeed(r *session.Road) {
	value, text := int32(math.Round(r.KMH)), fmt.Sprintf("%.0f km/h", r.KMH)
	if r.Closed {
		value, text = session.MinKMH, "closed"
	}
	before := ""
	if math.Round(r.First) != math.Round(r.KMH) || r.Closed {
		before = fmt.Sprintf("was %.0f", r.First)
	}
	const help = "The speed on the whole road, in both directions. Its weights change on the device, and the search runs again to the same step."
	if u.roadSlider(&value, session.MinKMH, session.MaxKMH, text, before, help, imgui.SliderFlagsLogarithmic) {
		u.Do(session.SetRoadSpeed{Lines: r.Lines, KMH: float64(value)})
	}
}

// roadShare is the slider of the speed relative to the road's own.
func (u *Panel) roadShare(s State, r *session.Road) {
	share := session.ShareOf(r)
	value, text := int32(math.Round(min(session.MaxShare, share))), fmt.Sprintf("%.0f %%", share)
	if r.Closed {
		text = "closed"
	}
	was, help := value, "The speed on the whole road relative to the original, in both directions. At the left end the road is closed. All distances update."
	now := ""
	if r.KMH > 0 && s.Map.Metric == graph.ByTime {
		now = fmt.Sprintf("%.0f km/h", r.KMH)
	}
	if u.roadSlider(&value, 0, session.MaxShare, text, now, help, imgui.SliderFlagsNone) && value != was {
		u.Do(session.SetShare(r, float64(value)))
	}
}

// roadFactor is the slider of the weight's factor in hundredths, for maps whose weights are not
// times.
func (u *Panel) roadFactor(s State, r *session.Road) {
	value, text := int32(math.Round(100*r.Factor)), fmt.Sprintf("%.2f", r.Factor)
	if r.Closed {
		value, text = 100*session.MaxFactor, "closed"
	}
	wasOne := ""
	if r.Factor != 1 || r.Closed {
		wasOne = "was x 1"
	}
	help := fmt.Sprintf("Factor of this road's weights. The weight of this map is %s, so a speed would change nothing.", s.Map.Metric)
	if s.Map.Metric == graph.ByWeight {
		help = "Factor of this line's weights."
	}
	if u.roadSlider(&value, 100*session.MinFactor, 100*session.MaxFactor, "x "+text, wasOne, help, imgui.SliderFlagsLogarithmic) {
		u.Do(session.ScaleRoad{Lines: r.Lines, Factor: float64(value) / 100})
	}
}

// roadSlider is a slider with its value and another text beside it.
func (u *Panel) roadSlider(value *int32, least, most int32, text, beside, help string, scale imgui.SliderFlags) bool {
	imgui.SetNextItemWidth(u.Px(ui.SliderWidth))
	was := *value
	moved := imgui.SliderIntV("##road", value, least, most, " ", scale|imgui.SliderFlagsAlwaysClamp)
	if !imgui.IsItemActive() { // the tooltip would hide the controls below
		u.Tip(help)
	}
	imgui.SameLineV(u.Px(ui.LabelAt), -1)
	imgui.AlignTextToFramePadding()
	u.Monospace(text)
	imgui.SameLineV(u.Px(ui.ValueAt+18), -1)
	imgui.AlignTextToFramePadding()
	u.Dimmed(beside)
	return moved && *value != was
}

// roadChoices builds the buttons of the road and of all changes.
func (u *Panel) roadChoices(s State, r *session.Road) {
	closed := r.Closed
	if imgui.Checkbox("closed", &closed) {
		if closed {
			u.Do(session.CloseRoad{Lines: r.Lines})
		} else {
			u.Do(session.ResetRoads{Lines: r.Lines})
		}
	}
	u.Tip("Closes the road. The search finds a path around it, or none.")
	imgui.SameLineV(u.Px(ui.LabelAt), -1)
	whole := s.WholeRoads
	if imgui.Checkbox("whole road", &whole) {
		u.Do(session.SetWholeRoads{Whole: whole})
	}
	u.Tip("Picks the road past side streets, up to a fork or a crossing with a road of its class. Otherwise only from one junction to the next.")
}

func (u *Panel) roadButtons(s State, r *session.Road) {
	width := imgui.Vec2{X: (imgui.ContentRegionAvail().X - imgui.CurrentStyle().ItemSpacing().X) / 2}
	if imgui.ButtonV("Reset", width) && (r.Changed || r.Closed) {
		u.Do(session.ResetRoads{Lines: r.Lines})
	}
	u.Tip("Restores the road's original weights.")
	imgui.SameLine()
	if imgui.ButtonV(fmt.Sprintf("Reset all (%d)", len(s.Changes)), width) && len(s.Changes) > 0 {
		u.Do(session.ResetRoads{})
	}
	u.Tip("Undoes every change of the map.")
	text := "Changes last as long as the map is open."
	if s.Reweighed > 0 && !s.Steady {
		text = fmt.Sprintf("Weights changed in %.2f ms. Changes last as long as the map is open.", float64(s.Reweighed.Microseconds())/1000)
	}
	u.Coloured(ui.Plain(u.Theme.Dim), func() {
		imgui.PushFont(u.Small)
		u.Wrapped(text)
		imgui.PopFont()
	})
}

// PickAt picks the road at a point.
func (u *Panel) PickAt(s State, at geom.Point) {
	u.Do(session.PickRoad{At: at, Within: u.reach(s)})
}

// reach returns the greatest distance from a road at which a click picks it, in map units.
func (u *Panel) reach(s State) float64 { return float64(u.Px(pickWithin)) / s.Camera.Scale }

// point highlights the road under the mouse while Ctrl is held and the mouse is over the map.
func (u *Panel) point(s State, in input.Frame, elsewhere bool) {
	var now session.PointAtRoad
	at := s.Camera.PointAt(in.X, in.Y)
	if in.Ctrl && !elsewhere {
		now = session.PointAtRoad{At: &at, Within: u.reach(s)}
	}
	was := u.pointed
	if (now.At == nil) == (was.At == nil) && now.Within == was.Within && (now.At == nil || *now.At == *was.At) {
		return
	}
	u.pointed = now
	u.Do(now)
}

// Signs draws a sign at each changed road: its speed, or no entry.
func (u *Panel) Signs(list ui.List, s State) {
	const most = 200 // more would hide the map
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	for _, c := range s.Changes[max(0, len(s.Changes)-most):] {
		x, y := s.Camera.Pixel(c.At)
		u.sign(list, imgui.Vec2{X: float32(math.Round(x)), Y: float32(math.Round(y))}, c, s.Share)
	}
}

func (u *Panel) sign(list ui.List, p imgui.Vec2, c session.Change, share bool) {
	white, dark := imgui.Packed(ui.Plain(u.Theme.Text)), imgui.Packed(ui.Plain(u.Theme.Background))
	r := u.Px(9)
	if c.Closed {
		list.AddCircleFilledV(p, r+u.Px(2), dark, 20)
		list.AddCircleFilledV(p, r, imgui.Packed(ui.Plain(u.Theme.Closed)), 20)
		list.AddRectFilled(imgui.Vec2{X: p.X - u.Whole(5), Y: p.Y - u.Whole(1.5)}, imgui.Vec2{X: p.X + u.Whole(5), Y: p.Y + u.Whole(1.5)}, white)
		return
	}
	text := c.Sign(share)
	size := imgui.CalcTextSize(text, false, 0)
	half := imgui.Vec2{X: max(r, size.X/2+u.Px(4)), Y: r}
	list.AddRectFilledV(p.Minus(half), p.Plus(half), imgui.Packed(ui.Plain(u.Theme.Changed)), r, 0)
	edge := imgui.Vec2{X: u.Whole(2), Y: u.Whole(2)}
	list.AddRectFilledV(p.Minus(half).Plus(edge), p.Plus(half).Minus(edge), white, r, 0)
	list.AddText(imgui.Vec2{X: float32(int(p.X - size.X/2)), Y: float32(int(p.Y - size.Y/2))}, dark, text)
}
