package ui

import (
	"fmt"
	"image"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/format"
)

// Sizes of a panel, pixels of a plain display.
const (
	PanelWidth   = 332
	PanelMargin  = 12              // around it
	SideMargin   = 16              // around what is drawn beside it
	hintHeight   = 22              // at the foot of that
	ContentRight = PanelWidth - 14 // where what is in it ends
)

// BeginPanel begins the panel of a view, in a target of a height in pixels. It ends with
// imgui.End.
func (u *UI) BeginPanel(name string, targetHeight int) {
	height := max(1, float32(targetHeight)-2*u.Whole(PanelMargin))
	imgui.SetNextWindowPos(imgui.Vec2{X: u.Whole(PanelMargin), Y: u.Whole(PanelMargin)})
	imgui.SetNextWindowSizeConstraints(imgui.Vec2{X: u.Whole(PanelWidth)}, imgui.Vec2{X: u.Whole(PanelWidth), Y: height})
	imgui.BeginV(name, nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoFocusOnAppearing)
}

// Title writes the name of the program, and at the right of it where one can go: to other
// places, and to more that belongs to the view.
func (u *UI) Title(more ...Button) {
	places := append(u.tabs(), more...)
	imgui.PushFont(u.Bold)
	imgui.Text("Kernelscope")
	free := imgui.CursorPos().X + imgui.CalcTextSize("Kernelscope", false, 0).X
	imgui.PopFont()
	edge, gap := u.Whole(6), u.Whole(5)
	left := imgui.CursorPos().X + imgui.ContentRegionAvail().X + gap
	for _, p := range places {
		left -= imgui.CalcTextSize(p.Name, false, 0).X + 2*edge + gap
	}
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: edge, Y: u.Whole(3)})
	row := func() {
		for i, p := range places {
			if i > 0 {
				imgui.SameLineV(0, gap)
			}
			if imgui.Button(p.Name) {
				p.Do()
			}
			u.Tip(p.Tip)
		}
	}
	if left > free {
		u.Above(left/u.scale, -imgui.TextLineHeight()-u.Px(6), row)
	} else { // below the name, where they do not fit beside it
		row()
	}
	imgui.PopStyleVar()
}

// Goes is what a button does that asks for one action.
func (u *UI) Goes(a any) func() { return func() { u.Do(a) } }

// DeviceNote says what is done on which device.
func (u *UI) DeviceNote(doing, what string, d compute.Limits) {
	kind := "GPU"
	if d.IsSoftware {
		kind = "software device"
	}
	name, _, _ := strings.Cut(d.Device, " (")
	if u.Backend != "" {
		u.badge(u.Backend)
		u.Tip("--backend chooses what runs " + what + ", here on " + d.Device + ". Drawing stays on the GPU. Times say nothing of a GPU alone.")
		return
	}
	u.Note(fmt.Sprintf("%s on %s, a %s", doing, Shortened(name, 28), kind))
	u.Tip(d.Device + " runs " + what + ". 'viewer devices' lists all devices; --device chooses one.")
}

// badge writes a small text on a filled box.
func (u *UI) badge(text string) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	at, size, edge := imgui.CursorScreenPos(), imgui.CalcTextSize(text, false, 0), u.Whole(4)
	Box(imgui.WindowDrawList(), at, imgui.Vec2{X: at.X + size.X + 2*edge, Y: at.Y + size.Y}, imgui.Packed(AccentColour))
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + edge, Y: at.Y})
	u.Coloured(Plain(u.Theme.Background), func() { imgui.Text(text) })
}

// Shortened cuts a text that is too long for its place.
func Shortened(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-2]) + ".."
	}
	return s
}

// Told shows what the picture lacks and what went wrong, if anything.
func (u *UI) Told(s Status) {
	if s.Missing != "" {
		imgui.PushFont(u.Small)
		u.Wrapped(s.Missing)
		imgui.PopFont()
	}
	u.Problem(s.Problem)
}

// Problem shows what went wrong, if anything did.
func (u *UI) Problem(text string) {
	if text == "" {
		return
	}
	u.Coloured(ErrorColour, func() {
		imgui.PushTextWrapPos()
		imgui.Text(text)
		imgui.PopTextWrapPos()
	})
	if imgui.Button("Dismiss") {
		u.Do(Dismiss{})
	}
}

// Loading shows how far an import is.
func (u *UI) Loading(l Loading) {
	imgui.Text(Shortened(l.Name, 40))
	if l.Total > 0 {
		share := float32(l.Bytes) / float32(l.Total)
		imgui.ProgressBarV(share, imgui.Vec2{X: -1, Y: u.Whole(18)}, fmt.Sprintf("%.0f %%", 100*share))
		u.Note(fmt.Sprintf("%s, %s objects", l.Phase, format.Thousands(l.Objects)))
	} else {
		u.Note("is being read") // by a loader that reports no progress
	}
	if imgui.Button("Cancel") {
		u.Do(CancelLoading{})
	}
	u.Tip("Stops the import and keeps the map that is open.")
}

// PathField builds a field for the path of a file to open, with a hint of what it may be.
func (u *UI) PathField(hint, tip string) {
	imgui.SetNextItemWidth(imgui.ContentRegionAvail().X - u.Px(64))
	entered := imgui.InputTextWithHintV("##path", hint, &u.path, imgui.InputTextFlagsEnterReturnsTrue, nil)
	u.Tip(tip)
	imgui.SameLine()
	if (imgui.ButtonV("Open", imgui.Vec2{X: -1}) || entered) && u.path != "" {
		u.Do(OpenFile{u.path})
	}
}

// Area returns what a panel, if it is shown, leaves of a target of a size in pixels, with
// margins.
func (u *UI) Area(width, height int, panel bool) image.Rectangle {
	px := func(v float32) int { return int(u.Whole(v)) }
	all := image.Rect(px(SideMargin), px(PanelMargin), width-px(SideMargin), height-px(PanelMargin))
	if panel && float64(width) > 2*u.PanelWidth() {
		all.Min.X += int(u.PanelWidth())
	}
	if panel {
		all.Max.Y -= px(hintHeight)
	}
	return all
}

// Hint names the keys of a view, and those that work in any, at the left of the foot of the
// picture beside the panel; nowhere if there is no room up to right, in pixels.
func (u *UI) Hint(keys string, foot, right float32) {
	text := u.keysOf(keys)
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	size := imgui.CalcTextSize(text, false, 0)
	if x := float32(u.PanelWidth()) + u.Px(SideMargin); x+size.X <= right {
		u.Backed(imgui.BackgroundDrawList(), x, foot-size.Y, Faded(Plain(u.Theme.Dim), 0.8), text)
	}
}
