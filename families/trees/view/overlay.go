package view

import (
	"fmt"
	"image"
	"image/color"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/sssp"
	"kernelscope/compute/timing"
	"kernelscope/families/trees/session"
	"kernelscope/internal/format"
	"kernelscope/render"
	"kernelscope/scene/graph"
	"kernelscope/ui"
)

// overlay draws what belongs to the picture itself, with or without the panel.
func (u *panel) overlay(s state) {
	if s.Map == nil {
		return
	}
	list, n := u.OnPicture(), u.onMap(s.Snapshot, s.Camera)
	right, floor := float32(s.Camera.Width), float32(u.floor(s.Snapshot, s.Camera.Height))
	left, _ := u.Free(s.Camera.Width)
	u.Overlay(list, n, floor, func(lane int, half ui.Half, c render.Camera) {
		of := s.of(lane, c)
		u.allMarks(list, of)
		u.Signs(list, of.roads())
		u.Pin(list, c, n.Ends[lane], &u.palette.Theme)
		u.length(list, of, float32(max(left, half.Area.Min.X)), float32(half.Area.Max.X))
	})
	if s.Front != nil {
		u.legend(list, s, right, floor) // over the marks
	}
	for i, h := range u.Halves(n) {
		u.front(list, s.of(i, h.Over(s.Camera)), h)
	}
	u.Headers(list, n, floor, func(lane int) ui.Header { return u.header(s, lane) })
	if u.Panels {
		keys := []ui.Help{
			{Key: "click", Does: "source"}, {Key: "Shift-click", Does: "target"}, {Key: "Ctrl-drag", Does: "a road faster or slower"}, {Key: "Ctrl-Z", Does: "undo"},
			{Key: "F", Does: "fit"}, ui.DockHelp, {Key: "Ctrl-F", Does: "find a place"},
		}
		if s.View.Colour.OfAll() {
			keys = append([]ui.Help{{Key: "A", Does: "add a place"}}, keys[2:]...) // no tree is shown
		}
		u.Hint(append(keys, ui.TransportHelp...), floor-u.Px(8), right-u.Px(190))
	}
}

// length writes the length of the path beside the target or, if it would not fit between left and
// right, below it.
func (u *panel) length(list ui.List, s state, left, right float32) {
	p := s.Path
	if p == nil || !s.Done {
		return
	}
	text := p.InWords(s.Map)
	x, y := s.Camera.Pixel(s.Map.Graph.At[p.To])
	at, row, wide := float32(x)+u.Px(13), float32(y)-u.Px(9), imgui.CalcTextSize(text, false, 0).X
	if edge := u.Px(6); at+wide+edge > right {
		at, row = max(left+edge, min(right-edge-wide, float32(x)-wide/2)), float32(y)+u.Px(13)
	}
	u.Backed(list, at, row, ui.Plain(u.palette.Text), text)
}

// header describes a tree, its last step and the time of this step.
func (u *panel) header(s state, lane int) ui.Header {
	h, l := ui.Header{Lane: -1}, s.Lanes()[lane]
	if s.View.Colour.OfAll() && s.Front != nil {
		return u.allHeader(s)
	}
	if h.Title, h.Story = s.Heading(l); s.Front == nil {
		return h
	}
	if s.Other != nil {
		h.Lane, h.Title = lane, h.Title+ui.Chosen(l.Params, s.Params, s.Other.Params)
	}
	h.Why = sssp.Prepared{}.About().Summary
	if !s.Steady {
		h.Time = format.Milliseconds(l.Took(l.Parts.Customization) + l.Took(l.Parts.Tree) + l.Took(l.Parts.Colours))
		if l.Parts == (session.Parts{}) {
			h.Time = format.Milliseconds(l.Took(timing.Times{GPU: l.Event.GPU, Wall: l.Event.Wall}))
		}
	}
	if l.Done {
		h.Verdict, h.Colour = u.Verdict(l.Verdict, "all distances")
	}
	return h
}

// legend explains the colours in the lower right.
func (u *panel) legend(list ui.List, s state, right, floor float32) {
	entries := []ui.LegendEntry{}
	step, known := false, false
	for i, l := range s.Lanes() {
		if !s.View.Colour.OfAll() {
			step, known = step || !l.Done && l.Event.Step > 0, known || s.Of(i).Swept() > 0
		}
	}
	if step {
		entries = append(entries, ui.LegendEntry{Name: "this step", Colour: u.palette.States[graph.StateNear]})
	}
	if known {
		entries = append(entries, ui.LegendEntry{Name: "known before", Colour: u.palette.Known})
	}
	if s.View.Front {
		entries = append(entries, ui.LegendEntry{Name: "separator", Colour: u.palette.Inside}, ui.LegendEntry{Name: "boundary", Colour: u.palette.Boundary})
	}
	if s.View.Colour.OfAll() && s.Places != nil {
		entries = append(entries, ui.LegendEntry{Name: "place", Colour: u.palette.Target, Dot: true})
	}
	if s.Path != nil && s.Path.Reached {
		entries = append(entries, ui.LegendEntry{Name: "path", Colour: u.palette.Path})
	}
	changed, closed := false, false
	for _, c := range s.Changes {
		changed, closed = changed || !c.Closed, closed || c.Closed
	}
	if changed {
		entries = append(entries, ui.LegendEntry{Name: "changed", Colour: u.Theme.Changed})
	}
	if closed {
		entries = append(entries, ui.LegendEntry{Name: "closed", Colour: u.Theme.Closed})
	}
	imgui.PushFont(u.Small)
	tall := float32(len(entries)) * (imgui.TextLineHeight() + u.Px(4))
	imgui.PopFont()
	if len(entries) > 0 {
		u.Legend(list, entries, right, floor)
	}
	u.scale(list, s, right-u.Px(ui.PanelMargin), floor-u.Px(72)-tall)
}

