package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/render/input"
	"kernelscope/watch/timeline"
)

// TransportKeys maps keys to actions of a timeline, the same in every view: as in video
// players, with arrows for single steps and J and L for ten.
func (u *UI) TransportKeys(t timeline.State, in input.Frame) {
	if in.Ctrl {
		return // with which letters mean something else
	}
	if u.Escape() && (u.seeking || isAhead(t)) {
		u.Do(timeline.Pause{})
		u.escape, u.escaped = false, u.seeking
	}
	if in.Pressed(input.KeyG) && t.Clock == timeline.Steps {
		u.step = &stepField{}
	}
	for _, k := range []struct {
		key input.Key
		do  timeline.Action
	}{
		{input.KeySpace, playOrPause(t)}, {input.KeyK, playOrPause(t)},
		{input.KeyLeft, timeline.Step{Steps: -1}}, {input.KeyRight, timeline.Step{Steps: 1}},
		{input.KeyJ, timeline.Step{Steps: -10}}, {input.KeyL, timeline.Step{Steps: 10}},
		{input.KeyHome, timeline.Seek{}}, {input.KeyEnd, timeline.End{}}, {input.KeyR, timeline.Rewind{}},
		{input.KeyLeftBracket, faster(t, 0.5)}, {input.KeyRightBracket, faster(t, 2)},
	} {
		if in.Pressed(k.key) {
			u.Do(k.do)
		}
	}
}

func playOrPause(t timeline.State) timeline.Action {
	if t.Playing {
		return timeline.Pause{}
	}
	return timeline.Play{}
}

// faster is the action that multiplies the speed.
func faster(t timeline.State, factor float64) timeline.Action {
	if t.Fit > 0 {
		return timeline.SetFit{Seconds: t.Fit / factor}
	}
	return timeline.SetSpeed{PerSecond: t.Speed * factor}
}

// TransportLook holds a view's additions to the controls of its timeline.
type TransportLook struct {
	Step   string // describes a step, in a sentence
	Behind []Series
	Known  int // values of each series
	Hide   bool
	// Idle are the stretches of each run whose dispatches did nothing, shown below the plot.
	Idle    [][]Idle
	IdleTip string
	// Height of the plot that is the slider, pixels of a plain display; 0 for a plain slider.
	Height float32
}

// Transport builds the controls of a timeline: buttons, a slider over a plot, speed or length,
// and a loop.
func (u *UI) Transport(t timeline.State, l TransportLook) {
	play := "Play"
	if t.Playing {
		play = "Pause"
	}
	u.Buttons([]Button{
		{Name: "Start", Tip: "Goes to the start (Home, R).", Do: u.Goes(timeline.Rewind{})},
		{Name: "Back", Tip: "Pauses and goes a step back (Left; J: ten).", Do: u.Goes(timeline.Step{Steps: -1})},
		{Name: play, Tip: "Plays or pauses between two steps (Space, K).", Do: u.Goes(playOrPause(t))},
		{Name: "Step", Tip: "Pauses and makes a step (Right; L: ten). " + l.Step, Do: u.Goes(timeline.Step{Steps: 1})},
		{Name: "End", Tip: "Goes to the end, as fast as the device can (End).", Do: u.Goes(timeline.End{})},
	})
	u.slider(t, l)
	u.place(t, l)
	u.pace(t)
}

