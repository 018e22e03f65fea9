package view

import (
	"fmt"
	"image"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/sorting"
	"kernelscope/families/sorts/session"
	"kernelscope/internal/format"
	"kernelscope/render"
	"kernelscope/ui"
)

// owned returns the number of adjacent keys that a workgroup of a lane owns.
func owned(l session.Lane) int {
	each := param(l, sorting.Items) // keys of an invocation, if stages are fused
	if m := param(l, sorting.Mapping); m > 0 {
		each = 3 - m // two for a pair, one for an element
	}
	return int(each * param(l, sorting.Workgroup))
}

// param returns a parameter of a lane, or 0.
func param(l session.Lane, name string) uint32 {
	for _, p := range l.Params {
		if p.Name == name {
			return p.Value
		}
	}
	return 0
}

// inside returns how many comparators of a run join keys of the same workgroup, which owns a power
// of two of adjacent keys, and how many there are.
func (g stage) inside(owned int) (inside, all int) {
	all = (g.run/(2*g.stride) - 1) * g.stride
	if g.stride == g.run/2 {
		all = g.stride
	}
	switch {
	case g.run <= owned:
		return all, all
	case owned <= g.stride:
		return 0, all
	}
	return (owned/(2*g.stride) - 1) * g.stride * (g.run / owned), all
}

// inWordsOfGroup says whether a workgroup could do the stage by itself.
func (g stage) inWordsOfGroup(owned int) string {
	keys := format.Thousands(owned) + " keys of a workgroup"
	switch inside, all := g.inside(owned); inside {
	case all:
		return "all comparators stay within the " + keys
	case 0:
		return "no comparator stays within the " + keys
	default:
		return fmt.Sprintf("%d %% of the comparators stay within the %s", 100*inside/all, keys)
	}
}

// wires places the lines of the keys and the comparators between them.
type wires struct {
	image.Rectangle
	n, lines    int     // keys, and lines: a power of two
	column, gap float32 // width of a column of comparators, and between stages
	written     bool    // keys are written in the gaps
}

// wiresOf divides an area. Where all keys have room, they are written on the lines between stages.
func (u *panel) wiresOf(s state, l session.Lane, stages []stage, r image.Rectangle) wires {
	w := wires{Rectangle: r, n: s.Input.N, lines: 1}
	columns := 0
	for _, g := range stages {
		columns, w.lines = columns+min(g.stride, w.n), g.run
	}
	const overlap = 0.72 // of the height of a line of text, which digits need
	for _, key := range l.Trail {
		for i := range w.n {
			w.gap = max(w.gap, imgui.CalcTextSize(s.Input.Type.Text(s.Input.Type.KeyAt(key, i)), false, 0).X+u.Px(6))
		}
	}
	gaps := float32(len(stages) + 1)
	w.written = w.gap > 0 && gaps*w.gap < 0.6*float32(r.Dx()) && float32(r.Dy())/float32(w.lines) > overlap*imgui.TextLineHeight()
	if !w.written {
		w.gap = float32(r.Dx()) / (float32(columns) + gaps)
	}
	w.column = (float32(r.Dx()) - gaps*w.gap) / float32(max(1, columns))
	return w
}

// y returns the height of a line.
func (w wires) y(i int) float32 {
	return float32(int(float32(w.Min.Y) + (float32(i)+0.5)*float32(w.Dy())/float32(w.lines)))
}

// wide returns the width of a stage with the gap after it.
func (w wires) wide(g stage) float32 { return w.column*float32(min(g.stride, w.n)) + w.gap }

// network draws all comparators between the lines of the keys, the first key at the top. Overlapping
// comparators of a stage are drawn in separate columns. Lines after the last key hold infinity.
func (u *panel) network(list ui.List, s state, l session.Lane, stages []stage, first, end int, r image.Rectangle) {
	w := u.wiresOf(s, l, stages, r)
	at := float32(r.Min.X) + w.gap
	for i, g := range stages { // marks the current stages, below the lines
		if i >= first && i < end {
			ui.Box(list, imgui.Vec2{X: at, Y: float32(r.Min.Y)}, imgui.Vec2{X: at + w.wide(g) - w.gap, Y: float32(r.Max.Y)}, imgui.Packed(ui.Faded(u.LaneColour(1), 0.14)))
		}
		at += w.wide(g)
	}
	for i := range w.lines {
		c := ui.Plain(u.Theme.Line)
		if i >= w.n {
			c = ui.Faded(c, 0.5)
		}
		ui.Box(list, imgui.Vec2{X: float32(r.Min.X), Y: w.y(i)}, imgui.Vec2{X: float32(r.Max.X), Y: w.y(i) + 1}, imgui.Packed(c))
	}
	u.border(list, w, owned(l))
	at = float32(r.Min.X) + w.gap
	for i, g := range stages {
		for k := range w.lines - g.stride {
			if g.compared(k) {
				c := u.stageColour(i, first, end)
				if own := owned(l); i >= first && i < end && own > 0 && k/own != (k+g.stride)/own {
					c = ui.Plain(u.Theme.Text) // leaves the workgroup
				}
				u.comparator(list, w, at+(float32(k%g.stride)+0.5)*w.column, k, g.stride, c)
			}
		}
		at += w.wide(g)
	}
	if w.written {
		u.trail(list, s, l, w, stages)
	}
}

