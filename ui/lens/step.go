package lens

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/simt"
	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/report/inside"
	"kernelscope/ui"
)

// Peek asks for what an instruction has in a lane. The recording stays where it is.
type Peek struct {
	To   simt.Position
	Lane int
}

// Peeked is what an instruction has and gives in a lane: bits.
type Peeked struct {
	Peek
	Operands, Results []uint64
}

// Actions of the recording.
type (
	// OpenGroup records a workgroup, by its number in the grid.
	OpenGroup struct{ Number int }
	// GoTo goes to a position.
	GoTo struct{ To simt.Position }
	// Step goes on or back by a unit.
	Step struct {
		Unit simt.Unit
		Back bool
	}
)

func (OpenGroup) Action() {}
func (Peek) Action()      {}
func (GoTo) Action()      {}
func (Step) Action()      {}

func ones(x uint64) int { return bits.OnesCount64(x) }

// steps are the buttons of the recording.
var steps = []struct {
	name, tip string
	unit      simt.Unit
	key       input.Key
	shift     bool
}{
	{"line", "line of the source (Left, Right)", simt.SourceLine, input.KeyNone, false},
	{"instruction", "instruction of the module (Shift-Left, Shift-Right)", simt.Instruction, input.KeyNone, true},
	{"barrier", "barrier (Shift-B, B)", simt.Barrier, input.KeyB, false},
	{"divergence", "branch whose lanes go to different blocks (Shift-D, D)", simt.Divergence, input.KeyD, false},
}

// stepKeys moves in the recording.
func (p *Panel) stepKeys(u *ui.UI, in input.Frame) {
	for _, s := range steps {
		switch {
		case s.key != input.KeyNone && in.Pressed(s.key):
			u.Do(Step{s.unit, in.Shift})
		case s.key == input.KeyNone && in.Shift == s.shift && in.Pressed(input.KeyRight):
			u.Do(Step{s.unit, false})
		case s.key == input.KeyNone && in.Shift == s.shift && in.Pressed(input.KeyLeft):
			u.Do(Step{s.unit, true})
		}
	}
}

// state builds where the recording is: the controls, the source around the line, and the values.
func (p *Panel) state(u *ui.UI) {
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{X: u.Whole(7), Y: u.Whole(1)})
	imgui.PushStyleVarVec2(imgui.StyleVarItemSpacing, imgui.Vec2{X: u.Whole(3), Y: u.Whole(4)})
	for i, s := range steps {
		if i > 0 {
			imgui.SameLineV(0, u.Whole(12))
		}
		if imgui.Button("<##" + s.name) {
			u.Do(Step{s.unit, true})
		}
		u.Tip("Goes back to the last " + s.tip + ".")
		imgui.SameLine()
		imgui.AlignTextToFramePadding()
		imgui.Text(s.name)
		imgui.SameLine()
		if imgui.Button(">##" + s.name) {
			u.Do(Step{s.unit, false})
		}
		u.Tip("Goes on to the next " + s.tip + ".")
	}
	if p.State != nil {
		imgui.SameLineV(0, u.Whole(16))
		imgui.AlignTextToFramePadding()
		u.Dimmed(ui.Fitting(p.stateText(), imgui.ContentRegionAvail().X))
	}
	imgui.PopStyleVarV(2)
	if p.State == nil {
		return
	}
	room := imgui.ContentRegionAvail()
	left := float32(int(room.X * 0.5))
	p.excerpt(u, imgui.Vec2{X: left, Y: room.Y})
	imgui.SameLineV(0, u.Whole(12))
	p.values(u, imgui.Vec2{X: room.X - left - u.Whole(12), Y: room.Y})
}

// stateText says where the recording is.
func (p *Panel) stateText() string {
	m := p.State.At
	at := fmt.Sprintf("%s of %s", format.Thousands(p.State.Index), format.Thousands(p.Length))
	switch {
	case m.Ended:
		return at + ": the workgroup has ended"
	case m.Waiting:
		return at + fmt.Sprintf(": subgroup %d waits at a barrier", m.Subgroup)
	}
	return fmt.Sprintf("%s: subgroup %d, %s, %d of %d lanes active", at, m.Subgroup, m.Op, len(m.Lanes), m.Of)
}

// sourceOf is the text of a line.
func (p *Panel) sourceOf(l simt.Line) string {
	for _, r := range p.Count.Rows {
		if r.Line.Line == l.Line && r.Line.File == l.File {
			return strings.TrimSpace(r.Text)
		}
	}
	return ""
}

// excerpt shows the source around the line.
func (p *Panel) excerpt(u *ui.UI, size imgui.Vec2) {
	rows, at := p.Count.Rows, -1
	for i, r := range rows {
		if r.Line == p.State.At.Line {
			at = i
		}
	}
	if p.follows != p.State.Index {
		p.follows = p.State.Index
		p.excerptScroll.to, p.excerptScroll.near = max(0, at), true
	}
	p.excerptScroll.lines(u, "excerpt", size, len(rows), func(low imgui.Vec2, each float32, i int, _ bool) {
		high := imgui.Vec2{X: low.X + size.X, Y: low.Y + each}
		if i == at {
			ui.Box(ui.OnPanel(), low, high, imgui.Packed(ui.Faded(ui.Plain(u.Theme.Accent), 0.3)))
		}
		l := columns{source: u.Whole(lineWide), end: size.X - u.Whole(scrollWide)}
		number := fmt.Sprint(rows[i].Line.Line)
		y := low.Y + float32(int((each-imgui.TextLineHeight())/2))
		u.Text(ui.OnPanel(), low.X+l.source-u.Whole(10)-imgui.CalcTextSize(number, false, 0).X, y, ui.Plain(u.Theme.Dim), number)
		p.text(u, l, rows[i], imgui.Vec2{X: low.X, Y: y})
	})
}

