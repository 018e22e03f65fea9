package ui

import (
	"image"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"
)

// Sizes of a panel, pixels of a plain display.
const (
	PanelWidth   = 332             // unless a person drags it
	PanelMargin  = 12              // around it
	SideMargin   = 16              // around the picture beside it
	ContentRight = PanelWidth - 14 // where its content ends; see Across

	// TallPanel is the height of a target that fits all sections of a panel.
	TallPanel = 860

	minPanel  = 280
	maxPanel  = 560
	gripWidth = 5
)

// panelShare is how much of the target's width a panel covers at most, where that leaves it
// minPanel.
const panelShare = 0.45

// panelState is how a person wants the panels of all views.
type panelState struct {
	width   float32         // pixels of a plain display
	folded  bool            // only the controls of the run are shown
	turned  map[string]bool // sections that a person has folded or unfolded
	gripped bool
	beyond  float32 // pixels by which the panel is higher than its room
}

// panelPx returns the width of a panel, in pixels.
func (u *UI) panelPx() float32 {
	most := max(minPanel, min(maxPanel, panelShare*float32(u.width)/u.scale))
	if u.width == 0 { // no frame was built yet
		most = maxPanel
	}
	return u.Whole(max(minPanel, min(most, u.panel.width)))
}

// PanelWidth returns the width that the panel hides at the left of the picture, in pixels.
func (u *UI) PanelWidth() float64 { return float64(u.Whole(PanelMargin) + u.panelPx()) }

// Across converts a column of a panel that is PanelWidth wide to one of the panel as it is,
// left of its scroll bar, in pixels.
func (u *UI) Across(v float32) float32 {
	wide := u.panelPx()
	if u.panel.beyond > 0 {
		wide -= imgui.CurrentStyle().ScrollbarSize()
	}
	return v * wide / PanelWidth
}

// AutoColumn is where boxes at the right of a panel are, in pixels: as far from its edge as
// their names need.
func (u *UI) AutoColumn() float32 { return u.Across(ContentRight) - u.Whole(ContentRight-AutoAt) }

// BeginPanel begins the panel of a view, below the tabs, in a target of a height in pixels.
// It ends with imgui.End.
func (u *UI) BeginPanel(name string, targetHeight int) {
	u.bar()
	top := u.Top() + u.Whole(PanelMargin)
	width, bottom := u.panelPx(), float32(targetHeight)-u.Whole(PanelMargin)
	if u.sourceBefore.Y > 0 && u.sourceBefore.X < u.Whole(PanelMargin)+width+u.Whole(3) {
		bottom = min(bottom, u.sourceBefore.Y-u.Whole(4))
	}
	height := max(1, bottom-top)
	imgui.SetNextWindowPos(imgui.Vec2{X: u.Whole(PanelMargin), Y: top})
	imgui.SetNextWindowSizeConstraints(imgui.Vec2{X: width}, imgui.Vec2{X: width, Y: height})
	u.enter()
	imgui.BeginV(name, nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoFocusOnAppearing)
	u.panel.beyond = imgui.ScrollMaxY()
	u.grip()
}

// Overflow returns the number of pixels by which the panel of the last frame exceeds its room.
func (u *UI) Overflow() float32 { return u.panel.beyond }

// grip lets people drag the right edge of the panel that was begun.
func (u *UI) grip() {
	at, size := imgui.WindowPos(), imgui.WindowSize()
	right, mouse := at.X+size.X, imgui.MousePos()
	over := mouse.X >= right-u.Px(gripWidth) && mouse.X < right && mouse.Y >= at.Y && mouse.Y < at.Y+size.Y
	if over && imgui.IsMouseClicked(0) && imgui.IsWindowHovered() {
		u.panel.gripped = true
	}
	u.panel.gripped = u.panel.gripped && imgui.IsMouseDown(0)
	if u.panel.gripped {
		u.panel.width = max(minPanel, min(maxPanel, (mouse.X-at.X)/u.scale))
	}
	if over && imgui.IsWindowHovered() || u.panel.gripped {
		list := OnPanel()
		list.PushClipRect(at, at.Plus(size)) // else the edge is cut off
		defer list.PopClipRect()
		Box(list, imgui.Vec2{X: right - u.Whole(2), Y: at.Y + u.Px(8)}, imgui.Vec2{X: right, Y: at.Y + size.Y - u.Px(8)}, imgui.Packed(Plain(u.Theme.Accent)))
	}
}

// RunSection is the name of the section that is left of a folded panel.
const RunSection = "Run"

// Section builds a part of a panel below its name, which folds it and unfolds it. By default it
// is open in targets at least tall high, in pixels of a plain display.
func (u *UI) Section(name string, tall float32, build func()) {
	if u.panel.folded && name != RunSection {
		return
	}
	open := float32(u.height) >= tall*u.scale
	if u.panel.turned[name] {
		open = !open
	}
	if name == RunSection {
		u.Heading(name)
		build()
		return
	}
	if float32(u.height) >= TallPanel*u.scale {
		imgui.Dummy(imgui.Vec2{}) // some air, where there is room
	}
	at := imgui.CursorScreenPos()
	imgui.PushFont(u.Small)
	size := imgui.Vec2{X: imgui.CalcTextSize(name, false, 0).X + u.Whole(14), Y: imgui.TextLineHeight()}
	if imgui.InvisibleButton("##section"+name, size) {
		u.panel.turned[name] = !u.panel.turned[name]
	}
	c := Plain(u.Theme.Dim)
	if imgui.IsItemHovered() {
		c = Plain(u.Theme.Text)
	}
	list := OnPanel()
	u.triangle(list, at, open, c)
	u.Text(list, at.X+u.Whole(14), at.Y, c, name)
	y := float32(int(at.Y + size.Y/2))
	Box(list, imgui.Vec2{X: at.X + size.X + u.Px(8), Y: y}, imgui.Vec2{X: at.X + imgui.ContentRegionAvail().X, Y: y + u.Whole(1)}, imgui.Packed(Plain(u.Theme.Line)))
	imgui.PopFont()
	if open {
		build()
	}
}

// triangle shows beside the name of a section whether it is open.
func (u *UI) triangle(list List, at imgui.Vec2, open bool, c color.NRGBA) {
	mid, r := imgui.Vec2{X: at.X + u.Px(4), Y: at.Y + imgui.TextLineHeight()/2}, u.Px(3.5)
	a, b, d := imgui.Vec2{X: mid.X - r, Y: mid.Y - r/2}, imgui.Vec2{X: mid.X + r, Y: mid.Y - r/2}, imgui.Vec2{X: mid.X, Y: mid.Y + r}
	if !open {
		a, b, d = imgui.Vec2{X: mid.X - r/2, Y: mid.Y - r}, imgui.Vec2{X: mid.X + r, Y: mid.Y}, imgui.Vec2{X: mid.X - r/2, Y: mid.Y + r}
	}
	list.AddTriangleFilled(a, b, d, imgui.Packed(c))
}

// Area returns the area that tabs, panel and lesson, if shown, leave free in a target of a size in
// pixels, with margins.
func (u *UI) Area(width, height int) image.Rectangle {
	px := func(v float32) int { return int(u.Whole(v)) }
	all := image.Rect(px(SideMargin), px(PanelMargin), width-px(SideMargin), height-px(PanelMargin))
	if u.Panels && float64(width) > 2*u.PanelWidth() {
		all.Min.X += int(u.PanelWidth())
	}
	if u.Panels {
		all.Min.Y += int(u.barHeight())
		all.Max.Y -= int(u.HintHeight())
	}
	all.Max.Y -= u.LessonHeight()
	return all
}
