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

// HeatMap shows a number for each pair of a column and a row. Bright is good.
type HeatMap struct {
	Title string
	Unit  string // of the numbers
	X, Y  Names
	Cells []Cell
	// From and To, if given, are the ends of the scale, so that several heat maps can share
	// one.
	From, To           float64
	LowIsGood, Percent bool
}

// Names is an axis of distinct values.
type Names struct {
	Label string // with the unit
	Names []string
}

// Cell is one number. Cells that are not positive and finite are left out.
type Cell struct {
	Column, Row int
	Value       float64
	Marked      bool   // by a frame
	Name        string // below the number, if there is one
	Text        string // shown under the mouse
	Key         int
}

func (h *HeatMap) draw(c draw.Canvas, p pen) []Spot {
	c = p.heading(c, h.Title, nil)
	low, high, ok := limits(func(yield func(float64) bool) {
		for _, x := range h.Cells {
			if !yield(x.Value) {
				return
			}
		}
	})
	if !ok || len(h.X.Names) == 0 || len(h.Y.Names) == 0 {
		return p.nothing(c)
	}
	if h.From > 0 {
		low, high = h.From, h.To
	}
	c = h.bar(c, p, low, high)
	pl := p.plot(c, h.X.Label, h.Y.Label)
	tick := pl.X.Tick.Label
	named(&pl.X, h.X.Names, c.Size().X-p.px(60), func(s string) vg.Length { return tick.Width(s) + p.px(8) })
	named(&pl.Y, h.Y.Names, c.Size().Y-p.px(40), func(s string) vg.Length { return tick.Height(s) })
	pl.X.Tick.Length, pl.Y.Tick.Length = 0, 0
	pl.X.LineStyle.Width, pl.Y.LineStyle.Width = 0, 0
	pl.X.Padding, pl.Y.Padding = p.px(4), p.px(4)
	cells := &cells{h: h, p: p, low: low, high: high}
	pl.Add(cells)
	p.show(pl, c)
	return cells.spots
}

// good returns the position of a value between the worst, 0, and the best, 1.
func (h *HeatMap) good(v, low, high float64) float64 {
	t := 1.0
	if low < high {
		t = math.Log(v/low) / math.Log(high/low)
		if h.LowIsGood {
			t = 1 - t
		}
	}
	return t
}

func (h *HeatMap) number(v float64) string {
	if h.Percent {
		return format.Short(100 * v)
	}
	return format.Short(v)
}

// bar draws the scale of colours at the right and returns the rest of the canvas.
func (h *HeatMap) bar(c draw.Canvas, p pen, low, high float64) draw.Canvas {
	s := p.style(smallSize, text.XLeft, text.YCenter)
	s.Color = p.Dim
	factor := 1.0
	if h.Percent {
		factor = 100
	}
	var ticks []plot.Tick
	for _, t := range logTicks(low*factor, high*factor) {
		if t.Label != "" {
			ticks = append(ticks, t)
		}
	}
	if len(ticks) < 2 { // the whole scale is between two round numbers
		ticks = []plot.Tick{{Value: low * factor, Label: format.Short(low * factor)}}
		if low < high {
			ticks = append(ticks, plot.Tick{Value: high * factor, Label: format.Short(high * factor)})
		}
	}
	width := s.Width(h.Unit)
	for _, t := range ticks {
		width = max(width, s.Width(t.Label))
	}
	top, bottom := c.Max.Y-s.Height("X")-p.px(4), c.Min.Y+p.px(36)
	right := c.Max.X
	left := right - width - p.px(16)
	c.Max.X = left - p.px(14)
	unit := s
	unit.YAlign = text.YTop
	c.FillText(unit, vg.Point{X: left, Y: top + s.Height("X") + p.px(4)}, h.Unit)
	const steps = 64
	for i := range steps {
		at := func(i int) vg.Length { return bottom + (top-bottom)*vg.Length(i)/steps }
		t := (float64(i) + 0.5) / steps
		if h.LowIsGood {
			t = 1 - t
		}
		overlap := p.px(0.5) // so that no background shows between cells
		if i == steps-1 {
			overlap = 0
		}
		fill(c, along(p.Ramp, t), vg.Rectangle{Min: vg.Point{X: left, Y: at(i)}, Max: vg.Point{X: left + p.px(10), Y: at(i+1) + overlap}})
	}
	below := math.Inf(-1) // top of the previous label
	for _, t := range ticks {
		at := 0.5
		if low < high {
			at = math.Log(t.Value/factor/low) / math.Log(high/low)
		}
		y := bottom + (top-bottom)*vg.Length(at)
		if float64(y-s.Height("X")/2) < below {
			continue
		}
		below = float64(y + s.Height("X")/2)
		c.FillText(s, vg.Point{X: left + p.px(16), Y: y}, t.Label)
	}
	return c
}

// cells are the data of a heat map.
type cells struct {
	h         *HeatMap
	p         pen
	low, high float64
	spots     []Spot
}

// Plot fills a rectangle for each cell that has a value above zero, frames those that are
// marked, and notes their spots.
func (d *cells) Plot(c draw.Canvas, pl *plot.Plot) {
	x, y := pl.Transforms(&c)
	s := d.p.style(smallSize, text.XCenter, text.YCenter)
	gap := d.p.px(1)
	for _, cell := range d.h.Cells {
		if !(cell.Value > 0) || math.IsInf(cell.Value, 0) {
			continue
		}
		col, row := float64(cell.Column), float64(cell.Row)
		r := vg.Rectangle{Min: vg.Point{X: x(col-0.5) + gap, Y: y(row-0.5) + gap}, Max: vg.Point{X: x(col+0.5) - gap, Y: y(row+0.5) - gap}}
		colour := along(d.p.Ramp, d.h.good(cell.Value, d.low, d.high))
		fill(c, colour, r)
		s.Color = readable(colour)
		if cell.Marked {
			d.frame(c, r, s.Color)
		}
		label, middle := d.h.number(cell.Value), vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
		if line := s.Height(label); cell.Name != "" && s.Width(cell.Name) < r.Size().X-d.p.px(4) && 2*line < r.Size().Y-d.p.px(4) {
			middle.Y += line / 2
			c.FillText(s, middle.Sub(vg.Point{Y: line}), cell.Name)
		}
		if s.Width(label) < r.Size().X-d.p.px(4) && s.Height(label) < r.Size().Y {
			c.FillText(s, middle, label)
		}
		d.spots = append(d.spots, spot(r, cell.Text, cell.Key))
	}
}

// frame draws a line inside of a cell, in a colour that is seen on it.
func (d *cells) frame(c draw.Canvas, r vg.Rectangle, colour color.Color) {
	s, in := d.p.line(2), d.p.px(2.5)
	s.Color = colour
	c.SetLineStyle(s)
	c.Stroke(vg.Rectangle{Min: r.Min.Add(vg.Point{X: in, Y: in}), Max: r.Max.Sub(vg.Point{X: in, Y: in})}.Path())
}

// spot is a rectangle of the canvas; Figure.draw turns it upside down.
func spot(r vg.Rectangle, text string, key int) Spot {
	return Spot{X: float64(r.Min.X), Y: float64(r.Min.Y), W: float64(r.Size().X), H: float64(r.Size().Y), Text: text, Key: key}
}
