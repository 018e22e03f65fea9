package ui

import (
	"image/color"
	"kernelscope/compute/ref"

	"github.com/inkyblackness/imgui-go/v4"
)

// Colours of the panel.
var (
	panelColour  = color.NRGBA{0x16, 0x1B, 0x21, 0xF6}
	fieldColour  = color.NRGBA{0x22, 0x29, 0x31, 0xFF}
	hoverColour  = color.NRGBA{0x2D, 0x36, 0x40, 0xFF}
	activeColour = color.NRGBA{0x39, 0x45, 0x52, 0xFF}
	accentColour = color.NRGBA{0x62, 0x89, 0xCF, 0xFF}
	lineColour   = color.NRGBA{0x2A, 0x31, 0x39, 0xFF}
	errorColour  = color.NRGBA{0xFF, 0x8A, 0x65, 0xFF}
	goodColour   = color.NRGBA{0x3D, 0xDC, 0x97, 0xFF}
)

func vec4(c color.NRGBA) imgui.Vec4 {
	return imgui.Vec4{X: float32(c.R) / 255, Y: float32(c.G) / 255, Z: float32(c.B) / 255, W: float32(c.A) / 255}
}

// PanelColours are the opaque colours that the panel consists of, its ground
// first.
func PanelColours() (out []color.RGBA) {
	for _, c := range []color.NRGBA{panelColour, fieldColour, hoverColour, activeColour, accentColour, lineColour, errorColour, goodColour} {
		out = append(out, color.RGBA{c.R, c.G, c.B, 255})
	}
	return out
}

// plain is an opaque colour of the theme.
func plain(c color.RGBA) color.NRGBA { return color.NRGBA(c) }

// faded is a colour with another opacity.
func faded(c color.NRGBA, alpha float32) color.NRGBA {
	c.A = uint8(alpha * 255)
	return c
}

func (u *UI) applyStyle() {
	imgui.StyleColorsDark()
	s := imgui.CurrentStyle()
	s.SetAntiAliasedLinesUseTex(false) // the atlas is sampled texel by texel
	s.SetWindowRounding(u.whole(8))
	s.SetFrameRounding(u.whole(4))
	s.SetGrabRounding(u.whole(4))
	s.SetPopupRounding(u.whole(5))
	s.SetScrollbarRounding(u.whole(4))
	s.SetScrollbarSize(u.whole(10))
	s.SetWindowBorderSize(0)
	s.SetWindowPadding(imgui.Vec2{X: u.whole(14), Y: u.whole(12)})
	s.SetFramePadding(imgui.Vec2{X: u.whole(8), Y: u.whole(3)})
	s.SetItemSpacing(imgui.Vec2{X: u.whole(8), Y: u.whole(4)})
	s.SetCellPadding(imgui.Vec2{X: u.whole(4), Y: u.whole(1)})
	s.SetItemInnerSpacing(imgui.Vec2{X: u.whole(6), Y: u.whole(4)})
	s.SetGrabMinSize(u.whole(12))
	for id, c := range map[imgui.StyleColorID]color.NRGBA{
		imgui.StyleColorText: plain(u.theme.Text), imgui.StyleColorTextDisabled: plain(u.theme.Dim),
		imgui.StyleColorWindowBg: panelColour, imgui.StyleColorPopupBg: {0x10, 0x14, 0x19, 0xF8},
		imgui.StyleColorFrameBg: fieldColour, imgui.StyleColorFrameBgHovered: hoverColour, imgui.StyleColorFrameBgActive: activeColour,
		imgui.StyleColorButton: fieldColour, imgui.StyleColorButtonHovered: hoverColour, imgui.StyleColorButtonActive: activeColour,
		imgui.StyleColorSliderGrab: accentColour, imgui.StyleColorSliderGrabActive: plain(u.theme.States[ref.Near]),
		imgui.StyleColorCheckMark: accentColour, imgui.StyleColorSeparator: lineColour, imgui.StyleColorBorder: lineColour,
		imgui.StyleColorPlotHistogram: accentColour, imgui.StyleColorHeader: fieldColour, imgui.StyleColorHeaderHovered: hoverColour,
		imgui.StyleColorHeaderActive: activeColour, imgui.StyleColorTextSelectedBg: faded(accentColour, 0.5),
		imgui.StyleColorScrollbarBg: {}, imgui.StyleColorScrollbarGrab: activeColour,
	} {
		s.SetColor(id, vec4(c))
	}
}
