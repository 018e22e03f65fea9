package ui

import (
	"fmt"
	"image/color"
	"kernelscope/compute/sssp"
	"math"
	"math/bits"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/format"
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

// above builds something at a column, in pixels of a plain display, so far from the
// next line, which stays where it is.
func (u *UI) above(column, up float32, build func()) {
	at := imgui.CursorPos()
	imgui.SetCursorPos(imgui.Vec2{X: u.whole(column), Y: at.Y + float32(int(up))})
	build()
	imgui.SetCursorPos(at)
}

// button leads somewhere, or does something.
type button struct {
	name, tip string
	do        func()
}

// buttons builds a row of buttons that are equally wide.
func (u *UI) buttons(row []button) {
	gaps := float32(len(row)-1) * imgui.CurrentStyle().ItemSpacing().X
	width := imgui.Vec2{X: (imgui.ContentRegionAvail().X - gaps) / float32(len(row))}
	for i, b := range row {
		if i > 0 {
			imgui.SameLine()
		}
		if imgui.ButtonV(b.name, width) {
			b.do()
		}
		u.tip(b.tip)
	}
}

// numberSlider chooses how many there are of something, a power of two: its exponent is from
// least to most. Many are made when the button is let go, since that takes a moment, up to
// 2^lively at once. It returns the number that is chosen.
func (u *UI) numberSlider(name string, now int, least, most, lively int32, tip string) int {
	if !u.counting {
		u.count = int32(bits.Len(uint(now)) - 1)
	}
	imgui.SetNextItemWidth(u.px(sliderWidth))
	changed := imgui.SliderIntV("##"+name, &u.count, least, most, " ", imgui.SliderFlagsAlwaysClamp|imgui.SliderFlagsNoInput)
	u.counting = imgui.IsItemActive()
	chosen, shown := now, now
	if imgui.IsItemDeactivatedAfterEdit() || changed && u.count <= lively {
		chosen = 1 << u.count
	}
	if u.counting {
		shown = 1 << u.count
	}
	u.beside(name, format.Thousands(shown), tip)
	return chosen
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

// monospace writes a value, onto the baseline of the label beside it. A group
// leaves what follows on the line where it was.
func (u *UI) monospace(text string) {
	imgui.BeginGroup()
	at := imgui.CursorPos()
	imgui.SetCursorPos(imgui.Vec2{X: at.X, Y: at.Y + float32(int(u.px(1.6)+0.5))})
	imgui.PushFont(u.mono)
	imgui.Text(text)
	imgui.PopFont()
	imgui.EndGroup()
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

// series is a line of a plot.
type series struct {
	name   string
	colour color.NRGBA
	value  func(i int) uint32
}

// plot draws the sizes of queues over rounds, on a logarithmic axis.
func (u *UI) plot(rounds []sssp.Sizes, lines []series) {
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
	for _, l := range lines {
		u.stairs(list, left, right, l, rounds, y)
	}
	imgui.Dummy(size)
	u.tip("Nodes in the near queue, which a round relaxes, and in the far queue, which waits for the next bucket. The axis is logarithmic.")
	imgui.PushFont(u.small)
	for _, l := range lines {
		u.coloured(l.colour, func() { imgui.Text(l.name) })
		imgui.SameLine()
	}
	u.dimmed(fmt.Sprintf("over %s rounds", format.Thousands(len(rounds))))
	imgui.PopFont()
}

// stairs draws a line of a plot. A column of pixels shows the greatest value of
// its rounds, in a rectangle from the value before it: smooth lines would be four
// times the triangles, which is what a software device is slow at.
func (u *UI) stairs(list imgui.DrawList, left, right float32, l series, rounds []sssp.Sizes, y func(uint32) float32) {
	n := len(rounds)
	columns := int((right - left) / max(1, u.scale))
	width, thick := (right-left)/float32(columns), u.whole(1.4)
	colour := imgui.Packed(l.colour)
	flat, last := left, float32(0) // where the stretch of equal height begins, and that height
	level := func(x float32) {
		if x > flat {
			list.AddRectFilled(imgui.Vec2{X: flat, Y: last}, imgui.Vec2{X: x, Y: last + thick}, colour)
		}
	}
	for c := 0; c < columns && n > 0; c++ {
		i, end := c*n/columns, (c+1)*n/columns
		v := l.value(i)
		for i++; i < end; i++ {
			v = max(v, l.value(i))
		}
		at := float32(int(y(v)))
		if c == 0 {
			last = at
		}
		if at == last {
			continue
		}
		x := left + width*float32(c)
		level(x)
		list.AddRectFilled(imgui.Vec2{X: x, Y: min(at, last)}, imgui.Vec2{X: x + max(width, 1), Y: max(at, last) + thick}, colour)
		flat, last = x+width, at
	}
	if n > 0 {
		level(right)
	}
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
