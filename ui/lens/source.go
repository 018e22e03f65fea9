package lens

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/simt"
	"kernelscope/render/input"
	"kernelscope/report/inside"
	"kernelscope/ui"
)

// sheet is how the source is listed.
type sheet struct {
	cells    [][]inside.Cell
	columns  []int // that have numbers
	shown    []int // of these, for which there is room
	greatest []float64
	dearest  []int
	spread   bool
	longest  float32 // line of the source with code, in letters
	says     []inside.Sentence
	squares  []inside.Square // of workgroups
	grid     string          // about them

	turned map[string]bool // included files that a person has folded or unfolded
	sorted int             // column, plus one; 0 for the order of the source
	lines  []inside.SheetLine
	row    int // that is chosen, of the source
	worst  int // of the dearest rows, that was jumped to last
	scroll scroll
}

// show lists a count.
func (s *sheet) show(c *inside.Count) {
	s.cells, s.says = c.Cells(), c.Sentences()
	s.columns, s.greatest = c.Numbers(s.cells, func(inside.Row) bool { return true })
	s.columns = slices.DeleteFunc(s.columns, func(k int) bool { return k == 0 }) // the cost is a bar
	s.squares, _ = c.Places(maxPlaces)
	s.grid = "Workgroups: " + c.GridText()
	s.dearest = c.Dearest(5)
	s.spread = slices.ContainsFunc(c.Rows, func(r inside.Row) bool { return len(r.Spread) > 1 })
	s.longest = 0
	for _, r := range c.Rows {
		if n := float32(len([]rune(r.Text))); r.Instructions > 0 || r.Depth == 0 {
			s.longest = max(s.longest, min(n+2, maxLetters))
		}
	}
	if s.turned == nil {
		s.turned = map[string]bool{}
	}
	s.list(c)
	if s.row = 0; len(s.dearest) > 0 {
		s.row = s.dearest[0]
	}
	s.worst = 0
	s.reveal()
}

// list makes the lines anew.
func (s *sheet) list(c *inside.Count) {
	if s.sorted > 0 {
		s.lines = c.Sorted(s.cells, s.sorted-1)
		return
	}
	s.lines = c.Sheet(s.turned)
}

// sort sorts by a column, or by the source if it is that already.
func (s *sheet) sort(c *inside.Count, column int) {
	if s.sorted == column+1 {
		column = -1
	}
	s.sorted = column + 1
	s.list(c)
	s.reveal()
}

// Line returns the line of the source that is chosen.
func (p *Panel) Line() simt.Line { return p.Count.Rows[p.sheet.row].Line }

// index is where the chosen row is listed, or -1.
func (s *sheet) index() int {
	return slices.IndexFunc(s.lines, func(l inside.SheetLine) bool { return l.Row == s.row })
}

// reveal scrolls to the chosen row.
func (s *sheet) reveal() { s.scroll.to = max(0, s.index()) }

// choose chooses a row, of an included file that is unfolded.
func (s *sheet) choose(c *inside.Count, row int) {
	if s.row = row; s.index() < 0 {
		s.sorted = 0
		s.list(c)
	}
	if s.index() < 0 {
		file := c.Rows[row].Line.File
		s.turned[file] = !s.turned[file]
		s.list(c)
	}
	s.reveal()
}

// chooseLine chooses the row of a line.
func (s *sheet) chooseLine(c *inside.Count, l simt.Line) {
	if i := slices.IndexFunc(c.Rows, func(r inside.Row) bool { return r.Line.Line == l.Line && r.Line.File == l.File }); i >= 0 {
		s.choose(c, i)
	}
}

// keys moves the choice.
func (s *sheet) keys(c *inside.Count, in input.Frame) {
	page := max(1, s.scroll.visible-2)
	for key, by := range map[input.Key]int{
		input.KeyUp: -1, input.KeyDown: 1, input.KeyPageUp: -page, input.KeyPageDown: page, input.KeyHome: -len(s.lines), input.KeyEnd: len(s.lines),
	} {
		if in.Pressed(key) {
			s.move(by)
		}
	}
	if in.Ctrl {
		return
	}
	if in.Pressed(input.KeyS) {
		s.sort(c, 0)
	}
	if n := len(s.dearest); in.Pressed(input.KeyN) && n > 0 {
		by := 1
		if in.Shift {
			by = n - 1
		}
		if s.row == s.dearest[s.worst] {
			s.worst = (s.worst + by) % n
		}
		s.choose(c, s.dearest[s.worst])
	}
	if in.Pressed(input.KeyEnter) && s.index() >= 0 {
		s.turn(c, s.lines[s.index()].File)
	}
}

