package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"
)

var options = Options{Width: 600, Height: 300}

func TestRounded(t *testing.T) {
	for _, c := range []struct{ v, down, up float64 }{
		{1, 1, 1}, {0.95, 0.5, 1}, {1.05, 1, 2}, {4, 2, 5}, {7, 5, 10}, {1000, 1000, 1000}, {0.03, 0.02, 0.05}, {999999, 500000, 1e6},
	} {
		if got := rounded(c.v, math.Floor); math.Abs(got-c.down) > 1e-9*c.down {
			t.Errorf("%g down is %g, want %g", c.v, got, c.down)
		}
		if got := rounded(c.v, math.Ceil); math.Abs(got-c.up) > 1e-9*c.up {
			t.Errorf("%g up is %g, want %g", c.v, got, c.up)
		}
	}
}

func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		labels    string
	}{
		{1, 10, "1 2 5 10"}, {0.1, 10, "0.1 0.2 0.5 1 2 5 10"}, {1, 100000, "1 10 100 1,000 10,000 10^5"}, {2, 5, "2 5"},
		{0, 10, ""}, {-1, 10, ""}, {math.NaN(), 10, ""}, {1, math.Inf(1), ""},
	} {
		var labels []string
		last := 0.0
		for _, tick := range logTicks(c.low, c.high) {
			if tick.Value <= last {
				t.Errorf("%g to %g: %g comes after %g", c.low, c.high, tick.Value, last)
			}
			if last = tick.Value; tick.Label != "" {
				labels = append(labels, tick.Label)
			}
		}
		if got := strings.Join(labels, " "); got != c.labels {
			t.Errorf("%g to %g has the labels %q, want %q", c.low, c.high, got, c.labels)
		}
	}
}

// heat makes a heat map of columns × rows with the values 1, 2, 3, …
func heat(columns, rows int) *HeatMap {
	h := &HeatMap{Title: "Time", Unit: "ms", LowIsGood: true, X: Names{Label: "delta"}, Y: Names{Label: "batch"}}
	for x := range columns {
		h.X.Names = append(h.X.Names, fmt.Sprint(x))
	}
	for y := range rows {
		h.Y.Names = append(h.Y.Names, fmt.Sprint(y))
		for x := range columns {
			n := y*columns + x
			h.Cells = append(h.Cells, Cell{Column: x, Row: y, Value: float64(n + 1), Text: fmt.Sprintf("cell %d", n), Key: n})
		}
	}
	return h
}

func figureOf(c ...Chart) Figure {
	return Figure{Title: "A figure", Note: "A note.", Rows: [][]Chart{c}}
}

// at returns the colour in the middle of a spot, near its upper edge, where no text
// covers it.
func at(m *image.RGBA, s Spot) color.RGBA { return m.RGBAAt(int(s.X+s.W/2), int(s.Y+s.H/8)) }

func TestHeatMap(t *testing.T) {
	h := heat(4, 3)
	h.Cells[5].Value = math.NaN()
	h.Cells[6].Value = 0
	h.Cells[7].Value = math.Inf(1)
	m, spots := figureOf(h).Image(options)
	if len(spots) != 9 {
		t.Fatalf("%d spots, want 9: cells without a number are left out", len(spots))
	}
	lightest, darkest := at(m, spots[0]), at(m, spots[8])
	if lightest != Light.Ramp[8] || darkest != Light.Ramp[0] {
		t.Errorf("the best cell is %v and the worst %v, want the ends of the ramp %v and %v", lightest, darkest, Light.Ramp[8], Light.Ramp[0])
	}
	for i, s := range spots {
		if s.X < 0 || s.Y < 0 || s.X+s.W > 600 || s.Y+s.H > 300 || s.W < 10 || s.H < 10 {
			t.Errorf("spot %d lies at %+v", i, s)
		}
		if want := fmt.Sprintf("cell %d", s.Key); s.Text != want {
			t.Errorf("spot %d says %q, want %q", i, s.Text, want)
		}
	}
	if a, b := spots[0], spots[1]; b.X <= a.X || b.Y != a.Y {
		t.Errorf("columns go from %+v to %+v, not to the right", a, b)
	}
	if a, b := spots[0], spots[4]; b.Y >= a.Y || b.X != a.X {
		t.Errorf("rows go from %+v to %+v, not up", a, b)
	}
}

