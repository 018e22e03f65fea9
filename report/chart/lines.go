package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Lines shows points joined by lines, on two logarithmic axes.
type Lines struct {
	Title          string
	XLabel, YLabel string // with units
	Series         []Line
	Steps          bool // series are ordered sizes of something, and so are their colours
	// YLow and YHigh, if positive, are included in the vertical axis, so that charts can
	// have the same one.
	YLow, YHigh float64
}

// Line is a series of points, by x.
type Line struct {
	Name      string
	Reference bool // the others are compared with it
	Points    []Point
}

// Point is a median with its quartiles; they may be equal. Points that are not
// positive are left out.
type Point struct {
	X, Y, Low, High float64
	Text            string // shown under the mouse
	Key             int
}

// At returns a point without quartiles.
func At(x, y float64, text string) Point { return Point{X: x, Y: y, Low: y, High: y, Text: text} }

func (l *Lines) draw(c draw.Canvas, p pen) []Spot {
	colours := p.colours(len(l.Series), func(i int) bool { return l.Series[i].Reference }, l.Steps)
	var legend []entry
	var xs, ys []float64
	for i, s := range l.Series {
		legend = append(legend, entry{s.Name, colours[i]})
		for _, q := range s.Points {
			xs, ys = append(xs, q.X), append(ys, q.Y, q.Low, q.High)
		}
	}
	c = p.heading(c, l.Title, legend)
	ys = append(ys, l.YLow, l.YHigh)
	x0, x1, ok0 := limits(each(xs))
	y0, y1, ok1 := limits(each(ys))
	if !ok0 || !ok1 {
		return p.nothing(c)
	}
	pl := p.plot(c, l.XLabel, l.YLabel)
	pl.Add(ruled{p})
	spots := &pointSpots{l: l, p: p}
	for i, s := range l.Series {
		var points plotter.XYs
		for _, q := range s.Points {
			if q.X > 0 && q.Y > 0 {
				points = append(points, plotter.XY{X: q.X, Y: q.Y})
			}
		}
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			continue // a series without points yet
		}
		line.LineStyle = draw.LineStyle{Color: colours[i], Width: p.px(2)}
		dots.GlyphStyle = draw.GlyphStyle{Color: colours[i], Radius: p.px(3.5), Shape: draw.CircleGlyph{}}
		whiskers := draw.LineStyle{Color: colours[i], Width: p.px(1)}
		pl.Add(quartiles{s.Points, whiskers, p}, line, dots)
	}
	pl.Add(spots)
	logarithmic(&pl.X, x0*0.95, x1*1.05)
	logarithmic(&pl.Y, y0*0.95, y1*1.05)
	p.show(pl, c)
	return spots.found
}

func each(values []float64) func(func(float64) bool) {
	return func(yield func(float64) bool) {
		for _, v := range values {
			if !yield(v) {
				return
			}
		}
	}
}

// quartiles draws the spread of each point.
type quartiles struct {
	points []Point
	style  draw.LineStyle
	p      pen
}

// Plot draws a whisker from Low to High at each point whose values a logarithm has.
func (q quartiles) Plot(c draw.Canvas, pl *plot.Plot) {
	x, y := pl.Transforms(&c)
	cap := q.p.px(4)
	for _, t := range q.points {
		if !(t.X > 0 && t.Low > 0 && t.High > t.Low) {
			continue
		}
		c.StrokeLine2(q.style, x(t.X), y(t.Low), x(t.X), y(t.High))
		for _, v := range []float64{t.Low, t.High} {
			c.StrokeLine2(q.style, x(t.X)-cap, y(v), x(t.X)+cap, y(v))
		}
	}
}

// pointSpots finds where the points are.
type pointSpots struct {
	l     *Lines
	p     pen
	found []Spot
}

// Plot draws nothing: it notes a spot of 8 pixels around each point.
func (s *pointSpots) Plot(c draw.Canvas, pl *plot.Plot) {
	x, y := pl.Transforms(&c)
	r := s.p.px(8)
	for _, line := range s.l.Series {
		for _, q := range line.Points {
			if q.X > 0 && q.Y > 0 {
				at := vg.Point{X: x(q.X), Y: y(q.Y)}
				s.found = append(s.found, spot(vg.Rectangle{Min: at.Sub(vg.Point{X: r, Y: r}), Max: at.Add(vg.Point{X: r, Y: r})}, q.Text, q.Key))
			}
		}
	}
}
