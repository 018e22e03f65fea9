package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/compute/session"
	"kernelscope/format"
	"kernelscope/scene/graph"
	"kernelscope/timeline"
)

// paramSection shows the parameters of the search.
func (u *UI) paramSection(s State) {
	u.heading("Parameters")
	u.tunedButton(s)
	u.params("", s.Params, s.Device, func(name string, x uint32) { u.do(session.SetParam{Name: name, Value: x}) }, func(p compute.ParamState) string {
		if p.Unit != graph.WeightUnit {
			return ""
		}
		return weightInWords(s, p.Value)
	})
}

// tunedButton offers the setting that was found for the map and the device, at the
// right of the heading.
func (u *UI) tunedButton(s State) {
	if s.Tuned == nil || s.Steady { // it depends on the machine
		return
	}
	inUse := true
	for _, p := range s.Params {
		if v, ok := s.Tuned[p.Name]; ok && v != p.Value {
			inUse = false
		}
	}
	u.above(autoAt, -u.px(20), func() {
		imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.whole(8), Y: u.whole(1)})
		defer imgui.PopStyleVar()
		colour := plain(u.theme.Text)
		if inUse {
			colour = goodColour
		}
		imgui.PushFont(u.small)
		u.coloured(colour, func() {
			if imgui.ButtonV("tuned", imgui.Vec2{X: -1}) && !inUse {
				u.do(session.UseTuned{})
			}
		})
		imgui.PopFont()
		u.tip("The best setting that a search for one has found on this device and map, for this kind of query. Green while it is in use.")
	})
}

// Columns of the kernel section, pixels of a plain display from the left.
const (
	sliderWidth = 118
	labelAt     = 14 + sliderWidth + 10
	valueAt     = labelAt + 72
	autoAt      = panelWidth - 14 - 64
)

// beside writes a slider's name and value after it.
func (u *UI) beside(label, value, help string) {
	u.tip(help)
	imgui.SameLineV(u.px(labelAt), -1)
	imgui.AlignTextToFramePadding()
	imgui.Text(label)
	u.tip(help)
	imgui.SameLineV(u.px(valueAt), -1)
	imgui.AlignTextToFramePadding()
	u.monospace(value)
}

// weightInWords says what a weight means on the map at hand.
func weightInWords(s State, w uint32) string {
	switch s.Map.Metric {
	case graph.ByTime:
		return fmt.Sprintf("\n%d is %.1f seconds of travel.", w, float64(w)/10)
	case graph.ByLength:
		return fmt.Sprintf("\n%d is %.1f metres.", w, float64(w)/10)
	}
	return fmt.Sprintf("\n%d is %s in the weights of the file.", w, s.Map.Written(w))
}

func (u *UI) runSection(s State) {
	u.heading("Run")
	width := imgui.Vec2{X: (imgui.ContentRegionAvail().X - 3*imgui.CurrentStyle().ItemSpacing().X) / 4}
	if s.Time.Playing {
		if imgui.ButtonV("Pause", width) {
			u.do(timeline.Pause{})
		}
	} else if imgui.ButtonV("Play", width) {
		u.do(timeline.Play{})
	}
	u.tip("Plays or pauses between two rounds (Space).")
	imgui.SameLine()
	if imgui.ButtonV("Step", width) {
		u.do(timeline.Step{Steps: 1})
	}
	u.tip("Pauses and makes one round: " + s.Algorithm.About().Round + " (Right).")
	imgui.SameLine()
	if imgui.ButtonV("Finish", width) {
		u.do(timeline.End{})
	}
	u.tip("Makes all rounds that are left, as fast as it goes.")
	imgui.SameLine()
	if imgui.ButtonV("Rerun", width) {
		u.do(timeline.Rewind{})
	}
	u.tip("Begins the same search again (R).")
	speed := float32(s.Time.Speed)
	value := fmt.Sprintf("%.0f rounds/s", s.Time.Speed)
	if s.Time.Speed >= timeline.MaxSpeed {
		value = "full speed"
	}
	imgui.SetNextItemWidth(u.px(sliderWidth))
	if imgui.SliderFloatV("##speed", &speed, 1, timeline.MaxSpeed, " ", imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp) {
		u.do(timeline.SetSpeed{PerSecond: float64(speed)})
	}
	u.beside("speed", value, "How many rounds are played in a second ([ and ] halve and double it). Times do not depend on it.")
}