// Values outside a given scale get the colours of its ends.
func TestHeatMapClamps(t *testing.T) {
	h := heat(3, 1)
	h.From, h.To = 1.9, 2.1
	m, spots := figureOf(h).Image(options)
	if got := at(m, spots[0]); got != Light.Ramp[8] {
		t.Errorf("below the scale the colour is %v", got)
	}
	if got := at(m, spots[2]); got != Light.Ramp[0] {
		t.Errorf("above the scale the colour is %v", got)
	}
}

func TestRatio(t *testing.T) {
	f := figureOf(heat(4, 3))
	_, one := f.Image(options)
	fine := options
	fine.Ratio = 2
	m, two := f.Image(fine)
	if m.Rect.Dx() != 1200 || m.Rect.Dy() != 600 {
		t.Errorf("at twice the pixels the picture has %v", m.Rect)
	}
	for i := range one {
		for _, d := range []float64{two[i].X - 2*one[i].X, two[i].Y - 2*one[i].Y, two[i].W - 2*one[i].W, two[i].H - 2*one[i].H} {
			if math.Abs(d) > 0.01 {
				t.Fatalf("spot %d lies at %+v and, at twice the pixels, at %+v", i, one[i], two[i])
			}
		}
	}
}

// On logarithmic axes equal ratios are equal lengths.
func TestLines(t *testing.T) {
	l := &Lines{XLabel: "nodes", YLabel: "ms", Series: []Line{{Name: "a", Points: []Point{{X: 10, Y: 1}, {X: 100, Y: 10}, {X: 1000, Y: 100}, {X: 0, Y: 3}}}}}
	_, spots := figureOf(l).Image(options)
	if len(spots) != 3 {
		t.Fatalf("%d spots, want 3", len(spots))
	}
	if a, b := spots[1].X-spots[0].X, spots[2].X-spots[1].X; a <= 0 || math.Abs(a-b) > 0.01 {
		t.Errorf("ten times as much is %g and %g pixels to the right", a, b)
	}
	if a, b := spots[1].Y-spots[0].Y, spots[2].Y-spots[1].Y; a >= 0 || math.Abs(a-b) > 0.01 {
		t.Errorf("ten times as much is %g and %g pixels down", a, b)
	}
}

func TestBoxes(t *testing.T) {
	b := &Boxes{X: Names{Names: []string{"2^0", "2^1"}}, YLabel: "ms", Groups: []int{1, 2}, Series: []Distribution{
		{Name: "a", Values: [][]float64{{1, 2, 3, 4}, nil}, Texts: []string{"a: 2.5", ""}},
		{Name: "b", Reference: true, Key: -1, Values: [][]float64{{5}, {0, math.NaN(), 7}}, Texts: []string{"b: 5", "b: 7"}},
	}}
	m, spots := figureOf(b).Image(options)
	want := []Spot{{Text: "2^0\na: 2.5\nb: 5", Group: 1}, {Text: "2^0\na: 2.5\nb: 5", Key: -1, Group: 1}, {Text: "2^1\nb: 7", Key: -1, Group: 2}}
	if len(spots) != len(want) {
		t.Fatalf("spots: %+v", spots)
	}
	for i, s := range spots {
		if i > 0 && math.Abs(spots[i-1].X+spots[i-1].W-s.X) > 0.01 { // they fill the chart
			t.Errorf("spot %d begins at %g, after one to %g", i, s.X, spots[i-1].X+spots[i-1].W)
		}
		if s.X, s.Y, s.W, s.H = 0, 0, 0, 0; s != want[i] {
			t.Errorf("spot %d is %+v, not %+v", i, s, want[i])
		}
	}
	if n := countOf(m, m.Rect, mixed(Light.Ground, Light.Series[0], 0.45)); n < 50 {
		t.Errorf("only %d pixels are filled in the colour of the series", n)
	}
}

