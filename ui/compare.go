package ui

import (
	"fmt"
	"image"
	"image/color"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Compare builds the section of a comparison: a box that begins and ends it, and the choice
// of its clock among those that have a name, in the order of timeline.Clocks. The controls
// of the second run go after it. It reports whether the box was clicked.
func (u *UI) Compare(on bool, t timeline.State, clocks []string, tip string) (clicked bool) {
	imgui.Dummy(imgui.Vec2{})
	now := on
	if clicked = imgui.Checkbox("compare", &now); clicked {
		u.Do(watch.SetCompare{On: now})
	}
	u.Tip(tip)
	if !on {
		return clicked
	}
	imgui.SameLineV(u.Across(LabelAt-14), -1)
	imgui.AlignTextToFramePadding()
	u.Dimmed("clock")
	imgui.SameLineV(u.Across(LabelAt+24), -1)
	imgui.SetNextItemWidth(-1)
	if u.BeginList("##clock", clocks[t.Clock]) {
		for c, name := range clocks {
			if imgui.Selectable(name) {
				u.Do(timeline.SetClock{Clock: timeline.Clock(c)})
			}
		}
		imgui.EndCombo()
	}
	u.Tip("What moves both alike. Each shows its last step up to the same reading; the one that has ended waits.")
	if u.Device < len(u.Devices) && u.Second < len(u.Devices) && u.Backend == "" {
		u.secondDevice()
	}
	return clicked
}

// secondDevice builds the choice of the device that runs the second side.
func (u *UI) secondDevice() {
	imgui.AlignTextToFramePadding()
	u.Dimmed("second on")
	imgui.SameLineV(u.Across(LabelAt+24), -1)
	imgui.SetNextItemWidth(-1)
	u.deviceList("##second device", u.Second, func(i int) watch.Action { return SetSecond{i} })
	u.Tip("The device that runs the second side, so that one comparison shows two devices. The first side's device draws both: what it draws of the second is copied through the host.")
}

// Ratios builds the table of a comparison: each measure of both runs, and the second by the
// first. Times are left out where pictures must not differ between runs.
func (u *UI) Ratios(measures []watch.Measure, steady bool) {
	if !imgui.BeginTable("ratios", 4) {
		return
	}
	for i, width := range []float32{74, 76, 76, 0} {
		flags := imgui.TableColumnFlagsWidthFixed
		if width == 0 {
			flags = imgui.TableColumnFlagsWidthStretch
		}
		imgui.TableSetupColumnV(fmt.Sprint(i), flags, u.Px(width), 0)
	}
	imgui.TableNextRow()
	imgui.TableNextColumn()
	for i, name := range []string{"first", "second"} {
		imgui.TableNextColumn()
		imgui.PushFont(u.Small)
		u.Coloured(Plain(u.Theme.LaneText[i]), func() { imgui.Text(name) })
		imgui.PopFont()
	}
	imgui.TableNextColumn()
	u.Note("ratio")
	u.Tip("The second divided by the first.")
	for _, m := range measures {
		texts := []string{m.Text(0), m.Text(1), m.RatioText()}
		if steady && m.Timed() {
			texts = []string{"-", "-", "-"}
		}
		imgui.TableNextRow()
		imgui.TableNextColumn()
		u.Dimmed(m.Name)
		u.Tip(m.Help)
		for _, text := range texts {
			imgui.TableNextColumn()
			u.Monospace(text)
		}
	}
	imgui.EndTable()
}

// Chosen lists the values of a run's parameters that were chosen for either run: only these can
// differ between two runs of one algorithm.
func Chosen(of []compute.ParamState, lanes ...[]compute.ParamState) (text string) {
	for _, p := range of {
		for _, q := range slices.Concat(lanes...) {
			if q.Name == p.Name && !q.IsAuto {
				text += fmt.Sprintf(", %s %s", p.Label, p.Text(p.Value))
				break
			}
		}
	}
	return text
}

// Header is the text above the picture of a run.
type Header struct {
	Lane    int         // of a comparison; -1 for a run alone
	Title   string      // in bold, after the device where there are two
	Time    string      // at the right of it
	Story   string      // below it: a sentence about the last step, for people who do not know the algorithm
	Why     string      // explains the algorithm to a mouse that rests on the story
	Verdict string      // at the right of the story
	Colour  color.NRGBA // of the verdict
}

// HeaderHeight is the height of a header, in pixels of a plain display.
const HeaderHeight = 46

// Header writes a header at the top of a rectangle.
func (u *UI) Header(list List, r image.Rectangle, h Header) {
	if h.Lane >= 0 && u.Sides[h.Lane] != "" {
		h.Title = u.Sides[h.Lane] + ": " + h.Title
	}
	x, y, right := float32(r.Min.X), float32(r.Min.Y), float32(r.Max.X)
	if h.Lane >= 0 {
		list.AddRectFilledV(imgui.Vec2{X: x, Y: y + u.Whole(4)}, imgui.Vec2{X: x + u.Whole(4), Y: y + u.Whole(36)}, imgui.Packed(u.LaneColour(h.Lane)), u.Px(2), 0)
		x += u.Whole(12)
	}
	imgui.PushFont(u.Mono)
	room := right - imgui.CalcTextSize(h.Time, false, 0).X
	u.Text(list, room, y+u.Px(4), Plain(u.Theme.Text), h.Time)
	if len(h.Time) > 1 { // the title does not depend on how long the time is
		room = min(room, right-imgui.CalcTextSize("1000.000 ms", false, 0).X)
	}
	imgui.PopFont()
	imgui.PushFont(u.Bold)
	u.Text(list, x, y, Plain(u.Theme.Text), Fitting(h.Title, room-u.Px(12)-x))
	imgui.PopFont()
	y += u.Px(22)
	room = right - imgui.CalcTextSize(h.Verdict, false, 0).X
	u.Text(list, room, y, h.Colour, h.Verdict)
	room -= u.Px(12)
	if !u.Panels || h.Why == "" {
		u.Text(list, x, y, Plain(u.Theme.Text), Fitting(h.Story, room-x))
		return
	}
	const gap, why = "   ", "why?"
	story := Fitting(h.Story, room-imgui.CalcTextSize(gap+why, false, 0).X-x) + gap
	low := imgui.Vec2{X: x, Y: y}
	high := low.Plus(imgui.CalcTextSize(story+why, false, 0))
	u.Text(list, x, y, Plain(u.Theme.Text), story)
	u.Text(list, x+imgui.CalcTextSize(story, false, 0).X, y, Plain(u.Theme.Accent), why)
	if m := imgui.MousePos(); !imgui.CurrentIO().WantCaptureMouse() && m.X >= low.X && m.X < high.X && m.Y >= low.Y && m.Y < high.Y {
		u.Told(h.Why)
	}
}