// values lists the names with their values in the chosen lane, and a row of all lanes.
func (p *Panel) values(u *ui.UI, size imgui.Vec2) {
	all := p.State.Values
	lane := p.lanes.lane
	name, value, row := u.Whole(120), u.Whole(110), size.X-u.Whole(120+110+scrollWide)
	p.valueScroll.lines(u, "values", size, len(all)+1, func(low imgui.Vec2, each float32, i int, isHovered bool) {
		list := ui.OnPanel()
		imgui.PushFont(u.Small)
		defer imgui.PopFont()
		y := low.Y + float32(int((each-imgui.TextLineHeight())/2))
		if i == 0 {
			u.Text(list, low.X, y, ui.Plain(u.Theme.Dim), "variable")
			u.Text(list, low.X+name, y, ui.Plain(u.Theme.Dim), fmt.Sprintf("lane %d", lane))
			u.Text(list, low.X+name+value, y, ui.Plain(u.Theme.Dim), "all lanes")
			return
		}
		v := all[i-1]
		if isHovered {
			ui.Box(list, low, imgui.Vec2{X: low.X + size.X, Y: low.Y + each}, imgui.Packed(ui.Plain(u.Theme.Field)))
		}
		u.Text(list, low.X, y, ui.Plain(u.Theme.LaneText[0]), ui.Fitting(v.Name, name-u.Whole(8)))
		of := v.in(lane)
		c, text := ui.Plain(u.Theme.Text), of.Text
		switch {
		case !of.Known:
			c, text = ui.Plain(u.Theme.Dim), "-"
		case isUnwritten(of):
			c, text = ui.Plain(u.Theme.Dim), "not written yet"
		}
		u.Text(list, low.X+name, y, c, ui.Fitting(text, value-u.Whole(8)))
		p.row(u, v, imgui.Vec2{X: low.X + name + value, Y: low.Y + u.Whole(2)}, imgui.Vec2{X: row, Y: each - u.Whole(4)}, isHovered)
	})
}

// unwritten is what memory holds before anything is written to it.
const unwritten = 0xdeadbeef

// isUnwritten reports whether nothing was written to a value, as far as that can be told.
func isUnwritten(v simt.Value) bool {
	return len(v.Words) > 0 && !slices.ContainsFunc(v.Words, func(w uint32) bool { return w != unwritten })
}

// in returns the value in a lane.
func (v Value) in(lane int) simt.Value {
	if len(v.Lanes) == 0 {
		return simt.Value{}
	}
	return v.Lanes[min(lane, len(v.Lanes)-1)]
}

// row draws the values of all lanes as squares, coloured from the least to the greatest. The one under the mouse is told.
func (p *Panel) row(u *ui.UI, v Value, at, size imgui.Vec2, isHovered bool) {
	n, list, mouse := len(v.Lanes), ui.OnPanel(), imgui.MousePos()
	if n < 2 {
		return
	}
	low, high := inside.Range(v.Lanes)
	wide := size.X / float32(n)
	for k, x := range v.Lanes {
		left, right := at.X+float32(int(wide*float32(k))), at.X+float32(int(wide*float32(k+1)))
		c := ui.Plain(u.Theme.Chart)
		if x.Known && len(x.Words) > 0 && !isUnwritten(x) {
			part := 0.5
			if high > low {
				part = float64(x.Words[0]-low) / float64(high-low)
			}
			c = ui.Between(u.Theme.Ramp[:], part)
		}
		if !p.isActive(k) {
			c = ui.Faded(c, 0.35)
		}
		gap := u.Whole(1)
		if wide < u.Px(4) {
			gap = 0
		}
		ui.Box(list, imgui.Vec2{X: left, Y: at.Y}, imgui.Vec2{X: right - gap, Y: at.Y + size.Y}, imgui.Packed(c))
		if k == p.lanes.lane {
			list.AddRectV(imgui.Vec2{X: left, Y: at.Y}, imgui.Vec2{X: right - gap, Y: at.Y + size.Y}, imgui.Packed(ui.Plain(u.Theme.Text)), 0, imgui.DrawCornerFlagsNone, u.Whole(1))
		}
		if isHovered && mouse.X >= left && mouse.X < right {
			p.tellValue(u, v, k)
			if imgui.IsMouseClicked(0) {
				p.lanes.lane = k
			}
		}
	}
}

// tellValue tells the value of a lane.
func (p *Panel) tellValue(u *ui.UI, v Value, lane int) {
	text := fmt.Sprintf("%s %s in lane %d: %s", v.Type, v.Name, lane, v.Lanes[lane].Text)
	switch {
	case !v.Lanes[lane].Known && !p.isActive(lane):
		text = fmt.Sprintf("lane %d is masked", lane)
	case !v.Lanes[lane].Known:
		text = fmt.Sprintf("lane %d has not executed what %s is", lane, v.Name)
	case !p.isActive(lane):
		text += " (the lane is masked)"
	}
	tell(u, text)
}

// isActive reports whether a lane executes the next instruction.
func (p *Panel) isActive(lane int) bool {
	for _, l := range p.State.At.Lanes {
		if int(l) == lane {
			return true
		}
	}
	return false
}
