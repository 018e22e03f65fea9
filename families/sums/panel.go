package sums

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/format"
	"kernelscope/input"
	session "kernelscope/session/sums"
	"kernelscope/ui"
)

// build builds the panel, from top to bottom, and the captions of the layers.
func (v *View) build(n session.Snapshot, in input.Frame) {
	u := v.UI
	if v.Panel {
		u.BeginPanel("sums", v.Height)
		u.DeviceNote("Scanning", "the scan", n.Device)
		u.Section(ui.RunSection, 0, func() {
			u.Transport(n.Time, ui.TransportLook{Step: "A step is a dispatch."})
			v.facts(n)
		})
		u.Section("Values", 0, func() {
			if x := u.NumberSlider("values", n.Input.N, 4, 24, 17, "Number of values, 16 to 16,777,216."); x != n.Input.N {
				u.Do(session.SetInput{Input: session.Input{N: x, Seed: n.Input.Seed}})
			}
		})
		u.Section("Scan", 0, func() {
			u.Params("", n.Params, n.Device, func(name string, x uint32) { u.Do(session.SetParam{Name: name, Value: x}) }, nil)
		})
		imgui.End()
		u.Hint(ui.TransportHelp, float32(v.Height)-u.Px(10), float32(v.Width)-u.Px(ui.SideMargin))
	}
	for i, l := range v.Session.Layers(nil) {
		at := v.area(i).Min
		u.Text(imgui.BackgroundDrawList(), float32(at.X), float32(at.Y)-u.Px(20), ui.Plain(u.Theme.Dim), fmt.Sprintf("%s: %s", l.Name, format.Thousands(l.Count)))
	}
	if u.Typing() {
		return
	}
	u.TransportKeys(n.Time, in)
	if in.Pressed(input.KeyF1) {
		v.Panel = !v.Panel
	}
}

// facts writes what the last step has established, and the verdict at the end.
func (v *View) facts(n session.Snapshot) {
	u := v.UI
	u.Wrapped(n.Event.Title)
	for _, f := range n.Event.Facts {
		u.Note(fmt.Sprintf("%s %s", format.Thousands(int(f.Value)), f.Unit))
	}
	if text, colour := u.Verdict(n.Verdict, "scanned"); n.Event.Done {
		u.Coloured(colour, func() { imgui.Text(text) })
	}
}
