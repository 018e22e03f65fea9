// Package lens shows what a dispatch did on the interpreter, over the picture of a window: its source as a heat map, its
// workgroups, and the lanes of one workgroup. It executes nothing: its owner gives it data, and receives actions.
package lens

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/simt"
	"kernelscope/render/input"
	"kernelscope/report/inside"
	"kernelscope/ui"
)

// Panel is a ui.Overlay.
type Panel struct {
	Title   string // before there is a count
	Job     *Job   // nil while nothing is executed
	More    *Job   // of which the first numbers are shown; nil if nothing follows
	Problem string // why there is nothing to show
	Note    string // why another dispatch is shown than the one that was asked for
	Count   *inside.Count
	Width   int      // lanes of a subgroup
	Choices []string // dispatches of the step
	Chosen  int
	Step    int  // whose dispatches these are
	Now     int  // step of the window
	Other   bool // the window shows another run

	Wrote *Wrote // who wrote the value that was asked for; nil if none was

	// Of the workgroup whose lanes are shown:
	Lanes        *inside.Lanes // nil while it is recorded
	State        *State        // where its recording is
	Length       int64         // instructions of its recording
	Used, Budget int           // bytes of its recording
	GroupProblem string        // why it is not recorded
	Peeked       Peeked        // under the mouse

	// Of the memory:
	Blocks        []Block
	Writes        []simt.Write // of the word that was asked for; nil while they are collected
	WritesProblem string       // why they are not known

	page   pageOf
	sheet  sheet
	memory memory
	across int   // words in a line
	asked  Peek  // last
	width  int32 // exponent that is half chosen
	holds  bool  // the slider of the width is held

	group         int // among the workgroups that were executed
	lanes         lanes
	wheel         float64
	moved         bool  // the mouse has moved the lanes
	follows       int64 // the instruction to which the source is scrolled
	excerptScroll scroll
	valueScroll   scroll
}

// pageOf is a page of the panel.
type pageOf int

const (
	sourcePage pageOf = iota
	lanesPage
	memoryPage
)

// ShowLanes gives the panel the lanes of a workgroup.
func (p *Panel) ShowLanes(l *inside.Lanes) {
	p.Lanes, p.follows = l, -1
	p.lanes.show(l)
}

// Job is work in progress.
type Job struct {
	Doing string
	Share float64 // 0 to 1
}

// Actions of the panel.
type (
	// Choose looks at another dispatch of the step.
	Choose struct{ Index int }
	// SetWidth executes the dispatch with other subgroups.
	SetWidth struct{ Lanes int }
	// SetAll executes all workgroups.
	SetAll struct{}
	// Cancel ends the work in progress.
	Cancel struct{}
)

func (Choose) Action()   {}
func (SetWidth) Action() {}
func (SetAll) Action()   {}
func (Cancel) Action()   {}

// Widths of a subgroup, as exponents.
const (
	minWidth = 2
	maxWidth = 7
)

// Show gives the panel what was counted.
func (p *Panel) Show(c *inside.Count) {
	p.Count, p.Job, p.More, p.Problem, p.group = c, nil, nil, "", 0
	p.Wrote, p.Lanes, p.State, p.page, p.memory = nil, nil, nil, sourcePage, memory{}
	p.sheet.show(c)
}

// Keep shows another count of the same dispatch, and keeps the line that is chosen, if the source is shown already.
func (p *Panel) Keep(show func()) {
	if p.More == nil {
		show()
		return
	}
	s, page, group := p.sheet, p.page, 0
	if p.page == lanesPage {
		group = p.Count.Number(p.group)
	}
	lanes, state := p.Lanes, p.State
	show()
	p.sheet.row, p.sheet.scroll, p.sheet.sorted = s.row, s.scroll, s.sorted
	p.sheet.list(p.Count)
	if p.page = page; page == lanesPage {
		p.group, p.Lanes, p.State = group, lanes, state
	}
}

// Frame builds a frame of the panel in a rectangle of the target.
func (p *Panel) Frame(u *ui.UI, in input.Frame, at image.Rectangle) {
	imgui.SetNextWindowPos(ui.Vec(at.Min))
	imgui.SetNextWindowSize(ui.Vec(at.Size()))
	imgui.PushStyleColor(imgui.StyleColorWindowBg, ui.Vec4(ui.Plain(u.Theme.Panel)))
	imgui.BeginV("lens", nil, imgui.WindowFlagsNoTitleBar|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsNoScrollWithMouse) // it comes to the front
	defer imgui.End()
	imgui.PopStyleColor()
	p.wheel = in.WheelY
	u.Keys("Inside a dispatch", p.help())
	p.head(u)
	switch {
	case p.Job != nil || p.Count == nil:
		p.waits(u)
	case p.page == lanesPage:
		p.lanesPage(u)
	case p.page == memoryPage && len(p.Blocks) > 0:
		p.memoryPage(u)
	default:
		p.source(u)
	}
	if !u.Entering() {
		p.keys(u, in)
	}
}