func (u *UI) resultSection(s State) {
	u.heading("Result")
	e, r, about := s.Event, s.Result, s.Algorithm.About()
	if !imgui.BeginTable("result", 2) {
		return
	}
	imgui.TableSetupColumnV("name", imgui.TableColumnFlagsWidthFixed, u.px(92), 0)
	imgui.TableSetupColumnV("value", imgui.TableColumnFlagsWidthStretch, 0, 0)
	row := func(name, value, help string) {
		imgui.TableNextRow()
		imgui.TableNextColumn()
		u.dimmed(name)
		u.tip(help)
		imgui.TableNextColumn()
		u.monospace(value)
	}
	switch {
	case s.All:
		row("distance", "to all nodes", "The search goes on until every node is settled.")
	case r == nil:
		row("distance", "searching", "Known when no queued node is nearer than the target.")
	case !r.Reached:
		row("distance", "no way", "Nothing leads from the source to the target.")
	case s.Map.Metric == graph.ByWeight:
		row("distance", s.Map.Written(r.Distance), "Length of the shortest path, in the weights of the file.")
	case r.Seconds == 0: // a graph that knows lengths only
		row("distance", fmt.Sprintf("%.1f km", r.Metres/1000), "Length of the shortest path.")
	default:
		row("distance", fmt.Sprintf("%s, %.1f km", format.Clock(r.Seconds), r.Metres/1000), "Travel time and length of the shortest path.")
	}
	row("round, bucket", fmt.Sprintf("%s, %s", format.Thousands(e.Round), format.Thousands(e.Phase)), "Rounds so far, each of them "+about.Round+"; and how often the threshold has moved on to another bucket.")
	row("near, far", fmt.Sprintf("%s, %s", format.Thousands(e.Near), format.Thousands(e.Far)), about.Queues)
	row("relaxed", format.Thousands(e.Relaxed), "Edges looked at so far.")
	row("improved", format.Thousands(e.Improved), "Edges that shortened a distance.")
	efficiency := "-"
	if r != nil && r.Checked {
		efficiency = fmt.Sprintf("%.1f %%", 100*r.Efficiency)
	}
	row("efficiency", efficiency, "Edges that Dijkstra's algorithm relaxes, over those relaxed here: what is missing to 100 % was done in vain.")
	gpu, wall := fmt.Sprintf("%.3f ms", e.GPU), fmt.Sprintf("%.3f ms", e.Wall)
	if about.OnHost {
		gpu = "-"
	}
	times := gpu + ", " + wall
	if s.Steady {
		times = "-"
	}
	row("GPU, wall", times, "By timestamps on the device, which a search on the host has none of, and on the host's clock with all waiting for the device; pauses between steps not counted.")
	imgui.EndTable()
	u.verdict(s)
}

func (u *UI) verdict(s State) {
	r := s.Result
	switch {
	case r == nil:
		u.note("verified when the search ends")
	case !r.Checked:
		u.note("verifying ..")
	case r.Wrong != nil:
		u.coloured(errorColour, func() { u.wrapped("WRONG: " + r.Wrong.Error()) })
	default:
		u.tick()
		u.coloured(goodColour, func() { imgui.Text("verified with Dijkstra's algorithm") })
	}
	u.tip("Every distance is compared with the textbook algorithm on the host.")
}

// tick draws a check mark.
func (u *UI) tick() {
	at, h := imgui.CursorScreenPos(), imgui.TextLineHeight()
	p := func(x, y float32) imgui.Vec2 { return imgui.Vec2{X: at.X + x*h, Y: at.Y + y*h} }
	list, c := imgui.WindowDrawList(), imgui.Packed(goodColour)
	list.AddLineV(p(0.1, 0.6), p(0.35, 0.85), c, u.px(2))
	list.AddLineV(p(0.35, 0.85), p(0.85, 0.25), c, u.px(2))
	imgui.Dummy(imgui.Vec2{X: h, Y: h})
	imgui.SameLine()
}

func (u *UI) queuesSection(s State) {
	u.heading("Queues by round")
	u.plot(s.Sizes, []series{
		{"near", plain(u.theme.States[ref.Near]), func(i int) uint32 { return s.Sizes[i].Near }},
		{"far", plain(u.theme.States[ref.Far]), func(i int) uint32 { return s.Sizes[i].Far }},
	})
}
