package view

import (
	"fmt"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/families/sorts/session"
	"kernelscope/internal/format"
	"kernelscope/ui"
	"kernelscope/watch/timeline"
)

// stepsSection shows the GPU time of each step and the positions of the sorts. A click on a step
// goes to its end.
func (u *panel) stepsSection(s state) {
	if s.Compare {
		for i := range s.Lanes {
			u.timeline(s, i)
		}
		u.Note("click a step to go to its end")
		u.Tip("By timestamps on the device: medians of five runs, after the hardware was busy for a second. Steps are measured one by one and scaled to a run in one submission; for sorts of more than 0.1 s the total is their sum.")
		return
	}
	u.stepBars(s)
}

// stepBars draws a bar for each step. If several steps share a pixel, it shows the longest.
func (u *panel) stepBars(s state) {
	l := s.Lanes[0]
	size := imgui.Vec2{X: imgui.ContentRegionAvail().X, Y: u.Whole(84)}
	at := imgui.CursorScreenPos()
	list := ui.OnPanel()
	list.AddRectFilledV(at, at.Plus(size), imgui.Packed(ui.Plain(u.Theme.Chart)), u.Px(4), 0)
	longest := 0.0
	for _, step := range l.Steps {
		longest = max(longest, step.MS)
	}
	n := max(1, len(l.Steps))
	edge := u.Whole(6)
	width, tall := size.X-2*edge, size.Y-2*edge
	if longest > 0 && !s.Steady {
		tall -= u.Whole(14) // the number of the highest bar is above it
	}
	x := func(step int) float32 { return float32(int(at.X + edge + width*float32(step)/float32(n))) }
	for i, step := range l.Steps {
		left, right := x(i), x(i+1)
		if right-left >= 3 {
			right -= max(1, u.Whole(1))
		}
		h := u.Whole(2)
		if longest > 0 && !s.Steady {
			h = max(h, float32(step.MS/longest)*tall)
		}
		ui.Box(list, imgui.Vec2{X: left, Y: at.Y + size.Y - edge - h}, imgui.Vec2{X: max(right, left+1), Y: at.Y + size.Y - edge}, imgui.Packed(u.stepColour(l, i, ui.Plain(u.Theme.Accent), u.LaneColour(1))))
	}
	if longest > 0 && !s.Steady {
		imgui.PushFont(u.Small)
		u.Text(list, at.X+edge, at.Y+u.Px(2), ui.Plain(u.Theme.Dim), "0 to "+format.Milliseconds(longest))
		imgui.PopFont()
	}
	if imgui.InvisibleButton("steps", size) && len(l.Steps) > 0 {
		u.Do(timeline.Seek{Step: u.stepUnder(at.X+edge, width, n) + 1})
	}
	if imgui.IsItemHovered() && len(l.Steps) > 0 {
		i := u.stepUnder(at.X+edge, width, n)
		u.Tip(u.stepTip(s, l, i))
	}
	value := fmt.Sprintf("step %d of %d", l.Position, len(l.Steps))
	if l.Timed && !s.Steady {
		value += fmt.Sprintf("; in all %s, %s keys/s", format.Milliseconds(l.Total), rate(s.Input.N, l.Total))
	}
	u.Note(value)
	u.Tip("The sum of the steps' medians, each step submitted separately and measured five times by timestamps on the device. Sorts of more than half a second are measured once. Hardware may lower its clocks between single steps; a comparison warms it up.")
}

// stepUnder returns the step under the mouse.
func (u *panel) stepUnder(left, width float32, n int) int {
	return max(0, min(n-1, int((imgui.MousePos().X-left)/width*float32(n))))
}

func (u *panel) stepTip(s state, l session.Lane, i int) string {
	step := l.Steps[i]
	text := fmt.Sprintf("Step %d: %s", i+1, step.Title)
	if step.MS > 0 && !s.Steady {
		text += "\n" + format.Milliseconds(step.MS)
	}
	return text
}

// stepColour distinguishes completed, last and future steps.
func (u *panel) stepColour(l session.Lane, i int, done, last color.NRGBA) color.NRGBA {
	switch {
	case i == l.Position-1:
		return last
	case i < l.Position:
		return done
	}
	return ui.Plain(u.Theme.Active)
}

// timeline draws the steps of a sort one after another on the common time axis of a comparison.
func (u *panel) timeline(s state, lane int) {
	l := s.Lanes[lane]
	u.Dot(u.LaneColour(lane))
	imgui.Text(l.Algorithm.Title())
	if l.Timed && !s.Steady {
		text := format.Milliseconds(l.Total)
		imgui.SameLineV(u.Across(ui.ContentRight)-imgui.CalcTextSize(text, false, 0).X-u.Px(8), -1)
		u.Monospace(text)
	}
	size := imgui.Vec2{X: imgui.ContentRegionAvail().X, Y: u.Whole(22)}
	at := imgui.CursorScreenPos()
	list := ui.OnPanel()
	list.AddRectFilledV(at, at.Plus(size), imgui.Packed(ui.Plain(u.Theme.Chart)), u.Px(4), 0)
	length := max(s.Lanes[0].Total, s.Lanes[1].Total)
	if length <= 0 || s.Steady {
		imgui.Dummy(size)
		return
	}
	factor := 1.0 // scales the steps so that they add up to the total
	if sum := sumOf(l); sum > 0 {
		factor = l.Total / sum
	}
	x, end := float32(0), 0.0
	under := -1
	mouse := imgui.MousePos().X - at.X
	for i, step := range l.Steps {
		end += factor * step.MS
		right := float32(end/length) * size.X
		if mouse >= x && mouse < right {
			under = i
		}
		gap := float32(0)
		if right-x >= 3 {
			gap = 1
		}
		ui.Box(list, imgui.Vec2{X: at.X + x, Y: at.Y + u.Whole(3)}, imgui.Vec2{X: at.X + max(right-gap, x+1), Y: at.Y + size.Y - u.Whole(3)}, imgui.Packed(u.stepColour(l, i, u.LaneColour(lane), ui.Plain(u.Theme.Text))))
		x = right
	}
	clock := at.X + float32(l.Elapsed/length)*size.X
	if s.Time.Clock == timeline.DeviceTime {
		clock = at.X + float32(s.Time.Position/length)*size.X
	}
	ui.Box(list, imgui.Vec2{X: clock - u.Px(1), Y: at.Y}, imgui.Vec2{X: clock + u.Px(1), Y: at.Y + size.Y}, imgui.Packed(ui.Plain(u.Theme.Text)))
	if imgui.InvisibleButton(fmt.Sprintf("timeline%d", lane), size) {
		if s.Time.Clock == timeline.DeviceTime {
			u.Do(timeline.SeekClock{At: float64(mouse/size.X) * length})
		} else if under >= 0 {
			u.Do(timeline.SeekClock{At: float64(under + 1)})
		}
	}
	if under >= 0 {
		u.Tip(u.stepTip(s, l, under))
	}
}

func sumOf(l session.Lane) (ms float64) {
	for _, step := range l.Steps {
		ms += step.MS
	}
	return ms
}

// rate formats the number of keys sorted per second.
func rate(n int, ms float64) string {
	if ms <= 0 {
		return "-"
	}
	return format.Rate(float64(n) / ms * 1000)
}
