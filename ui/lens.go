package ui

import (
	"image"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/render/input"
	"kernelscope/ui/internal/imdraw"
)

// Overlay covers the picture beside the panel.
type Overlay interface {
	// Frame builds a frame of it in a rectangle of the target.
	Frame(u *UI, in input.Frame, at image.Rectangle)
}

// Actions of the lens, for the program around the interface.
type (
	// OpenLens looks inside a dispatch: one of the present step's of a kernel, by its number from 1; the last one up to the
	// present step that writes a value; or, if both are empty, the one of the step that costs the most.
	OpenLens struct {
		Kernel string
		Number int
		Wrote  Value
	}
	// CloseLens closes the lens.
	CloseLens struct{}
)

// overlay builds the lens, if there is one.
func (u *UI) overlay(in input.Frame) {
	if u.Lens == nil || u.Covered() {
		return
	}
	edge := int(u.Whole(PanelMargin))
	at := image.Rect(edge, int(u.Top())+edge, u.width-edge, u.height-edge)
	const least = 520 // pixels of a plain display, or it covers the panel, too
	if left, right := u.beside(); left > 0 && right-left >= u.Px(least) {
		at.Min.X = int(left) + edge
	}
	low := imgui.Vec2{X: float32(at.Min.X - edge), Y: u.Top()}
	Box(u.OnPicture(), low, imgui.Vec2{X: float32(u.width), Y: float32(u.height)}, imgui.Packed(Plain(u.Theme.Background)))
	u.Lens.Frame(u, in, at)
}

// LensImage draws the picture of a lens that was uploaded last into the window that is built.
func (u *UI) LensImage(low, high imgui.Vec2) {
	imgui.WindowDrawList().AddImageV(imdraw.LensID, low, high, imgui.Vec2{}, imgui.Vec2{X: 1, Y: 1}, imgui.Packed(color.White))
}