// keys follows keys.
func (p *Panel) keys(u *ui.UI, in input.Frame) {
	switch {
	case !u.Escape():
	case p.Job != nil:
		u.Do(Cancel{})
	default:
		u.Do(ui.CloseLens{})
	}
	if p.Job != nil || p.Count == nil {
		return
	}
	for key, by := range map[input.Key]int{input.KeyLeftBracket: -1, input.KeyRightBracket: 1} {
		if e := exponent(p.Width) + by; in.Pressed(key) && e >= minWidth && e <= maxWidth {
			u.Do(SetWidth{1 << e})
		}
	}
	for i, page := range pages {
		if strings.Contains(in.Text, page.key) {
			p.open(u, pageOf(i))
		}
	}
	p.wroteKeys(u, in)
	if p.Wrote == nil && in.Pressed(input.KeyC) && !in.Ctrl {
		u.Do(SetCounted{p.Count.Device == nil})
	}
	switch p.page {
	case lanesPage:
		p.laneKeys(u, in)
	case memoryPage:
		p.memoryKeys(u, in)
	default:
		p.sheet.keys(p.Count, in)
	}
}

// pages are the names of the pages, the keys that show them, and tips.
var pages = []struct{ name, key, tip string }{
	{"Source", "1", "What each line costs (1)."},
	{"Lanes", "2", "What the lanes of one workgroup do, instruction by instruction (2)."},
	{"Memory", "3", "The buffers before and after the dispatch, and who wrote their words (3)."},
}

// open shows a page.
func (p *Panel) open(u *ui.UI, to pageOf) {
	switch p.page = to; {
	case to == lanesPage && p.Lanes == nil:
		p.openGroup(u, p.group)
	case to == memoryPage && p.memory.asked == (History{}) && len(p.Blocks) > 0:
		p.chooseBlock(u, p.changing())
	}
}

// changing is the first block that the dispatch changes.
func (p *Panel) changing() int {
	return max(0, slices.IndexFunc(p.Blocks, func(b Block) bool { return b.Changed > 0 }))
}

// tabs are the names of the pages.
func (p *Panel) tabs(u *ui.UI) {
	for i, page := range pages {
		c, ground := ui.Plain(u.Theme.Dim), color.NRGBA{}
		if p.page == pageOf(i) {
			c, ground = ui.Plain(u.Theme.Text), ui.Plain(u.Theme.Active)
		}
		imgui.PushStyleColor(imgui.StyleColorButton, ui.Vec4(ground))
		u.Coloured(c, func() {
			if imgui.Button(page.name) {
				p.open(u, pageOf(i))
			}
		})
		imgui.PopStyleColor()
		u.Tip(page.tip)
		imgui.SameLine()
	}
}

func exponent(width int) int { return int(math.Round(math.Log2(float64(width)))) }

// head names the dispatch, and has the controls of how it is executed.
func (p *Panel) head(u *ui.UI) {
	right := imgui.ContentRegionAvail().X
	imgui.PushFont(u.Bold)
	title := p.Title
	if p.Count != nil {
		title = p.Count.Title()
	}
	imgui.Text(title)
	imgui.PopFont()
	if p.Count != nil {
		p.hint(u, right-u.Px(152+16))
	}
	u.Above(imgui.CursorPosX()+right-u.Px(152), -u.Px(25), func() {
		if imgui.ButtonV("Copy", imgui.Vec2{X: u.Whole(72)}) {
			u.Do(ui.CopyCommand{})
		}
		u.Tip("Copies the command line that prints the same (Ctrl-C): viewer inside …, which also writes it as a page or a picture.")
		imgui.SameLine()
		if imgui.ButtonV("Close", imgui.Vec2{X: u.Whole(72)}) {
			u.Do(ui.CloseLens{})
		}
		u.Tip("Shows the picture again (Esc).")
	})
	if p.Count != nil {
		u.Note(ui.Fitting(p.Count.Head(), right))
		by := "Counted by an interpreter of the kernel's code, not measured."
		if d := p.Count.Device; d != nil {
			by = "Counted: " + d.String() + "."
		}
		u.Tip(by + " Accesses are counted by a model: memory in sectors of 32 bytes, shared memory in 32 banks.")
	}
	p.controls(u, right)
	if p.Wrote != nil && p.Count != nil {
		p.wrote(u, right)
	}
	if text := p.Note; text != "" {
		imgui.PushFont(u.Small)
		u.Coloured(ui.Plain(u.Theme.LaneText[1]), func() { u.Wrapped(text) })
		imgui.PopFont()
	}
	if p.Count == nil {
		p.elsewhere(u)
	}
}

