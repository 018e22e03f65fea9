package paths

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/format"
	"kernelscope/input"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/session"
	"kernelscope/ui"
)

const (
	roadWidth  = 296 // of the editor, pixels of a plain display
	pickWithin = 8   // pixels of a plain display from a road's middle
)

// road builds the editor of the picked road, at the upper right.
func (u *panel) road(s state) {
	r := s.Picked
	if r == nil {
		return
	}
	imgui.SetNextWindowPos(imgui.Vec2{X: float32(s.Camera.Width) - u.Whole(roadWidth+ui.PanelMargin), Y: u.Top() + u.Whole(ui.PanelMargin)})
	imgui.SetNextWindowSizeConstraints(imgui.Vec2{X: u.Whole(roadWidth)}, imgui.Vec2{X: u.Whole(roadWidth), Y: max(1, float32(s.Camera.Height))})
	imgui.BeginV("road", nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoFocusOnAppearing)
	u.roadTitle(s, r)
	if s.Map.Metric == graph.ByTime {
		u.roadSpeed(r)
	} else {
		u.roadFactor(s, r)
	}
	u.roadChoices(s, r)
	u.roadButtons(s, r)
	imgui.End()
}

// roadTitle says what is picked.
func (u *panel) roadTitle(s state, r *session.Road) {
	imgui.PushFont(u.Bold)
	imgui.Text(roadName(s.Map, r))
	imgui.PopFont()
	u.Above(u.Px(roadWidth-14-58), -imgui.TextLineHeight()-u.Px(6), func() {
		if imgui.ButtonV("Done", imgui.Vec2{X: -1}) {
			u.Do(session.DropRoad{})
		}
		u.Tip("Leaves the road as it is now (Esc).")
	})
	text := fmt.Sprintf("%s edges in %s stretches", format.Thousands(r.Edges), format.Thousands(len(r.Lines)))
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

// roadName is what there is to say: maps keep no names of roads.
func roadName(m *scene.Map, r *session.Road) string {
	switch {
	case m.Metric == graph.ByWeight:
		return "Line of the graph"
	case r.Metres < 1000:
		return fmt.Sprintf("%s, %.0f m", capital(r.Class.String()), r.Metres)
	}
	return fmt.Sprintf("%s, %.2f km", capital(r.Class.String()), r.Metres/1000)
}

func capital(s string) string { return string(s[0]-'a'+'A') + s[1:] }

// roadSpeed turns the speed.
func (u *panel) roadSpeed(r *session.Road) {
	value, text := int32(math.Round(r.KMH)), fmt.Sprintf("%.0f km/h", r.KMH)
	if r.Closed {
		value, text = session.LeastKMH, "closed"
	}
	before := fmt.Sprintf("%.0f", r.First)
	const help = "The speed on all of this road, both ways. The times of its edges change on the device, and the search goes on to where it was."
	if u.roadSlider(&value, session.LeastKMH, session.MostKMH, text, before, help) {
		u.Do(session.SetRoadSpeed{Lines: r.Lines, KMH: float64(value)})
	}
}

// roadFactor turns what the weight is multiplied with, in hundredths, where weights
// are not times.
func (u *panel) roadFactor(s state, r *session.Road) {
	value, text := int32(math.Round(100*r.Factor)), fmt.Sprintf("%.2f", r.Factor)
	if r.Closed {
		value, text = 100*session.MostFactor, "closed"
	}
	help := fmt.Sprintf("What the weights of this road are multiplied with. The weight of this map is %s, so that a speed would change nothing.", s.Map.Metric)
	if s.Map.Metric == graph.ByWeight {
		help = "What the weights of this line are multiplied with."
	}
	if u.roadSlider(&value, 100*session.LeastFactor, 100*session.MostFactor, "x "+text, "x 1", help) {
		u.Do(session.ScaleRoad{Lines: r.Lines, Factor: float64(value) / 100})
	}
}

// roadSlider is a slider over decades, with its value and what that was at first.
func (u *panel) roadSlider(value *int32, least, most int32, text, before, help string) bool {
	imgui.SetNextItemWidth(u.Px(ui.SliderWidth))
	was := *value
	moved := imgui.SliderIntV("##road", value, least, most, " ", imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp)
	if !imgui.IsItemActive() { // it would hide the rest
		u.Tip(help)
	}
	imgui.SameLineV(u.Px(ui.LabelAt), -1)
	imgui.AlignTextToFramePadding()
	u.Monospace(text)
	imgui.SameLineV(u.Px(ui.ValueAt+18), -1)
	imgui.AlignTextToFramePadding()
	u.Dimmed("was " + before)
	return moved && *value != was
}

// roadChoices closes the road, and says how much of it is picked.
func (u *panel) roadChoices(s state, r *session.Road) {
	closed := r.Closed
	if imgui.Checkbox("closed", &closed) {
		if closed {
			u.Do(session.CloseRoad{Lines: r.Lines})
		} else {
			u.Do(session.ResetRoads{Lines: r.Lines})
		}
	}
	u.Tip("Nobody may use it. The search finds its way around, or none.")
	imgui.SameLineV(u.Px(ui.LabelAt), -1)
	whole := s.WholeRoads
	if imgui.Checkbox("whole road", &whole) {
		u.Do(session.SetWholeRoads{Whole: whole})
	}
	u.Tip("Picks the road past side streets, up to a fork or a crossing with a road of its class. Otherwise only from a junction to the next.")
}

func (u *panel) roadButtons(s state, r *session.Road) {
	width := imgui.Vec2{X: (imgui.ContentRegionAvail().X - imgui.CurrentStyle().ItemSpacing().X) / 2}
	if imgui.ButtonV("Reset", width) && (r.Changed || r.Closed) {
		u.Do(session.ResetRoads{Lines: r.Lines})
	}
	u.Tip("Gives this road back what it had at first.")
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

// pickAt picks the road at a place.
func (u *panel) pickAt(s state, at geom.Point) {
	u.Do(session.PickRoad{At: at, Within: u.reach(s)})
}

// reach is how far from a road it is Still meant, in units of the map.
func (u *panel) reach(s state) float64 { return float64(u.Px(pickWithin)) / s.Camera.Scale }

// point shows, while Ctrl is held, which road would be picked; none if the mouse is not over
// the map.
func (u *panel) point(s state, in input.Frame, elsewhere bool) {
	n := &u.mouse
	var now session.PointAtRoad
	at := s.Camera.PointAt(in.X, in.Y)
	if in.Ctrl && !elsewhere {
		now = session.PointAtRoad{At: &at, Within: u.reach(s)}
	}
	was := n.pointed
	if (now.At == nil) == (was.At == nil) && now.Within == was.Within && (now.At == nil || *now.At == *was.At) {
		return
	}
	n.pointed = now
	u.Do(now)
}

// signs stand at changed roads: the speed, or that there is no entry.
func (u *panel) signs(list imgui.DrawList, s state) {
	const most = 200 // more would hide the map
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	for _, c := range s.Changes[max(0, len(s.Changes)-most):] {
		x, y := s.Camera.Pixel(c.At)
		u.sign(list, imgui.Vec2{X: float32(math.Round(x)), Y: float32(math.Round(y))}, c)
	}
}

func (u *panel) sign(list imgui.DrawList, p imgui.Vec2, c session.Change) {
	white, dark := imgui.Packed(ui.Plain(u.Theme.Text)), imgui.Packed(ui.Plain(u.Theme.Background))
	r := u.Px(9)
	if c.Closed {
		list.AddCircleFilledV(p, r+u.Px(2), dark, 20)
		list.AddCircleFilledV(p, r, imgui.Packed(ui.Plain(u.Theme.Closed)), 20)
		list.AddRectFilled(imgui.Vec2{X: p.X - u.Whole(5), Y: p.Y - u.Whole(1.5)}, imgui.Vec2{X: p.X + u.Whole(5), Y: p.Y + u.Whole(1.5)}, white)
		return
	}
	text := fmt.Sprintf("%.0f", c.KMH)
	if c.KMH == 0 {
		text = fmt.Sprintf("x%.3g", c.Factor)
	}
	size := imgui.CalcTextSize(text, false, 0)
	half := imgui.Vec2{X: max(r, size.X/2+u.Px(4)), Y: r}
	list.AddRectFilledV(p.Minus(half), p.Plus(half), imgui.Packed(ui.Plain(u.Theme.Changed)), r, 0)
	edge := imgui.Vec2{X: u.Whole(2), Y: u.Whole(2)}
	list.AddRectFilledV(p.Minus(half).Plus(edge), p.Plus(half).Minus(edge), white, r, 0)
	list.AddText(imgui.Vec2{X: float32(int(p.X - size.X/2)), Y: float32(int(p.Y - size.Y/2))}, dark, text)
}
