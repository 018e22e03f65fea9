package view

import (
	"image"
	"image/color"
	"math"

	"github.com/inkyblackness/imgui-go/v4"

	"kernelscope/compute/bfs"
	"kernelscope/families/hops/session"
	"kernelscope/render"
	"kernelscope/ui"
)

// Sizes of the dock in pixels of a plain display.
const (
	dockHeight    = 158
	dockEdge      = 10
	captionHeight = 20
	stripHeight   = 12
	minBits       = 420 // narrowest dock with an image of rows
)

// areas are the parts of the dock below a search: a plot of the levels, a strip of their directions
// and an image of the rows.
type areas struct{ all, plot, strip, bits image.Rectangle }

// floor returns the lower edge of the map in pixels.
func (u *panel) floor(n *session.Snapshot, height int) float32 {
	if n.Map == nil || height < int(u.Px(3*dockHeight)) {
		return float32(height)
	}
	floor := height - u.plotsHeight(n, height) - int(u.Whole(dockHeight)) - int(u.Whole(ui.PanelMargin)) - u.LessonHeight()
	if u.Panels {
		floor -= int(u.HintHeight())
	}
	return float32(floor)
}

// areas divides the docks of all searches.
func (u *panel) areas(n *session.Snapshot, width, height int) (out []areas) {
	px := func(v float32) int { return int(u.Whole(v)) }
	free, _ := u.Free(width)
	halves := u.halves(n, width, height)
	room := (width-free)/len(halves) - 2*px(ui.PanelMargin) // the same for both
	for _, h := range halves {
		var a areas
		if floor := int(u.floor(n, height)); floor < height {
			left := h.Area.Min.X + px(ui.PanelMargin)
			if free > 0 && h.Area.Min.X <= free { // the panel has a margin
				left = free
			}
			a.all = image.Rect(left, floor, h.Area.Max.X-px(ui.PanelMargin), floor+px(dockHeight))
			in := a.all.Inset(px(dockEdge))
			in.Min.Y += px(captionHeight)
			if room >= px(minBits) {
				a.bits = in
				a.bits.Min.X = in.Max.X - in.Dy()
				in.Max.X = a.bits.Min.X - px(2*dockEdge)
			}
			a.plot, a.strip = in, in
			a.plot.Max.Y -= px(stripHeight + 8)
			a.strip.Min.Y = a.strip.Max.Y - px(stripHeight)
		}
		out = append(out, a)
	}
	return out
}

// column returns the left edge of a step in the plot, in which step 1 begins at the left.
func (a areas) column(step float64, l *session.Lane) float32 {
	return float32(a.plot.Min.X) + float32(step-1)/float32(max(1, len(l.Levels)-1))*float32(a.wide(l))
}

// wide returns the width of all steps in the plot. It limits the width of a single step.
func (a areas) wide(l *session.Lane) int { return min(a.plot.Dx(), (len(l.Levels)-1)*a.plot.Dy()/2) }

// stepAt returns the step at a column of pixels, if there is one.
func (a areas) stepAt(x float64, l *session.Lane) (step int, ok bool) {
	steps := len(l.Levels) - 1
	part := (x - float64(a.plot.Min.X)) / float64(a.wide(l))
	if steps < 1 || part < 0 || part > 1 {
		return 0, false
	}
	return min(steps, 1+int(part*float64(steps))), true
}

// docks draws the dock of each search.
func (u *panel) docks(list ui.List, s state) {
	imgui.PushFont(u.Small)
	defer imgui.PopFont()
	for i, a := range u.areas(s.Snapshot, s.Camera.Width, s.Camera.Height) {
		if a.all.Empty() {
			continue
		}
		u.ground(list, a)
		l := &s.Lanes[i]
		u.captions(list, a, l)
		u.levels(list, a, l)
		u.strip(list, a, l)
		if !a.bits.Empty() {
			u.bitsCaption(list, a, l)
		}
	}
}

