package ui

import (
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/render"
)

// Vec4 converts a colour for the style.
func Vec4(c color.NRGBA) imgui.Vec4 {
	return imgui.Vec4{X: float32(c.R) / 255, Y: float32(c.G) / 255, Z: float32(c.B) / 255, W: float32(c.A) / 255}
}

// PanelColours are the colours of a theme's panels, the ground first and the confirmation last.
func PanelColours(t *render.Theme) []color.RGBA {
	return []color.RGBA{t.Panel, t.Field, t.Hover, t.Active, t.Accent, t.Line, t.Error, t.Good}
}

// LaneColour distinguishes the two runs of a comparison.
func (u *UI) LaneColour(lane int) color.NRGBA {
	return Plain([2]color.RGBA{u.Theme.Accent, u.Theme.Second}[lane])
}

// SetTheme sets the theme.
func (u *UI) SetTheme(t *render.Theme) {
	*u.Theme = *t
	u.applyStyle()
}

// Plain is an opaque colour of the theme.
func Plain(c color.RGBA) color.NRGBA { return color.NRGBA(c) }

// Faded is a colour with another opacity.
func Faded(c color.NRGBA, alpha float32) color.NRGBA {
	c.A = uint8(alpha * 255)
	return c
}

// hasEdges reports whether panels have edges: the ground is not darker than they are.
func (u *UI) hasEdges() bool { return u.Theme.Name != render.Dark.Name }

// Edge draws the edge of a panel that is not a window, in themes whose panels have edges.
func (u *UI) Edge(list List, low, high imgui.Vec2) {
	if u.hasEdges() {
		list.AddRectV(low, high, imgui.Packed(Plain(u.Theme.Line)), u.Px(8), imgui.DrawCornerFlagsAll, 1)
	}
}

func (u *UI) applyStyle() {
	imgui.StyleColorsDark()
	s := imgui.CurrentStyle()
	s.SetAntiAliasedLinesUseTex(false) // the atlas is sampled texel by texel
	s.SetWindowRounding(u.Whole(8))
	s.SetFrameRounding(u.Whole(4))
	s.SetGrabRounding(u.Whole(4))
	s.SetPopupRounding(u.Whole(5))
	s.SetScrollbarRounding(u.Whole(4))
	s.SetScrollbarSize(u.Whole(10))
	s.SetWindowBorderSize(0)
	if u.hasEdges() {
		s.SetWindowBorderSize(1)
	}
	s.SetWindowPadding(imgui.Vec2{X: u.Whole(14), Y: u.Whole(12)})
	s.SetFramePadding(imgui.Vec2{X: u.Whole(8), Y: u.Whole(3)})
	s.SetItemSpacing(imgui.Vec2{X: u.Whole(8), Y: u.Whole(4)})
	s.SetCellPadding(imgui.Vec2{X: u.Whole(4), Y: u.Whole(1)})
	s.SetItemInnerSpacing(imgui.Vec2{X: u.Whole(6), Y: u.Whole(4)})
	s.SetGrabMinSize(u.Whole(12))
	t := u.Theme
	for id, c := range map[imgui.StyleColorID]color.NRGBA{
		imgui.StyleColorText: Plain(u.Theme.Text), imgui.StyleColorTextDisabled: Plain(u.Theme.Dim),
		imgui.StyleColorWindowBg: Faded(Plain(t.Panel), 0.97), imgui.StyleColorPopupBg: Faded(Plain(t.Popup), 0.98),
		imgui.StyleColorFrameBg: Plain(t.Field), imgui.StyleColorFrameBgHovered: Plain(t.Hover), imgui.StyleColorFrameBgActive: Plain(t.Active),
		imgui.StyleColorButton: Plain(t.Field), imgui.StyleColorButtonHovered: Plain(t.Hover), imgui.StyleColorButtonActive: Plain(t.Active),
		imgui.StyleColorSliderGrab: Plain(t.Accent), imgui.StyleColorSliderGrabActive: Plain(t.Second),
		imgui.StyleColorCheckMark: Plain(t.Accent), imgui.StyleColorSeparator: Plain(t.Line), imgui.StyleColorBorder: Plain(t.Line),
		imgui.StyleColorPlotHistogram: Plain(t.Accent), imgui.StyleColorHeader: Plain(t.Field), imgui.StyleColorHeaderHovered: Plain(t.Hover),
		imgui.StyleColorHeaderActive: Plain(t.Active), imgui.StyleColorTextSelectedBg: Faded(Plain(t.Accent), 0.5),
		imgui.StyleColorNavHighlight: Plain(t.Accent), imgui.StyleColorScrollbarBg: {}, imgui.StyleColorScrollbarGrab: Plain(t.Active),
	} {
		s.SetColor(id, Vec4(c))
	}
}
