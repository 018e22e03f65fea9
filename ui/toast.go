package ui

import "github.com/inkyblackness/imgui-go/v4"

// doneFor is how long, in seconds, the picture tells that something was done.
const doneFor = 8.0

// Confirm tells that something was done, for some seconds.
func (u *UI) Confirm(text string) { u.done, u.doneLeft = text, doneFor }

// toasts shows the message above the lower edge of the picture.
func (u *UI) toasts(seconds float64, height int) {
	if u.doneLeft -= seconds; u.doneLeft <= 0 {
		return
	}
	size := imgui.CalcTextSize(u.done, false, 0)
	y := float32(height) - u.Whole(4*PanelMargin)
	u.Backed(imgui.ForegroundDrawList(), float32(u.PanelWidth())+u.Whole(SideMargin), y-size.Y, GoodColour, u.done)
}