// ground fills the background of the dock, except for the image of rows, which is drawn below the
// interface.
func (u *panel) ground(list ui.List, a areas) {
	tint, all, hole := imgui.Packed(ui.Plain(u.Theme.Panel)), a.all, a.bits
	defer u.Edge(list, ui.Vec(all.Min), ui.Vec(all.Max))
	if hole.Empty() {
		list.AddRectFilledV(ui.Vec(all.Min), ui.Vec(all.Max), tint, u.Px(8), imgui.DrawCornerFlagsAll)
		return
	}
	list.AddRectFilledV(ui.Vec(all.Min), ui.Vec(image.Pt(hole.Min.X, all.Max.Y)), tint, u.Px(8), imgui.DrawCornerFlagsLeft)
	list.AddRectFilledV(ui.Vec(image.Pt(hole.Max.X, all.Min.Y)), ui.Vec(all.Max), tint, u.Px(8), imgui.DrawCornerFlagsRight)
	ui.Box(list, ui.Vec(image.Pt(hole.Min.X, all.Min.Y)), ui.Vec(image.Pt(hole.Max.X, hole.Min.Y)), tint)
	ui.Box(list, ui.Vec(image.Pt(hole.Min.X, hole.Max.Y)), ui.Vec(image.Pt(hole.Max.X, all.Max.Y)), tint)
}

// captions label the contents of the dock in their colours.
func (u *panel) captions(list ui.List, a areas, l *session.Lane) {
	x, y := float32(a.plot.Min.X), float32(a.all.Min.Y)+u.Px(dockEdge-2)
	for _, c := range l.Captions(float32(a.plot.Dx()) > u.Px(420)) {
		if width := imgui.CalcTextSize(c.Text, false, 0).X + u.Px(13); x+width <= float32(a.plot.Max.X) {
			u.Swatch(list, x, y, ui.Plain(u.tint(c.Tint)))
			u.Text(list, x+u.Px(13), y, ui.Plain(u.Theme.Text), c.Text)
			x += width + u.Px(16)
		}
	}
}

// levels plots the size of each frontier on a logarithmic scale, and its sharing relative to the
// greatest.
func (u *panel) levels(list ui.List, a areas, l *session.Lane) {
	nodes, sharing := l.Most()
	tall, bottom := float64(a.plot.Dy()), float32(a.plot.Max.Y)
	y := func(n int) float32 {
		return bottom - float32(tall*math.Log1p(float64(n))/math.Log1p(float64(max(9, nodes))))
	}
	ui.Box(list, imgui.Vec2{X: float32(a.plot.Min.X), Y: bottom}, imgui.Vec2{X: float32(a.plot.Max.X), Y: bottom + u.Whole(1)}, imgui.Packed(ui.Plain(u.Theme.Active)))
	bright, dim := ui.Faded(ui.Plain(u.theme.States[frontierState]), 0.75), ui.Faded(ui.Plain(u.theme.States[frontierState]), 0.25)
	shared := imgui.Vec2{}
	u.eachColumn(a, l, func(x0, x1 float32, from, to int) {
		top, part := bottom, 0.0
		finds := false
		for _, x := range l.Levels[from:to] {
			if x.Phase == bfs.Expand {
				continue
			}
			finds = true
			top, part = min(top, y(x.Nodes)), max(part, session.Sharing(x)/max(sharing, 1e-9))
		}
		if !finds {
			return
		}
		c := dim
		if to-1 <= l.At {
			c = bright
		}
		ui.Box(list, imgui.Vec2{X: x0, Y: top}, imgui.Vec2{X: x1, Y: bottom}, imgui.Packed(c))
		if !l.Plan.Scheme.Shares() {
			return
		}
		at := imgui.Vec2{X: (x0 + x1) / 2, Y: bottom - float32(tall*part)}
		if shared != (imgui.Vec2{}) {
			list.AddLineV(shared, at, imgui.Packed(ui.Plain(u.Theme.Background)), u.Px(4))
			list.AddLineV(shared, at, imgui.Packed(ui.Plain(u.Theme.Good)), u.Px(2))
		}
		if x1-x0 > u.Px(6) {
			list.AddCircleFilledV(at, u.Px(2.5), imgui.Packed(ui.Plain(u.Theme.Good)), 8)
		}
		shared = at
	})
}

