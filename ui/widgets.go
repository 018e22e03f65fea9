package ui

import (
	"image/color"
	"math/bits"

	"kernelscope/internal/format"
	"kernelscope/watch"

	"github.com/inkyblackness/imgui-go/v4"
)

// Heading begins a section.
func (u *UI) Heading(text string) {
	imgui.Dummy(imgui.Vec2{})
	imgui.PushFont(u.Small)
	u.Coloured(Plain(u.Theme.Dim), func() { imgui.Text(text) })
	size := imgui.CalcTextSize(text, false, 0)
	at := imgui.CursorScreenPos()
	y := at.Y - imgui.CurrentStyle().ItemSpacing().Y - size.Y/2
	right := at.X + imgui.ContentRegionAvail().X
	OnPanel().AddLine(imgui.Vec2{X: at.X + size.X + u.Px(8), Y: y}, imgui.Vec2{X: right, Y: y}, imgui.Packed(Plain(u.Theme.Line)))
	imgui.PopFont()
}

// Above builds something at a column, in pixels of the panel, a distance above the next line,
// which does not move.
func (u *UI) Above(column, up float32, build func()) {
	at := imgui.CursorPos()
	imgui.SetCursorPos(imgui.Vec2{X: float32(int(column)), Y: at.Y + float32(int(up))})
	build()
	imgui.SetCursorPos(at)
}

// InHeading builds something small at a column of the heading before it, in pixels of the
// panel. The line of the heading ends there.
func (u *UI) InHeading(column float32, build func()) {
	u.Above(column, -u.Px(18), func() {
		at := imgui.CursorScreenPos().Minus(imgui.Vec2{X: u.Whole(8)})
		rest := imgui.Vec2{X: imgui.ContentRegionAvail().X + u.Whole(9), Y: u.Px(18)}
		Box(OnPanel(), at, at.Plus(rest), imgui.Packed(Plain(u.Theme.Panel)))
		imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Whole(8), Y: u.Whole(1)})
		defer imgui.PopStyleVar()
		imgui.PushFont(u.Small)
		defer imgui.PopFont()
		build()
	})
}

// Button leads somewhere, or does something.
type Button struct {
	Name, Tip string
	Do        func()
}

// Goes returns the effect of a button that requests one action.
func (u *UI) Goes(a watch.Action) func() { return func() { u.Do(a) } }

// Buttons builds a row of buttons of equal width.
func (u *UI) Buttons(row []Button) {
	gaps := float32(len(row)-1) * imgui.CurrentStyle().ItemSpacing().X
	width := imgui.Vec2{X: (imgui.ContentRegionAvail().X - gaps) / float32(len(row))}
	style := imgui.CurrentStyle().FramePadding()
	for i, b := range row {
		if i > 0 {
			imgui.SameLine()
		}
		pad := (width.X - imgui.CalcTextSize(b.Name, false, 0).X) / 2 // less than usual where the name needs it
		imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: max(0, min(style.X, pad)), Y: style.Y})
		if imgui.ButtonV(b.Name, width) {
			b.Do()
		}
		imgui.PopStyleVar()
		u.Tip(b.Tip)
	}
}

// NumberSlider chooses a count, a power of two with an exponent from least to most. Up to
// 2^lively the count follows the mouse; larger counts, which take a moment, apply when the
// button is released. It returns the chosen count.
func (u *UI) NumberSlider(name string, now int, least, most, lively int32, tip string) int {
	if !u.counting {
		u.count = int32(bits.Len(uint(now)) - 1)
	}
	imgui.SetNextItemWidth(u.Across(SliderWidth))
	changed := imgui.SliderIntV("##"+name, &u.count, least, most, " ", imgui.SliderFlagsAlwaysClamp|imgui.SliderFlagsNoInput)
	u.counting = imgui.IsItemActive()
	chosen, shown := now, now
	if imgui.IsItemDeactivatedAfterEdit() || changed && u.count <= lively {
		chosen = 1 << u.count
	}
	if u.counting {
		shown = 1 << u.count
	}
	u.Beside(name, format.Thousands(shown), tip)
	return chosen
}

// Coloured builds something with another text colour.
func (u *UI) Coloured(c color.NRGBA, build func()) {
	imgui.PushStyleColor(imgui.StyleColorText, Vec4(c))
	build()
	imgui.PopStyleColor()
}

// Dimmed writes a label.
func (u *UI) Dimmed(text string) {
	u.Coloured(Plain(u.Theme.Dim), func() { imgui.Text(text) })
}

// Note writes small, dim text.
func (u *UI) Note(text string) {
	imgui.PushFont(u.Small)
	u.Dimmed(text)
	imgui.PopFont()
}

// Wrapped writes text over several lines.
func (u *UI) Wrapped(text string) {
	imgui.PushTextWrapPos()
	imgui.Text(text)
	imgui.PopTextWrapPos()
}

