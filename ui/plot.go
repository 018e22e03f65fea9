package ui

import (
	"fmt"
	"image/color"
	"math"

	"github.com/inkyblackness/imgui-go/v4"
)

// Series is a line of a plot.
type Series struct {
	Name   string
	Colour color.NRGBA
	Value  func(i int) uint32
}

// plotIn draws n values of each series on an axis by the logarithm of one more, so that 0 is
// at its foot, in a rectangle whose columns from left to end they fill; the axis goes on to right.
func (u *UI) plotIn(list List, at, size imgui.Vec2, left, right, end float32, n int, lines []Series) {
	most := uint32(10)
	for i := range n {
		for _, l := range lines {
			most = max(most, l.Value(i))
		}
	}
	top := math.Log1p(float64(most)) * 1.08
	y := func(v uint32) float32 {
		share := math.Log1p(float64(v)) / top
		return at.Y + size.Y - u.Px(6) - float32(share)*(size.Y-u.Px(12))
	}
	u.grid(list, left, right, most, y)
	for _, l := range lines {
		u.stairs(list, left, end, l, n, y)
	}
}

// stairs draws a line of a plot. A column of pixels shows the greatest value of
// its rounds, in a rectangle from the value before it: smooth lines would be four
// times the triangles, which is what a software device is slow at.
func (u *UI) stairs(list List, left, right float32, l Series, n int, y func(uint32) float32) {
	columns := int((right - left) / max(1, u.scale))
	if columns < 1 {
		return
	}
	width, thick := (right-left)/float32(columns), u.Whole(1.4)
	colour := imgui.Packed(l.Colour)
	flat, last := left, float32(0) // where the stretch of equal height begins, and that height
	level := func(x float32) {
		if x > flat {
			list.AddRectFilled(imgui.Vec2{X: flat, Y: last}, imgui.Vec2{X: x, Y: last + thick}, colour)
		}
	}
	for c := 0; c < columns && n > 0; c++ {
		i, end := c*n/columns, (c+1)*n/columns
		v := l.Value(i)
		for i++; i < end; i++ {
			v = max(v, l.Value(i))
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

// grid draws a line for each power of ten, with its number where that does not lie on the one
// below.
func (u *UI) grid(list List, left, right float32, most uint32, y func(uint32) float32) {
	imgui.PushFont(u.Small)
	free := float32(math.MaxFloat32) // where the number below begins
	for v, label := uint32(0), "0"; v <= most && v <= 1e9; v = max(10, 10*v) {
		list.AddLine(imgui.Vec2{X: left, Y: y(v)}, imgui.Vec2{X: right, Y: y(v)}, imgui.Packed(Plain(u.Theme.Line)))
		text := imgui.CalcTextSize(label, false, 0)
		if y(v)+text.Y/3 < free {
			free = y(v) - text.Y/3
			u.Text(list, left-text.X-u.Px(5), y(v)-text.Y/2, Faded(Plain(u.Theme.Dim), 0.8), label)
		}
		switch {
		case v == 0:
			label = "10"
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
