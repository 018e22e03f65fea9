package ui

import (
	"fmt"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/session"
	"kernelscope/format"
	"kernelscope/input"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

const (
	roadWidth  = 296 // of the editor, pixels of a plain display
	pickWithin = 8   // pixels of a plain display from a road's middle
)

// road builds the editor of the picked road, at the upper right.
func (u *UI) road(s State) {
	r := s.Picked
	if r == nil {
		return
	}
	imgui.SetNextWindowPos(imgui.Vec2{X: float32(s.Camera.Width) - u.whole(roadWidth+panelMargin), Y: u.whole(panelMargin)})
	imgui.SetNextWindowSizeConstraints(imgui.Vec2{X: u.whole(roadWidth)}, imgui.Vec2{X: u.whole(roadWidth), Y: max(1, float32(s.Camera.Height))})
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
func (u *UI) roadTitle(s State, r *session.Road) {
	imgui.PushFont(u.bold)
	imgui.Text(roadName(s.Map, r))
	imgui.PopFont()
	u.above(roadWidth-14-58, -imgui.TextLineHeight()-u.px(6), func() {
		if imgui.ButtonV("Done", imgui.Vec2{X: -1}) {
			u.do(session.DropRoad{})
		}
		u.tip("Leaves the road as it is now (Esc).")
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
	u.note(text)
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
func (u *UI) roadSpeed(r *session.Road) {
	value, text := int32(math.Round(r.KMH)), fmt.Sprintf("%.0f km/h", r.KMH)
	if r.Closed {
		value, text = session.LeastKMH, "closed"
	}
	before := fmt.Sprintf("%.0f", r.First)
	const help = "The speed on all of this road, both ways. The times of its edges change on the device, and the search goes on to where it was."
	if u.roadSlider(&value, session.LeastKMH, session.MostKMH, text, before, help) {
		u.do(session.SetRoadSpeed{Lines: r.Lines, KMH: float64(value)})
	}
}

// roadFactor turns what the weight is multiplied with, in hundredths, where weights
// are no times.
func (u *UI) roadFactor(s State, r *session.Road) {
	value, text := int32(math.Round(100*r.Factor)), fmt.Sprintf("%.2f", r.Factor)
	if r.Closed {
		value, text = 100*session.MostFactor, "closed"
	}
	help := fmt.Sprintf("What the weights of this road are multiplied with. The weight of this map is %s, so that a speed would change nothing.", s.Map.Metric)
	if s.Map.Metric == graph.ByWeight {
		help = "What the weights of this line are multiplied with."
	}
	if u.roadSlider(&value, 100*session.LeastFactor, 100*session.MostFactor, "x "+text, "x 1", help) {
		u.do(session.ScaleRoad{Lines: r.Lines, Factor: float64(value) / 100})
	}
}

// roadSlider is a slider over decades, with its value and what that was at first.
func (u *UI) roadSlider(value *int32, least, most int32, text, before, help string) bool {
	imgui.SetNextItemWidth(u.px(sliderWidth))
	was := *value
	moved := imgui.SliderIntV("##road", value, least, most, " ", imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp)
	if !imgui.IsItemActive() { // it would hide the rest
		u.tip(help)
	}
	imgui.SameLineV(u.px(labelAt), -1)
	imgui.AlignTextToFramePadding()
	u.monospace(text)
	imgui.SameLineV(u.px(valueAt+18), -1)
	imgui.AlignTextToFramePadding()
	u.dimmed("was " + before)
	return moved && *value != was
}

// roadChoices closes the road, and says how much of it is picked.
func (u *UI) roadChoices(s State, r *session.Road) {
	closed := r.Closed
	if imgui.Checkbox("closed", &closed) {
		if closed {
			u.do(session.CloseRoad{Lines: r.Lines})
		} else {
			u.do(session.ResetRoads{Lines: r.Lines})
		}
	}
	u.tip("Nobody may use it. The search finds its way around, or none.")
	imgui.SameLineV(u.px(labelAt), -1)
	whole := s.WholeRoads
	if imgui.Checkbox("whole road", &whole) {
		u.do(session.SetWholeRoads{Whole: whole})
	}
	u.tip("Picks the road past side streets, up to a fork or a crossing with a road of its class. Otherwise only from a junction to the next.")
}

func (u *UI) roadButtons(s State, r *session.Road) {
	width := imgui.Vec2{X: (imgui.ContentRegionAvail().X - imgui.CurrentStyle().ItemSpacing().X) / 2}
	if imgui.ButtonV("Reset", width) && (r.Changed || r.Closed) {
		u.do(session.ResetRoads{Lines: r.Lines})
	}
	u.tip("Gives this road back what it had at first.")
	imgui.SameLine()
	if imgui.ButtonV(fmt.Sprintf("Reset all (%d)", len(s.Changes)), width) && len(s.Changes) > 0 {
		u.do(session.ResetRoads{})
	}
	u.tip("Undoes every change of the map.")
	text := "Changes last as long as the map is open."
	if s.Reweighed > 0 && !s.Steady {
		text = fmt.Sprintf("Weights changed in %.2f ms. Changes last as long as the map is open.", float64(s.Reweighed.Microseconds())/1000)
	}
	u.coloured(plain(u.theme.Dim), func() {
		imgui.PushFont(u.small)
		u.wrapped(text)
		imgui.PopFont()
	})
}

// pickAt picks the road at a place.
func (u *UI) pickAt(s State, at geom.Point) {
	u.do(session.PickRoad{At: at, Within: u.reach(s)})
}

// reach is how far from a road it is still meant, in units of the map.
func (u *UI) reach(s State) float64 { return float64(u.px(pickWithin)) / s.Camera.Scale }

// point shows, while Ctrl is held, which road would be picked.
func (u *UI) point(s State, in input.Frame, overPanel bool) {
	n := &u.nav
	var now session.PointAtRoad
	at := s.Camera.PointAt(in.X, in.Y)
	if in.Ctrl && !overPanel && in.X >= 0 {
		now = session.PointAtRoad{At: &at, Within: u.reach(s)}
	}
	was := n.pointed
	if (now.At == nil) == (was.At == nil) && now.Within == was.Within && (now.At == nil || *now.At == *was.At) {
		return
	}
	n.pointed = now
	u.do(now)
}

// signs stand at changed roads: the speed, or that there is no entry.
func (u *UI) signs(list imgui.DrawList, s State) {
	const most = 200 // more would hide the map
	imgui.PushFont(u.small)
	defer imgui.PopFont()
	for _, c := range s.Changes[max(0, len(s.Changes)-most):] {
		x, y := s.Camera.Pixel(c.At)
		u.sign(list, imgui.Vec2{X: float32(math.Round(x)), Y: float32(math.Round(y))}, c)
	}
}

func (u *UI) sign(list imgui.DrawList, p imgui.Vec2, c session.Change) {
	white, dark := imgui.Packed(plain(u.theme.Text)), imgui.Packed(plain(u.theme.Background))
	r := u.px(9)
	if c.Closed {
		list.AddCircleFilledV(p, r+u.px(2), dark, 20)
		list.AddCircleFilledV(p, r, imgui.Packed(plain(u.theme.Closed)), 20)
		list.AddRectFilled(imgui.Vec2{X: p.X - u.whole(5), Y: p.Y - u.whole(1.5)}, imgui.Vec2{X: p.X + u.whole(5), Y: p.Y + u.whole(1.5)}, white)
		return
	}
	text := fmt.Sprintf("%.0f", c.KMH)
	if c.KMH == 0 {
		text = fmt.Sprintf("x%.3g", c.Factor)
	}
	size := imgui.CalcTextSize(text, false, 0)
	half := imgui.Vec2{X: max(r, size.X/2+u.px(4)), Y: r}
	list.AddRectFilledV(p.Minus(half), p.Plus(half), imgui.Packed(plain(u.theme.Changed)), r, 0)
	edge := imgui.Vec2{X: u.whole(2), Y: u.whole(2)}
	list.AddRectFilledV(p.Minus(half).Plus(edge), p.Plus(half).Minus(edge), white, r, 0)
	list.AddText(imgui.Vec2{X: float32(int(p.X - size.X/2)), Y: float32(int(p.Y - size.Y/2))}, dark, text)
}
