package chart

import (
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// sized is a chart that is as tall as its data need.
type sized interface {
	height(p pen, width vg.Length) vg.Length
}

// Listing shows lines of a program with numbers as bars.
type Listing struct {
	Columns []ListingColumn
	Lines   []ListingLine
}

// ListingColumn is a column of numbers.
type ListingColumn struct {
	Name  string
	Width float64 // in pixels of a plain display
}

// ListingLine is a line of the program, or a heading without Number.
type ListingLine struct {
	Number string
	Text   string
	Cells  []ListingCell // one for each column, or none
	Marked bool
	Under  string // shown under the mouse
}

// ListingCell is a number with a bar.
type ListingCell struct {
	Text  string
	Bar   float64 // its length, from 0 to 1
	Heat  float64 // how far it stands out, from 0 to 1
	Plain bool    // it stands out by another colour, which is not a fault's
}

const (
	rowHeight = 17
	gutter    = 46 // of the numbers of lines
)

func (l *Listing) height(p pen, _ vg.Length) vg.Length {
	return p.px(rowHeight * float64(len(l.Lines)+1))
}

func (l *Listing) draw(c draw.Canvas, p pen) (spots []Spot) {
	columns := make([]vg.Rectangle, len(l.Columns)) // horizontally
	x := c.Max.X
	for i := len(l.Columns) - 1; i >= 0; i-- {
		columns[i].Max.X = x
		x -= p.px(l.Columns[i].Width)
		columns[i].Min.X = x
		x -= p.px(6)
	}
	s := p.style(smallSize, text.XRight, text.YCenter)
	s.Color = p.Dim
	row := vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: c.Max.Y - p.px(rowHeight)}, Max: c.Max}
	for i, column := range l.Columns {
		c.FillText(s, vg.Point{X: columns[i].Max.X - p.px(4), Y: middle(row)}, column.Name)
	}
	for _, line := range l.Lines {
		row.Min.Y, row.Max.Y = row.Min.Y-p.px(rowHeight), row.Min.Y
		if line.Under != "" {
			spots = append(spots, Spot{X: float64(row.Min.X), Y: float64(row.Min.Y), W: float64(row.Max.X - row.Min.X), H: float64(p.px(rowHeight)), Text: line.Under})
		}
		l.line(c, p, line, row, columns, x)
	}
	return spots
}

func middle(r vg.Rectangle) vg.Length { return (r.Min.Y + r.Max.Y) / 2 }

// line draws a line. Its text ends before right.
func (l *Listing) line(c draw.Canvas, p pen, line ListingLine, row vg.Rectangle, columns []vg.Rectangle, right vg.Length) {
	y := middle(row)
	code := p.style(smallSize, text.XLeft, text.YCenter)
	if line.Number == "" {
		code.Color = p.Dim
		c.FillText(code, vg.Point{X: row.Min.X + p.px(8), Y: y}, line.Text)
		fill(c, p.Grid, vg.Rectangle{Min: row.Min, Max: vg.Point{X: row.Max.X, Y: row.Min.Y + p.px(1)}})
		return
	}
	code.Font.Typeface = mono.Typeface
	number := code
	number.XAlign, number.Color = text.XRight, p.Dim
	if line.Marked {
		number.Color = p.Series[1]
		fill(c, p.Series[1], vg.Rectangle{Min: vg.Point{X: row.Min.X, Y: row.Min.Y + p.px(2)}, Max: vg.Point{X: row.Min.X + p.px(3), Y: row.Max.Y - p.px(2)}})
	}
	if len(line.Cells) == 0 {
		code.Color = p.Dim
	}
	c.FillText(number, vg.Point{X: row.Min.X + p.px(gutter-10), Y: y}, line.Number)
	c.FillText(code, vg.Point{X: row.Min.X + p.px(gutter), Y: y}, clipped(code, line.Text, right-row.Min.X-p.px(gutter)))
	value := p.style(smallSize, text.XRight, text.YCenter)
	for i, cell := range line.Cells {
		if cell.Text == "" {
			continue
		}
		low := vg.Point{X: columns[i].Min.X, Y: row.Min.Y + p.px(1)}
		high := vg.Point{X: columns[i].Max.X, Y: row.Max.Y - p.px(1)}
		strong, strength := p.Series[1], 0.75
		if cell.Plain {
			strong, strength = p.Series[0], 0.4
		}
		bar := high
		bar.X = low.X + (high.X-low.X)*vg.Length(min(1, cell.Bar))
		fill(c, mixed(p.Ground, p.Grid, 0.45), vg.Rectangle{Min: low, Max: high})
		fill(c, mixed(p.Grid, strong, strength*min(1, cell.Heat)), vg.Rectangle{Min: low, Max: bar})
		c.FillText(value, vg.Point{X: high.X - p.px(4), Y: y}, cell.Text)
	}
}

