package ui

import (
	"cmp"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/render/input"
)

// Help describes a key or a movement of the mouse.
type Help struct{ Key, Does string }

// TransportHelp are the keys of TransportKeys.
var TransportHelp = []Help{
	{"Space", "play"}, {"Left, Right", "step"}, {"J, L", "ten steps"}, {"Home, End", "start, end"}, {"[ ]", "speed"}, {"R", "rewind"}, {"G", "go to a step"},
}

// common are the keys that work in any view.
func (u *UI) common() (out []Help) {
	places := slices.Clone(u.Places)
	slices.SortFunc(places, func(a, b Tab) int { return int(a.Key - b.Key) })
	for _, p := range places {
		if p.Key != input.KeyNone {
			out = append(out, Help{p.Key.String(), strings.ToLower(p.Name)})
		}
	}
	return append(out, Help{"F1", "hide or show panels"}, Help{"F8, Shift-F8", "save the picture, or in twice the pixels"}, Help{"F9", "fold the panel"}, Help{"F11", "record, or stop"}, Help{"Shift-F11", "save a GIF of 6 seconds"}, Help{"I", "look inside a dispatch of the step"}, Help{"Shift-I", "who wrote the value under the mouse"}, Help{"Page Up, Page Down", "steps of a lesson"}, Help{"Tab", "the panel's controls; Enter presses, arrows change, Esc ends"}, Help{"T", "theme"},
		Help{"Ctrl-O", "open a file"}, Help{"Ctrl-C", "copy the command that shows this"}, Help{"Ctrl-E", "write a page that runs this"}, Help{"Ctrl-S", "save a storyboard of what was shown"}, Help{"Ctrl-T", "save a trace of the dispatches that plots show"}, Help{"?", "all keys"})
}

// Hint names the keys of a view at the left of the foot of the picture beside the panel, in at
// most two lines up to right, in pixels; the first ones are the most important. All of them
// are listed by the ? key.
func (u *UI) Hint(keys []Help, foot, right float32) {
	u.keys = keys
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	left := float32(u.PanelWidth()) + u.Px(SideMargin)
	lines := u.hintLines(keys, right-left)
	u.hintRows = len(lines)
	line := imgui.TextLineHeight() + u.Whole(2)
	for i, text := range lines {
		u.Backed(u.OnPicture(), left, foot-line*float32(len(lines)-i), Plain(u.Theme.Dim), text)
	}
}

const (
	maxHints  = 2  // lines
	hintSpace = 40 // that they take, pixels of a plain display
)

// hintLines breaks the names of keys into lines of a width, and leaves out what does not fit;
// the key that shows all is always there.
func (u *UI) hintLines(keys []Help, width float32) (lines []string) {
	const last = "? all keys"
	fits := func(text string) bool { return imgui.CalcTextSize(text, false, 0).X <= width }
	if !fits(last) {
		return nil
	}
	line := ""
	for _, k := range keys {
		entry := k.Key + " " + k.Does
		if len(lines)+1 < maxHints && !fits(line+entry) {
			lines, line = append(lines, strings.TrimSpace(line)), ""
		}
		if room := line + entry; fits(room) && (len(lines)+1 < maxHints || fits(room+"   "+last)) {
			line += entry + "   "
		}
	}
	if !fits(line + last) {
		lines, line = append(lines, strings.TrimSpace(line)), ""
	}
	return append(lines, line+last)
}

// HintHeight returns the height of the keys at the foot of the picture, in pixels.
func (u *UI) HintHeight() float32 { return u.Whole(8 + 16*float32(max(1, u.hintRows))) }

// Keys names the keys of something that covers the view, in place of the view's, until the next frame.
func (u *UI) Keys(of string, keys []Help) { u.keysOf, u.keys = of, keys }

// toggleHelp shows all keys, or hides them.
func (u *UI) toggleHelp() { u.help = !u.help }

// helpKeys shows and hides the list of all keys.
func (u *UI) helpKeys(in input.Frame) {
	switch {
	case u.Entering():
	case strings.Contains(in.Text, "?"):
		u.toggleHelp()
	case u.help && u.escape:
		u.help, u.escape = false, false
	}
}

// allKeys lists the keys of the view and those that work in any, in the middle of the target.
// A card ends the list.
func (u *UI) allKeys() {
	if u.help = u.help && !u.Covered(); !u.help {
		return
	}
	imgui.SetNextWindowPosV(imgui.Vec2{X: float32(u.width) / 2, Y: float32(u.height) / 2}, 0, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeConstraints(imgui.Vec2{}, imgui.Vec2{X: float32(u.width), Y: max(1, float32(u.height)-2*u.Px(PanelMargin))})
	imgui.SetNextWindowFocus()
	imgui.BeginV("keys", nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsAlwaysAutoResize)
	at := imgui.WindowPos()
	list := OnPanel()
	list.PushClipRect(at, at.Plus(imgui.WindowSize())) // else the edges are cut off
	list.AddRectV(at, at.Plus(imgui.WindowSize()), imgui.Packed(Plain(u.Theme.Active)), u.Px(8), imgui.DrawCornerFlagsAll, u.Whole(1))
	list.PopClipRect()
	u.keyLists(keyList{cmp.Or(u.keysOf, u.Shown), u.keys}, keyList{"Everywhere", u.common()})
	imgui.Dummy(imgui.Vec2{})
	if imgui.Button("Close") {
		u.help = false
	}
	u.Tip("Hides this list (Esc, ?).")
	imgui.End()
}

// keyList is some keys and their heading.
type keyList struct {
	heading string
	keys    []Help
}

// keyLists shows two lists side by side where the target is wide enough, and else one below the
// other.
func (u *UI) keyLists(a, b keyList) {
	wide, gap := [...]float32{u.keyListWidth(a), u.keyListWidth(b)}, u.Whole(28)
	edges := 2*imgui.CurrentStyle().WindowPadding().X + imgui.CurrentStyle().ScrollbarSize()
	if wide[0]+gap+wide[1]+edges > float32(u.width) {
		u.keyList(a)
		imgui.Dummy(imgui.Vec2{})
		u.keyList(b)
		return
	}
	imgui.BeginGroup()
	u.keyList(a)
	imgui.EndGroup()
	imgui.SameLineV(imgui.CurrentStyle().WindowPadding().X+wide[0]+gap, -1)
	imgui.BeginGroup()
	u.keyList(b)
	imgui.EndGroup()
}

// keyColumn returns how far right of the keys of a list is what they do, in pixels.
func (u *UI) keyColumn(l keyList) (column float32) {
	imgui.PushFont(u.Mono)
	defer imgui.PopFont()
	for _, k := range l.keys {
		column = max(column, imgui.CalcTextSize(k.Key, false, 0).X)
	}
	return float32(int(column)) + u.Whole(16)
}

// keyListWidth returns how wide a list is, in pixels.
func (u *UI) keyListWidth(l keyList) (wide float32) {
	for _, k := range l.keys {
		wide = max(wide, imgui.CalcTextSize(k.Does, false, 0).X)
	}
	return u.keyColumn(l) + wide
}

// keyList lists keys below a heading.
func (u *UI) keyList(l keyList) {
	imgui.PushFont(u.Bold)
	imgui.Text(l.heading)
	imgui.PopFont()
	left, column := imgui.CursorPosX(), u.keyColumn(l)
	for _, k := range l.keys {
		u.Monospace(k.Key)
		imgui.SameLine()
		imgui.SetCursorPos(imgui.Vec2{X: left + column, Y: imgui.CursorPosY()}) // in a group, too
		imgui.Text(k.Does)
	}
}
