package ui

import (
	"image"
	"image/color"
	"path/filepath"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/assets"
	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/ui/internal/imdraw"
	"kernelscope/watch"
)

// Start is the start card, which is shown while no view is open.
type Start struct {
	Device  string    // that draws and computes, a line
	Recent  []string  // files that were opened, the last one first
	Demos   []Demo    // to watch
	Read    []Article // that a person may have read
	Frames  int       // of the pictures of the demos
	Loading *Loading  // nil while nothing is read

	chosen int     // of all that can be chosen, from top to bottom
	shown  float64 // seconds that the card is shown
}

// Demo is a command of the start card.
type Demo struct {
	Name, Tip string
	Picture   string   // name of the file in assets/cards
	Words     []string // of the command line, without the name of the program
}

// Article is an article that a person may have read, and the storyboard with its example.
type Article struct{ Name, Tip, Path string }

// SetCards uploads the moving pictures of the start card: one column for each demo, one row for each
// frame.
func (u *UI) SetCards(m *image.RGBA) error { return u.setPicture(imdraw.CardsID, m) }

// Actions of the start card and the browser, for the program around the interface.
type (
	// Watch executes a command in the window.
	Watch struct{ Words []string }
	// CloseStart closes the start card.
	CloseStart struct{}
	// Browse shows a folder in the browser, which opens; the last one if empty.
	Browse struct{ Folder string }
	// Peek previews a file that is chosen in the browser.
	Peek struct{ Path string }
	// CloseBrowser closes the browser.
	CloseBrowser struct{}
)

// Covered reports whether a card or the browser covers what the view shows.
func (u *UI) Covered() bool { return u.Start != nil || u.Browser != nil }

// cover draws the start card, or the browser, over all else.
func (u *UI) cover(in input.Frame, width, height int) {
	switch {
	case !u.Covered():
		u.coverOf = ""
	case u.Browser != nil:
		u.over("browser", browserWidth, width, height, func(wide float32) { u.browse(u.Browser, in, wide) })
	case u.Start != nil:
		u.over("start", startWidth, width, height, func(wide float32) { u.start(u.Start, in, wide) })
	}
}

// Sizes of a card, pixels of a plain display.
const (
	browserWidth = 640
	cardEdge     = 24
	demoWidth    = 256 // of a moving picture
	demoHeight   = 160
	demoGap      = 16
	startWidth   = 3*demoWidth + 2*demoGap

	framesPerSecond = 4 // of moving pictures
)

// over builds a card in the middle of a plain ground over all else. It has its place in the
// second frame.
func (u *UI) over(name string, wide float32, width, height int, build func(wide float32)) {
	if u.coverOf != name {
		u.coverOf, u.coverTall = name, float32(height)
		imgui.SetNextWindowFocus()
	}
	const ground = imgui.WindowFlagsNoTitleBar | imgui.WindowFlagsNoMove | imgui.WindowFlagsNoResize | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoScrollbar
	imgui.SetNextWindowPos(imgui.Vec2{})
	imgui.SetNextWindowSize(imgui.Vec2{X: float32(width), Y: float32(height)})
	imgui.PushStyleColor(imgui.StyleColorWindowBg, Vec4(Plain(u.Theme.Background)))
	imgui.PushStyleVarFloat(imgui.StyleVarWindowRounding, 0)
	imgui.PushStyleVarFloat(imgui.StyleVarWindowBorderSize, 0)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{}) // the ground cuts off nothing
	imgui.BeginV(name, nil, ground)
	imgui.PopStyleVarV(3)
	imgui.PopStyleColor()
	edge := u.Whole(cardEdge)
	size := imgui.Vec2{X: min(u.Whole(wide)+2*edge, max(1, float32(width)-2*u.Whole(PanelMargin))), Y: min(u.coverTall, float32(height))}
	imgui.SetCursorPos(imgui.Vec2{X: float32(int((float32(width) - size.X) / 2)), Y: float32(int((float32(height) - size.Y) / 2))})
	imgui.PushStyleColor(imgui.StyleColorChildBg, Vec4(Plain(u.Theme.Panel)))
	imgui.PushStyleColor(imgui.StyleColorHeader, Vec4(Plain(u.Theme.Active)))
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: edge, Y: edge})
	imgui.PushStyleVarFloat(imgui.StyleVarChildRounding, u.Whole(8))
	imgui.BeginChildV("card", size, u.hasEdges(), imgui.WindowFlagsAlwaysUseWindowPadding)
	imgui.PopStyleVarV(2)
	imgui.PushTextWrapPos()
	build(size.X - 2*edge)
	imgui.PopTextWrapPos()
	u.coverTall = imgui.CursorPos().Y - imgui.CurrentStyle().ItemSpacing().Y + edge
	imgui.EndChild()
	imgui.PopStyleColorV(2)
	imgui.End()
}

