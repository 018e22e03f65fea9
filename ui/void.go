package ui

import (
	"image"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/watch"
)

// Offer is a button that leads out of a void.
type Offer struct {
	Name, Tip string
	Do        watch.Action
}

// Void says in the middle of a rectangle why nothing is drawn there, above buttons that lead to a picture.
func (u *UI) Void(list List, r image.Rectangle, text string, offers ...Offer) {
	if !u.Panels || len(offers) == 0 {
		u.Centred(list, r, text)
		return
	}
	line := int(u.Whole(24))
	u.Centred(list, r.Sub(image.Pt(0, line)), text)
	imgui.SetNextWindowPosV(Vec(r.Min.Add(r.Max).Div(2)), 0, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.BeginV("void", nil, imgui.WindowFlagsNoDecoration|imgui.WindowFlagsNoBackground|imgui.WindowFlagsNoMove|imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoFocusOnAppearing)
	for i, o := range offers {
		if i > 0 {
			imgui.SameLine()
		}
		if imgui.Button(o.Name) {
			u.Do(o.Do)
		}
		u.Tip(o.Tip)
	}
	imgui.End()
}
