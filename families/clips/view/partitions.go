package view

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/families/clips/session"
	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/ui"
)

// stripAreas are the areas of the partition view, from top to bottom.
type stripAreas struct {
	header image.Rectangle
	above  image.Rectangle // walks or the tree
	blocks image.Rectangle // a block for each partition
	strip  image.Rectangle // heights of the sequence
	kinds  image.Rectangle // kinds of its elements
	foot   image.Rectangle // legend and description of the shown partition
}

// stripAreas divides a rectangle. The second row of a comparison has no legend.
func (u *panel) stripAreas(all image.Rectangle, foot float32) (a stripAreas) {
	px := func(v float32) int { return int(u.Whole(v)) }
	cut := func(tall int) image.Rectangle { // takes an area off the bottom
		r := all
		r.Min.Y = max(all.Min.Y, all.Max.Y-tall)
		all.Max.Y = r.Min.Y
		return r
	}
	a.header = image.Rect(all.Min.X, all.Min.Y, all.Max.X, min(all.Max.Y, all.Min.Y+px(46)))
	all.Min.Y = a.header.Max.Y
	a.foot = cut(px(foot))
	a.kinds = cut(px(8))
	a.strip = cut(all.Dy() * 45 / 100)
	cut(px(8))
	a.blocks = cut(px(24))
	cut(px(4))
	a.above = all
	return a
}

// stripView draws a frame of the partition view.
type stripView struct {
	*panel
	s    state
	lane int // row of a comparison; -1 for a single run
	run  *session.Run
	a    stripAreas
	list ui.List
	n    int // elements
}

// partitions shows the sequence as a strip, its partitions, and how they find the pushes that are
// open before them. A comparison has two rows.
func (u *panel) partitions(s state, in input.Frame) {
	all := u.area(s)
	if s.Other == nil {
		u.row(s, -1, u.stripAreas(all, footHeight), in)
	} else {
		upper, lower := all, all
		upper.Max.Y = all.Min.Y + (all.Dy()-int(u.Whole(footHeight)))/2
		lower.Min.Y = upper.Max.Y + int(u.Whole(ui.PanelMargin))
		u.row(s, 0, u.stripAreas(upper, 0), in)
		of, n := s, *s.Snapshot
		n.Lane, of.Snapshot = *s.Other, &n
		u.row(of, 1, u.stripAreas(lower, footHeight), in)
	}
	u.hint(s, append(append(stripKeys, ui.TransportHelp...), ui.Help{Key: "wheel", Does: "zoom"}, ui.Help{Key: "F", Does: "all elements"}))
}

// footHeight is the height of the legend in pixels of a plain display.
const footHeight = 84

// row shows one run.
func (u *panel) row(s state, lane int, a stripAreas, in input.Frame) {
	list := u.OnPicture()
	v := stripView{panel: u, s: s, lane: lane, run: s.Run, a: a, list: list, n: len(s.Sequence.Elements)}
	if v.run == nil || v.n == 0 {
		text := "There is no sequence yet."
		if s.Run != nil {
			text = "The sequence is empty."
		}
		u.Centred(list, u.area(s), text)
		return
	}
	if v.a.strip.Dx() < 8 || v.a.strip.Dy() < 8 {
		return // too small
	}
	if u.window.version != s.Version {
		u.window = window{version: s.Version, span: float64(v.n)}
	}
	v.header()
	edge := u.Px(6) // for marks at the ends
	list.PushClipRect(imgui.Vec2{X: float32(v.a.strip.Min.X) - edge, Y: float32(v.a.header.Min.Y)}, imgui.Vec2{X: float32(v.a.strip.Max.X) + edge, Y: float32(s.Camera.Height)})
	v.profile()
	v.kindStrip()
	v.blocks()
	if v.run.Tree != nil {
		v.tree()
	} else {
		v.walks()
	}
	v.element()
	list.PopClipRect()
	v.overview()
	if !v.a.foot.Empty() {
		v.foot()
	}
	v.pointer(in)
}

// x returns the position of the left edge of an element.
func (v *stripView) x(element int) float32 {
	w := v.panel.window
	return float32(v.a.strip.Min.X) + float32(float64(v.a.strip.Dx())*(float64(element)-w.from)/w.span)
}