// eachColumn calls draw for each step of the plot, or for each column of pixels if there are more
// steps than columns. A column covers the steps from from up to, not including, to.
func (u *panel) eachColumn(a areas, l *session.Lane, draw func(x0, x1 float32, from, to int)) {
	steps := len(l.Levels) - 1
	columns := min(steps, a.wide(l)/int(u.Whole(2)))
	for c := range columns {
		from, to := 1+c*steps/columns, 1+(c+1)*steps/columns
		x0, x1 := float32(int(a.column(float64(from), l))), float32(int(a.column(float64(to), l)))
		if columns*int(u.Whole(4)) < a.wide(l) {
			x1 -= u.Whole(1)
		}
		draw(x0, x1, from, to)
	}
}

// strip shows the direction or the side of each level, the ends of sweeps and submissions, and the
// current step.
func (u *panel) strip(list ui.List, a areas, l *session.Lane) {
	top, bottom := float32(a.strip.Min.Y), float32(a.strip.Max.Y)
	u.eachColumn(a, l, func(x0, x1 float32, from, to int) {
		ui.Box(list, imgui.Vec2{X: x0, Y: top}, imgui.Vec2{X: x1, Y: bottom}, imgui.Packed(ui.Plain(u.tint(l.TintOf(l.Levels[from])))))
	})
	batch := int(l.Plan.Values[bfs.Batch])
	many := len(l.Levels)-1 > a.plot.Dx()/int(u.Whole(6))
	for i := 1; i < len(l.Levels); i++ {
		x := a.column(float64(i+1), l)
		switch level := l.Levels[i]; {
		case level.Ended && i+1 < len(l.Levels) && (!many || l.Plan.Scheme != bfs.Paired):
			ui.Box(list, imgui.Vec2{X: x - u.Whole(1), Y: float32(a.plot.Min.Y)}, imgui.Vec2{X: x, Y: bottom}, imgui.Packed(ui.Plain(u.theme.Dim)))
		case batch > 0 && level.Finds() && level.Level%batch == 0:
			ui.Box(list, imgui.Vec2{X: x - u.Whole(1), Y: bottom}, imgui.Vec2{X: x, Y: bottom + u.Whole(4)}, imgui.Packed(ui.Plain(u.theme.Dim)))
		}
	}
	if l.At > 0 {
		x := float32(int((a.column(float64(l.At), l) + a.column(float64(l.At+1), l)) / 2))
		ui.Box(list, imgui.Vec2{X: x - u.Whole(1), Y: float32(a.plot.Min.Y)}, imgui.Vec2{X: x + u.Whole(1), Y: bottom}, imgui.Packed(ui.Plain(u.theme.Text)))
	}
}

// tint returns a colour of the picture or of the plot.
func (u *panel) tint(t session.Tint) color.RGBA {
	switch t {
	case session.OfFrontier:
		return u.theme.States[frontierState]
	case session.OfSharing:
		return u.Theme.Good
	case session.TopDown:
		return u.theme.Accent
	case session.BottomUp:
		return render.Upward(&u.theme)
	case session.SourceSide:
		return u.theme.Source
	case session.TargetSide:
		return u.theme.Target
	case session.SeenBefore:
		return u.bitsColours(false).Some
	case session.OfPath:
		return u.theme.Path
	}
	return u.Theme.Active
}

// entries returns the entries of a legend.
func (u *panel) entries(all []session.Caption) (out []ui.LegendEntry) {
	for _, c := range all {
		out = append(out, ui.LegendEntry{Name: c.Text, Colour: u.tint(c.Tint)})
	}
	return out
}

// bitsCaption labels the image of rows.
func (u *panel) bitsCaption(list ui.List, a areas, l *session.Lane) {
	u.Text(list, float32(a.bits.Min.X), float32(a.all.Min.Y)+u.Px(dockEdge-2), ui.Plain(u.theme.Dim), ui.Fitting(l.RowsCaption(), float32(a.bits.Dx())))
}
