package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"kernelscope/internal/format"
)

// Bars shows a group of bars for each name of X, with a bar for each series. Bars begin at zero or, on
// a logarithmic axis, at one: there the bar of a ratio of one is a line.
type Bars struct {
	Title  string
	X      Names
	YLabel string // with the unit
	Series []BarSeries
	Log    bool
	Levels []Level
}

// BarSeries is the bars of one colour.
type BarSeries struct {
	Name      string
	Reference bool      // in the neutral colour
	Hidden    bool      // not drawn: keeps the colours of the others
	Values    []float64 // for each name of X; a cross instead of a bar unless positive and finite; not below one if the axis is logarithmic
	Texts     []string  // shown under the mouse, one per name of X
}

// Level is a line across a chart.
type Level struct {
	Name  string
	Value float64
}

func (b *Bars) draw(c draw.Canvas, p pen) []Spot {
	colours := p.colours(len(b.Series), func(i int) bool { return b.Series[i].Reference }, false)
	var legend []entry
	var shown []int
	high := 0.0
	for i, s := range b.Series {
		if s.Hidden {
			continue
		}
		shown = append(shown, i)
		if s.Name != "" {
			legend = append(legend, entry{s.Name, colours[i]})
		}
		for _, v := range s.Values {
			if !math.IsInf(v, 0) {
				high = max(high, v)
			}
		}
	}
	c = p.heading(c, b.Title, legend)
	if !(high > 0) || len(b.X.Names) == 0 {
		return p.nothing(c)
	}
	pl := p.plot(c, b.X.Label, b.YLabel)
	tick := pl.X.Tick.Label
	named(&pl.X, b.X.Names, c.Size().X-p.px(60), func(s string) vg.Length { return tick.Width(s) + p.px(8) })
	all := &barGroups{b: b, p: p, shown: shown, colours: colours}
	pl.Add(ruled{p}, all)
	pl.X.Min, pl.X.Max = -0.5, float64(len(b.X.Names))-0.5
	if b.Log {
		logarithmic(&pl.Y, 1, max(high, 2))
	} else {
		pl.Y.Min, pl.Y.Max, pl.Y.Tick.Marker = 0, high*1.02, plot.ConstantTicks(evenTicks(high))
	}
	p.show(pl, c)
	return all.found
}

// evenTicks divides an axis from zero evenly, into at most five parts of 1, 2 or 5 times a power of ten.
func evenTicks(high float64) (ticks []plot.Tick) {
	const parts = 5
	step := rounded(high/parts, math.Ceil)
	for i := 0; float64(i)*step <= high*(1+1e-9); i++ {
		ticks = append(ticks, plot.Tick{Value: float64(i) * step, Label: format.Scale(float64(i) * step)})
	}
	return ticks
}

// barGroups draws the bars, and notes where they are.
type barGroups struct {
	b       *Bars
	p       pen
	shown   []int
	colours []color.RGBA
	found   []Spot
}

// Plot draws the groups, each in four fifths of its slot.
func (g *barGroups) Plot(c draw.Canvas, pl *plot.Plot) {
	x, y := pl.Transforms(&c)
	const most, share = 22, 0.8 // width of a bar in pixels of a plain display; of the slot
	slot := x(1) - x(0)
	each := min(g.p.px(most), slot*share/vg.Length(len(g.shown)))
	for k, name := range g.b.X.Names {
		left := x(float64(k)) - each*vg.Length(len(g.shown))/2
		for j, i := range g.shown {
			s := g.b.Series[i]
			at := left + each*vg.Length(j)
			bar := vg.Rectangle{Min: vg.Point{X: at, Y: c.Min.Y}, Max: vg.Point{X: at + max(each*0.9, min(each, g.p.px(1))), Y: c.Max.Y}}
			if k < len(s.Texts) && s.Texts[k] != "" {
				g.found = append(g.found, spot(bar, name+"\n"+s.Texts[k], 0))
			}
			if v := s.Values[k]; v > 0 && !math.IsInf(v, 0) {
				bar.Max.Y = max(y(v), c.Min.Y+g.p.px(2))
				fill(c, g.colours[i], bar)
				continue
			}
			mark := g.p.style(smallSize, text.XCenter, text.YBottom)
			mark.Color = g.colours[i]
			c.FillText(mark, vg.Point{X: (bar.Min.X + bar.Max.X) / 2, Y: c.Min.Y}, "×")
		}
	}
	for _, l := range g.b.Levels {
		level{g.p, l.Value}.Plot(c, pl)
		s := g.p.style(smallSize, text.XRight, text.YBottom)
		c.FillText(s, vg.Point{X: c.Max.X, Y: y(l.Value) + g.p.px(2)}, l.Name)
	}
}