// comparator draws a comparator from line k. One that reaches infinity is thin: it does nothing.
func (u *panel) comparator(list ui.List, w wires, x float32, k, stride int, c color.NRGBA) {
	thick, dot := max(1, u.Whole(1)), max(1, min(u.Px(3), 0.3*float32(w.Dy())/float32(w.lines)))
	x = float32(int(x))
	if k+stride >= w.n {
		c, dot = ui.Faded(c, 0.3), dot/2
	}
	ui.Box(list, imgui.Vec2{X: x, Y: w.y(k)}, imgui.Vec2{X: x + thick, Y: w.y(k+stride) + 1}, imgui.Packed(c))
	for _, i := range []int{k, k + stride} {
		list.AddCircleFilledV(imgui.Vec2{X: x + thick/2, Y: w.y(i) + 0.5}, dot, imgui.Packed(c), 8)
	}
}

// border draws where the keys of a workgroup end.
func (u *panel) border(list ui.List, w wires, owned int) {
	for i := owned; owned > 0 && i < w.lines; i += owned {
		y := float32(int((w.y(i-1) + w.y(i)) / 2))
		ui.Box(list, imgui.Vec2{X: float32(w.Min.X), Y: y}, imgui.Vec2{X: float32(w.Max.X), Y: y + max(1, u.Whole(1))}, imgui.Packed(ui.Plain(u.Theme.Dim)))
	}
}

// trail writes the keys before the first stage and after each step on their lines; those that the
// last step has moved are bright.
func (u *panel) trail(list ui.List, s state, l session.Lane, w wires, stages []stage) {
	x, done, t := float32(w.Min.X), 0, s.Input.Type
	for step, keys := range l.Trail {
		if step > 0 {
			for by := doneBy(stages, l.Steps[step-1]); done < by; done++ {
				x += w.wide(stages[done])
			}
		}
		for i := range w.lines {
			text, c := "∞", ui.Plain(u.Theme.Dim)
			if i < w.n {
				text = t.Text(t.KeyAt(keys, i))
				if step == len(l.Trail)-1 {
					c = ui.Plain(u.Theme.Text)
				}
				if step > 0 && step == len(l.Trail)-1 && t.KeyAt(keys, i) != t.KeyAt(l.Trail[step-1], i) {
					c = u.LaneColour(1)
				}
			}
			size := imgui.CalcTextSize(text, false, 0)
			left, top := x+(w.gap-size.X)/2, w.y(i)-size.Y/2
			ui.Box(list, imgui.Vec2{X: left - 1, Y: w.y(i) - u.Px(1)}, imgui.Vec2{X: left + size.X + 1, Y: w.y(i) + u.Px(2)}, imgui.Packed(ui.Plain(u.Theme.Background)))
			u.Text(list, left, top, c, text)
		}
	}
}

// leftKeys writes under each bar the number of its key in a call of merge, inner_i, in the stage's
// colour for left keys of comparators.
func (u *panel) leftKeys(list ui.List, s state, l session.Lane, r image.Rectangle) {
	stages := stagesFor(s.Input.N)
	_, end := activeStages(stages, l)
	if end == 0 {
		return
	}
	c := constantsOf(stages[end-1])
	for i := range s.Input.N {
		left, right := render.SortBar(r, s.Input.N, i)
		colour := ui.Plain(u.Theme.Field)
		if c.isLeftIndex(i) && i+c.stride < s.Input.N {
			colour = u.LaneColour(1)
		}
		ui.Box(list, imgui.Vec2{X: left, Y: float32(r.Max.Y) + u.Whole(3)}, imgui.Vec2{X: right - 1, Y: float32(r.Max.Y) + u.Whole(leftKeysHeight)}, imgui.Packed(colour))
		text := fmt.Sprint(c.inner(i))
		if size := imgui.CalcTextSize(text, false, 0); size.X <= right-left-1 {
			u.Text(list, (left+right-size.X)/2, float32(r.Max.Y)+u.Whole(2), inkOn(colour), text)
		}
	}
}
