package ui

import (
	"fmt"
	"image/color"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/trace"
)

// heading begins a section.
func (u *UI) heading(text string) {
	imgui.Dummy(imgui.Vec2{})
	imgui.PushFont(u.small)
	u.coloured(plain(u.theme.Dim), func() { imgui.Text(text) })
	size := imgui.CalcTextSize(text, false, 0)
	at := imgui.CursorScreenPos()
	y := at.Y - imgui.CurrentStyle().ItemSpacing().Y - size.Y/2
	right := at.X + imgui.ContentRegionAvail().X
	imgui.WindowDrawList().AddLine(imgui.Vec2{X: at.X + size.X + u.px(8), Y: y}, imgui.Vec2{X: right, Y: y}, imgui.Packed(lineColour))
	imgui.PopFont()
}

// coloured builds something with another text colour.
func (u *UI) coloured(c color.NRGBA, build func()) {
	imgui.PushStyleColor(imgui.StyleColorText, vec4(c))
	build()
	imgui.PopStyleColor()
}

// dimmed writes a label.
func (u *UI) dimmed(text string) {
	u.coloured(plain(u.theme.Dim), func() { imgui.Text(text) })
}

// note writes small, dim text.
func (u *UI) note(text string) {
	imgui.PushFont(u.small)
	u.dimmed(text)
	imgui.PopFont()
}

// wrapped writes text over several lines.
func (u *UI) wrapped(text string) {
	imgui.PushTextWrapPos()
	imgui.Text(text)
	imgui.PopTextWrapPos()
}

// monospace writes a value.
func (u *UI) monospace(text string) {
	at := imgui.CursorPos()
	imgui.SetCursorPos(imgui.Vec2{X: at.X, Y: at.Y + float32(int(u.px(1.6)+0.5))}) // onto the baseline of the label
	imgui.PushFont(u.mono)
	imgui.Text(text)
	imgui.PopFont()
}

// tip explains the item before it when the mouse rests there.
func (u *UI) tip(text string) {
	if !imgui.IsItemHovered() {
		return
	}
	imgui.BeginTooltip()
	imgui.PushTextWrapPosV(u.px(300))
	imgui.Text(text)
	imgui.PopTextWrapPos()
	imgui.EndTooltip()
}

// thousands writes a number in groups of three digits.
func thousands[N ~int | ~uint32 | ~uint64 | ~int64](n N) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// series is a line of a plot.
type series struct {
	name   string
	colour color.NRGBA
	value  func(i int) uint32
}

// plot draws the sizes of queues over rounds, on a logarithmic axis. A column of
// pixels shows the greatest value of its rounds.
func (u *UI) plot(rounds []trace.Round, lines []series) {
	size := imgui.Vec2{X: imgui.ContentRegionAvail().X, Y: u.whole(88)}
	at := imgui.CursorScreenPos()
	list := imgui.WindowDrawList()
	list.AddRectFilledV(at, at.Plus(size), imgui.Packed(color.NRGBA{0x0F, 0x13, 0x18, 0xFF}), u.px(4), 0)
	most := uint32(10)
	for i := range rounds {
		for _, l := range lines {
			most = max(most, l.value(i))
		}
	}
	top := math.Log10(float64(most)) * 1.08
	left, right := at.X+u.px(34), at.X+size.X-u.px(6)
	y := func(v uint32) float32 {
		share := math.Log10(float64(max(1, v))) / top
		return at.Y + size.Y - u.px(6) - float32(share)*(size.Y-u.px(12))
	}
	u.grid(list, left, right, most, y)
	columns := int((right - left) / max(1, u.scale))
	for _, l := range lines {
		var last imgui.Vec2
		n := min(columns, len(rounds))
		for c := range n {
			v := uint32(0)
			for i := c * len(rounds) / n; i < max(c*len(rounds)/n+1, (c+1)*len(rounds)/n); i++ {
				v = max(v, l.value(i))
			}
			p := imgui.Vec2{X: left + (right-left)*float32(c)/float32(max(1, n-1)), Y: y(v)}
			if c > 0 {
				list.AddLineV(last, p, imgui.Packed(l.colour), u.px(1.3))
			}
			last = p
		}
	}
	imgui.Dummy(size)
	u.tip("Nodes in the near queue, which a round relaxes, and in the far queue, which waits for the next bucket. The axis is logarithmic.")
	imgui.PushFont(u.small)
	for _, l := range lines {
		u.coloured(l.colour, func() { imgui.Text(l.name) })
		imgui.SameLine()
	}
	u.dimmed(fmt.Sprintf("over %s rounds", thousands(len(rounds))))
	imgui.PopFont()
}

// grid draws a line for each power of ten.
func (u *UI) grid(list imgui.DrawList, left, right float32, most uint32, y func(uint32) float32) {
	imgui.PushFont(u.small)
	for v, label := uint32(1), "1"; v <= most && v <= 1e9; v *= 10 {
		list.AddLine(imgui.Vec2{X: left, Y: y(v)}, imgui.Vec2{X: right, Y: y(v)}, imgui.Packed(lineColour))
		text := imgui.CalcTextSize(label, false, 0)
		list.AddText(imgui.Vec2{X: float32(int(left - text.X - u.px(5))), Y: float32(int(y(v) - text.Y/2))}, imgui.Packed(faded(plain(u.theme.Dim), 0.8)), label)
		switch {
		case v < 100:
			label += "0"
		case v < 1e5:
			label = fmt.Sprintf("%dk", v/100)
		default:
			label = fmt.Sprintf("%dM", v/1e5)
		}
	}
	imgui.PopFont()
}