// move moves the choice by some lines, past headings.
func (s *sheet) move(by int) {
	at := max(0, min(len(s.lines)-1, s.index()+by))
	step := 1
	if by < 0 {
		step = -1
	}
	for at+step >= 0 && at+step < len(s.lines) && s.lines[at].Row < 0 {
		at += step
	}
	if at >= 0 && at < len(s.lines) && s.lines[at].Row >= 0 {
		s.row = s.lines[at].Row
		s.scroll.near = true
	}
	s.reveal()
}

// turn folds an included file, or unfolds it.
func (s *sheet) turn(c *inside.Count, file string) {
	s.turned[file] = !s.turned[file]
	s.list(c)
}

// source builds the sentences, the listing and the findings.
func (p *Panel) source(u *ui.UI) {
	p.sentences(u)
	l := p.columns(u)
	p.heading(u, l)
	size := imgui.ContentRegionAvail()
	size.X = min(size.X, l.wide+u.Whole(scrollWide)) // the bar is beside the numbers
	size.Y -= p.footHeight(u)
	p.listing(u, l, size)
	p.foot(u)
}

// sentences say what limits the dispatch. A click goes to the line.
func (p *Panel) sentences(u *ui.UI) {
	s := &p.sheet
	if len(s.says) == 0 {
		u.Dimmed("No rule says that anything limits it.")
		return
	}
	for i, says := range s.says {
		if i == 4 {
			u.Note(fmt.Sprintf("and %d more", len(s.says)-i))
			u.Tip(restOf(s.says[i:]))
			break
		}
		u.Dot(ui.Plain(u.Theme.Error))
		text := ui.Fitting(sentence(says.Text), imgui.ContentRegionAvail().X)
		if imgui.SelectableV(fmt.Sprintf("%s##says%d", text, i), false, 0, imgui.Vec2{}) {
			s.chooseLine(p.Count, says.Line)
		}
		u.Tip(sentence(says.Text) + " A click goes to the line.")
	}
}

func restOf(says []inside.Sentence) string {
	var all []string
	for _, s := range says {
		all = append(all, sentence(s.Text))
	}
	return strings.Join(all, "\n")
}

// columns are where the parts of a line are, in pixels from the left of the listing.
type columns struct {
	number, source, end float32
	right               []float32 // right edges of the numbers
	spread              float32   // left edge; 0 without
	wide                float32
}

// Widths of the parts of a line, pixels of a plain display.
const (
	barWide    = 46
	lineWide   = 40
	spreadWide = 64
	scrollWide = 14
	maxLetters = 130
	sourceWide = 270 // of the text at least, where columns can be left out
	namedWide  = 360 // of the text at least, where it leaves room for the names of files
)

// columns divides the width. Where the source has no room, the workgroups and then some columns are left out.
func (p *Panel) columns(u *ui.UI) (l columns) {
	s := &p.sheet
	s.shown = slices.Clone(s.columns)
	l = p.divided(u, s.spread)
	for _, k := range []int{-1, 8, 4, 1, 7, 6, 5, 3, 2} {
		if l.end-l.source >= u.Px(sourceWide) {
			break
		}
		s.shown = slices.DeleteFunc(s.shown, func(x int) bool { return x == k })
		l = p.divided(u, false)
	}
	return l
}

