package view

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/families/sorts/session"
	"kernelscope/internal/format"
	"kernelscope/ui"
	"kernelscope/watch"
)

// build builds the panel from top to bottom.
func (u *panel) build(s state) {
	u.BeginPanel("sorts", s.Height)
	u.DeviceNote("Sorting", "the sorts", s.Device)
	section := func(name string, build func(state)) { u.Section(name, 0, func() { build(s) }) }
	if len(s.Lanes) > 0 {
		section(ui.RunSection, u.runSection)
		section("GPU time by step", u.stepsSection)
	}
	section("Keys", u.inputSection)
	if len(s.Lanes) > 0 {
		section("View", u.viewSection)
		section("Sort", u.sorts)
	}
	imgui.End()
}

// inputSection selects the keys.
func (u *panel) inputSection(s state) {
	in := s.Input
	u.countSlider(s)
	half := (imgui.ContentRegionAvail().X - imgui.CurrentStyle().ItemSpacing().X) / 2
	imgui.SetNextItemWidth(half)
	shown := in.Distribution
	if in.File != "" {
		shown = format.Shortened(in.File, 18)
	}
	if u.BeginList("##distribution", shown) {
		for _, name := range keygen.Distributions() {
			if imgui.Selectable(name) {
				in.Distribution, in.File = name, ""
			}
			u.Tip(keygen.About(name))
		}
		imgui.EndCombo()
	}
	u.Tip("Distribution of the input: " + keygen.About(in.Distribution) + ". You can also drop a file of little-endian keys on the window.")
	imgui.SameLine()
	imgui.SetNextItemWidth(-1)
	if u.BeginList("##type", in.Type.String()) {
		for _, t := range sorting.Types() {
			if imgui.Selectable(t.String()) {
				in.Type = t
			}
		}
		imgui.EndCombo()
	}
	u.Tip("Type of the keys. Floats have a total order: -0 before +0, NaNs last.")
	imgui.Checkbox("descending", &in.Descending)
	u.Tip("Greatest key first.")
	imgui.SameLine()
	imgui.Checkbox("payload", &in.Payload)
	u.Tip("Each key carries a value, its index in the input, by which the oracle checks whether the sort is stable.")
	imgui.SameLineV(u.Across(ui.ContentRight-72), -1)
	if imgui.ButtonV("Shuffle", imgui.Vec2{X: -1}) {
		u.Do(watch.Shuffle{})
	}
	u.Tip("Generates other keys of the same distribution.")
	if in != s.Input {
		u.Do(session.SetInput{Input: in})
	}
}

// countSlider sets the number of keys.
func (u *panel) countSlider(s state) {
	in := s.Input
	if in.N = u.NumberSlider("keys", in.N, 4, 24, 17, "Number of keys, 16 to 16,777,216. On the command line, -n takes any number."); in.N != s.Input.N {
		in.File = ""
		u.Do(session.SetInput{Input: in})
	}
}

// sorts selects the sorts and their parameters.
func (u *panel) sorts(s state) {
	u.sort(s, 0)
	u.Compare(s.Compare, s.Time, []string{"steps", "GPU time"}, "Two sorts of the same keys, side by side, on one clock.")
	if s.Compare {
		u.sort(s, 1)
		u.Ratios(s.Measures(), s.Steady)
	}
}

// sort selects the sort of a lane and its parameters.
func (u *panel) sort(s state, lane int) {
	imgui.SetNextItemWidth(-1)
	u.sortCombo(s, lane)
	u.Params(fmt.Sprint(lane), s.Lanes[lane].Params, s.Lanes[lane].On, func(name string, x uint32) { u.Do(watch.Set{Lane: lane, Values: compute.Values{name: x}}) }, nil)
}

func (u *panel) sortCombo(s state, lane int) {
	a := s.Lanes[lane].Algorithm
	if u.BeginList(fmt.Sprintf("##sort%d", lane), a.Title()) {
		for _, other := range s.Algorithms {
			if imgui.Selectable(other.Title()) {
				u.Do(watch.Set{Lane: lane, Algorithm: other.Name()})
			}
			u.Tip(other.About())
		}
		imgui.EndCombo()
	}
	u.Tip(a.Title() + ": " + a.About())
}

// runSection builds the buttons, the position and the speed.
func (u *panel) runSection(s state) {
	u.Transport(s.Time, ui.TransportLook{Step: "Stepping back sorts the input again, up to the step.", Hide: s.Steady})
}

// milliseconds formats a time; in steady pictures it shows none, since times vary.
func (u *panel) milliseconds(s state, ms float64) string {
	if s.Steady {
		return "-"
	}
	return format.Milliseconds(ms)
}

// viewSection selects how arrays are drawn.
func (u *panel) viewSection(s state) {
	v := s.View
	half := (imgui.ContentRegionAvail().X - imgui.CurrentStyle().ItemSpacing().X) / 2
	choose := func(id, all string, names []string, now *string, tip string) {
		shown := *now
		if shown == "" {
			shown = all
		}
		if u.BeginList(id, shown) {
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
		u.Tip(tip)
	}
	imgui.SetNextItemWidth(half)
	choose("##shape", "auto shape", session.Shapes, &v.Shape, "Bars: height by value. Plot: every key is a dot at its position and value. Field: each pixel shows one of the keys at its position, row by row from the top left.")
	imgui.SameLine()
	imgui.SetNextItemWidth(-1)
	choose("##tint", "auto colour", session.Tints, &v.Tint, "Meaning of the colours: the value, the digit that a radix sort reads, or whether the last step changed the key.")
	if v != s.View {
		u.Do(session.SetView{View: v})
	}
	u.FrameRate(s.Status)
}