// Strip shows many numbers as squares, in rows.
type Strip struct {
	Title, Note string
	Values      []float64 // from 0 to 1
	Texts       []string  // shown under the mouse, if there are any
}

// side is the size of a square and its distance to the next.
func (s *Strip) side(p pen) (side, step vg.Length) {
	switch {
	case len(s.Values) > 1024:
		return p.px(5), p.px(6)
	case len(s.Values) > 200:
		return p.px(9), p.px(10)
	}
	return p.px(14), p.px(16)
}

const stripHead = 24

func (s *Strip) height(p pen, width vg.Length) vg.Length {
	_, step := s.side(p)
	across := max(1, int(width/step))
	return p.px(stripHead) + step*vg.Length((len(s.Values)+across-1)/across)
}

func (s *Strip) draw(c draw.Canvas, p pen) (spots []Spot) {
	head := p.style(headSize, text.XLeft, text.YTop)
	head.Font.Weight = medium.Weight
	c.FillText(head, vg.Point{X: c.Min.X, Y: c.Max.Y}, s.Title)
	note := p.style(textSize, text.XLeft, text.YTop)
	note.Color = p.Dim
	at := c.Min.X + head.Width(s.Title) + p.px(12)
	c.FillText(note, vg.Point{X: at, Y: c.Max.Y - p.px(1)}, clipped(note, s.Note, c.Max.X-at))
	side, step := s.side(p)
	across := max(1, int(c.Size().X/step))
	for i, v := range s.Values {
		low := vg.Point{X: c.Min.X + step*vg.Length(i%across), Y: c.Max.Y - p.px(stripHead) - step*vg.Length(i/across) - side}
		fill(c, mixed(p.Grid, p.Series[0], max(0, min(1, v))), vg.Rectangle{Min: low, Max: low.Add(vg.Point{X: side, Y: side})})
		if i < len(s.Texts) {
			spots = append(spots, Spot{X: float64(low.X), Y: float64(low.Y), W: float64(side), H: float64(side), Text: s.Texts[i]})
		}
	}
	return spots
}

// Sentences are lines of text. Long ones are broken between words.
type Sentences struct {
	Lines []string
	Dim   bool
	Mono  bool // the lines are commands
}

func (t Sentences) style(p pen) text.Style {
	s := p.style(textSize, text.XLeft, text.YTop)
	if t.Mono {
		s = p.style(smallSize, text.XLeft, text.YTop)
		s.Font.Typeface = mono.Typeface
	}
	if t.Dim {
		s.Color = p.Dim
	}
	return s
}

func (t Sentences) height(p pen, width vg.Length) vg.Length {
	s, h := t.style(p), vg.Length(0)
	for _, line := range t.Lines {
		h += s.Height(wrapped(s, line, width)) + p.px(3)
	}
	return h
}

func (t Sentences) draw(c draw.Canvas, p pen) []Spot {
	s, y := t.style(p), c.Max.Y
	for _, line := range t.Lines {
		line = wrapped(s, line, c.Size().X)
		c.FillText(s, vg.Point{X: c.Min.X, Y: y}, line)
		y -= s.Height(line) + p.px(3)
	}
	return nil
}
