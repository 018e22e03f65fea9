package ui

import (
	"fmt"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/watch"
)

// Actions that pass on what a window shows.
type (
	// ShareGIF makes a moving picture of the run, from its start to its end.
	ShareGIF struct{}
	// SharePage writes a page that runs the present view.
	SharePage struct{}
	// StopFilm cancels the recording or the page that is being made.
	StopFilm struct{}
)

// Film is a recording or a page that is being made beside the window.
type Film struct {
	File  string
	Done  float64 // share, 0 to 1
	Doing string  // how far it is, for people; empty before the first frame
}

// shareMenu builds the menu of the button Share, which is the item before it.
func (u *UI) shareMenu() {
	const name = "share"
	if u.sharing {
		u.sharing = false
		imgui.OpenPopup(name)
	}
	corner := imgui.Vec2{X: float32(u.width) - u.Whole(PanelMargin), Y: u.barHeight()}
	imgui.SetNextWindowPosV(corner, 0, imgui.Vec2{X: 1})
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: u.Whole(12), Y: u.Whole(10)})
	defer imgui.PopStyleVar()
	if !u.list(imgui.BeginPopup(name)) {
		return
	}
	column := imgui.CursorPosX() + u.Whole(180)
	entry := func(name, key, tip string, do watch.Action) {
		if imgui.Selectable(name) {
			u.Do(do)
		}
		u.Tip(tip)
		imgui.SameLineV(column, -1)
		u.Dimmed(key)
	}
	entry("Picture, 2x", "Shift-F8", "Saves a PNG of all that the window shows, in twice as many pixels across and down. Opened in the window, it shows the same.", Screenshot{Twice: true})
	entry("GIF of 6 seconds", "Shift-F11", "Plays the run from its start to its end, in another process, and saves that. It is the same each time.", ShareGIF{})
	entry("Page that runs", "Ctrl-E", "Writes an HTML file that runs what the window shows in a browser, without a server: searches, sorts and prefix sums.", SharePage{})
	entry("Copy the command", "Ctrl-C", "Copies the command line that opens the window on what it shows now.", CopyCommand{})
	imgui.EndPopup()
}

// filmHeight is the height of the bar of a recording that is being made, in pixels of a plain display.
const filmHeight = 22

// film shows how far a recording is, above a floor, and returns the floor above it.
func (u *UI) film(floor float32) float32 {
	f := u.Film
	if f == nil || u.Covered() {
		return floor
	}
	left, right := u.beside()
	width := min(u.Px(toastWidth), right-left-2*u.Whole(PanelMargin))
	tall := u.beginMessage("film", width, floor, Plain(u.Theme.Accent))
	imgui.Text(Fitting("Making "+f.File, width-u.Px(40)))
	gap, button := imgui.CurrentStyle().ItemSpacing().X, u.Whole(76)
	text := f.Doing
	if text == "" {
		text = "reading"
	}
	imgui.ProgressBarV(float32(f.Done), imgui.Vec2{X: imgui.ContentRegionAvail().X - button - gap, Y: u.Whole(filmHeight)}, fmt.Sprintf("%.0f %%, %s", 100*f.Done, text))
	imgui.SameLine()
	if imgui.ButtonV("Cancel##film", imgui.Vec2{X: button}) {
		u.Do(StopFilm{})
	}
	u.Tip("Ends this work. No file is left.")
	imgui.End()
	return floor - tall - u.Whole(8)
}
