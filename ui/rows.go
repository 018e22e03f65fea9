package ui

import (
	"image/color"
	"math"

	"github.com/inkyblackness/imgui-go/v4"
)

// lines builds lines of small letters of equal width that scroll, within a size, and calls line for those that are
// visible. It scrolls to an offset in pixels unless that is negative, and returns the height of the visible part.
func (u *UI) lines(id string, size imgui.Vec2, n int, to float32, visible func(first, n int, line func(i int, x float32, c color.NRGBA, text string))) float32 {
	imgui.PushFont(u.Mono)
	defer imgui.PopFont()
	imgui.BeginChildV(id, size, false, imgui.WindowFlagsNone)
	defer imgui.EndChild()
	if to >= 0 {
		imgui.SetScrollY(to)
	}
	each, top, tall := u.lineHeight(), imgui.ScrollY(), imgui.ContentRegionAvail().Y+imgui.ScrollY()
	if size.Y > 0 {
		tall = size.Y
	}
	at, list := imgui.CursorScreenPos(), OnPanel() // moved up by the offset
	first := min(n, int(top/each))
	last := min(n, int(math.Ceil(float64((top+tall)/each))))
	visible(first, last-first, func(i int, x float32, c color.NRGBA, text string) {
		u.Text(list, at.X+x, at.Y+float32(i)*each, c, text)
	})
	imgui.Dummy(imgui.Vec2{X: 1, Y: float32(n) * each})
	return tall
}

// lineHeight is the height of a line of letters of equal width.
func (u *UI) lineHeight() float32 {
	imgui.PushFont(u.Mono)
	defer imgui.PopFont()
	return imgui.TextLineHeight() + u.Whole(1)
}
