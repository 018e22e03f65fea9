package ui

import (
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/input"
)

// Help describes a key or a movement of the mouse.
type Help struct{ Key, Does string }

// TransportHelp are the keys of TransportKeys.
var TransportHelp = []Help{
	{"Space", "play"}, {"Left, Right", "step"}, {"J, L", "ten steps"}, {"Home, End", "start, end"}, {"[ ]", "speed"}, {"R", "rewind"},
}

// common are the keys that work in any view.
func (u *UI) common() (out []Help) {
	places := slices.Clone(u.Places)
	slices.SortFunc(places, func(a, b Place) int { return int(a.Key - b.Key) })
	for _, p := range places {
		out = append(out, Help{p.Key.String(), strings.ToLower(p.Name)})
	}
	return append(out, Help{"F1", "hide or show panels"}, Help{"F8", "save the picture"}, Help{"F9", "fold the panel"}, Help{"T", "theme"},
		Help{"Ctrl-O", "open a file"}, Help{"Ctrl-C", "copy the command that shows this"}, Help{"Ctrl-S", "save a storyboard of what was shown"}, Help{"Ctrl-T", "save a trace of the dispatches that plots show"}, Help{"?", "all keys"})
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
		u.Backed(imgui.BackgroundDrawList(), left, foot-line*float32(len(lines)-i), Plain(u.Theme.Dim), text)
	}
}

const (
	mostHints = 2  // lines
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
		if len(lines)+1 < mostHints && !fits(line+entry) {
			lines, line = append(lines, strings.TrimSpace(line)), ""
		}
		if room := line + entry; fits(room) && (len(lines)+1 < mostHints || fits(room+"   "+last)) {
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

// toggleHelp shows all keys, or hides them.
func (u *UI) toggleHelp() { u.help = !u.help }

// helpKeys shows and hides the list of all keys.
func (u *UI) helpKeys(in input.Frame) {
	switch {
	case u.Typing():
	case strings.Contains(in.Text, "?"):
		u.toggleHelp()
	case u.help && u.escape:
		u.help, u.escape = false, false
	}
}

// allKeys lists the keys of the view and those that work in any, in the middle of the target.
func (u *UI) allKeys() {
	if !u.help {
		return
	}
	imgui.SetNextWindowPosV(imgui.Vec2{X: float32(u.width) / 2, Y: float32(u.height) / 2}, 0, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeConstraints(imgui.Vec2{}, imgui.Vec2{X: float32(u.width), Y: max(1, float32(u.height)-2*u.Px(PanelMargin))})
	imgui.SetNextWindowFocus()
	imgui.BeginV("keys", nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsAlwaysAutoResize)
	at := imgui.WindowPos()
	list := imgui.WindowDrawList()
	list.PushClipRect(at, at.Plus(imgui.WindowSize())) // else the edges are cut off
	list.AddRectV(at, at.Plus(imgui.WindowSize()), imgui.Packed(Plain(u.Theme.Active)), u.Px(8), imgui.DrawCornerFlagsAll, u.Whole(1))
	list.PopClipRect()
	if imgui.BeginTable("keys", 2) {
		imgui.TableSetupColumnV("view", imgui.TableColumnFlagsWidthFixed, u.Px(330), 0)
		imgui.TableSetupColumnV("common", imgui.TableColumnFlagsWidthFixed, u.Px(250), 0)
		imgui.TableNextRow()
		imgui.TableNextColumn()
		u.keyList(u.Shown, u.keys, 116)
		imgui.TableNextColumn()
		u.keyList("Everywhere", u.common(), 64)
		imgui.EndTable()
	}
	imgui.Dummy(imgui.Vec2{})
	if imgui.Button("Close") {
		u.help = false
	}
	u.Tip("Hides this list (Esc, ?).")
	imgui.End()
}

// keyList lists keys below a heading, with what they do at a column, in pixels of a plain display.
func (u *UI) keyList(heading string, keys []Help, column float32) {
	imgui.PushFont(u.Bold)
	imgui.Text(heading)
	imgui.PopFont()
	for _, k := range keys {
		u.Monospace(k.Key)
		imgui.SameLineV(u.Px(column), -1)
		imgui.Text(k.Does)
	}
}