// scale shows the colours of distances or of depths above a row of pixels.
func (u *panel) scale(list ui.List, s state, right, bottom float32) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	const tall = 9
	left, line := right-u.scaleWide(s.Camera.Width), imgui.TextLineHeight()
	top := bottom - line - u.Whole(tall+4)
	ramp := s.Ramp()
	u.LegendVeil(list, left-u.Px(10), top-line-u.Px(6), right+u.Px(8), bottom+u.Px(2))
	u.Text(list, left, top-line-u.Px(3), ui.Plain(u.palette.Dim), ramp.Title)
	at := func(part float64) float32 { return float32(int(left + float32(part)*(right-left))) }
	if steps := ramp.Boxes; steps > 0 {
		for i := range steps {
			c := ui.Between(u.palette.Ramp[:], float64(i)/float64(max(1, steps-1)))
			ui.Box(list, imgui.Vec2{X: at(float64(i) / float64(steps)), Y: top}, imgui.Vec2{X: at(float64(i+1)/float64(steps)) - u.Whole(1), Y: top + u.Whole(tall)}, imgui.Packed(c))
		}
	} else {
		for i := range len(u.palette.Ramp) - 1 {
			a, b := imgui.Packed(ui.Plain(u.palette.Ramp[i])), imgui.Packed(ui.Plain(u.palette.Ramp[i+1]))
			n := float64(len(u.palette.Ramp) - 1)
			list.AddRectFilledMultiColor(imgui.Vec2{X: at(float64(i) / n), Y: top}, imgui.Vec2{X: at(float64(i+1) / n), Y: top + u.Whole(tall)}, a, b, b, a)
		}
	}
	u.ticks(list, ramp.Ticks, left, right, top+u.Whole(tall+3))
}

// scaleWide returns the width of the scale in pixels.
func (u *panel) scaleWide(width int) float32 {
	const wide, least = 252, 132
	left, right := u.Free(width)
	return max(u.Whole(least), min(u.Whole(wide), float32(int(0.4*(float32(right-left)-u.Px(ui.PanelMargin))))))
}

// ticks writes the texts below a scale that fit, with priority to the last one.
func (u *panel) ticks(list ui.List, ticks []session.Tick, left, right, y float32) {
	free, end := left-u.Px(10), right+u.Px(10) // end of the previous text and start of the last one
	for i := range ticks {
		t := ticks[(i+len(ticks)-1)%len(ticks)]
		w := imgui.CalcTextSize(t.Text, false, 0).X
		x := max(left, min(right-w, left+float32(t.Part)*(right-left)-w/2))
		switch {
		case i == 0:
			end = x
		case x < free+u.Px(8) || x+w > end-u.Px(8):
			continue
		default:
			free = x + w
		}
		u.Text(list, x, y, ui.Plain(u.palette.Text), t.Text)
	}
}

// front draws the frame and the captions of the picture of a front.
func (u *panel) front(list ui.List, s state, half ui.Half) {
	box, area := u.frontBox(s.Snapshot, half, s.Camera.Width, s.Camera.Height), u.frontArea(s.Snapshot, half, s.Camera.Width, s.Camera.Height)
	if box.Empty() {
		return
	}
	f := s.Front
	ground := imgui.Packed(ui.Plain(u.palette.Panel))
	for _, r := range []image.Rectangle{ // around the picture, which is drawn below the interface
		{box.Min, image.Pt(box.Max.X, area.Min.Y)}, {image.Pt(box.Min.X, area.Max.Y), box.Max},
		{image.Pt(box.Min.X, area.Min.Y), image.Pt(area.Min.X, area.Max.Y)}, {image.Pt(area.Max.X, area.Min.Y), image.Pt(box.Max.X, area.Max.Y)},
	} {
		ui.Box(list, ui.Vec(r.Min), ui.Vec(r.Max), ground)
	}
	x, y := float32(area.Min.X), float32(box.Min.Y)+u.Px(7)
	u.Text(list, x, y, ui.Plain(u.palette.Text), fmt.Sprintf("Front at depth %d of %d", f.Depth, s.Made.Depths()-1))
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	y += u.Px(19)
	for _, part := range []struct {
		text string
		tint color.RGBA
	}{{fmt.Sprintf("separator %d", f.X), u.palette.Inside}, {fmt.Sprintf("boundary %d", f.B), u.palette.Boundary}} {
		u.Text(list, x, y, ui.Plain(part.tint), part.text)
		x += imgui.CalcTextSize(part.text, false, 0).X + u.Px(14)
	}
	if f.Most > 0 {
		text := "up to " + s.Map.Written(f.Most)
		if at := float32(area.Max.X) - imgui.CalcTextSize(text, false, 0).X; at >= x {
			u.Text(list, at, y, ui.Plain(u.palette.Dim), text)
		}
	}
	// The square of the separator.
	side := float32(area.Dx())
	cut := side * float32(f.X) / float32(f.Size())
	a := imgui.Vec2{X: float32(area.Min.X), Y: float32(area.Min.Y)}
	for i, c := range []color.RGBA{u.palette.Inside, u.palette.Boundary} {
		from, to := float32(0), cut
		if i == 1 {
			from, to = cut, side
		}
		tint := imgui.Packed(ui.Plain(c))
		ui.Box(list, imgui.Vec2{X: a.X + from, Y: a.Y - u.Whole(3)}, imgui.Vec2{X: a.X + to, Y: a.Y - u.Whole(1)}, tint)
		ui.Box(list, imgui.Vec2{X: a.X - u.Whole(3), Y: a.Y + from}, imgui.Vec2{X: a.X - u.Whole(1), Y: a.Y + to}, tint)
	}
}