// at returns the element at a position.
func (v *stripView) at(x float64) int {
	w := v.panel.window
	return max(0, min(v.n-1, int(w.from+w.span*(x-float64(v.a.strip.Min.X))/float64(v.a.strip.Dx()))))
}

// ends returns the left and the right edge of a partition.
func (v *stripView) ends(q int) (left, right float32) {
	return v.x(q * v.run.Size), v.x(min(v.n, (q+1)*v.run.Size))
}

func (v *stripView) middle(q int) float32 {
	left, right := v.ends(q)
	return (left + right) / 2
}

func (v *stripView) header() {
	v.panel.Header(v.list, v.a.header, v.headerOf(v.s, v.lane, v.s.Story()))
}

// headerOf describes a run, and tells a story about it.
func (u *panel) headerOf(s state, lane int, story string) ui.Header {
	h := ui.Header{Lane: lane, Time: "-", Story: story, Why: s.Form.About()}
	h.Title = fmt.Sprintf("%s: %s, %s in %s of %s", s.Form.Title(), cmp.Or(s.Input.Name, s.Input.Shape),
		format.Count(len(s.Sequence.Elements), "element"), format.Count(len(s.Run.Partitions), "partition"), format.Thousands(s.Run.Size))
	if s.MS > 0 && !s.Steady {
		h.Time = format.Milliseconds(s.MS)
	}
	h.Verdict, h.Colour = u.Verdict(s.Verdict, "matched")
	return h
}

// stateColour returns the colour of a state of partitions.
func (u *panel) stateColour(s session.State) color.NRGBA {
	return [...]color.NRGBA{
		session.Waiting: ui.Plain(u.Theme.Active), session.Working: ui.Plain(u.Theme.Dim), session.Aggregate: ui.Plain(u.Theme.Second), session.Linked: ui.Plain(u.Theme.Accent),
	}[s]
}

// blocks draws the states of partitions. If several share a pixel, it shows the least advanced.
func (v *stripView) blocks() {
	u, r := v.panel, v.a.blocks
	first, last := v.at(float64(r.Min.X))/v.run.Size, v.at(float64(r.Max.X))/v.run.Size
	top, bottom := float32(r.Min.Y), float32(r.Max.Y)
	if last-first >= r.Dx()/2 {
		for x := range r.Dx() {
			q0, q1 := v.at(float64(r.Min.X+x))/v.run.Size, v.at(float64(r.Min.X+x+1))/v.run.Size
			least := session.Linked
			for _, state := range v.s.States[q0 : q1+1] {
				least = min(least, state)
			}
			at := float32(r.Min.X + x)
			ui.Box(v.list, imgui.Vec2{X: at, Y: top}, imgui.Vec2{X: at + 1, Y: bottom}, imgui.Packed(u.stateColour(least)))
		}
		if v.s.Shown >= 0 {
			left, _ := v.ends(v.s.Shown)
			ui.Box(v.list, imgui.Vec2{X: left - 1, Y: top}, imgui.Vec2{X: left + 1, Y: bottom}, imgui.Packed(ui.Plain(u.Theme.Text)))
		}
		return
	}
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	labelled := v.labelled()
	for q := first; q <= last; q++ {
		left, right := v.ends(q)
		c := u.stateColour(v.s.States[q])
		low, high := imgui.Vec2{X: float32(int(left)), Y: top}, imgui.Vec2{X: max(float32(int(right)), float32(int(left))+2) - 1, Y: bottom}
		ui.Box(v.list, low, high, imgui.Packed(c))
		if q == v.s.Shown {
			u.outline(v.list, low, high, ui.Plain(u.Theme.Text))
		}
		if labelled {
			text := fmt.Sprint(q)
			size := imgui.CalcTextSize(text, false, 0)
			u.Text(v.list, (low.X+high.X-size.X)/2, (top+bottom-size.Y)/2, readableOn(c), text)
		}
	}
}

// labelled reports whether blocks are wide enough for their numbers.
func (v *stripView) labelled() bool {
	left, right := v.ends(v.at(float64(v.a.strip.Min.X)) / v.run.Size)
	last := v.at(float64(v.a.strip.Max.X)) / v.run.Size
	return imgui.CalcTextSize(fmt.Sprint(last), false, 0).X <= right-left-v.Px(4)
}

