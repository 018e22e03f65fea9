package lens

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/report/inside"
	"kernelscope/ui"
)

// lanes is the part of the lanes' picture that is shown.
type lanes struct {
	from, to float64 // columns
	lane     int     // chosen, of the subgroup whose turn it is
	of       drawn
	dragged  float32 // where the mouse was
}

// drawn is what the picture on the device shows.
type drawn struct {
	lanes    *inside.Lanes
	from, to float64
	size     image.Point
	theme    string
}

// show shows all of a workgroup.
func (l *lanes) show(of *inside.Lanes) { l.from, l.to = 0, float64(max(1, of.Columns)) }

// Fewest columns that are shown.
const minColumns = 8

// zoom shows more or fewer columns around one.
func (l *lanes) zoom(all int, at, factor float64) {
	wide := max(math.Min(minColumns, float64(all)), min(float64(all), (l.to-l.from)*factor))
	part := (at - l.from) / (l.to - l.from)
	l.from = at - part*wide
	l.to = l.from + wide
	l.clamp(all)
}

// clamp keeps the stretch within all columns.
func (l *lanes) clamp(all int) {
	wide := l.to - l.from
	l.from = max(0, min(float64(all)-wide, l.from))
	l.to = l.from + wide
}

// reveal shows a column, in the middle if it is not shown.
func (l *lanes) reveal(all int, column float64) {
	if column < l.from || column+1 > l.to {
		wide := l.to - l.from
		l.from = column - wide/2
		l.to = l.from + wide
		l.clamp(all)
	}
}

// Reveal shows where the recording is.
func (p *Panel) Reveal() {
	if p.Lanes == nil || p.State == nil || p.State.At.Ended {
		return
	}
	if column, ok := p.Lanes.Column(p.State.At.Subgroup, p.State.At.Instruction); ok {
		p.lanes.reveal(p.Lanes.Columns, float64(column))
	}
}

// laneColours are the colours of the states of a lane.
func laneColours(u *ui.UI) (active, reaching, atomic, masked, waiting, ground color.RGBA) {
	t := u.Theme
	soft := color.RGBA(ui.Between([]color.RGBA{t.Accent, t.Chart}, 0.3))
	return soft, t.Good, t.Target, t.Active, t.Second, t.Chart
}

// paint makes the picture anew if something else is shown, and uploads it.
func (l *lanes) paint(u *ui.UI, of *inside.Lanes, size image.Point) error {
	now := drawn{of, l.from, l.to, size, u.Theme.Name}
	if now == l.of {
		return nil
	}
	active, reaching, atomic, masked, waiting, ground := laneColours(u)
	m := image.NewRGBA(image.Rectangle{Max: size})
	var states []inside.LaneState
	for x := range size.X {
		wide := (l.to - l.from) / float64(size.X)
		states = of.States(l.from+wide*float64(x), l.from+wide*float64(x+1), states)
		last, c := -1, color.RGBA{}
		for y := range size.Y {
			lane := y * of.Size / size.Y
			if lane != last {
				s := states[lane]
				last, c = lane, mixed([]color.RGBA{active, reaching, atomic, masked, waiting, ground},
					[]float32{s.Active - s.Reaching - s.Atomic, s.Reaching, s.Atomic, s.Masked, s.Waiting, max(0, 1-s.Active-s.Masked-s.Waiting)})
			}
			m.SetRGBA(x, y, c)
		}
	}
	l.of = now
	return u.SetLens(m)
}

// mixed is the mean of colours with weights.
func mixed(of []color.RGBA, weights []float32) color.RGBA {
	var r, g, b, sum float32
	for i, c := range of {
		w := weights[i]
		r, g, b, sum = r+w*float32(c.R), g+w*float32(c.G), b+w*float32(c.B), sum+w
	}
	if sum <= 0 {
		return of[len(of)-1]
	}
	return color.RGBA{uint8(r/sum + 0.5), uint8(g/sum + 0.5), uint8(b/sum + 0.5), 255}
}

// lanesPage builds the lanes of a workgroup, and where its recording is.
func (p *Panel) lanesPage(u *ui.UI) {
	p.groupLine(u)
	if p.Lanes == nil {
		p.recordingJob(u)
		return
	}
	p.legend(u)
	room := imgui.ContentRegionAvail()
	tall := max(u.Px(60), room.Y*0.42)
	p.picture(u, imgui.Vec2{X: room.X, Y: tall})
	p.state(u)
}

