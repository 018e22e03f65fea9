// Package chart draws figures from plain data: heat maps, box plots, lines. The same
// drawing code serves pictures, files and the window, in a light and a dark theme. It
// measures nothing and does not know what the data mean.
package chart

import (
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Figure is a title, charts in rows, and a note on how the data came to be.
type Figure struct {
	Title, Note string
	Rows        [][]Chart
}

// Chart is a part of a figure: *HeatMap, *Boxes, *Bars, *Lines, *Listing, *Strip or Sentences.
type Chart interface {
	draw(c draw.Canvas, p pen) []Spot
}

// Options say how a figure is drawn.
type Options struct {
	Width, Height float64 // in pixels of a plain display
	Ratio         float64 // pixels of the picture per pixel of a plain display; 1 if zero
	Theme         *Theme  // Light if nil
}

// Spot is where a datum is drawn, in pixels of the picture from its upper left corner,
// and the text that describes it.
type Spot struct {
	X, Y, W, H float64
	Text       string
	Key        int // key of the datum
	Group      int // of box plots: the key of the name of X
}

// pen is what all parts of a figure draw with: a theme and a scale.
type pen struct {
	Theme
	scale float64
}

func (o Options) pen() pen {
	p := pen{Light, 1}
	if o.Theme != nil {
		p.Theme = *o.Theme
	}
	if o.Ratio > 0 {
		p.scale = o.Ratio
	}
	return p
}

// px converts pixels of a plain display.
func (p pen) px(v float64) vg.Length { return vg.Length(v * p.scale) }

// Sizes of text, in pixels of a plain display.
const (
	titleSize = 16
	headSize  = 13
	textSize  = 12
	smallSize = 11
)

// Image draws a figure. It also returns the spots of its data.
func (f Figure) Image(o Options) (*image.RGBA, []Spot) {
	p := o.pen()
	w, h := max(1, int(math.Round(o.Width*p.scale))), max(1, int(math.Round(o.Height*p.scale)))
	// At 72 dots per inch a point is a pixel.
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(w), vg.Length(h)), vgimg.UseDPI(72))
	spots := f.draw(draw.New(c), p)
	return c.Image().(*image.RGBA), spots
}

// PNG writes the picture that Image draws.
func (f Figure) PNG(w io.Writer, o Options) error {
	m, _ := f.Image(o)
	return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, m)
}

// SmallPNG writes the picture with at most 256 colours, if they differ little from its own: a third of the bytes.
func (f Figure) SmallPNG(w io.Writer, o Options) error {
	m, _ := f.Image(o)
	return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, small(m))
}

// small rounds the channels of a picture as little as at most 256 colours allow. If that is much, it returns the picture itself.
func small(m *image.RGBA) image.Image {
	for _, unit := range []int{1, 3, 5, 15} {
		if p := coarse(m, unit); p != nil {
			return p
		}
	}
	return m
}

// coarse returns a picture whose channels are multiples of a unit, or nil if it has more than 256 colours.
func coarse(m *image.RGBA, unit int) *image.Paletted {
	out := image.NewPaletted(m.Rect, nil)
	index := map[color.RGBA]uint8{}
	round := func(v uint8) uint8 { return uint8((int(v) + unit/2) / unit * unit) }
	for i := range out.Pix {
		c := color.RGBA{round(m.Pix[4*i]), round(m.Pix[4*i+1]), round(m.Pix[4*i+2]), 255}
		n, known := index[c]
		if !known {
			if len(index) == 256 {
				return nil
			}
			n = uint8(len(index))
			index[c], out.Palette = n, append(out.Palette, c)
		}
		out.Pix[i] = n
	}
	return out
}

// style is a style of text.
func (p pen) style(size float64, x text.XAlignment, y text.YAlignment) text.Style {
	s := text.Style{Color: p.Text, Font: regular, XAlign: x, YAlign: y, Handler: letters}
	s.Font.Size = p.px(size)
	return s
}

func (p pen) line(width float64) draw.LineStyle {
	return draw.LineStyle{Color: p.Text, Width: p.px(width)}
}

// The least size of a chart, in pixels of a plain display.
const minWidth, minHeight = 240, 120