// readableOn returns black or white, whichever contrasts more with c.
func readableOn(c color.NRGBA) color.NRGBA {
	if 299*int(c.R)+587*int(c.G)+114*int(c.B) > 105_000 {
		return color.NRGBA{0x0B, 0x0E, 0x12, 0xFF}
	}
	return color.NRGBA{0xE6, 0xEA, 0xEE, 0xFF}
}

// outline draws the outline of a rectangle along its inside.
func (u *panel) outline(list ui.List, low, high imgui.Vec2, c color.NRGBA) {
	thick, p := max(1, u.Whole(1.5)), imgui.Packed(c)
	ui.Box(list, low, imgui.Vec2{X: high.X, Y: low.Y + thick}, p)
	ui.Box(list, imgui.Vec2{X: low.X, Y: high.Y - thick}, high, p)
	ui.Box(list, low, imgui.Vec2{X: low.X + thick, Y: high.Y}, p)
	ui.Box(list, imgui.Vec2{X: high.X - thick, Y: low.Y}, high, p)
}

// pointer describes the part under the mouse, selects it on a click, and drags and zooms the window.
func (v *stripView) pointer(in input.Frame) {
	over := !v.OverPanel() && in.X >= float64(v.a.strip.Min.X) && in.X < float64(v.a.strip.Max.X)
	element := v.at(in.X)
	at := image.Pt(int(in.X), int(in.Y))
	blocks, strip := over && at.In(v.a.blocks), over && (at.In(v.a.strip) || at.In(v.a.kinds))
	inside := blocks || strip || over && at.In(v.a.above)
	switch q := element / v.run.Size; {
	case blocks:
		v.hover(fmt.Sprintf("Partition %d: %s\n%s", q, v.stateName(v.s.States[q]), v.about(q)))
	case strip:
		v.hoverElement(element, v.aboutElement(element))
	}
	v.move(in, inside, func() {
		switch {
		case blocks:
			v.Do(session.Select{Lane: max(0, v.lane), Partition: element / v.run.Size})
		case strip:
			v.Do(session.SelectElement{Element: element})
		}
	})
}

// move zooms the window by the wheel and moves it by dragging. Without moving, a button that was pressed inside is a click when
// it is let go.
func (v *stripView) move(in input.Frame, inside bool, click func()) {
	m, w := &v.mouse, &v.panel.window
	if inside && in.WheelY != 0 {
		before := w.from + w.span*(in.X-float64(v.a.strip.Min.X))/float64(v.a.strip.Dx())
		w.span *= math.Pow(ui.WheelStep(in), -in.WheelY)
		w.within(v.n)
		w.from = before - w.span*(in.X-float64(v.a.strip.Min.X))/float64(v.a.strip.Dx())
		w.within(v.n)
	}
	if inside && m.WentDown(in, 0) {
		v.held, v.panel.strip = true, v.lane
		m.Press(in)
	}
	if !v.held || v.panel.strip != v.lane {
		return
	}
	m.Drag(v.UI, in)
	switch {
	case m.Dragged:
		w.from -= w.span * m.DX(in) / float64(v.a.strip.Dx())
		w.within(v.n)
	case !in.Buttons[0]:
		click()
	}
	v.held = in.Buttons[0]
}

// stateName returns the name of a state, which differs between look-back and tree.
func (v *stripView) stateName(s session.State) string {
	if v.run.Tree != nil {
		return [...]string{session.Waiting: "not reduced", session.Working: "working", session.Aggregate: "reduced", session.Linked: "linked"}[s]
	}
	return s.String()
}

// hoverElement shows a text about an element next to the mouse.
func (v *stripView) hoverElement(element int, text string) {
	v.Point(ui.Value{Side: max(0, v.lane), Of: "element", Entry: element})
	v.hover(text + v.WroteHint())
}

// hover shows a text next to the mouse.
func (u *panel) hover(text string) {
	imgui.BeginTooltip()
	imgui.Text(text)
	imgui.EndTooltip()
}