// elsewhere offers to look at the step of the window, where that is another.
func (p *Panel) elsewhere(u *ui.UI) {
	if p.Now == p.Step && !p.Other || p.Job != nil {
		return
	}
	if imgui.Button(fmt.Sprintf("Look at step %d", p.Now)) {
		u.Do(ui.OpenLens{})
	}
	u.Tip("The window is at another step, or its run has changed (I).")
}

// hint names some keys beside the title, up to a column, where there is room.
func (p *Panel) hint(u *ui.UI, right float32) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	text := ""
	for _, k := range p.help()[:3] {
		text += k.Key + " " + k.Does + "   "
	}
	text += "? all keys"
	size, low, high := imgui.CalcTextSize(text, false, 0), imgui.ItemRectMin(), imgui.ItemRectMax()
	if x := low.X + right - size.X; x > high.X+u.Px(24) {
		u.Text(ui.OnPanel(), x, high.Y-size.Y-u.Px(1), ui.Plain(u.Theme.Dim), text)
	}
}

// help lists the keys of the page.
func (p *Panel) help() (keys []ui.Help) {
	switch p.page {
	case lanesPage:
		keys = []ui.Help{{Key: "Left, Right", Does: "line"}, {Key: "B, D", Does: "next barrier, divergence"}, {Key: ", .", Does: "workgroups"}, {Key: "Shift-Left, Shift-Right", Does: "instruction"},
			{Key: "Shift-B, Shift-D", Does: "last barrier, divergence"}, {Key: "Up, Down", Does: "lane"}, {Key: "wheel, drag, F", Does: "zoom, move, all instructions"}, {Key: "click", Does: "go there"}}
	case memoryPage:
		keys = []ui.Help{{Key: "arrows", Does: "word"}, {Key: "N", Does: "next word that changes"}, {Key: "B", Does: "another block"}, {Key: "Shift-N", Does: "word before that changes"}}
	default:
		keys = []ui.Help{{Key: "S", Does: "sort by cost"}, {Key: "N", Does: "next dear line"}, {Key: "1, 2, 3", Does: "source, lanes, memory"}, {Key: "Shift-N", Does: "dear line before"},
			{Key: "Up, Down", Does: "line"}, {Key: "Enter", Does: "fold or unfold an include"}}
	}
	if p.Wrote != nil {
		keys = append(keys, ui.Help{Key: "W, M", Does: "its lane, its moment"})
	}
	return append(keys, ui.Help{Key: "[ ]", Does: "narrower, wider subgroups"}, ui.Help{Key: "C", Does: "count on this device, or not"}, ui.Help{Key: "Ctrl-C", Does: "copy the command"}, ui.Help{Key: "Esc", Does: "cancel, close"})
}

// waits shows how far the work is, or why there is nothing.
func (p *Panel) waits(u *ui.UI) {
	size := imgui.ContentRegionAvail()
	at := imgui.CursorPos()
	wide := min(size.X, u.Px(460))
	left := at.X + (size.X-wide)/2
	imgui.SetCursorPos(imgui.Vec2{X: left, Y: at.Y + max(0, size.Y*0.4-u.Px(40))})
	if p.Job == nil {
		text := sentence(p.Problem)
		if room := wide - imgui.CalcTextSize(text, false, 0).X; room > 0 {
			imgui.SetCursorPos(imgui.Vec2{X: float32(int(left + room/2)), Y: imgui.CursorPosY()})
		}
		imgui.PushTextWrapPosV(left + wide)
		imgui.Text(text)
		imgui.PopTextWrapPos()
		return
	}
	u.Dimmed(p.Job.Doing)
	imgui.SetCursorPos(imgui.Vec2{X: left, Y: imgui.CursorPosY()})
	imgui.ProgressBarV(float32(p.Job.Share), imgui.Vec2{X: wide - u.Whole(84), Y: u.Whole(22)}, fmt.Sprintf("%.0f %%", 100*p.Job.Share))
	imgui.SameLine()
	if imgui.ButtonV("Cancel", imgui.Vec2{X: u.Whole(76)}) {
		u.Do(Cancel{})
	}
	u.Tip("Ends the work (Esc).")
}

// sentence writes an error as a sentence.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
