package view

import (
	"fmt"
	"image"
	"math"
	"slices"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/sorting"
	"kernelscope/families/sorts/session"
	"kernelscope/internal/format"
	"kernelscope/ui"
)

// tableLabels is the width of the labels of a table's rows.
const tableLabels = 62

// digitDetail shows the current digit in the bits of a key, and captions the pictures below: the
// counts of the digit and the movement of the keys.
func (u *panel) digitDetail(list ui.List, s state, l session.Lane, r image.Rectangle) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	now, _ := l.Now()
	left, top, width := float32(r.Min.X), float32(r.Min.Y), float32(r.Dx())
	u.digitBits(list, s, l, left, top, width)
	top += u.Whole(captionSpace + 20)
	if now.Bits == 0 && now.Table == nil {
		text := "this step moves no keys"
		if l.Position == 0 {
			text = "the first pass will read this digit and move the keys by it"
		}
		u.Text(list, left, top, ui.Plain(u.Theme.Dim), ui.Fitting(text, width))
		return
	}
	middle := left + width*digitShare(l)
	counts := fmt.Sprintf("keys by digit, 0 to %d", digitOf(now).Symbols()-1)
	if t := l.Table; t != nil {
		counts += ", at most " + format.Thousands(int(slices.Max(t.Counts)))
	}
	u.Text(list, left, top, ui.Plain(u.Theme.Dim), ui.Fitting(counts, middle-left-u.Px(10)))
	text := "where keys go in this pass: before, after"
	if now.Table != nil && now.Bits == 0 {
		text = inWordsOfTable(s, now)
	}
	if l.Followed != nil {
		text = l.Followed.Story
	}
	u.Text(list, middle+u.Px(10), top, ui.Plain(u.Theme.Dim), ui.Fitting(text, left+width-middle-u.Px(10)))
	if l.Table != nil {
		u.table(list, s, l, image.Rect(r.Min.X, int(top)+int(u.Whole(captionSpace)), int(middle-u.Px(10)), r.Max.Y))
	}
}

// digitOf returns the digit that a step counts or moves keys by; without bits for other steps.
func digitOf(step session.StepState) sorting.Digit {
	if step.Table != nil {
		return step.Table.Digit
	}
	return step.Digit
}

// inWordsOfTable describes a step that only computes the table.
func inWordsOfTable(s state, step session.StepState) string {
	if step.Table.Scanned {
		return "counts are added up, digit by digit: no key moves"
	}
	if step.Table.IsShared {
		return "counted together: no key moves"
	}
	return fmt.Sprintf("counted in partitions of %s keys: no key moves", format.Thousands((s.Input.N+step.Table.Partitions-1)/step.Table.Partitions))
}

// digitBits draws the bits of a key, or its digits of a radix, and marks those of the digit.
func (u *panel) digitBits(list ui.List, s state, l session.Lane, left, top, width float32) {
	step, _ := l.Digit()
	now, _ := l.Now()
	all, long, unit := 32, step.Bits, "bit 0"
	if s.Input.Type.String() == "u64" {
		all = 64
	}
	if step.Radix > 0 {
		all, long, unit = len(l.Steps)/3, 1, "digit 0"
	}
	label := digitName(step.Digit, "the digit")
	if digitOf(now).Bits == 0 { // steps that only count precede the passes
		label = digitName(step.Digit, "the next digit")
	}
	u.Text(list, left, top, ui.Plain(u.Theme.Dim), label)
	size := imgui.CalcTextSize(unit, false, 0)
	u.Text(list, left+width-size.X, top, ui.Plain(u.Theme.Dim), unit)
	top += u.Whole(captionSpace - 2)
	for i := range all {
		bit := all - 1 - i
		x0, x1 := float32(int(left+width*float32(i)/float32(all))), float32(int(left+width*float32(i+1)/float32(all)))
		c := ui.Plain(u.Theme.Field)
		if bit >= step.First && bit < step.First+long {
			c = u.LaneColour(1)
		} else if bit < step.First {
			c = ui.Plain(u.Theme.Accent) // done
		}
		ui.Box(list, imgui.Vec2{X: x0, Y: top}, imgui.Vec2{X: x1 - max(1, u.Whole(1)), Y: top + u.Whole(14)}, imgui.Packed(c))
	}
}

func digitName(d sorting.Digit, what string) string {
	switch {
	case d.Radix > 0:
		return fmt.Sprintf("%s: %d, radix %d", what, d.First, d.Radix)
	case d.Bits == 1:
		return d.Title() + " is " + what
	}
	return d.Title() + " are " + what
}

// digitShare returns the share of the width for the counts of the digit, which is larger if they
// are shown as a table.
func digitShare(l session.Lane) float32 {
	if hasTable(l) {
		return 0.58
	}
	return 0.4
}

