package lens

import (
	"fmt"
	"image/color"
	"path"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/simt"
	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/report/inside"
	"kernelscope/ui"
)

// sheet is how the source is listed.
type sheet struct {
	cells    [][]inside.Cell
	columns  []int
	greatest []float64
	dearest  []int
	spread   bool
	says     []inside.Sentence

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
	s.dearest = c.Dearest(5)
	s.spread = slices.ContainsFunc(c.Rows, func(r inside.Row) bool { return len(r.Spread) > 1 })
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
)

// columns divides the width.
func (p *Panel) columns(u *ui.UI) (l columns) {
	l.wide = imgui.ContentRegionAvail().X - u.Whole(scrollWide)
	x := l.wide
	if p.sheet.spread {
		x -= u.Whole(spreadWide)
		l.spread = x
		x -= u.Whole(10)
	}
	imgui.PushFont(u.Small)
	wide := make([]float32, len(p.sheet.columns))
	for i, k := range p.sheet.columns {
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
		u.Tip(strings.ToUpper(column.Name[:1]) + column.Name[1:] + ": " + column.Help + ". A click sorts.")
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
	for i, k := range p.sheet.columns {
		name(k, left, l.right[i], false)
		left = l.right[i] + u.Whole(4)
	}
	u.Text(list, at.X+l.source, at.Y+line, ui.Plain(u.Theme.Dim), ui.Fitting(path.Base(p.Count.Kernel)+".comp: S sorts by cost, N goes to the next dear line", l.end-l.source))
	if l.spread > 0 {
		imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + l.spread, Y: at.Y})
		imgui.InvisibleButton("spread", imgui.Vec2{X: u.Whole(spreadWide), Y: 2 * line})
		u.Tip("Instructions of lanes, from the first workgroups at the left to the last at the right.")
		u.Text(list, at.X+l.spread, at.Y, ui.Plain(u.Theme.Dim), "by")
		u.Text(list, at.X+l.spread, at.Y+line, ui.Plain(u.Theme.Dim), "workgroup")
	}
	imgui.SetCursorScreenPos(imgui.Vec2{X: at.X, Y: at.Y + 2*line + u.Whole(4)})
}

// listing builds the lines that are visible.
func (p *Panel) listing(u *ui.UI, l columns, size imgui.Vec2) {
	s := &p.sheet
	s.scroll.lines(u, "source", size, len(s.lines), func(at imgui.Vec2, each float32, i int, isHovered bool) {
		line := s.lines[i]
		if line.Row < 0 {
			p.file(u, l, line, at, each, isHovered)
			return
		}
		list := ui.OnPanel()
		if line.Row == s.row {
			ui.Box(list, at, imgui.Vec2{X: at.X + l.wide, Y: at.Y + each}, imgui.Packed(ui.Faded(ui.Plain(u.Theme.Accent), 0.22)))
		} else if isHovered {
			ui.Box(list, at, imgui.Vec2{X: at.X + l.wide, Y: at.Y + each}, imgui.Packed(ui.Plain(u.Theme.Field)))
		}
		if isHovered && imgui.IsMouseClicked(0) {
			s.row = line.Row
		}
		p.line(u, l, line.Row, at, each)
		if isHovered {
			p.hover(u, l, line.Row, at)
		}
	})
	p.marks(u, l, size)
}

// file draws the heading of an included file.
func (p *Panel) file(u *ui.UI, l columns, h inside.SheetLine, at imgui.Vec2, each float32, isHovered bool) {
	c := ui.Plain(u.Theme.Dim)
	if isHovered {
		c = ui.Plain(u.Theme.Text)
		if imgui.IsMouseClicked(0) {
			p.sheet.turn(p.Count, h.File)
		}
	}
	list := ui.OnPanel()
	x, y, r := at.X+l.number+u.Px(26), at.Y+each/2, u.Px(3.5)
	if h.Whole {
		list.AddTriangleFilled(imgui.Vec2{X: x - r, Y: y - r/2}, imgui.Vec2{X: x + r, Y: y - r/2}, imgui.Vec2{X: x, Y: y + r}, imgui.Packed(c))
	} else {
		list.AddTriangleFilled(imgui.Vec2{X: x - r/2, Y: y - r}, imgui.Vec2{X: x + r, Y: y}, imgui.Vec2{X: x - r/2, Y: y + r}, imgui.Packed(c))
	}
	text := fmt.Sprintf("%s, %s", h.File, format.Count(h.Lines, "line"))
	if h.Code > 0 {
		text += fmt.Sprintf(", %d with code, %.0f %% of the cost", h.Code, 100*h.Cost)
	}
	imgui.PushFont(u.Small)
	u.Text(list, at.X+l.source, at.Y+(each-imgui.TextLineHeight())/2, c, ui.Fitting(text, l.end-l.source))
	imgui.PopFont()
}

