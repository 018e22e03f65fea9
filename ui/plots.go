package ui

import (
	"fmt"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/internal/format"
	"kernelscope/watch/timeline"
)

// Band is a part of a step's time or work, stacked on the previous bands.
type Band struct {
	Name   string
	Colour color.NRGBA
	Value  func(step int) float64 // from 1 on
}

// Plot is a plot over the steps of a timeline: of lines by their logarithm, or of bands.
type Plot struct {
	Name  string
	Lines []Series
	Bands []Band
	Top   func(most float64) string // writes the greatest sum of bands
	Tip   string
	// Table describes the step under the mouse, in letters of equal width; nil for none.
	Table func(step int) string
}

// Moment is a step worth looking at.
type Moment struct {
	Step   int
	Name   string
	Colour color.NRGBA
}

// Plots builds plots above each other that share the cursor of a timeline of some steps: a
// drag in any of them goes to a step. Moments are lines through all of them.
func (u *UI) Plots(t timeline.State, steps int, plots []Plot, moments []Moment) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	room := imgui.ContentRegionAvail()
	at, list := imgui.CursorScreenPos(), OnPanel()
	left, right := at.X+u.Whole(52), at.X+room.X-u.Whole(4)
	length := float64(steps) // of the axis
	if t.Clock == timeline.Steps {
		length = max(length, t.Axis)
	}
	column := func(step float64) float32 {
		return float32(int(left + float32(step/max(1, length))*(right-left)))
	}
	made := column(float64(steps))
	caption := imgui.TextLineHeight() + u.Whole(2)
	each := float32(int(room.Y / float32(len(plots))))
	for i, p := range plots {
		top := imgui.Vec2{X: at.X, Y: at.Y + float32(i)*each}
		end := right
		if i == 0 {
			end -= u.Px(dockRoom) // where the button is
		}
		u.plotCaption(list, top, end, p)
		top.Y += caption
		size := imgui.Vec2{X: room.X, Y: each - caption - u.Whole(4)}
		Box(list, imgui.Vec2{X: left, Y: top.Y}, imgui.Vec2{X: right, Y: top.Y + size.Y}, imgui.Packed(Plain(u.Theme.Chart)))
		if ahead := max(float64(steps), t.Made); ahead < length {
			u.hatch(list, imgui.Vec2{X: column(ahead), Y: top.Y}, imgui.Vec2{X: right, Y: top.Y + size.Y})
		}
		if p.Bands == nil {
			u.plotIn(list, top, size, left, right, made, steps, p.Lines)
		} else {
			u.bands(list, top, size, left, made, steps, p)
		}
	}
	bottom := at.Y + float32(len(plots))*each - u.Whole(4)
	line := func(step float64, wide float32, c color.NRGBA) { // through all plots, not through captions
		for i := range plots {
			top := at.Y + float32(i)*each
			Box(list, imgui.Vec2{X: column(step) - wide, Y: top + caption}, imgui.Vec2{X: column(step) + u.Whole(1), Y: top + each - u.Whole(4)}, imgui.Packed(c))
		}
	}
	for _, m := range moments {
		line(float64(m.Step), 0, Faded(m.Colour, 0.55))
	}
	if t.Clock != timeline.Steps {
		return // positions count something else
	}
	line(t.Position, u.Whole(1), Plain(u.Theme.Text))
	imgui.SetCursorScreenPos(at)
	imgui.InvisibleButton("##plots", imgui.Vec2{X: room.X, Y: bottom - at.Y})
	u.seeks(t, left, right)
	if i := int((imgui.MousePos().Y - at.Y) / each); imgui.IsItemHovered() && !imgui.IsItemActive() && i >= 0 && i < len(plots) && steps > 0 {
		step := max(1, min(steps, 1+int((imgui.MousePos().X-left)/(right-left)*float32(length))))
		line(float64(step), 0, Faded(Plain(u.Theme.Text), 0.6))
		u.plotTip(plots[i], step)
	}
}

