package chart

import (
	"image/color"
	"iter"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Boxes is a box plot (Tukey) on a logarithmic axis. For each name of X and each series
// it shows the quartiles of the values, whiskers to the last value within one and a half
// times their distance, and the values beyond.
type Boxes struct {
	Title  string
	X      Names
	YLabel string // with the unit
	Series []Distribution
	Groups []int // keys of the names of X, if they have any
	// Level, if positive, is marked by a line.
	Level float64
}

// Distribution is a series of box plots.
type Distribution struct {
	Name      string
	Reference bool // the others are compared with it
	// Values for each name of X. Values that are not positive and finite are left out.
	Values [][]float64
	Texts  []string // shown under the mouse, one per name of X
	Key    int
}

func (d Distribution) all() iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for _, values := range d.Values {
			for _, v := range values {
				if !yield(v) {
					return
				}
			}
		}
	}
}

// colours gives each series its own colour, along the ramp if series are steps, and the
// reference the neutral one.
func (p pen) colours(n int, reference func(int) bool, areSteps bool) []color.RGBA {
	out := make([]color.RGBA, n)
	var others []int
	for i := range n {
		out[i] = p.Reference
		if !reference(i) {
			others = append(others, i)
		}
	}
	for k, i := range others {
		out[i] = p.Series[k%len(p.Series)]
		if k >= len(p.Series) { // another turn is paler
			out[i] = mixed(p.Ground, out[i], 0.5)
		}
		if areSteps {
			t := float64(k) / float64(max(1, len(others)-1))
			out[i] = along(p.Ramp, p.Steps[0]+t*(p.Steps[1]-p.Steps[0]))
		}
	}
	return out
}

func (b *Boxes) draw(c draw.Canvas, p pen) []Spot {
	colours := p.colours(len(b.Series), func(i int) bool { return b.Series[i].Reference }, false)
	var legend []entry
	for i, s := range b.Series {
		legend = append(legend, entry{s.Name, colours[i]})
	}
	c = p.heading(c, b.Title, legend)
	low, high, ok := limits(func(yield func(float64) bool) {
		for _, s := range b.Series {
			for v := range s.all() {
				if !yield(v) {
					return
				}
			}
		}
	})
	if !ok {
		return p.nothing(c)
	}
	pl := p.plot(c, b.X.Label, b.YLabel)
	tick := pl.X.Tick.Label
	named(&pl.X, b.X.Names, c.Size().X-p.px(60), func(s string) vg.Length { return tick.Width(s) + p.px(8) })
	if b.Level > 0 {
		low, high = min(low, b.Level), max(high, b.Level)
	}
	logarithmic(&pl.Y, low*0.95, high*1.05)
	pl.Add(ruled{p})
	if b.Level > 0 {
		pl.Add(level{p, b.Level})
	}
	slot := float64(c.Size().X-p.px(60)) / float64(max(1, len(b.X.Names))) / p.scale // plain pixels
	each := min(22, slot*0.8/float64(len(b.Series)))
	for i, s := range b.Series {
		offset := p.px(each * (float64(i) - float64(len(b.Series)-1)/2))
		for k, values := range s.Values {
			if box := p.box(values, k, each, colours[i]); box != nil {
				box.Offset = offset
				pl.Add(box)
			}
		}
	}
	spots := &boxSpots{b: b, each: p.px(each)}
	pl.Add(spots)
	// Boxes report their own range; the axis is the one chosen above.
	pl.X.Min, pl.X.Max = -0.5, float64(len(b.X.Names))-0.5
	logarithmic(&pl.Y, low*0.95, high*1.05)
	p.show(pl, c)
	return spots.found
}

// box draws the values of one series at one name, nil if there are none.
func (p pen) box(values []float64, at int, width float64, colour color.RGBA) *plotter.BoxPlot {
	var kept plotter.Values
	for _, v := range values {
		if v > 0 && !math.IsInf(v, 0) {
			kept = append(kept, v)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	b, err := plotter.NewBoxPlot(p.px(max(1.5, width*0.72)), float64(at), kept)
	if err != nil {
		return nil // no values, which is impossible here
	}
	b.FillColor = mixed(p.Ground, colour, 0.45)
	b.BoxStyle = draw.LineStyle{Color: colour, Width: p.px(1)}
	b.MedianStyle = draw.LineStyle{Color: p.Text, Width: p.px(1.6)}
	if b.Quartile3 <= 1.01*b.Quartile1 { // the box has no height to show the colour
		b.MedianStyle = draw.LineStyle{Color: colour, Width: p.px(3.2)}
	}
	b.WhiskerStyle = b.BoxStyle
	b.CapWidth = b.Width / 2
	b.GlyphStyle = draw.GlyphStyle{Color: colour, Radius: p.px(1.3), Shape: draw.CircleGlyph{}}
	return b
}

// level is a line at a value of y.
type level struct {
	p pen
	v float64
}

// Plot draws the line over the whole width, dashed.
func (l level) Plot(c draw.Canvas, pl *plot.Plot) {
	_, y := pl.Transforms(&c)
	s := l.p.line(1)
	s.Color = l.p.Reference
	s.Dashes = []vg.Length{l.p.px(5), l.p.px(4)}
	c.StrokeLine2(s, c.Min.X, y(l.v), c.Max.X, y(l.v))
}

// boxSpots finds the spots of the boxes: a part of the column of each name, with the texts of all series there.
type boxSpots struct {
	b     *Boxes
	each  vg.Length // width of a part
	found []Spot
}

// Plot draws nothing: it is where columns turn into points of the canvas.
func (s *boxSpots) Plot(c draw.Canvas, pl *plot.Plot) {
	x, _ := pl.Transforms(&c)
	for k, name := range s.b.X.Names {
		text := ""
		var there []int // series that have a box
		for i, d := range s.b.Series {
			if k < len(d.Texts) && d.Texts[k] != "" {
				text += "\n" + d.Texts[k]
				there = append(there, i)
			}
		}
		left := x(float64(k) - 0.5)
		for n, i := range there {
			right := x(float64(k) + 0.5)
			if n+1 < len(there) { // half way to the next box
				right = x(float64(k)) + s.each*vg.Length(float64(i+there[n+1])-float64(len(s.b.Series)-1))/2
			}
			q := spot(vg.Rectangle{Min: vg.Point{X: left, Y: c.Min.Y}, Max: vg.Point{X: right, Y: c.Max.Y}}, name+text, s.b.Series[i].Key)
			if left = right; k < len(s.b.Groups) {
				q.Group = s.b.Groups[k]
			}
			s.found = append(s.found, q)
		}
	}
}