// groupLine chooses a workgroup.
func (p *Panel) groupLine(u *ui.UI) {
	imgui.AlignTextToFramePadding()
	imgui.Text(fmt.Sprintf("Workgroup %s (of %s)", format.Thousands(p.Count.Number(p.group)), format.Thousands(p.Count.Grid.X*p.Count.Grid.Y)))
	for _, b := range []struct {
		name, tip string
		to        int
	}{
		{"<", "The workgroup before (,).", p.group - 1}, {">", "The next workgroup (.).", p.group + 1}, {"Longest", "The workgroup with the most instructions.", p.longest()},
	} {
		imgui.SameLine()
		if imgui.Button(b.name + "##group") {
			p.openGroup(u, b.to)
		}
		u.Tip(b.tip)
	}
	if p.Lanes != nil && p.Budget > 0 {
		imgui.SameLine()
		text := fmt.Sprintf("%s instructions of %s, recorded in %s of at most %s", format.Thousands(p.Length), format.Plural(len(p.Lanes.Subgroups), "subgroup", "subgroups"), format.Bytes(int64(p.Used)), format.Bytes(int64(p.Budget)))
		if p.Lanes.Cut {
			text += "; only its beginning is drawn"
		}
		imgui.AlignTextToFramePadding()
		u.Dimmed(ui.Fitting(text, imgui.ContentRegionAvail().X))
	}
}

// longest is the index of the longest workgroup.
func (p *Panel) longest() (longest int) {
	for i, n := range p.Count.Lengths {
		if n > p.Count.Lengths[longest] {
			longest = i
		}
	}
	return longest
}

// openGroup shows the lanes of a workgroup, by its index among those that were executed.
func (p *Panel) openGroup(u *ui.UI, i int) {
	if i < 0 || i >= p.Count.Groups() {
		return
	}
	p.page, p.group, p.Lanes, p.State = lanesPage, i, nil, nil
	u.Do(OpenGroup{p.Count.Number(i)})
}

// recordingJob shows how far a recording is.
func (p *Panel) recordingJob(u *ui.UI) {
	if p.GroupProblem != "" {
		u.Wrapped(sentence(p.GroupProblem))
		return
	}
	u.Dimmed("The workgroups before it are executed, and it is recorded ..")
}

// legend names the colours.
func (p *Panel) legend(u *ui.UI) {
	active, reaching, atomic, masked, waiting, _ := laneColours(u)
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	for i, e := range []struct {
		name string
		c    color.RGBA
	}{{"active", active}, {"reaches memory", reaching}, {"atomic", atomic}, {"masked", masked}, {"waits at a barrier", waiting}} {
		if i > 0 {
			imgui.SameLine()
		}
		at := imgui.CursorScreenPos()
		u.Swatch(ui.OnPanel(), at.X, at.Y, ui.Plain(e.c))
		imgui.Dummy(imgui.Vec2{X: u.Whole(8), Y: imgui.TextLineHeight()})
		imgui.SameLine()
		u.Dimmed(e.name)
	}
	imgui.SameLine()
	u.Dimmed(ui.Fitting("   lanes down, instructions across; wheel zooms, drag moves, a click goes there, F shows all", imgui.ContentRegionAvail().X))
}

// picture builds the picture of the lanes.
func (p *Panel) picture(u *ui.UI, size imgui.Vec2) {
	l, of := &p.lanes, p.Lanes
	at, list := imgui.CursorScreenPos(), ui.OnPanel()
	at = imgui.Vec2{X: float32(int(at.X)), Y: float32(int(at.Y))}
	pixels := image.Pt(int(size.X), int(size.Y))
	if err := l.paint(u, of, pixels); err != nil {
		u.Do(ui.Refuse{Why: err.Error()})
	}
	imgui.InvisibleButton("lanes", imgui.Vec2{X: float32(pixels.X), Y: float32(pixels.Y)})
	high := at.Plus(imgui.Vec2{X: float32(pixels.X), Y: float32(pixels.Y)})
	u.LensImage(at, high)
	each := float32(pixels.X) / float32(l.to-l.from)
	for s := 1; s < len(of.Subgroups); s++ {
		y := at.Y + float32(int(float32(s*of.Width)*float32(pixels.Y)/float32(of.Size)))
		ui.Box(list, imgui.Vec2{X: at.X, Y: y}, imgui.Vec2{X: high.X, Y: y + u.Whole(1)}, imgui.Packed(ui.Plain(u.Theme.Panel)))
	}
	if each >= u.Px(44) {
		p.names(u, at, high, each)
	}
	if p.State != nil && !p.State.At.Ended {
		p.cursor(u, at, high, each)
	}
	p.mouse(u, at, high, each)
}

