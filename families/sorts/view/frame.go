package view

import (
	"image"

	"kernelscope/families/sorts/session"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/ui"
	"kernelscope/watch"
)

// panel is the interface of sorts.
type panel struct{ *ui.UI }

// state is the state that a frame shows.
type state struct {
	*session.Snapshot
	ui.Status
	Width, Height int // of the target
}

// frame builds a frame and returns the requested actions.
func (u *panel) frame(s state, in input.Frame) []watch.Action {
	return u.Frame(in, s.Width, s.Height, func() {
		if u.Panels {
			u.build(s)
		}
		u.overlay(s)
		u.why(s)
		if !u.Typing() {
			u.keys(s, in)
		}
	})
}

// keys handles the keys of the view.
func (u *panel) keys(s state, in input.Frame) {
	u.TransportKeys(s.Time, in)
	if u.DockKeys(in, s.Profiled) {
		u.Do(watch.SetProfile{On: !s.Profiled})
	}
}

// laneArea is the area of a sort.
type laneArea struct {
	header image.Rectangle // title, time and step
	array  image.Rectangle
	// detail shows what the sort does. It is empty if there is no room or nothing to show.
	detail image.Rectangle
}

// Sizes in the sort view in pixels of a plain display.
const (
	headerHeight = 46
	clockHeight  = 44 // of a comparison
	captionSpace = 20
	stripHeight  = 9

	networkShare   = 0.62 // of a lane's height, for a network with its lines
	leftKeysHeight = 15   // below the bars
)

// laneAreas divides the picture beside the panel.
func (u *panel) laneAreas(s state) (out []laneArea) {
	px := func(v float32) int { return int(u.Whole(v)) }
	all := u.Area(s.Width, s.Height-u.dock(s))
	if s.Compare {
		all.Min.Y += px(clockHeight)
	}
	n := max(1, len(s.Lanes))
	gap := px(24)
	width := (all.Dx() - (n-1)*gap) / n
	for i := range s.Lanes {
		a := laneArea{}
		left := all.Min.X + i*(width+gap)
		a.header = image.Rect(left, all.Min.Y, left+width, all.Min.Y+px(headerHeight))
		a.array = image.Rect(left, a.header.Max.Y, left+width, all.Max.Y)
		if share := detailShare(s.Lanes[i], s.Input.N); share > 0 && a.array.Dy() > px(260) {
			tall, gap := int(share*float64(a.array.Dy())), px(14)
			if share < networkShare {
				tall = min(tall, px(340))
			} else {
				gap += px(leftKeysHeight)
			}
			a.detail = image.Rect(left, all.Max.Y-tall, left+width, all.Max.Y)
			a.array.Max.Y = a.detail.Min.Y - gap
		}
		out = append(out, a)
	}
	return out
}

// detailShare returns the share of a lane's height for the details of the sort.
func detailShare(l session.Lane, n int) float64 {
	for _, step := range l.Steps {
		switch {
		case step.Table != nil:
			return 0.42
		case step.Bits > 0:
			return 0.36
		case step.Run > 0 && n <= maxWires:
			return networkShare
		case step.Run > 0:
			return 0.36
		}
	}
	return 0
}

// areas returns the areas of the parts of each lane's picture.
func (u *panel) areas(s state) (out []render.SortAreas) {
	px := func(v float32) int { return int(u.Whole(v)) }
	for i, a := range u.laneAreas(s) {
		areas := render.SortAreas{Array: a.array}
		if _, ok := s.Lanes[i].Digit(); ok && !a.detail.Empty() {
			d := a.detail
			d.Min.Y += px(captionSpace+22) + px(captionSpace)
			middle := d.Min.X + int(float32(d.Dx())*digitShare(s.Lanes[i]))
			areas.Histogram = image.Rect(d.Min.X, d.Min.Y, middle-px(10), d.Max.Y)
			if tall := u.tableHeight(s.Lanes[i], areas.Histogram); tall > 0 {
				areas.Histogram.Min = areas.Histogram.Min.Add(image.Pt(px(tableLabels), tall))
			}
			flow := image.Rect(middle+px(10), d.Min.Y, d.Max.X, d.Max.Y)
			areas.Before, areas.After, areas.Lines = flow, flow, flow
			areas.Before.Max.Y = flow.Min.Y + px(stripHeight)
			areas.After.Min.Y = flow.Max.Y - px(stripHeight)
			areas.Lines.Min.Y, areas.Lines.Max.Y = areas.Before.Max.Y, areas.After.Min.Y
		}
		out = append(out, areas)
	}
	return out
}

// look returns how a lane is drawn.
func (u *panel) look(s state, lane int) render.SortLook {
	const (
		few  = 2048    // most keys drawn as bars
		many = 1 << 22 // keys that take a software device too long to count
	)
	l := render.SortLook{View: render.SortPlot, Ratio: u.Scale()}
	area := u.laneAreas(s)[lane].array
	switch {
	case s.View.Shape == "bars", s.View.Shape == "" && s.Input.N <= min(few, area.Dx()):
		l.View = render.SortBars
	case s.View.Shape == "field", s.View.Shape == "" && s.Device.IsSoftware && s.Input.N > many:
		l.View = render.SortField
	}
	_, digits := s.Lanes[lane].Digit()
	switch {
	case s.View.Tint == "moved":
		l.Tint = render.TintMoved
	case digits && (s.View.Tint == "digit" || s.View.Tint == "" && l.View == render.SortPlot && !s.Compare):
		l.Tint = render.TintDigit
	}
	return l
}