// A box without height shows the colour of its series.
func TestFlatBoxes(t *testing.T) {
	b := &Boxes{X: Names{Names: []string{"2^0", "2^1"}}, Series: []Distribution{{Name: "a", Values: [][]float64{{1}, {4, 4, 4}}}}}
	m, _ := figureOf(b).Image(options)
	plot := image.Rect(m.Rect.Dx()/5, m.Rect.Dy()/5, m.Rect.Dx(), m.Rect.Dy()) // below the legend
	if n := countOf(m, plot, Light.Series[0]); n < 50 {
		t.Errorf("only %d pixels have the colour of the series", n)
	}
}

// The frame of a marked cell is seen on it, whatever its colour.
func TestMarkedCell(t *testing.T) {
	for _, marked := range []int{0, 8} { // the best, the worst
		h := heat(3, 3)
		h.Cells[marked].Marked = true
		m, spots := figureOf(h).Image(options)
		s := spots[marked]
		r := image.Rect(int(s.X), int(s.Y), int(s.X+s.W), int(s.Y+s.H))
		plain, _ := figureOf(heat(3, 3)).Image(options)
		ink := readable(at(m, s))
		if n := countOf(m, r, ink) - countOf(plain, r, ink); n < int(s.W+s.H) {
			t.Errorf("the frame of cell %d has %d pixels", marked, n)
		}
	}
}

// countOf returns how many pixels have a colour.
func countOf(m *image.RGBA, r image.Rectangle, c color.RGBA) (n int) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if m.RGBAAt(x, y) == c {
				n++
			}
		}
	}
	return n
}

