package ui

import (
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute"
	"kernelscope/compute/profile"
	"kernelscope/render/input"
	"kernelscope/watch/timeline"
)

// The dock at the foot of a picture tells why steps cost what they do: by plots over all of them, by the dispatches of
// the present one, and by the buffers after it.

// Sizes of a dock: pixels of a plain display, and how much of a low target it takes.
const (
	plotsHeight = 236
	plotsLeast  = 130
	plotsShare  = 0.42
)

// Probe reads what the view that is shown computes, for the dock. The zero value reads nothing.
type Probe struct {
	// Dispatches returns the dispatches of the steps that were timed.
	Dispatches func() []profile.Part
	// Layers updates the layers of a lane and returns them.
	Layers func(lane int) []compute.Layer
	// Read reads words of a layer of a lane, from one of its words on.
	Read func(lane int, l compute.Layer, first int, to []uint32) error
	// Steady is set where times are left out.
	Steady bool
}

// page is a page of the dock.
type page int

const (
	plotsPage page = iota
	dispatchesPage
	buffersPage
)

// pages are the names of the pages, the keys that show them, and tips.
var pages = []struct {
	name, tip string
}{
	{"Plots", "What each step costs, over all steps (P)."},
	{"Dispatches", "The dispatches of the present step, one after another (D). A click on one looks inside it."},
	{"Buffers", "The buffers after the present step, as numbers (B; again: another buffer)."},
}

// DockHelp are the keys of DockKeys.
var DockHelp = Help{"P, D, B", "plots, dispatches, buffers"}

// dock is what a person looks at in the dock.
type dock struct {
	page       page
	buffers    buffers
	dispatches dispatchTable // of the frame before
	chosen     int           // of these, from 1; 0 for none
}

// DockKeys are the keys of the dock, which is open or not. It reports whether the dock is to be opened or closed.
func (u *UI) DockKeys(in input.Frame, open bool) (turn bool) {
	for i, key := range []input.Key{input.KeyP, input.KeyD, input.KeyB} {
		if !in.Pressed(key) || in.Ctrl {
			continue
		}
		to := page(i)
		switch {
		case open && to == u.dock.page && to == buffersPage:
			u.dock.buffers.next(in.Shift)
		case !open || to == u.dock.page:
			turn = true
		}
		u.dock.page = to
	}
	if open && !turn {
		u.dock.buffers.keys(u, in)
		u.dispatchKeys(in)
	}
	return turn
}

// plotsPx returns the height of a dock, in pixels.
func (u *UI) plotsPx() float32 {
	if u.height == 0 { // no frame was built yet
		return u.Whole(plotsHeight)
	}
	return u.Whole(max(plotsLeast, min(plotsHeight, plotsShare*float32(u.height)/u.scale)))
}

// DockHeight is how much of the picture's foot a dock hides, in pixels.
func (u *UI) DockHeight() int { return int(u.plotsPx() + u.Whole(PanelMargin)) }

// DockRoom returns how much of a picture's foot the dock hides, in pixels: zero if it is not wanted or leaves the picture too
// little.
func (u *UI) DockRoom(wanted bool, height int) int {
	const least = 300 // pixels of the picture, on a plain display
	if !wanted || !u.Panels || height < u.DockHeight()+int(u.Px(least)) {
		return 0
	}
	return u.DockHeight()
}

// Dock builds the dock at the foot of a picture, in a window beside the panel. beside may be nil; else it fills the
// right of the window beside the plots, as wide as it says, where there is room for both.
func (u *UI) Dock(width, height int, t timeline.State, steps int, plots []Plot, moments []Moment, wide float32, beside func()) {
	if u.Lens != nil {
		return // it covers the dock
	}
	const least = 300 // of the plots, pixels of a plain display
	left := float32(u.PanelWidth()) + u.Whole(PanelMargin)
	size := imgui.Vec2{X: float32(width) - left - u.Whole(PanelMargin), Y: u.plotsPx()}
	if size.X < u.Px(200) {
		return // there is no room
	}
	imgui.SetNextWindowPos(imgui.Vec2{X: left, Y: float32(height) - u.Whole(PanelMargin) - size.Y})
	imgui.SetNextWindowSize(size)
	imgui.BeginV("plots", nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoFocusOnAppearing)
	defer imgui.End()
	room := imgui.ContentRegionAvail()
	if u.dock.page == plotsPage && beside != nil && size.X >= u.Px(wide+least) {
		room.X -= u.Whole(wide)
	} else {
		beside = nil
	}
	imgui.BeginChildV("steps", room, false, imgui.WindowFlagsNoScrollbar)
	u.Above(room.X-u.Px(dockRoom), 0, u.dockButtons)
	switch u.dock.page {
	case plotsPage:
		u.Plots(t, steps, plots, moments)
	case dispatchesPage:
		u.dispatchList(t)
	case buffersPage:
		u.bufferTable(t)
	}
	imgui.EndChild()
	if beside != nil {
		imgui.SameLineV(0, u.Whole(14))
		beside()
	}
}

// dockRoom is the room of the buttons at the right of the first line of the dock, pixels of a plain display.
const dockRoom = 234

// dockButtons are the names of the pages, and what saves all dispatches.
func (u *UI) dockButtons() {
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Whole(6), Y: 0})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: u.Whole(4), Y: 0})
	imgui.PushFont(u.Small)
	for i, p := range pages {
		c, ground := Plain(u.Theme.Dim), color.NRGBA{}
		if u.dock.page == page(i) {
			c, ground = Plain(u.Theme.Text), Plain(u.Theme.Active)
		}
		imgui.PushStyleColor(imgui.StyleColorButton, Vec4(ground))
		u.Coloured(c, func() {
			if imgui.Button(p.name) {
				u.dock.page = page(i)
			}
		})
		imgui.PopStyleColor()
		u.Tip(p.tip)
		imgui.SameLine()
	}
	if imgui.ButtonV("Save trace", imgui.Vec2{X: u.Px(68)}) {
		u.Do(SaveTrace{})
	}
	u.Tip("Writes the dispatches since the dock was opened as a Chrome trace, for Perfetto (Ctrl-T).")
	imgui.PopFont()
	imgui.PopStyleVarV(2)
}
