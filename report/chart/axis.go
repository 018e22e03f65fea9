package chart

import (
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"kernelscope/internal/format"
)

// plot makes an empty plot in the style of the theme, for a canvas. Labels omit their
// units if they would not fit.
func (p pen) plot(c draw.Canvas, xLabel, yLabel string) *plot.Plot {
	out := plot.New()
	out.BackgroundColor = nil
	for _, a := range []struct {
		*plot.Axis
		label string
		room  vg.Length
	}{{&out.X, xLabel, c.Size().X - p.px(60)}, {&out.Y, yLabel, c.Size().Y - p.px(40)}} {
		rotation := a.Axis.Label.TextStyle.Rotation
		a.Axis.Label.TextStyle = p.style(textSize, text.XCenter, text.YBottom)
		if a.Axis.Label.TextStyle.Width(a.label) > a.room {
			a.label, _, _ = strings.Cut(a.label, " (")
		}
		a.Axis.Label.Text = a.label
		a.Axis.Label.TextStyle.Rotation = rotation
		a.Axis.Label.Padding = p.px(4)
		tick := p.style(smallSize, a.Tick.Label.XAlign, a.Tick.Label.YAlign)
		tick.Color = p.Dim
		a.Tick.Label = tick
		a.Tick.LineStyle = p.line(1)
		a.Tick.LineStyle.Color = p.Grid
		a.Tick.Length = p.px(5)
		a.LineStyle = a.Tick.LineStyle
		a.Padding = 0
	}
	return out
}

// show draws a plot. It writes the label of the y axis itself: gonum's plot centres it where
// the middle of a linear axis is, and on a logarithmic one leaves room for what sticks out.
func (p pen) show(pl *plot.Plot, c draw.Canvas) {
	label := pl.Y.Label
	pl.Y.Label.Text = ""
	height := label.TextStyle.Height(label.Text)
	inner := draw.Crop(c, height+label.Padding, 0, 0, 0)
	pl.Draw(inner)
	data := pl.DataCanvas(inner)
	label.TextStyle.Rotation += math.Pi / 2
	c.FillText(label.TextStyle, vg.Point{X: c.Min.X + height, Y: data.Center().Y}, label.Text)
}

// named writes names at 0, 1, 2, … of an axis, as many as fit.
func named(a *plot.Axis, names []string, room vg.Length, size func(string) vg.Length) {
	widest := vg.Length(1)
	for _, n := range names {
		widest = max(widest, size(n))
	}
	every := max(1, int(math.Ceil(float64(widest)*float64(len(names))/max(1, float64(room)))))
	var ticks plot.ConstantTicks
	for i, n := range names {
		t := plot.Tick{Value: float64(i), Label: n}
		if i%every != 0 {
			t.Label = ""
		}
		ticks = append(ticks, t)
	}
	a.Tick.Marker = ticks
	a.Min, a.Max = -0.5, float64(len(names))-0.5
}

// logarithmic makes an axis logarithmic between two values, both rounded outwards to 1, 2
// or 5 times a power of ten.
func logarithmic(a *plot.Axis, low, high float64) {
	low, high = rounded(low, math.Floor), rounded(high, math.Ceil)
	if !(low < high) {
		low, high = low/2, low*2
		low, high = rounded(low, math.Floor), rounded(high, math.Ceil)
	}
	a.Min, a.Max, a.Scale = low, high, plot.LogScale{}
	a.Tick.Marker = plot.ConstantTicks(logTicks(low, high))
}

// rounded returns the number of the form 1, 2 or 5 times a power of ten that is nearest
// to v: below it with math.Floor, above it with math.Ceil.
func rounded(v float64, to func(float64) float64) float64 {
	const close = 1e-9
	e := math.Floor(math.Log10(v) + close)
	m := v / math.Pow(10, e)
	up := to(0.5) == 1
	steps := []float64{1, 2, 5, 10}
	for i, s := range steps[:3] {
		if math.Abs(m-s) < close {
			return s * math.Pow(10, e)
		}
		if m < steps[i+1]-close {
			if up {
				s = steps[i+1]
			}
			return s * math.Pow(10, e)
		}
	}
	return math.Pow(10, e+1)
}

// logTicks labels the powers of ten between two values and, if these are few, two and
// five times them, too. There are none to a value that is infinite, or from one that is not positive.
func logTicks(low, high float64) (ticks []plot.Tick) {
	if !(low > 0) || math.IsInf(high, 0) {
		return nil
	}
	const close = 1 + 1e-9
	decades := math.Log10(high / low)
	for e := math.Floor(math.Log10(low) + 1e-9); math.Pow(10, e) <= high*close; e++ {
		for m := 1.0; m < 10; m++ {
			v := m * math.Pow(10, e)
			if v < low/close || v > high*close {
				continue
			}
			t := plot.Tick{Value: v}
			if m == 1 || decades <= 2.1 && (m == 2 || m == 5) {
				t.Label = format.Scale(v)
			}
			if t.Label != "" || decades <= 5 {
				ticks = append(ticks, t)
			}
		}
	}
	return ticks
}

// limits returns the least and the greatest positive, finite number.
func limits(values func(yield func(float64) bool)) (low, high float64, ok bool) {
	low, high = math.Inf(1), math.Inf(-1)
	for v := range values {
		if v > 0 && !math.IsInf(v, 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	return low, high, low <= high
}

// ruled draws grid lines under the data, at the labelled ticks of y.
type ruled struct{ p pen }

// Plot draws over the whole width.
func (r ruled) Plot(c draw.Canvas, pl *plot.Plot) {
	_, y := pl.Transforms(&c)
	s := r.p.line(1)
	s.Color = r.p.Grid
	for _, t := range pl.Y.Tick.Marker.Ticks(pl.Y.Min, pl.Y.Max) {
		if t.Label != "" {
			c.StrokeLine2(s, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
		}
	}
}
