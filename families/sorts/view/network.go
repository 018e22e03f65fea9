package view

import (
	"fmt"
	"image"
	"image/color"
	"math/bits"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/families/sorts/session"
	"kernelscope/internal/format"
	"kernelscope/ui"
)

// maxWires is the greatest number of keys for which every comparator of a network is drawn.
const maxWires = 64

// stage is a stage of Batcher's odd-even mergesort: it compares keys stride apart while merging
// runs to length run (K. Batcher, "Sorting networks and their applications", AFIPS 1968).
type stage struct{ run, stride int }

// stagesFor lists the stages that sort n keys, in order.
func stagesFor(n int) (out []stage) {
	for run := 2; run/2 < n; run *= 2 {
		for stride := run / 2; stride > 0; stride /= 2 {
			out = append(out, stage{run, stride})
		}
	}
	return out
}

// compared reports whether the stage compares key i with key i + stride.
func (g stage) compared(i int) bool {
	if g.stride == g.run/2 {
		return i%g.run < g.stride
	}
	at := i % g.run
	return at/g.stride%2 == 1 && at+g.stride < g.run
}

// doneBy returns the number of completed stages after a step.
func doneBy(stages []stage, step session.StepState) int {
	for i, g := range stages {
		if g == (stage{step.Run, step.LastStride}) {
			return i + 1
		}
	}
	return len(stages)
}

// activeStages returns the range of stages of the last step. All stages before first are done.
func activeStages(stages []stage, l session.Lane) (first, end int) {
	if l.Position == 0 {
		return 0, 0
	}
	if l.Position > 1 {
		first = doneBy(stages, l.Steps[l.Position-2])
	}
	return first, doneBy(stages, l.Steps[l.Position-1])
}

// networkDetail shows the work of a step of a merge network.
func (u *panel) networkDetail(list ui.List, s state, l session.Lane, r, bars image.Rectangle) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	stages := stagesFor(s.Input.N)
	first, end := activeStages(stages, l)
	caption := fmt.Sprintf("%d stages, none done", len(stages))
	if end > 0 {
		caption = inWordsOfStages(stages[first:end])
		if now, _ := l.Now(); now.Invocations > 0 {
			caption += fmt.Sprintf("; %s of %s invocations are idle; %s", format.Thousands(now.Idle), format.Thousands(now.Invocations), stages[end-1].inWordsOfGroup(owned(l)))
			if s.Input.N > owned(l) && s.Input.N <= maxWires {
				caption += ", others are white"
			}
		}
	}
	u.Text(list, float32(r.Min.X), float32(r.Min.Y), ui.Plain(u.Theme.Dim), ui.Fitting(caption, float32(r.Dx())))
	const below = "below the bars: inner_i; lit: is_left_index"
	if left := float32(r.Max.X) - imgui.CalcTextSize(below, false, 0).X; end > 0 && s.Input.N <= maxWires && left > float32(r.Min.X)+imgui.CalcTextSize(caption, false, 0).X+u.Px(20) {
		u.Text(list, left, float32(r.Min.Y), ui.Plain(u.Theme.Dim), below)
	}
	r.Min.Y += int(u.Whole(captionSpace + 4))
	if s.Input.N <= maxWires {
		u.leftKeys(list, s, l, bars)
		if wide := int(u.Px(derivationWidth)); len(stages) > 0 && r.Dx() > int(u.Px(minWithTree)) {
			u.derivation(list, s.Input.Type, l, stages, first, end, s.Input.N, image.Rect(r.Min.X, r.Min.Y, r.Min.X+wide, r.Max.Y))
			r.Min.X += wide + int(u.Px(24))
		}
		u.network(list, s, l, stages, first, end, r)
		return
	}
	u.triangle(list, stages, first, end, s.Input.N, owned(l), r)
}

// inWordsOfStages describes stages.
func inWordsOfStages(g []stage) string {
	last := g[len(g)-1]
	if len(g) == 1 {
		return fmt.Sprintf("keys %s apart are compared, to make runs of %s", format.Thousands(last.stride), format.Thousands(last.run))
	}
	if g[0].run == last.run {
		return fmt.Sprintf("in one pass: keys %s to %s apart are compared, to make runs of %s", format.Thousands(g[0].stride), format.Thousands(last.stride), format.Thousands(last.run))
	}
	return fmt.Sprintf("in one pass: %d stages, to make runs of %s", len(g), format.Thousands(last.run))
}

// stageColour distinguishes completed, current and future stages.
func (u *panel) stageColour(i, first, end int) color.NRGBA {
	switch {
	case i >= first && i < end:
		return u.LaneColour(1)
	case i < first:
		return ui.Plain(u.Theme.Accent)
	}
	return ui.Plain(u.Theme.Still)
}

