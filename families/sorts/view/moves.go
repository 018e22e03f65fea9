package view

import (
	"image"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/sorting"
	"kernelscope/families/sorts/session"
	"kernelscope/ui"
)

// moves draws where an unstable pass has moved few keys, as the device does for other passes, and on
// top those two that it has exchanged.
func (u *panel) moves(list ui.List, s state, l session.Lane, r image.Rectangle) {
	step, _ := l.Now()
	if !step.Unstable || l.From == nil || r.Empty() {
		return
	}
	f := sorting.Format{Type: s.Input.Type, Descending: s.Input.Descending}
	exchanged := map[int]bool{} // by place after the pass
	if l.Wrong != nil && l.Wrong.Digit == step.Digit {
		exchanged = map[int]bool{l.Wrong.At - 1: true, l.Wrong.At: true}
	}
	for _, marked := range []bool{false, true} {
		for to, from := range l.From {
			if exchanged[to] != marked {
				continue
			}
			digit := step.Of(f.Order(f.Type.KeyAt(l.Keys, to)))
			c, thick := ui.Between(u.Theme.Ramp[:], float64(digit)/float64(step.Symbols()-1)), float32(1.5)
			if marked {
				c, thick = ui.Plain(u.Theme.Error), 3
			}
			u.curve(list, r, s.Input.N, from, to, c, thick)
			if marked {
				text := f.Type.Text(f.Type.KeyAt(l.Keys, to))
				x := place(r, s.Input.N, to) - imgui.CalcTextSize(text, false, 0).X/2
				u.Backed(list, x, float32(r.Max.Y)-u.Px(20), ui.Plain(u.Theme.Text), text)
			}
		}
	}
}

// place returns the middle of a place of n in an area.
func place(r image.Rectangle, n, i int) float32 {
	return float32(r.Min.X) + (float32(i)+0.5)/float32(n)*float32(r.Dx())
}

// curve draws the way of a key from the top of an area to its bottom.
func (u *panel) curve(list ui.List, r image.Rectangle, n, from, to int, c color.NRGBA, thick float32) {
	a, b := place(r, n, from), place(r, n, to)
	const pieces = 16
	last := imgui.Vec2{X: a, Y: float32(r.Min.Y)}
	for k := 1; k <= pieces; k++ {
		t := float32(k) / pieces
		next := imgui.Vec2{X: a + (b-a)*t*t*(3-2*t), Y: float32(r.Min.Y) + t*float32(r.Dy())}
		list.AddLineV(last, next, imgui.Packed(c), u.Px(thick))
		last = next
	}
}