// Monospace writes a value, onto the baseline of the label beside it. A group does not move the
// rest of the line.
func (u *UI) Monospace(text string) {
	imgui.BeginGroup()
	at := imgui.CursorPos()
	imgui.SetCursorPos(imgui.Vec2{X: at.X, Y: at.Y + float32(int(u.Px(1.6)+0.5))})
	imgui.PushFont(u.Mono)
	imgui.Text(text)
	imgui.PopFont()
	imgui.EndGroup()
}

// Tip explains the item before it when the mouse rests there.
func (u *UI) Tip(text string) {
	if imgui.IsItemHovered() {
		u.Told(text)
	}
}

// Told explains what the mouse rests on.
func (u *UI) Told(text string) {
	imgui.BeginTooltip()
	imgui.PushTextWrapPosV(u.Px(300))
	imgui.Text(text)
	imgui.PopTextWrapPos()
	imgui.EndTooltip()
}

// Columns of the kernel section, pixels of a plain display from the left.
const (
	SliderWidth = 118
	LabelAt     = 14 + SliderWidth + 10
	ValueAt     = LabelAt + 72
	AutoAt      = ContentRight - 64
)

// Beside writes a slider's name and value after it.
func (u *UI) Beside(label, value, help string) {
	u.Tip(help)
	imgui.SameLineV(u.Across(LabelAt), -1)
	imgui.AlignTextToFramePadding()
	imgui.Text(label)
	u.Tip(help)
	imgui.SameLineV(u.Across(ValueAt), -1)
	imgui.AlignTextToFramePadding()
	u.Monospace(value)
}

// Dot builds a dot at the left of what follows on its line.
func (u *UI) Dot(c color.NRGBA) {
	at, r := imgui.CursorScreenPos(), u.Px(4.5)
	OnPanel().AddCircleFilledV(imgui.Vec2{X: at.X + r + 1, Y: at.Y + imgui.TextLineHeight()/2 + 1}, r, imgui.Packed(c), 12)
	imgui.Dummy(imgui.Vec2{X: 2*r + u.Px(2), Y: imgui.TextLineHeight()})
	imgui.SameLine()
}

// BeginList begins a list that drops down, as imgui.BeginCombo does. Esc closes it.
func (u *UI) BeginList(id, now string) bool { return u.list(imgui.BeginCombo(id, now)) }

// BeginLongList is BeginList for a list of many lines.
func (u *UI) BeginLongList(id, now string) bool {
	return u.list(imgui.BeginComboV(id, now, imgui.ComboFlagsHeightLarge))
}

// list notes that a list is open, and closes it where Esc was pressed.
func (u *UI) list(open bool) bool {
	if u.listed = u.listed || open; open && u.escape {
		imgui.CloseCurrentPopup()
	}
	return open
}

// Escape reports whether Esc was pressed and is not meant for a list or a message.
func (u *UI) Escape() bool { return u.escape && !u.listed && !u.help }

// Swatch draws a square of a colour at a distance before a text.
func (u *UI) Swatch(list List, x, y float32, c color.NRGBA) {
	top := float32(int(y + (imgui.TextLineHeight()-u.Px(8))/2))
	Box(list, imgui.Vec2{X: float32(int(x)), Y: top}, imgui.Vec2{X: float32(int(x)) + u.Whole(8), Y: top + u.Whole(8)}, imgui.Packed(c))
}

// Choice offers some names, or none for the program's choice, and returns the chosen one.
func (u *UI) Choice(label string, width float32, chosen, auto string, names []string) string {
	imgui.SetNextItemWidth(u.Px(width))
	now := chosen
	if now == "" {
		now = "auto: " + auto
	}
	if u.BeginList("##"+label, now) {
		if imgui.Selectable("auto") {
			chosen = ""
		}
		for _, name := range names {
			if imgui.Selectable(name) {
				chosen = name
			}
		}
		imgui.EndCombo()
	}
	return chosen
}

// Combo offers names.
func (u *UI) Combo(id string, width float32, current string, names []string, choose func(string)) {
	imgui.SetNextItemWidth(u.Px(width))
	if !u.BeginList(id, current) {
		return
	}
	for _, n := range names {
		if imgui.Selectable(n) {
			choose(n)
		}
	}
	imgui.EndCombo()
}

// Flow continues the line if it has room for a width, in pixels of a plain display.
func (u *UI) Flow(width float32) {
	right := imgui.WindowPos().X + imgui.WindowSize().X - u.Whole(14)
	if imgui.ItemRectMax().X+imgui.CurrentStyle().ItemSpacing().X+u.Px(width) <= right {
		imgui.SameLine()
	}
}

// Verdict describes the oracle's verdict; done is the word for a correct result.
func (u *UI) Verdict(v watch.Verdict, done string) (string, color.NRGBA) {
	switch {
	case !v.Asked:
		return "", Plain(u.Theme.Dim)
	case !v.Heard:
		return "verifying ..", Plain(u.Theme.Dim)
	case v.Wrong != nil:
		return "WRONG: " + Fitting(v.Wrong.Error(), u.Px(260)), Plain(u.Theme.Error)
	}
	return done + ", verified", Plain(u.Theme.Good)
}