// divided divides the width for the columns that are shown.
func (p *Panel) divided(u *ui.UI, spread bool) (l columns) {
	l.wide = imgui.ContentRegionAvail().X - u.Whole(scrollWide)
	x := l.wide
	defer func() { l.narrow(p.sheet.longest * p.letter(u)) }()
	if spread {
		x -= u.Whole(spreadWide)
		l.spread = x
		x -= u.Whole(10)
	}
	imgui.PushFont(u.Small)
	wide := make([]float32, len(p.sheet.shown))
	for i, k := range p.sheet.shown {
		for _, part := range parts(inside.Columns[k].Name) {
			wide[i] = max(wide[i], imgui.CalcTextSize(part, false, 0).X)
		}
		for _, row := range p.sheet.cells {
			if t := row[k].Text; len(t) > 4 {
				wide[i] = max(wide[i], imgui.CalcTextSize(t, false, 0).X)
			}
		}
	}
	imgui.PopFont()
	l.right = make([]float32, len(wide))
	for i := len(wide) - 1; i >= 0; i-- {
		l.right[i] = x
		x -= float32(int(wide[i])) + u.Whole(12)
	}
	l.number = u.Whole(barWide + 6)
	l.source, l.end = l.number+u.Whole(lineWide), x
	return l
}

// letter is the width of a letter of the source, in pixels.
func (p *Panel) letter(u *ui.UI) float32 {
	imgui.PushFont(u.Mono)
	defer imgui.PopFont()
	return imgui.CalcTextSize("0", false, 0).X
}

// narrow moves the numbers to the left, where the source needs less than its room.
func (l *columns) narrow(text float32) {
	by := float32(int(l.end - l.source - max(text, 1)))
	if by <= 0 {
		return
	}
	l.end, l.wide = l.end-by, l.wide-by
	for i := range l.right {
		l.right[i] -= by
	}
	if l.spread > 0 {
		l.spread -= by
	}
}

// parts divides the name of a column into two lines.
func parts(name string) []string {
	if a, b, ok := strings.Cut(name, "/"); ok {
		return []string{a + "/", b}
	}
	return []string{name}
}

// heading builds the names of the columns, which sort.
func (p *Panel) heading(u *ui.UI, l columns) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	line := imgui.TextLineHeight()
	at, list := imgui.CursorScreenPos(), ui.OnPanel()
	name := func(k int, left, right float32, alignsLeft bool) {
		c := ui.Plain(u.Theme.Dim)
		imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + left, Y: at.Y})
		if imgui.InvisibleButton(fmt.Sprintf("column%d", k), imgui.Vec2{X: max(1, right-left), Y: 2 * line}) {
			p.sheet.sort(p.Count, k)
		}
		if imgui.IsItemHovered() || p.sheet.sorted == k+1 {
			c = ui.Plain(u.Theme.Text)
		}
		column := inside.Columns[k]
		u.Tip(strings.ToUpper(column.Name[:1]) + column.Name[1:] + ": " + column.Help + ". " + p.countedBy(column) + "A click sorts.")
		texts := parts(column.Name)
		for i, text := range texts {
			x := at.X + right - imgui.CalcTextSize(text, false, 0).X
			if alignsLeft {
				x = at.X + left
			}
			u.Text(list, x, at.Y+line*float32(2-len(texts)+i), c, text)
		}
		if p.sheet.sorted == k+1 {
			y := at.Y + 2*line + u.Whole(1)
			ui.Box(list, imgui.Vec2{X: at.X + left, Y: y}, imgui.Vec2{X: at.X + right, Y: y + u.Whole(2)}, imgui.Packed(ui.Plain(u.Theme.Accent)))
		}
	}
	name(0, 0, u.Whole(barWide), true)
	left := l.end + u.Whole(8)
	for i, k := range p.sheet.shown {
		name(k, left, l.right[i], false)
		left = l.right[i] + u.Whole(4)
	}
	p.models(u, l, at)
	u.Text(list, at.X+l.source, at.Y+line, ui.Plain(u.Theme.Dim), ui.Fitting(path.Base(p.Count.Kernel)+".comp", l.end-l.source))
	if l.spread > 0 {
		imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + l.spread, Y: at.Y})
		imgui.InvisibleButton("spread", imgui.Vec2{X: u.Whole(spreadWide), Y: 2 * line})
		u.Tip("Instructions of lanes, from the first workgroups at the left to the last at the right.")
		u.Text(list, at.X+l.spread, at.Y, ui.Plain(u.Theme.Dim), "by")
		u.Text(list, at.X+l.spread, at.Y+line, ui.Plain(u.Theme.Dim), "workgroup")
	}
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X, Y: at.Y + 2*line + u.Whole(4)})
}
