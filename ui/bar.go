package ui

import (
	"github.com/inkyblackness/imgui-go/v4"
)

// The bar of tabs is at the top of the window, the same in all views.

// barRow is the height of a row of tabs, in pixels of a plain display.
const barRow = 34

// Top returns the height of the tabs, if they are shown, in pixels.
func (u *UI) Top() float32 {
	if !u.hasBar {
		return 0
	}
	return u.barHeight()
}

// barHeight is how high the tabs are where they are shown, in pixels.
func (u *UI) barHeight() float32 { return u.Whole(barRow) * float32(max(1, u.barRows)) }

// tab is a button of the bar.
type tab struct {
	Button
	shown bool
	width float32
}

// barTabs are all places, and then what belongs to the interface.
func (u *UI) barTabs() (places, tools []tab) {
	make := func(b Button, shown bool) tab {
		return tab{b, shown, imgui.CalcTextSize(b.Name, false, 0).X + 2*u.Whole(9)}
	}
	for _, p := range u.Places {
		places = append(places, make(Button{p.Name, p.tip(), u.Goes(Show{p.Name})}, p.Name == u.Shown))
	}
	record := Button{"Record", "Remembers what is shown from now on, for a storyboard and a GIF (F11).", func() { u.Do(Record{}) }}
	if u.Recording {
		record.Name, record.Tip = "Stop recording", "Saves a storyboard of what was shown since, and makes a GIF of it (F11). Views of less than a second are left out."
	}
	if u.CanRecord {
		tools = append(tools, make(Button{"Inside", "Looks inside the dispatch of this step that costs the most: what its lines and its lanes do (I).", func() { u.Do(OpenLens{}) }}, u.Lens != nil))
		tools = append(tools, make(record, u.Recording), make(Button{"Share", "Saves a picture in twice the pixels, a GIF, or a page that runs, or copies the command.", func() { u.sharing = true }}, false))
	}
	theme := Button{"Theme", "Changes the colours: dark, light, high contrast (T). --theme chooses them.", func() { u.Do(SetTheme{u.nextTheme()}) }}
	tools = append(tools, make(theme, false))
	fold := Button{"Fold", "Folds the panel down to the controls of the run, or unfolds it (F9). Its right edge can be dragged, and each section folds by its name. F1 hides all.", u.fold}
	tools = append(tools, make(fold, u.panel.folded))
	tools = append(tools, make(Button{"?", "Shows all keys (?).", u.toggleHelp}, u.help))
	return places, tools
}

// fold folds the panel, or unfolds it.
func (u *UI) fold() { u.panel.folded = !u.panel.folded }

// bar builds the tabs in one row: without the program's name where that does not fit, and with one list of places where these do
// not. The rest takes as many rows as it needs.
func (u *UI) bar() {
	u.hasBar = true
	places, tools := u.barTabs()
	gap, edge := u.Whole(2), u.Whole(PanelMargin)
	width := func(tabs []tab) (sum float32) {
		for _, t := range tabs {
			sum += t.width + gap
		}
		return sum
	}
	imgui.PushFont(u.Bold)
	name := imgui.CalcTextSize("Kernelscope", false, 0)
	imgui.PopFont()
	left, free := edge+name.X+u.Whole(14), float32(u.width)-edge
	named := left+width(places)+width(tools) <= free
	if !named {
		left = edge
	}
	listed := !named && left+width(places)+width(tools) > free
	if listed {
		places = []tab{u.placesTab()}
	}
	u.beginBar()
	if named {
		imgui.SetCursorPos(imgui.Vec2{X: edge + u.Whole(2), Y: float32(int((u.Whole(barRow) - name.Y) / 2))})
		imgui.PushFont(u.Bold)
		imgui.Text("Kernelscope")
		imgui.PopFont()
	}
	x, row := left, 0
	for i, t := range append(places, tools...) {
		rest := width(append(places, tools...)[i:])
		if i == len(places) && x+rest <= free {
			x = free - rest + gap
		}
		if x+t.width > free && x > left {
			x, row = left, row+1
		}
		u.tab(t, x, u.Whole(barRow)*float32(row))
		x += t.width + gap
	}
	u.shareMenu()
	if listed {
		u.placesMenu()
	}
	imgui.End()
	imgui.PopStyleVarV(2)
	u.barRows = row + 1
}

// placesTab is the place that is shown, which lists all.
func (u *UI) placesTab() tab {
	name := u.Shown + "  .."
	return tab{Button{name, "Lists all views.", func() { u.placing = true }}, true, imgui.CalcTextSize(name, false, 0).X + 2*u.Whole(9)}
}

// placesMenu lists the places below the tab that stands for them.
func (u *UI) placesMenu() {
	const name = "places"
	if u.placing {
		u.placing = false
		imgui.OpenPopup(name)
	}
	imgui.SetNextWindowPos(imgui.Vec2{X: u.Whole(PanelMargin), Y: u.barHeight()})
	if !u.list(imgui.BeginPopup(name)) {
		return
	}
	column := imgui.CursorPosX() + u.Whole(130)
	for _, p := range u.Places {
		if imgui.SelectableV(p.Name, p.Name == u.Shown, 0, imgui.Vec2{}) {
			u.Do(Show{p.Name})
		}
		u.Tip(p.tip())
		imgui.SameLineV(column, -1)
		u.Dimmed(p.Key.String())
	}
	imgui.EndPopup()
}

// beginBar begins the window of the tabs.
func (u *UI) beginBar() {
	imgui.PushStyleVarFloat(imgui.StyleVarWindowRounding, 0)
	imgui.PushStyleVarVec2(imgui.StyleVarWindowMinSize, imgui.Vec2{X: 1, Y: 1})
	imgui.SetNextWindowPos(imgui.Vec2{})
	imgui.SetNextWindowSize(imgui.Vec2{X: float32(u.width), Y: u.barHeight()})
	imgui.BeginV("tabs", nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoFocusOnAppearing)
}

// tab builds a button of the bar, with a line below the place that is shown.
func (u *UI) tab(t tab, x, y float32) {
	imgui.SetCursorPos(imgui.Vec2{X: x, Y: y + u.Whole(4)})
	c := Plain(u.Theme.Dim)
	if t.shown {
		c = Plain(u.Theme.Text)
	}
	imgui.PushStyleColor(imgui.StyleColorButton, imgui.Vec4{})
	u.Coloured(c, func() {
		if imgui.ButtonV(t.Name, imgui.Vec2{X: t.width, Y: u.Whole(barRow - 8)}) {
			t.Do()
		}
	})
	imgui.PopStyleColor()
	u.Tip(t.Tip)
	if t.shown {
		at := imgui.WindowPos()
		Box(OnPanel(), imgui.Vec2{X: at.X + x + u.Whole(9), Y: at.Y + y + u.Whole(barRow-3)}, imgui.Vec2{X: at.X + x + t.width - u.Whole(9), Y: at.Y + y + u.Whole(barRow-1)}, imgui.Packed(Plain(u.Theme.Accent)))
	}
}