// draw draws all parts.
func (f Figure) draw(c draw.Canvas, p pen) (spots []Spot) {
	height := c.Max.Y
	fill(c, p.Ground, c.Rectangle)
	c = draw.Crop(c, p.px(16), -p.px(16), p.px(10), -p.px(12))
	// Data come first: if there is little room, the note is dropped, then the title, then
	// all charts of a row but one.
	if f.Note != "" {
		s := p.style(smallSize, text.XLeft, text.YBottom)
		s.Color = p.Dim
		note := wrapped(s, f.Note, c.Size().X)
		if h := s.Height(note); h < c.Size().Y/4 {
			c.FillText(s, c.Min, note)
			c.Min.Y += h + p.px(8)
		}
	}
	if f.Title != "" && c.Size().Y > p.px(minHeight+30) {
		s := p.style(titleSize, text.XLeft, text.YTop)
		s.Font.Weight = medium.Weight
		c.FillText(s, vg.Point{X: c.Min.X, Y: c.Max.Y}, clipped(s, f.Title, c.Size().X))
		c.Max.Y -= s.Height(f.Title) + p.px(8)
	}
	gap := p.px(18)
	heights := f.heights(c.Size(), gap, p)
	top := c.Max.Y
	for r, row := range f.Rows {
		width := (c.Size().X - gap*vg.Length(len(row)-1)) / vg.Length(max(1, len(row)))
		if width < p.px(minWidth) && len(row) > 1 {
			row, width = row[:1], c.Size().X
		}
		for i, chart := range row {
			part := c
			part.Min.X += (width + gap) * vg.Length(i)
			part.Max.X = part.Min.X + width
			part.Max.Y = top
			part.Min.Y = top - heights[r]
			if _, ok := chart.(sized); !ok && heights[r] < p.px(minHeight) || width < p.px(minWidth) {
				s := p.style(smallSize, text.XCenter, text.YCenter)
				s.Color = p.Dim
				c.FillText(s, part.Center(), "the chart needs more room")
				continue
			}
			spots = append(spots, chart.draw(part, p)...)
		}
		top -= heights[r] + gap
	}
	for i := range spots { // to picture coordinates: the canvas counts upwards
		spots[i].Y = float64(height) - spots[i].Y - spots[i].H
	}
	return spots
}

// heights divides a height among the rows. A row whose only chart is as tall as its data need gets that.
func (f Figure) heights(size vg.Point, gap vg.Length, p pen) []vg.Length {
	out := make([]vg.Length, len(f.Rows))
	rest, equal := size.Y-gap*vg.Length(len(f.Rows)-1), 0
	for i, row := range f.Rows {
		if len(row) == 1 {
			if s, ok := row[0].(sized); ok {
				out[i] = s.height(p, size.X)
				rest -= out[i]
				continue
			}
		}
		equal++
	}
	for i := range out {
		if out[i] == 0 {
			out[i] = rest / vg.Length(max(1, equal))
		}
	}
	return out
}

// Height returns the height of a figure of some width, in pixels of a plain display, all of whose charts are as tall as their data need.
func (f Figure) Height(width float64) float64 {
	const gap = 18
	p := Options{}.pen()
	inner := p.px(width - 32)
	h := vg.Length(22)
	for _, x := range f.heights(vg.Point{X: inner}, 0, p) {
		h += x + gap
	}
	if f.Title != "" {
		h += p.style(titleSize, text.XLeft, text.YTop).Height(f.Title) + 8
	}
	if f.Note != "" {
		s := p.style(smallSize, text.XLeft, text.YBottom)
		h += s.Height(wrapped(s, f.Note, inner)) + 8 - gap
	}
	return float64(h)
}

// fill paints a rectangle.
func fill(c draw.Canvas, colour interface{ RGBA() (r, g, b, a uint32) }, r vg.Rectangle) {
	c.SetColor(colour)
	c.Fill(r.Path())
}

// clipped shortens a text that is too wide.
func clipped(s text.Style, txt string, width vg.Length) string {
	if s.Width(txt) <= width {
		return txt
	}
	r := []rune(txt)
	for len(r) > 1 && s.Width(string(r)+"…") > width {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}

// wrapped breaks the lines of a text between words, so that none is too wide.
func wrapped(s text.Style, txt string, width vg.Length) string {
	var lines []string
	for paragraph := range strings.Lines(txt) {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			longer := strings.TrimSpace(line + " " + word)
			if line != "" && s.Width(longer) > width {
				lines = append(lines, line)
				longer = word
			}
			line = longer
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// heading writes the name of a chart and its legend above the data, and returns the rest
// of the canvas.
func (p pen) heading(c draw.Canvas, title string, entries []entry) draw.Canvas {
	s := p.style(headSize, text.XLeft, text.YTop)
	s.Font.Weight = medium.Weight
	line := s.Height("X") + p.px(4)
	x := c.Min.X
	if title != "" {
		title = clipped(s, title, c.Size().X)
		c.FillText(s, vg.Point{X: x, Y: c.Max.Y}, title)
		x += s.Width(title) + p.px(20)
	}
	s = p.style(textSize, text.XLeft, text.YTop)
	used := title != ""
	for _, e := range entries {
		width := p.px(16) + s.Width(e.name) + p.px(16)
		if used && x+width > c.Max.X+p.px(16) {
			x = c.Min.X
			c.Max.Y -= line
		}
		used = true
		mid := c.Max.Y - s.Height("X")/2
		fill(c, e.colour, vg.Rectangle{Min: vg.Point{X: x, Y: mid - p.px(4.5)}, Max: vg.Point{X: x + p.px(10), Y: mid + p.px(4.5)}})
		c.FillText(s, vg.Point{X: x + p.px(16), Y: c.Max.Y}, e.name)
		x += width
	}
	if used {
		c.Max.Y -= line + p.px(4)
	}
	return c
}

// entry is a line of a legend.
type entry struct {
	name   string
	colour interface{ RGBA() (r, g, b, a uint32) }
}

// nothing writes that there are no data.
func (p pen) nothing(c draw.Canvas) []Spot {
	s := p.style(textSize, text.XCenter, text.YCenter)
	s.Color = p.Dim
	c.FillText(s, c.Center(), "no data yet")
	return nil
}
