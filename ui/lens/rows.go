package lens

import (
	"fmt"
	"image/color"
	"path"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/internal/format"
	"kernelscope/report/inside"
	"kernelscope/ui"
)

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
	code := l
	imgui.PushFont(u.Small)
	if s.sorted > 0 { // the lines around it are others
		r.Text = strings.TrimLeft(r.Text, " \t")
	}
	if s.sorted > 0 && r.Depth > 0 && l.end-l.source >= u.Px(namedWide) {
		name := path.Base(r.Line.File)
		left := l.end - imgui.CalcTextSize(name, false, 0).X
		u.Text(list, at.X+left, at.Y+float32(int((each-imgui.TextLineHeight())/2)), ui.Plain(u.Theme.Dim), name)
		code.end = left - u.Whole(8)
	}
	imgui.PopFont()
	p.text(u, code, r, imgui.Vec2{X: at.X, Y: y})
	imgui.PushFont(u.Small)
	for i, k := range s.shown {
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
		tell(u, text)
	}
	for i, k := range p.sheet.shown {
		left := l.end
		if i > 0 {
			left = l.right[i-1]
		}
		if cell := p.sheet.cells[row][k]; x >= left && x < l.right[i] && cell.Text != "" {
			tell(u, fmt.Sprintf("%s (%s) at line %d: %s. %s", cell.Text, inside.Columns[k].Name, r.Line.Line, inside.Columns[k].Help, p.countedBy(inside.Columns[k])))
		}
	}
	if x >= l.number && x < l.source {
		tell(u, r.Line.String())
	}
	if x < l.number && p.sheet.cells[row][0].Text != "" {
		tell(u, fmt.Sprintf("%s of the cost: %s instructions of subgroups, %s sectors, %s rounds of shared memory, %s lanes of atomics", p.sheet.cells[row][0].Text,
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
