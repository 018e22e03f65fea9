package ui

import (
	"fmt"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/session/sorts"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/format"
	"kernelscope/timeline"
)

// laneColours tell the sorts of a race apart.
var laneColours = [2]color.NRGBA{accentColour, {0xFC, 0xC6, 0x21, 0xFF}}

// sortPanel builds the panel of the sort view, from top to bottom.
func (u *UI) sortPanel(s SortState) {
	u.beginPanel("sorts", s.Height)
	u.title()
	u.deviceNote("Sorting", "the sorts", s.Device)
	if s.Problem != "" {
		u.problem(s.Problem)
	}
	u.inputSection(s)
	if len(s.Lanes) > 0 {
		u.sortSection(s)
		u.sortRun(s)
		u.stepsSection(s)
		u.sortView(s)
	}
	imgui.End()
}

// inputSection chooses what is sorted.
func (u *UI) inputSection(s SortState) {
	u.heading("Keys")
	in := s.Input
	u.countSlider(s)
	half := (imgui.ContentRegionAvail().X - imgui.CurrentStyle().ItemSpacing().X) / 2
	imgui.SetNextItemWidth(half)
	shown := in.Distribution
	if in.File != "" {
		shown = shortened(in.File, 18)
	}
	if imgui.BeginCombo("##distribution", shown) {
		for _, name := range keygen.Distributions() {
			if imgui.Selectable(name) {
				in.Distribution, in.File = name, ""
			}
			u.tip(keygen.About(name))
		}
		imgui.EndCombo()
	}
	u.tip("How the keys lie at first: " + keygen.About(in.Distribution) + ". Or drop a file of keys on the window: bytes, the low one of a key first.")
	imgui.SameLine()
	imgui.SetNextItemWidth(-1)
	if imgui.BeginCombo("##type", in.Type.String()) {
		for _, t := range sorting.Types() {
			if imgui.Selectable(t.String()) {
				in.Type = t
			}
		}
		imgui.EndCombo()
	}
	u.tip("What the bits of a key mean. Floats have a total order: -0 before +0, and what is no number last.")
	imgui.Checkbox("descending", &in.Descending)
	u.tip("The greatest key first.")
	imgui.SameLine()
	imgui.Checkbox("payload", &in.Payload)
	u.tip("Every key has a value that goes with it: its place in the input, by which the oracle sees whether a sort is stable.")
	imgui.SameLineV(u.px(panelWidth-14-72), -1)
	if imgui.ButtonV("Shuffle", imgui.Vec2{X: -1}) {
		u.do(sorts.Shuffle{})
	}
	u.tip("Other keys of the same kind.")
	if in != s.Input {
		u.do(sorts.SetInput{Input: in})
	}
}

// countSlider chooses the number of keys.
func (u *UI) countSlider(s SortState) {
	in := s.Input
	if in.N = u.numberSlider("keys", in.N, 4, 24, 17, "How many keys are sorted: 16 to 16,777,216. On the command line any number: -n."); in.N != s.Input.N {
		in.File = ""
		u.do(sorts.SetInput{Input: in})
	}
}

// sortSection chooses the sorts and their parameters.
func (u *UI) sortSection(s SortState) {
	u.heading("Sort")
	for i := range s.Lanes {
		if i == 0 {
			imgui.SetNextItemWidth(imgui.ContentRegionAvail().X - u.px(72))
			u.sortCombo(s, i)
			imgui.SameLineV(u.px(panelWidth-14-58), -1)
			race := s.Race
			if imgui.Checkbox("race", &race) {
				u.do(sorts.SetRace{On: race})
			}
			u.tip("Two sorts side by side on the same keys, by the time that each takes on the GPU.")
		} else {
			imgui.SetNextItemWidth(-1)
			u.sortCombo(s, i)
		}
		u.params(fmt.Sprint(i), s.Lanes[i].Params, s.Device, func(name string, x uint32) { u.do(sorts.SetParam{Lane: i, Name: name, Value: x}) }, nil)
	}
}

func (u *UI) sortCombo(s SortState, lane int) {
	a := s.Lanes[lane].Algorithm
	if imgui.BeginCombo(fmt.Sprintf("##sort%d", lane), a.Title()) {
		for _, other := range s.Algorithms {
			if imgui.Selectable(other.Title()) {
				u.do(sorts.SetAlgorithm{Lane: lane, Name: other.Name()})
			}
			u.tip(other.About())
		}
		imgui.EndCombo()
	}
	u.tip(a.Title() + ": " + a.About())
}