// line draws a row: the bar of its cost, its number, its text and its numbers.
func (p *Panel) line(u *ui.UI, l columns, row int, at imgui.Vec2, each float32) {
	s, r, list := &p.sheet, p.Count.Rows[row], ui.OnPanel()
	cells := s.cells[row]
	if x := cells[0]; x.Text != "" {
		wide := u.Whole(barWide)
		ui.Box(list, imgui.Vec2{X: at.X, Y: at.Y + u.Whole(1)}, imgui.Vec2{X: at.X + max(u.Whole(1), wide*float32(x.Value/s.greatest[0])), Y: at.Y + each - u.Whole(1)},
			imgui.Packed(ui.Faded(ui.Plain(u.Theme.Error), 0.45)))
		imgui.PushFont(u.Small)
		u.Text(list, at.X+u.Whole(3), at.Y+(each-imgui.TextLineHeight())/2, ui.Plain(u.Theme.Text), x.Text)
		imgui.PopFont()
	}
	number := fmt.Sprint(r.Line.Line)
	c := ui.Plain(u.Theme.Dim)
	if dear := slices.Index(s.dearest, row); dear >= 0 {
		c = ui.Plain(u.Theme.Error)
		y, x, t := at.Y+each/2, at.X+l.number-u.Px(1), u.Px(3.5)
		list.AddTriangleFilled(imgui.Vec2{X: x - t/2, Y: y - t}, imgui.Vec2{X: x + t, Y: y}, imgui.Vec2{X: x - t/2, Y: y + t}, imgui.Packed(c))
	}
	y := at.Y + float32(int((each-imgui.TextLineHeight())/2))
	u.Text(list, at.X+l.source-u.Whole(10)-imgui.CalcTextSize(number, false, 0).X, y, c, number)
	p.text(u, l, r, imgui.Vec2{X: at.X, Y: y})
	imgui.PushFont(u.Small)
	for i, k := range s.columns {
		left := l.end + u.Whole(8)
		if i > 0 {
			left = l.right[i-1] + u.Whole(4)
		}
		x := cells[k]
		if ground := heat(u, x); ground.A > 0 {
			ui.Box(list, imgui.Vec2{X: at.X + left, Y: at.Y}, imgui.Vec2{X: at.X + l.right[i] + u.Whole(2), Y: at.Y + each}, imgui.Packed(ground))
		}
		u.Text(list, at.X+l.right[i]-imgui.CalcTextSize(x.Text, false, 0).X, at.Y+float32(int((each-imgui.TextLineHeight())/2)), ui.Plain(u.Theme.Text), x.Text)
	}
	imgui.PopFont()
	if l.spread > 0 && len(r.Spread) > 1 {
		spark(u, list, r.Spread, imgui.Vec2{X: at.X + l.spread, Y: at.Y + u.Whole(2)}, imgui.Vec2{X: u.Whole(spreadWide), Y: each - u.Whole(4)})
	}
}

// heat is the ground of a cell: warm where there is something to gain, cool where it is only much.
func heat(u *ui.UI, x inside.Cell) color.NRGBA {
	switch {
	case x.Text == "" || x.Heat <= 0:
		return color.NRGBA{}
	case x.Quantity:
		return ui.Faded(ui.Plain(u.Theme.Accent), float32(0.35*x.Heat))
	}
	return ui.Faded(ui.Plain(u.Theme.Error), float32(0.6*x.Heat))
}

// text draws the source of a line.
func (p *Panel) text(u *ui.UI, l columns, r inside.Row, at imgui.Vec2) {
	list := ui.OnPanel()
	list.PushClipRectV(imgui.Vec2{X: at.X + l.source, Y: at.Y - 99}, imgui.Vec2{X: at.X + l.end, Y: at.Y + 9999}, true)
	defer list.PopClipRect()
	letter := imgui.CalcTextSize("0", false, 0).X
	quiet := r.Executions == 0 && r.Instructions == 0
	for _, span := range inside.Spans(r.Text) {
		c := ui.Plain(u.Theme.Text)
		switch {
		case span.Kind == inside.Comment || quiet:
			c = ui.Plain(u.Theme.Dim)
		case span.Kind == inside.Word:
			c = ui.Plain(u.Theme.LaneText[0])
		}
		u.Text(list, at.X+l.source+letter*float32(span.At), at.Y, c, span.Text)
	}
}

// hover tells a line that does not fit, and what its columns say.
func (p *Panel) hover(u *ui.UI, l columns, row int, at imgui.Vec2) {
	x, r := imgui.MousePos().X-at.X, p.Count.Rows[row]
	if text := strings.TrimSpace(r.Text); x >= l.source && x < l.end && imgui.CalcTextSize(r.Text, false, 0).X > l.end-l.source {
		u.Told(text)
	}
	for i, k := range p.sheet.columns {
		left := l.end
		if i > 0 {
			left = l.right[i-1]
		}
		if cell := p.sheet.cells[row][k]; x >= left && x < l.right[i] && cell.Text != "" {
			u.Told(fmt.Sprintf("%s at line %d: %s. %s.", cell.Text, r.Line.Line, inside.Columns[k].Name, inside.Columns[k].Help))
		}
	}
	if x < l.number && p.sheet.cells[row][0].Text != "" {
		u.Told(fmt.Sprintf("%s of the cost: %s instructions of subgroups, %s sectors, %s rounds of shared memory, %s lanes of atomics", p.sheet.cells[row][0].Text,
			format.Thousands(r.Instructions), format.Thousands(r.Sectors), format.Thousands(r.BankRounds), format.Thousands(r.AtomicLanes)))
	}
}

// marks draws beside the listing where the dearest lines are in it.
func (p *Panel) marks(u *ui.UI, l columns, size imgui.Vec2) {
	low := imgui.ItemRectMin()
	for _, row := range p.sheet.dearest {
		i := slices.IndexFunc(p.sheet.lines, func(x inside.SheetLine) bool { return x.Row == row })
		if i < 0 {
			continue
		}
		y := low.Y + float32(int(size.Y*(float32(i)+0.5)/float32(len(p.sheet.lines))))
		x := low.X + size.X - u.Whole(3)
		ui.Box(ui.OnPanel(), imgui.Vec2{X: x, Y: y - u.Whole(1)}, imgui.Vec2{X: x + u.Whole(5), Y: y + u.Whole(1)}, imgui.Packed(ui.Plain(u.Theme.Error)))
	}
}
