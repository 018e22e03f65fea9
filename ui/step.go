package ui

import (
	"fmt"
	"math"
	"strconv"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/internal/format"
	"kernelscope/watch/timeline"
)

// seeks makes the item before it a slider over the timeline, between two columns of pixels.
func (u *UI) seeks(t timeline.State, left, right float32) {
	mouse := imgui.MousePos().X
	to := float64(max(0, min(1, (mouse-left)/(right-left)))) * t.Axis
	if t.Clock == timeline.Steps {
		to = math.Round(to)
	}
	held, released := imgui.IsItemActive(), imgui.IsItemDeactivated()
	switch {
	case !held && !released:
		return
	case u.escaped: // until the button is released
		u.escaped = held
	case released:
		u.Do(timeline.SeekClock{At: to})
	case mouse != u.dragged || !u.seeking:
		u.Do(timeline.Scrub{At: to})
	case t.Scrubbing:
		u.Do(timeline.Scrub{At: to, Rests: true})
	}
	u.seeking, u.dragged = held, mouse
}

// place says where the timeline is, and names the series of the plot.
func (u *UI) place(t timeline.State, l TransportLook) {
	imgui.PushFont(u.Small)
	for _, s := range l.Behind {
		u.Dot(s.Colour)
		imgui.Text(s.Name)
		imgui.SameLine()
	}
	if len(l.Idle) > 0 && l.Height > 0 {
		u.Dot(Plain(u.Theme.Error))
		imgui.Text("idle")
		imgui.SameLine()
	}
	switch {
	case t.Clock == timeline.Steps && u.step != nil:
		u.typeStep(t)
	case t.Clock == timeline.Steps:
		u.tellStep(t)
	case l.Hide:
		u.Dimmed("-")
	case t.Clock == timeline.DeviceTime:
		u.Dimmed(ofLength(t, format.Milliseconds))
	case t.Clock == timeline.Work:
		u.Dimmed(ofLength(t, func(x float64) string { return format.Thousands(int(x)) }))
	default:
		u.Dimmed(ofLength(t, func(x float64) string { return fmt.Sprintf("%.0f", x) }))
	}
	u.loop(t)
	imgui.PopFont()
}

// stepField is a field to type a step in.
type stepField struct {
	text  string
	built bool
}

// tellStep says at which step the timeline is; a click makes that a field.
func (u *UI) tellStep(t timeline.State) {
	write := func(x float64) string { return format.Thousands(int(x)) }
	at := ofLength(t, write)
	room := u.AutoColumn() - imgui.CursorPosX() - u.Px(4)
	u.Dimmed(longest(room, "step "+at, at, progress(t, write)))
	u.Tip("Click to type a step (G). A length with ≈ is estimated, and one with + is as far as the steps are known.")
	if imgui.IsItemClicked() {
		u.step = &stepField{text: strconv.Itoa(int(t.Position))}
	}
}

// typeStep builds the field.
func (u *UI) typeStep(t timeline.State) {
	f := u.step
	u.Dimmed("step")
	imgui.SameLine()
	if !f.built {
		imgui.SetKeyboardFocusHere()
	}
	imgui.SetNextItemWidth(u.Px(70))
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Whole(3), Y: 0})
	entered := u.TextField("step", "", &f.text, imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll|imgui.InputTextFlagsCharsDecimal)
	imgui.PopStyleVar()
	if n, err := strconv.Atoi(f.text); entered && err == nil {
		u.Do(timeline.Seek{Step: n})
	}
	if entered || f.built && !imgui.IsItemActive() {
		u.step = nil
	}
	f.built = f.built || imgui.IsItemActive()
}

// ofLength writes where the timeline is, and its length as far as that is known.
func ofLength(t timeline.State, write func(float64) string) string {
	at := progress(t, write)
	switch t.Certainty {
	case timeline.Known:
		return at + " of " + write(t.Length)
	case timeline.Estimated:
		return at + " of ≈" + write(t.Length)
	}
	return at + " of " + write(t.Made) + "+"
}

// progress writes where the timeline is, on the way to a step ahead also where that is.
func progress(t timeline.State, write func(float64) string) string {
	switch {
	case isAhead(t) && t.ToEnd:
		return write(t.At) + " → end"
	case isAhead(t):
		return write(t.At) + " → " + write(t.Position)
	}
	return write(t.Position)
}

// isAhead reports whether steps are computed up to a later one that was asked for.
func isAhead(t timeline.State) bool {
	to := math.Floor(t.Position)
	return t.Clock == timeline.Steps && !t.Playing && t.At < to && t.Made < to
}