// No data, a single datum, or no room break nothing.
func TestSparse(t *testing.T) {
	for name, c := range map[string]Chart{
		"empty heat map": &HeatMap{}, "empty boxes": &Boxes{}, "empty lines": &Lines{},
		"one cell": heat(1, 1), "names without cells": &HeatMap{X: Names{Names: []string{"1"}}, Y: Names{Names: []string{"1"}}},
		"one value":    &Boxes{X: Names{Names: []string{"all"}}, Series: []Distribution{{Values: [][]float64{{3}}}}},
		"only zeros":   &Boxes{X: Names{Names: []string{"all"}}, Series: []Distribution{{Values: [][]float64{{0, 0}}}}},
		"one point":    &Lines{Series: []Line{{Points: []Point{{X: 5, Y: 5, Low: 5, High: 5}}}}},
		"empty series": &Lines{Series: []Line{{}, {Points: []Point{{X: 5, Y: 5}}}}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, o := range []Options{options, {Width: 1, Height: 1}, {Width: 90, Height: 130, Ratio: 1.6, Theme: &Dark}} {
				m, _ := figureOf(c, c).Image(o)
				if want := max(1, int(math.Round(o.Width*max(1, o.Ratio)))); m.Rect.Dx() != want {
					t.Errorf("the picture is %d pixels wide, want %d", m.Rect.Dx(), want)
				}
				if err := figureOf(c).SVG(io.Discard, o); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestPNG(t *testing.T) {
	f := figureOf(heat(4, 3))
	want, _ := f.Image(options)
	var b bytes.Buffer
	if err := f.PNG(&b, options); err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	for y := range 300 {
		for x := range 600 {
			if r0, g0, b0, _ := want.At(x, y).RGBA(); true {
				if r1, g1, b1, _ := got.At(x, y).RGBA(); r0 != r1 || g0 != g1 || b0 != b1 {
					t.Fatalf("the file differs from the picture at %d, %d", x, y)
				}
			}
		}
	}
}

// A picture is rounded as little as at most 256 colours allow.
func TestSmall(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 32, 16))
	for _, x := range []struct {
		values int // of each channel
		unit   uint8
	}{{1, 1}, {6, 1}, {7, 0}} {
		n := x.values
		for i := range 32 * 16 {
			m.SetRGBA(i%32, i/32, color.RGBA{uint8(i % n * 36), uint8(i / n % n * 36), uint8(i / n / n % n * 36), 255})
		}
		if got, ok := small(m).(*image.Paletted); ok != (x.unit == 1) || ok && (got.At(1, 2) != m.At(1, 2) || len(got.Palette) != n*n*n) {
			t.Errorf("%d colours: %T", n*n*n, small(m))
		}
	}
	for i := range 32 * 16 {
		m.SetRGBA(i%32, i/32, color.RGBA{uint8(i % 8), uint8(i / 8 % 8), uint8(255 - i/64), 255})
	}
	if got, ok := small(m).(*image.Paletted); !ok || got.At(31, 15) != (color.RGBA{6, 6, 249, 255}) {
		t.Errorf("512 similar colours: %T, %v", small(m), small(m).At(31, 15))
	}
	var b, whole bytes.Buffer
	f := figureOf(heat(4, 3))
	if err := errors.Join(f.SmallPNG(&b, options), f.PNG(&whole, options)); err != nil || b.Len() > whole.Len() {
		t.Errorf("%d bytes, and %d with all colours: %v", b.Len(), whole.Len(), err)
	}
}

func TestSVG(t *testing.T) {
	h := heat(4, 3)
	h.Cells[0].Text = `<&"`
	var b bytes.Buffer
	if err := figureOf(h).SVG(&b, options); err != nil {
		t.Fatal(err)
	}
	titles, ids, uses := []string{}, map[string]bool{}, 0
	for d := xml.NewDecoder(&b); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if e.Name.Local == "text" {
			t.Error("there is text, which needs a font")
		}
		for _, a := range e.Attr {
			if a.Name.Local == "id" {
				if ids[a.Value] {
					t.Errorf("%s is defined twice", a.Value)
				}
				ids[a.Value] = true
			}
			if a.Name.Local == "href" {
				uses++
				if !ids[strings.TrimPrefix(a.Value, "#")] {
					t.Errorf("%s is not defined", a.Value)
				}
			}
		}
		if e.Name.Local == "title" {
			var s string
			if err := d.DecodeElement(&s, &e); err != nil {
				t.Fatal(err)
			}
			titles = append(titles, s)
		}
	}
	if len(titles) != 13 || titles[0] != "A figure" || titles[1] != `<&"` || titles[2] != "cell 1" {
		t.Errorf("titles: %q", titles)
	}
	if uses < 20 {
		t.Errorf("only %d letters are shared", uses)
	}
}

// Requirements on the colours of a theme: text stands out, and the ramp grows evenly
// lighter.
func TestThemes(t *testing.T) {
	luma := func(c color.RGBA) float64 { return 0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B) }
	for name, theme := range map[string]Theme{"light": Light, "dark": Dark, "contrast": Contrast} {
		for i, c := range append(theme.Series[:], theme.Text, theme.Dim, theme.Reference) {
			if d := math.Abs(luma(c) - luma(theme.Ground)); d < 60 {
				t.Errorf("%s: colour %d differs from the ground by %.0f", name, i, d)
			}
		}
		for _, x := range theme.Steps {
			if c := along(theme.Ramp, x); math.Abs(luma(c)-luma(theme.Ground)) < 60 {
				t.Errorf("%s: the ramp at %g does not stand out", name, x)
			}
		}
		for i := 1; i < len(theme.Ramp); i++ {
			if luma(theme.Ramp[i]) <= luma(theme.Ramp[i-1]) {
				t.Errorf("%s: the ramp is not lighter at %d", name, i)
			}
		}
	}
}