// hasTable reports whether the digits of the sort have few enough values for a table.
func hasTable(l session.Lane) bool {
	const most = 4 // bits
	return len(l.Steps) > 0 && l.Steps[0].Table != nil && l.Steps[0].Table.Bits <= most
}

// tableParts returns the number of partitions shown in a table. A single partition is not shown,
// since its counts are those of the array.
func tableParts(l session.Lane) int {
	const most = 3
	if partitions := l.Steps[0].Table.Partitions; partitions > 1 {
		return min(most, partitions)
	}
	return 0
}

// tableHeight returns the height of a table in an area, or 0 if it does not fit.
func (u *panel) tableHeight(l session.Lane, r image.Rectangle) int {
	if !hasTable(l) {
		return 0
	}
	tall := (3+tableParts(l))*int(u.Whole(14)) + int(u.Whole(8))
	if column := (float32(r.Dx()) - u.Whole(tableLabels)) / float32(l.Steps[0].Table.Symbols()); column < u.Px(20) || r.Dy() < tall+int(u.Px(30)) {
		return 0
	}
	return tall
}

// table draws the table of the digit: its symbols; the counts of the first partitions or, after the
// scan, the positions of their keys; and the counts and offsets of the whole array. Before keys
// move, it also draws the counts as bars; during a pass the device draws them.
func (u *panel) table(list ui.List, s state, l session.Lane, r image.Rectangle) {
	t, tall := l.Table, u.tableHeight(l, r)
	bars := r
	if tall > 0 {
		u.tableRows(list, l, r)
		bars.Min.X, bars.Min.Y = bars.Min.X+int(u.Whole(tableLabels)), bars.Min.Y+tall
	}
	if now, _ := l.Now(); now.Bits > 0 {
		return
	}
	most, symbols := uint32(1), t.Symbols()
	for _, c := range t.Counts {
		most = max(most, c)
	}
	x := func(i int) float32 { return float32(bars.Min.X + bars.Dx()*i/symbols) }
	for i, c := range t.Counts {
		if c == 0 {
			continue
		}
		gap := float32(0)
		if bars.Dx()/symbols >= 3 {
			gap = 1
		}
		h := max(1, float32(c)/float32(most)*float32(bars.Dy()))
		part := float64(i) / float64(max(1, symbols-1))
		ui.Box(list, imgui.Vec2{X: x(i), Y: float32(bars.Max.Y) - h}, imgui.Vec2{X: x(i+1) - gap, Y: float32(bars.Max.Y)}, imgui.Packed(ui.Between(u.Theme.Ramp[:], part)))
	}
}

// tableRows writes the numbers of the table.
func (u *panel) tableRows(list ui.List, l session.Lane, r image.Rectangle) {
	t, y := l.Table, float32(r.Min.Y)
	left := float32(r.Min.X) + u.Whole(tableLabels)
	column := (float32(r.Max.X) - left) / float32(t.Symbols())
	row := func(label string, bright bool, of func(symbol int) uint32) {
		c := ui.Plain(u.Theme.Dim)
		u.Text(list, float32(r.Min.X), y, c, label)
		if bright {
			c = ui.Plain(u.Theme.Text)
		}
		for symbol := range t.Symbols() {
			text := fmt.Sprint(of(symbol))
			if imgui.CalcTextSize(text, false, 0).X > column-u.Px(4) {
				text = brief(of(symbol))
			}
			if t.Offsets == nil && label == "offset" {
				text = "-"
			}
			u.Text(list, left+column*(float32(symbol)+0.5)-imgui.CalcTextSize(text, false, 0).X/2, y, c, text)
		}
		y += u.Whole(14)
	}
	row("symbol", false, func(i int) uint32 { return uint32(i) })
	ui.Box(list, imgui.Vec2{X: float32(r.Min.X), Y: y}, imgui.Vec2{X: float32(r.Max.X), Y: y + 1}, imgui.Packed(ui.Plain(u.Theme.Line)))
	y += u.Whole(3)
	row("count", true, func(i int) uint32 { return t.Counts[i] })
	row("offset", true, func(i int) uint32 {
		if t.Offsets == nil { // not yet known
			return 0
		}
		return t.Offsets[i]
	})
	for p := range tableParts(l) {
		row(fmt.Sprintf("of part %d", p), false, func(i int) uint32 { return t.At(i, p) })
	}
}

// brief formats a number with at most four characters.
func brief(x uint32) string {
	switch {
	case x < 1000:
		return fmt.Sprint(x)
	case x < 1e4:
		return fmt.Sprintf("%.1fk", math.Floor(float64(x)/100)/10)
	case x < 1e6:
		return fmt.Sprintf("%dk", x/1e3)
	}
	return fmt.Sprintf("%dM", x/1e6)
}
