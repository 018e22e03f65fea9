package ui

import (
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"
)

// Messages are shown over the picture, so that nothing else moves: problems until they are
// dismissed or resolved, confirmations for some seconds.

const (
	doneFor    = 8.0 // seconds
	toastWidth = 520 // at most, pixels of a plain display
)

// Confirm shows a confirmation for some seconds.
func (u *UI) Confirm(text string) { u.done, u.doneLeft = text, doneFor }

// Hush removes the confirmation, which does not belong in a picture.
func (u *UI) Hush() { u.done = "" }

// Fading reports whether a message disappears by itself.
func (u *UI) Fading() bool { return u.done != "" }

// toasts shows the messages, above the lower edge of the picture and beside the panel: at the
// right are legends.
func (u *UI) toasts(seconds float64) {
	if u.doneLeft -= seconds; u.doneLeft <= 0 {
		u.done = ""
	}
	floor := u.film(u.lesson(float32(u.height) - u.HintHeight() - u.Whole(PanelMargin)))
	if u.Problem != "" {
		floor = u.toast("problem", u.Problem, Plain(u.Theme.Error), floor, func() { u.Do(Dismiss{}) })
	}
	if u.done != "" {
		u.toast("done", u.done, Plain(u.Theme.Good), floor, func() { u.done = "" })
	}
}

// beside returns the edges of the picture beside the panel.
func (u *UI) beside() (left, right float32) {
	if u.hasBar && float64(u.width) > 2*u.PanelWidth() {
		left = float32(int(u.PanelWidth()))
	}
	return left, float32(u.width)
}

// beginMessage begins a window at the left edge of the picture, above a floor, with a frame and a stroke at its left. It
// returns the height of the window.
func (u *UI) beginMessage(id string, width, floor float32, stroke color.NRGBA) (tall float32) {
	left, _ := u.beside()
	imgui.SetNextWindowPosV(imgui.Vec2{X: left + u.Whole(PanelMargin), Y: floor}, 0, imgui.Vec2{Y: 1})
	imgui.SetNextWindowSizeConstraints(imgui.Vec2{X: width}, imgui.Vec2{X: width, Y: max(1, floor)})
	imgui.BeginV(id, nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoFocusOnAppearing)
	at, tall := imgui.WindowPos(), imgui.WindowSize().Y
	list := OnPanel()
	list.PushClipRect(at, imgui.Vec2{X: at.X + width, Y: at.Y + tall}) // else the edges are cut off
	list.AddRectFilledV(at, imgui.Vec2{X: at.X + u.Whole(5), Y: at.Y + tall}, imgui.Packed(stroke), u.Px(8), imgui.DrawCornerFlagsLeft)
	list.AddRectV(at, imgui.Vec2{X: at.X + width, Y: at.Y + tall}, imgui.Packed(Plain(u.Theme.Active)), u.Px(8), imgui.DrawCornerFlagsAll, u.Whole(1))
	list.PopClipRect()
	return tall
}

// toast shows a message and returns where the next one above it ends.
func (u *UI) toast(id, text string, c color.NRGBA, floor float32, dismiss func()) float32 {
	left, right := u.beside()
	most := min(u.Px(toastWidth), right-left-2*u.Whole(PanelMargin))
	size := imgui.CalcTextSize(text, false, most-u.Px(64))
	width := min(most, size.X+u.Px(64))
	tall := u.beginMessage(id, width, floor, c)
	imgui.PushTextWrapPosV(width - u.Px(44))
	imgui.Text(text)
	imgui.PopTextWrapPos()
	imgui.SetCursorPos(imgui.Vec2{X: width - u.Whole(36), Y: u.Whole(9)})
	if imgui.ButtonV("x##"+id, imgui.Vec2{X: u.Whole(24), Y: u.Whole(22)}) {
		dismiss()
	}
	u.Tip("Dismisses the message.")
	imgui.End()
	return floor - tall - u.Whole(8)
}