// start builds the start card.
func (u *UI) start(s *Start, in input.Frame, wide float32) {
	n := 0
	choice := func(name, tip string, width float32, do watch.Action) {
		if u.choice(name, n == s.chosen, width) || n == s.chosen && in.Pressed(input.KeyEnter) {
			u.Do(do)
		}
		u.Tip(tip)
		n++
	}
	gap := imgui.CurrentStyle().ItemSpacing().X
	imgui.PushFont(u.Bold)
	imgui.Text("See a GPU think")
	imgui.PopFont()
	u.Dimmed("Watch an algorithm step by step, forward and back, on " + s.Device)
	if s.Loading != nil {
		u.Heading("Reading")
		u.Loading(*s.Loading)
		return
	}
	u.wrong()
	s.shown += in.Seconds
	imgui.Dummy(imgui.Vec2{Y: u.Whole(6)})
	columns := max(1, int((wide+u.Whole(demoGap))/u.Whole(demoWidth+demoGap)))
	for i, d := range s.Demos {
		if i%columns > 0 {
			imgui.SameLineV(0, u.Whole(demoGap))
		}
		if u.demo(s, i, n == s.chosen) || n == s.chosen && in.Pressed(input.KeyEnter) {
			u.Do(Watch{d.Words})
		}
		u.Tip(d.Tip)
		n++
	}
	if len(s.Read) > 0 {
		u.Heading("I have read")
	}
	for i, a := range s.Read {
		if i%3 > 0 {
			imgui.SameLine()
		}
		choice(a.Name, a.Tip, (wide-2*gap)/3, OpenFile{Path: a.Path})
	}
	u.Heading("Open")
	choice("Sample map", "Opens the map of Wilmington, Delaware, that comes with the program.", (wide-gap)/2, OpenFile{Path: assets.WilmingtonName})
	imgui.SameLine()
	choice("Your own file", "Shows your folders (Ctrl-O).", (wide-gap)/2, Browse{})
	u.Note("Or drop it on the window: a map (.osm.pbf, .osm), a graph (.gr, .mtx, .csv), a drawing (.svg), a sequence of clips (.txt), keys to sort (.bin), or a picture that this program wrote.")
	if len(s.Recent) > 0 {
		u.Heading("Recent")
		for i, path := range s.Recent {
			if i%2 == 1 {
				imgui.SameLine()
			}
			choice(recentLabel(path), "Opens "+path+".", (wide-gap)/2, OpenFile{path})
		}
	}
	u.Note("Up and Down choose, Enter opens, Esc closes this card and shows all views, Ctrl-O shows your folders, T changes the theme.")
	s.keys(in, n)
	if in.Pressed(input.KeyT) && !in.Ctrl {
		u.Do(SetTheme{u.nextTheme()})
	}
	if in.Pressed(input.KeyEscape) {
		u.Do(CloseStart{})
	}
}

// demo builds a demo: its picture, which moves, and its name. It reports whether it was pressed.
func (u *UI) demo(s *Start, i int, chosen bool) bool {
	size, line := imgui.Vec2{X: u.Whole(demoWidth), Y: u.Whole(demoHeight)}, imgui.TextLineHeight()
	gap := u.Whole(4)
	at := imgui.CursorScreenPos()
	at = imgui.Vec2{X: float32(int(at.X)), Y: float32(int(at.Y))} // whole pixels, so that texels and pixels coincide
	pressed := imgui.InvisibleButton(s.Demos[i].Name, imgui.Vec2{X: size.X, Y: size.Y + 2*gap + line})
	list, high := OnPanel(), at.Plus(size)
	if s.Frames > 0 {
		frame := int(s.shown*framesPerSecond) % s.Frames
		column, row := 1/float32(len(s.Demos)), 1/float32(s.Frames)
		from := imgui.Vec2{X: float32(i) * column, Y: float32(frame) * row}
		imgui.WindowDrawList().AddImageV(imdraw.CardsID, at, high, from, from.Plus(imgui.Vec2{X: column, Y: row}), imgui.Packed(color.White))
	}
	edge, text := Plain(u.Theme.Line), Plain(u.Theme.Text)
	thick := u.Whole(1)
	if chosen || imgui.IsItemHovered() {
		edge, text, thick = Plain(u.Theme.Accent), Plain(u.Theme.Accent), u.Whole(2)
	}
	list.AddRectV(at, high, imgui.Packed(edge), 0, imgui.DrawCornerFlagsNone, thick)
	u.Text(list, at.X, high.Y+gap, text, Fitting(s.Demos[i].Name, size.X))
	return pressed
}

// wrong says on a card what went wrong last, which it hides elsewhere.
func (u *UI) wrong() {
	if u.Problem != "" {
		u.Coloured(Plain(u.Theme.Error), func() { imgui.Text(u.Problem) })
	}
}

// recentLabel is a file's name, and its folder in short.
func recentLabel(path string) string {
	if !filepath.IsAbs(path) {
		return path
	}
	return filepath.Base(path) + "   in " + format.Shortened(filepath.Dir(path), 28)
}

// keys moves the choice among n.
func (s *Start) keys(in input.Frame, n int) {
	if in.Pressed(input.KeyDown) || in.Pressed(input.KeyTab) && !in.Shift {
		s.chosen = (s.chosen + 1) % n
	}
	if in.Pressed(input.KeyUp) || in.Pressed(input.KeyTab) && in.Shift {
		s.chosen = (s.chosen + n - 1) % n
	}
}

// choice is a wide button that keys can reach, which marks it while it is chosen. It reports
// whether it was pressed.
func (u *UI) choice(name string, chosen bool, width float32) bool {
	if chosen {
		imgui.PushStyleColor(imgui.StyleColorButton, Vec4(Plain(u.Theme.Accent)))
		imgui.PushStyleColor(imgui.StyleColorText, Vec4(Plain(u.Theme.Background)))
		defer imgui.PopStyleColorV(2)
	}
	return imgui.ButtonV(name, imgui.Vec2{X: width, Y: u.Whole(28)})
}