// plotTip explains a plot, and tells of the step under the mouse.
func (u *UI) plotTip(p Plot, step int) {
	if p.Table == nil {
		u.Told(p.at(step) + "\n" + p.Tip)
		return
	}
	imgui.BeginTooltip()
	imgui.PushTextWrapPosV(u.Px(560))
	imgui.Text(p.Tip)
	imgui.PopTextWrapPos()
	imgui.PushFont(u.Mono)
	imgui.Text(p.Table(step))
	imgui.PopFont()
	imgui.EndTooltip()
}

// at tells the values of a step.
func (p Plot) at(step int) string {
	text := "step " + format.Thousands(step)
	for _, l := range p.Lines {
		text += fmt.Sprintf(", %s %s", l.Name, format.Thousands(l.Value(step-1)))
	}
	for _, b := range p.Bands {
		if b.Name != "" && p.Top != nil {
			text += fmt.Sprintf(", %s %s", b.Name, p.Top(b.Value(step)))
		}
	}
	return text
}

// plotCaption names a plot and its contents, as far as there is room.
func (u *UI) plotCaption(list List, at imgui.Vec2, right float32, p Plot) {
	x := at.X
	u.Text(list, x, at.Y, Plain(u.Theme.Text), p.Name)
	x += imgui.CalcTextSize(p.Name, false, 0).X + u.Px(12)
	entry := func(name string, c color.NRGBA) {
		if room := right - x - u.Px(13); name != "" && room >= u.Px(24) {
			name = Fitting(name, room)
			u.Swatch(list, x, at.Y, c)
			u.Text(list, x+u.Px(13), at.Y, Plain(u.Theme.Dim), name)
			x += imgui.CalcTextSize(name, false, 0).X + u.Px(25)
		}
	}
	for _, l := range p.Lines {
		entry(l.Name, l.Colour)
	}
	for _, b := range p.Bands {
		entry(b.Name, b.Colour)
	}
}

// bands draws stacks from zero on; a column of pixels shows the last of its steps.
func (u *UI) bands(list List, at, size imgui.Vec2, left, right float32, n int, p Plot) {
	columns := min(n, int((right-left)/max(1, u.scale)))
	sums, most := make([]float64, len(p.Bands)), 0.0
	stack := func(c int) []float64 {
		sum := 0.0
		for i, b := range p.Bands {
			sum += b.Value((c + 1) * n / columns)
			sums[i] = sum
		}
		return sums
	}
	for c := range columns {
		most = max(most, stack(c)[len(sums)-1])
	}
	if most == 0 {
		return
	}
	for c := range columns {
		x0, x1 := float32(int(left+(right-left)*float32(c)/float32(columns))), float32(int(left+(right-left)*float32(c+1)/float32(columns)))
		bottom := at.Y + size.Y
		for i, sum := range stack(c) {
			top := float32(int(at.Y + size.Y - float32(sum/most)*(size.Y-u.Px(4))))
			if top < bottom {
				Box(list, imgui.Vec2{X: x0, Y: top}, imgui.Vec2{X: x1, Y: bottom}, imgui.Packed(p.Bands[i].Colour))
				bottom = top
			}
		}
	}
	label := p.Top(most)
	width := imgui.CalcTextSize(label, false, 0).X
	u.Text(list, left-width-u.Px(5), at.Y, Faded(Plain(u.Theme.Dim), 0.8), label)
	if size.Y < 1.7*imgui.TextLineHeight() {
		return // there is no room for a second number
	}
	u.Text(list, left-imgui.CalcTextSize("0", false, 0).X-u.Px(5), at.Y+size.Y-imgui.TextLineHeight(), Faded(Plain(u.Theme.Dim), 0.8), "0")
}

// Jump returns the action that goes to the moment after a position, or before it.
func Jump(t timeline.State, moments []Moment, forward bool) timeline.Action {
	var to *Moment
	for i, m := range moments {
		at := float64(m.Step)
		switch {
		case forward && at > t.Position && (to == nil || m.Step < to.Step), !forward && at < t.Position && (to == nil || m.Step > to.Step):
			to = &moments[i]
		}
	}
	if to == nil {
		return nil
	}
	return timeline.Seek{Step: to.Step}
}