// sortRun builds the buttons, the place in time and the speed.
func (u *UI) sortRun(s SortState) {
	u.heading("Run")
	play := "Play"
	if s.Time.Playing {
		play = "Pause"
	}
	u.buttons([]button{
		{"Rewind", "Back to the input (R).", func() { u.do(timeline.Rewind{}) }},
		{"Back", "Pauses and goes a step back: the input is sorted again, up to there (Left).", func() { u.do(timeline.Step{Steps: -1}) }},
		{play, "Plays or pauses between two steps (Space).", func() { u.playOrPause(s) }},
		{"Step", "Pauses and makes a step (Right).", func() { u.do(timeline.Step{Steps: 1}) }},
	})
	imgui.SetNextItemWidth(-1)
	if s.Race {
		clock := float32(s.Time.Position)
		if imgui.SliderFloatV("##clock", &clock, 0, float32(s.Time.Length), " ", imgui.SliderFlagsAlwaysClamp|imgui.SliderFlagsNoInput) {
			u.do(timeline.SeekClock{At: float64(clock)})
		}
		u.tip("GPU time of the race: " + u.milliseconds(s, s.Time.Position) + ". Drag to go to any.")
		seconds := float32(s.Time.Fit)
		imgui.SetNextItemWidth(u.px(sliderWidth))
		if imgui.SliderFloatV("##seconds", &seconds, timeline.MinFit, timeline.MaxFit, " ", imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp) {
			u.do(timeline.SetFit{Seconds: float64(seconds)})
		}
		u.beside("length", fmt.Sprintf("%.1f s", s.Time.Fit), "How long the slower sort takes to watch ([ and ] double and halve it). What the GPU took is stretched.")
		return
	}
	l := s.Lanes[0]
	at := int32(l.Position)
	if imgui.SliderIntV("##step", &at, 0, int32(len(l.Steps)), " ", imgui.SliderFlagsAlwaysClamp|imgui.SliderFlagsNoInput) {
		u.do(timeline.Seek{Step: int(at)})
	}
	u.tip(fmt.Sprintf("%d of %d steps are done. Drag to go to any (Home: none, End: all).", l.Position, len(l.Steps)))
	speed := float32(s.Time.Speed)
	imgui.SetNextItemWidth(u.px(sliderWidth))
	if imgui.SliderFloatV("##speed", &speed, timeline.MinSpeed, timeline.MaxSpeed, " ", imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp) {
		u.do(timeline.SetSpeed{PerSecond: float64(speed)})
	}
	u.beside("speed", fmt.Sprintf("%.3g steps/s", s.Time.Speed), "How many steps are played in a second ([ and ] halve and double it). Times do not depend on it.")
}

// milliseconds writes a time, where it is the same in every run.
func (u *UI) milliseconds(s SortState, ms float64) string {
	if s.Steady {
		return "-"
	}
	return format.Milliseconds(ms)
}

// sortView chooses how arrays are drawn.
func (u *UI) sortView(s SortState) {
	u.heading("View")
	v := s.View
	half := (imgui.ContentRegionAvail().X - imgui.CurrentStyle().ItemSpacing().X) / 2
	choose := func(id, all string, names []string, now *string, tip string) {
		shown := *now
		if shown == "" {
			shown = all
		}
		if imgui.BeginCombo(id, shown) {
			if imgui.Selectable(all) {
				*now = ""
			}
			for _, name := range names {
				if imgui.Selectable(name) {
					*now = name
				}
			}
			imgui.EndCombo()
		}
		u.tip(tip)
	}
	imgui.SetNextItemWidth(half)
	choose("##shape", "auto shape", sorts.Shapes, &v.Shape, "Bars: height by value. Plot: every key is a dot at its position and value. Field: a pixel shows one of the keys there, row after row, from the top left.")
	imgui.SameLine()
	imgui.SetNextItemWidth(-1)
	choose("##tint", "auto colour", sorts.Tints, &v.Tint, "What colours show: the value, the digit that a radix sort reads, or whether the last step has put another key there.")
	if v != s.View {
		u.do(sorts.SetView{View: v})
	}
	if s.FPS > 0 && s.Time.Playing { // else few are drawn
		u.note(fmt.Sprintf("%.0f frames/s", s.FPS))
	}
}