// triangle draws all stages as cells, with a row for each merge from short runs to long ones.
// Beside them it shows the comparisons of the last stage.
// Framed stages could be fused: their comparators stay within the keys that a workgroup owns.
func (u *panel) triangle(list ui.List, stages []stage, first, end, n, owned int, r image.Rectangle) {
	rows := bits.Len(uint(stages[len(stages)-1].run)) - 1
	cell := float32(int(min(float32(r.Dy())/float32(rows), float32(r.Dx())*0.45/float32(rows))))
	label := u.Px(64)
	for i, g := range stages {
		row := bits.Len(uint(g.run)) - 2
		column := row - (bits.Len(uint(g.stride)) - 1)
		x, y := float32(r.Min.X)+label+float32(column)*cell, float32(r.Min.Y)+float32(row)*cell
		ui.Box(list, imgui.Vec2{X: x, Y: y}, imgui.Vec2{X: x + cell - max(1, u.Whole(1)), Y: y + cell - max(1, u.Whole(1))}, imgui.Packed(u.stageColour(i, first, end)))
		if inside, all := g.inside(owned); inside == all {
			u.outline(list, x, y, x+cell-max(1, u.Whole(1)), y+cell-max(1, u.Whole(1)), 1)
		}
	}
	bottom := float32(r.Min.Y) + float32(rows-1)*cell
	u.Text(list, float32(r.Min.X), float32(r.Min.Y)-u.Px(2), ui.Plain(u.Theme.Dim), "runs of 2")
	u.Text(list, float32(r.Min.X), bottom-u.Px(2), ui.Plain(u.Theme.Dim), "of "+short(stages[len(stages)-1].run))
	if end > 0 {
		x := float32(r.Min.X) + label + float32(rows)*cell + u.Px(28)
		u.comparisons(list, stages[end-1], n, owned, image.Rect(int(x), r.Min.Y, r.Max.X, int(bottom+cell)))
	}
}

// short formats a power of two with few characters.
func short(n int) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%d Mi", n>>20)
	case n >= 1<<10:
		return fmt.Sprintf("%d Ki", n>>10)
	}
	return fmt.Sprint(n)
}

// comparisons draws which stretches of a run a stage compares with each other. A stretch has as
// many keys as the stride.
func (u *panel) comparisons(list ui.List, g stage, n, owned int, r image.Rectangle) {
	const most = 32 // stretches
	if r.Dx() < int(u.Px(80)) {
		return
	}
	stretches := min(most, g.run/g.stride)
	width := float32(r.Dx()) / float32(stretches)
	tall := u.Whole(12)
	y, rise := float32(r.Max.Y)-tall-u.Px(18), min(u.Whole(40), float32(r.Dy())/3)
	x := func(i float32) float32 { return float32(int(float32(r.Min.X) + i*width)) }
	for i := range stretches {
		c := ui.Plain(u.Theme.Field)
		if g.compared(i*g.stride) || i > 0 && g.compared((i-1)*g.stride) {
			c = ui.Plain(u.Theme.Accent)
		}
		ui.Box(list, imgui.Vec2{X: x(float32(i)), Y: y}, imgui.Vec2{X: x(float32(i+1)) - max(1, u.Whole(1)), Y: y + tall}, imgui.Packed(c))
		if i+1 < stretches && g.compared(i*g.stride) {
			a, b, thick := x(float32(i)+0.5), x(float32(i)+1.5), max(1, u.Whole(1.5))
			bright := imgui.Packed(u.LaneColour(1))
			ui.Box(list, imgui.Vec2{X: a, Y: y - rise}, imgui.Vec2{X: b + thick, Y: y - rise + thick}, bright)
			for _, leg := range []float32{a, b} {
				ui.Box(list, imgui.Vec2{X: leg, Y: y - rise}, imgui.Vec2{X: leg + thick, Y: y - u.Px(2)}, bright)
			}
		}
	}
	for i, text := range append(constantsOf(g).lines(n), fmt.Sprintf("framed: within the %s keys of a workgroup, so they can share a pass", format.Thousands(owned))) {
		if float32(r.Min.Y)+float32(i+1)*u.Whole(15) > y-rise {
			break // no room above the comparators
		}
		if name, _, _ := strings.Cut(text, ":"); imgui.CalcTextSize(text, false, 0).X > float32(r.Dx()) {
			text = name // without the description
		}
		u.Text(list, float32(r.Min.X), float32(r.Min.Y)+float32(i)*u.Whole(15)-u.Px(2), ui.Plain(u.Theme.Dim), text)
	}
	text := "stretches of one key of a run"
	if g.stride > 1 {
		text = "stretches of " + format.Thousands(g.stride) + " keys of a run"
	}
	u.Text(list, float32(r.Min.X), y+tall+u.Px(4), ui.Plain(u.Theme.Dim), ui.Fitting(text, float32(r.Dx())))
}
