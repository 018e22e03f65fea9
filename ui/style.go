package ui

import (
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"
)

// Colours of panels.
var (
	PanelColour  = color.NRGBA{0x16, 0x1B, 0x21, 0xF6}
	FieldColour  = color.NRGBA{0x22, 0x29, 0x31, 0xFF}
	HoverColour  = color.NRGBA{0x2D, 0x36, 0x40, 0xFF}
	ActiveColour = color.NRGBA{0x39, 0x45, 0x52, 0xFF}
	AccentColour = color.NRGBA{0x62, 0x89, 0xCF, 0xFF}
	SecondColour = color.NRGBA{0xFC, 0xC6, 0x21, 0xFF} // where two things are told apart
	LineColour   = color.NRGBA{0x2A, 0x31, 0x39, 0xFF}
	ErrorColour  = color.NRGBA{0xFF, 0x8A, 0x65, 0xFF}
	GoodColour   = color.NRGBA{0x3D, 0xDC, 0x97, 0xFF}
)

// Vec4 converts a colour for the style.
func Vec4(c color.NRGBA) imgui.Vec4 {
	return imgui.Vec4{X: float32(c.R) / 255, Y: float32(c.G) / 255, Z: float32(c.B) / 255, W: float32(c.A) / 255}
}

// PanelColours are the opaque colours that the panel consists of, its ground
// first.
func PanelColours() (out []color.RGBA) {
	for _, c := range []color.NRGBA{PanelColour, FieldColour, HoverColour, ActiveColour, AccentColour, LineColour, ErrorColour, GoodColour} {
		out = append(out, color.RGBA{c.R, c.G, c.B, 255})
	}
	return out
}

// Plain is an opaque colour of the theme.
func Plain(c color.RGBA) color.NRGBA { return color.NRGBA(c) }

// Faded is a colour with another opacity.
func Faded(c color.NRGBA, alpha float32) color.NRGBA {
	c.A = uint8(alpha * 255)
	return c
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
	s.SetWindowPadding(imgui.Vec2{X: u.Whole(14), Y: u.Whole(12)})
	s.SetFramePadding(imgui.Vec2{X: u.Whole(8), Y: u.Whole(3)})
	s.SetItemSpacing(imgui.Vec2{X: u.Whole(8), Y: u.Whole(4)})
	s.SetCellPadding(imgui.Vec2{X: u.Whole(4), Y: u.Whole(1)})
	s.SetItemInnerSpacing(imgui.Vec2{X: u.Whole(6), Y: u.Whole(4)})
	s.SetGrabMinSize(u.Whole(12))
	for id, c := range map[imgui.StyleColorID]color.NRGBA{
		imgui.StyleColorText: Plain(u.Theme.Text), imgui.StyleColorTextDisabled: Plain(u.Theme.Dim),
		imgui.StyleColorWindowBg: PanelColour, imgui.StyleColorPopupBg: {0x10, 0x14, 0x19, 0xF8},
		imgui.StyleColorFrameBg: FieldColour, imgui.StyleColorFrameBgHovered: HoverColour, imgui.StyleColorFrameBgActive: ActiveColour,
		imgui.StyleColorButton: FieldColour, imgui.StyleColorButtonHovered: HoverColour, imgui.StyleColorButtonActive: ActiveColour,
		imgui.StyleColorSliderGrab: AccentColour, imgui.StyleColorSliderGrabActive: SecondColour,
		imgui.StyleColorCheckMark: AccentColour, imgui.StyleColorSeparator: LineColour, imgui.StyleColorBorder: LineColour,
		imgui.StyleColorPlotHistogram: AccentColour, imgui.StyleColorHeader: FieldColour, imgui.StyleColorHeaderHovered: HoverColour,
		imgui.StyleColorHeaderActive: ActiveColour, imgui.StyleColorTextSelectedBg: Faded(AccentColour, 0.5),
		imgui.StyleColorScrollbarBg: {}, imgui.StyleColorScrollbarGrab: ActiveColour,
	} {
		s.SetColor(id, Vec4(c))
	}
}