// slider is the plot of what happened, which is dragged to any step. Steps ahead of those that
// were computed are hatched.
func (u *UI) slider(t timeline.State, l TransportLook) {
	size := imgui.Vec2{X: imgui.ContentRegionAvail().X, Y: u.Whole(max(l.Height, 16))}
	at, list := imgui.CursorScreenPos(), OnPanel()
	list.AddRectFilledV(at, at.Plus(size), imgui.Packed(Plain(u.Theme.Chart)), u.Px(4), 0)
	left, right := at.X+u.Px(6), at.X+size.X-u.Px(6)
	if l.Height > 0 {
		left = at.X + u.Px(34)
	}
	column := func(of float64) float32 {
		return float32(int(left + float32(min(1, of/max(t.Axis, 1e-9)))*(right-left)))
	}
	made := column(t.Made)
	if t.Made < t.Axis {
		u.hatch(list, imgui.Vec2{X: made, Y: at.Y}, imgui.Vec2{X: right, Y: at.Y + size.Y})
	}
	foot := at.Y + size.Y/2 + u.Whole(1) // of the line that is computed
	if l.Height > 0 {
		foot = at.Y + size.Y
		u.plotIn(list, at, size, left, right, column(float64(l.Known)), l.Known, l.Behind)
	}
	Box(list, imgui.Vec2{X: left, Y: foot - u.Whole(2)}, imgui.Vec2{X: made, Y: foot}, imgui.Packed(Plain(u.Theme.Accent)))
	x := column(t.Position)
	list.AddRectFilled(imgui.Vec2{X: x - u.Whole(1), Y: at.Y + u.Px(2)}, imgui.Vec2{X: x + u.Whole(1), Y: at.Y + size.Y - u.Px(2)}, imgui.Packed(Plain(u.Theme.Text)))
	list.AddCircleFilledV(imgui.Vec2{X: x, Y: at.Y + size.Y/2}, u.Px(4.5), imgui.Packed(Plain(u.Theme.Text)), 16)
	imgui.InvisibleButton("##timeline", size)
	if !u.seeking && !isAhead(t) { // it would hide the progress
		u.Tip("Drag to any step. While the mouse moves, a nearby state may be shown; the exact one follows when it rests. Hatched steps are computed when they are first reached; Esc stops that.")
	}
	u.seeks(t, left, right)
	if l.Height > 0 {
		u.idleBands(l, left, right, column)
	}
}

// hatch draws slanted lines in a rectangle.
func (u *UI) hatch(list List, from, to imgui.Vec2) {
	list.PushClipRectV(from, to, true)
	defer list.PopClipRect()
	for x, tall := from.X, to.Y-from.Y; x < to.X+tall; x += u.Whole(6) {
		list.AddLineV(imgui.Vec2{X: x, Y: from.Y}, imgui.Vec2{X: x - tall, Y: to.Y}, imgui.Packed(Plain(u.Theme.Active)), u.Whole(1))
	}
}

// pace chooses how fast the timeline plays.
func (u *UI) pace(t timeline.State) {
	imgui.SetNextItemWidth(u.Across(SliderWidth))
	if t.Fit > 0 {
		seconds := float32(t.Fit)
		if imgui.SliderFloatV("##seconds", &seconds, timeline.MinFit, timeline.MaxFit, " ", imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp) {
			u.Do(timeline.SetFit{Seconds: float64(seconds)})
		}
		u.Beside("length", fmt.Sprintf("%.1f s", t.Fit), "How long the whole run plays ([ and ] double and halve it). Device times do not depend on it.")
	} else {
		speed, value := float32(t.Speed), fmt.Sprintf("%.3g steps/s", t.Speed)
		switch {
		case t.Speed >= timeline.MaxSpeed:
			value = "full speed"
		case value == "1 steps/s":
			value = "1 step/s"
		}
		if imgui.SliderFloatV("##speed", &speed, timeline.MinSpeed, timeline.MaxSpeed, " ", imgui.SliderFlagsLogarithmic|imgui.SliderFlagsAlwaysClamp) {
			u.Do(timeline.SetSpeed{PerSecond: float64(speed)})
		}
		u.Beside("speed", value, "Steps played per second ([ and ] halve and double it). Device times do not depend on it.")
	}
}

// loop builds the box at the right of the line before it.
func (u *UI) loop(t timeline.State) {
	imgui.SameLineV(u.AutoColumn(), -1)
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: 1, Y: 0})
	on := t.Loop
	if imgui.Checkbox("loop", &on) {
		u.Do(timeline.SetLoop{On: on})
	}
	imgui.PopStyleVar()
	u.Tip("Begins again at the end.")
}