// names writes the operations into the columns.
func (p *Panel) names(u *ui.UI, at, high imgui.Vec2, each float32) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	list := ui.OnPanel()
	for s := range p.Lanes.Subgroups {
		top, bottom := p.rows(s, at, high)
		if bottom-top < imgui.TextLineHeight() {
			continue
		}
		for c := int(p.lanes.from); c < int(math.Ceil(p.lanes.to)); c++ {
			i, ok := p.Lanes.At(s, c)
			if !ok || int(i.Column) != c {
				continue
			}
			x := at.X + (float32(c)-float32(p.lanes.from))*each
			list.PushClipRectV(imgui.Vec2{X: max(at.X, x), Y: top}, imgui.Vec2{X: min(high.X, x+each-u.Whole(3)), Y: bottom}, true)
			c := ui.Plain(u.Theme.Text)
			if i.Reaches {
				c = ui.Plain(u.Theme.OnAccent)
			}
			u.Text(list, x+u.Whole(3), top+u.Whole(1), c, strings.TrimPrefix(i.Op, "Op"))
			list.PopClipRect()
		}
	}
}

// rows returns where the lanes of a subgroup are.
func (p *Panel) rows(subgroup int, at, high imgui.Vec2) (top, bottom float32) {
	of, tall := p.Lanes, high.Y-at.Y
	y := func(lane int) float32 { return at.Y + float32(int(float32(min(of.Size, lane))*tall/float32(of.Size))) }
	return y(subgroup * of.Width), y((subgroup + 1) * of.Width)
}

// cursor marks where the recording is.
func (p *Panel) cursor(u *ui.UI, at, high imgui.Vec2, each float32) {
	m := p.State.At
	column, ok := p.Lanes.Column(m.Subgroup, m.Instruction)
	if !ok {
		return
	}
	list := ui.OnPanel()
	list.PushClipRectV(at, high, true)
	defer list.PopClipRect()
	top, bottom := p.rows(m.Subgroup, at, high)
	x := at.X + (float32(column)-float32(p.lanes.from))*each
	low, end := imgui.Vec2{X: x - u.Whole(1), Y: top}, imgui.Vec2{X: x + max(u.Whole(2), each) + u.Whole(1), Y: bottom}
	list.AddRectV(low, end, imgui.Packed(ui.Plain(u.Theme.Text)), 0, imgui.DrawCornerFlagsNone, u.Whole(2))
	row := (bottom - top) / float32(min(p.Lanes.Width, p.Lanes.Size-m.Subgroup*p.Lanes.Width))
	y := top + row*float32(p.lanes.lane)
	ui.Box(list, imgui.Vec2{X: at.X, Y: y}, imgui.Vec2{X: high.X, Y: y + max(u.Whole(1), row)}, imgui.Packed(ui.Faded(ui.Plain(u.Theme.Text), 0.16)))
}

// laneKeys are the keys of the page.
func (p *Panel) laneKeys(u *ui.UI, in input.Frame) {
	if in.Ctrl {
		return
	}
	switch in.Text {
	case ",":
		p.openGroup(u, p.group-1)
	case ".":
		p.openGroup(u, p.group+1)
	}
	if p.Lanes == nil {
		return
	}
	if in.Pressed(input.KeyF) {
		p.lanes.show(p.Lanes)
	}
	for key, by := range map[input.Key]int{input.KeyUp: -1, input.KeyDown: 1} {
		if in.Pressed(key) {
			p.lanes.lane = max(0, min(p.Lanes.Width-1, p.lanes.lane+by))
		}
	}
	p.stepKeys(u, in)
}
