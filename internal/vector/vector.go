// Package vector has figures of lines, areas and text, and writes them as SVG and PDF. It does not
// depend on what they show.
package vector

import (
	"image"
	"image/color"
	"math"

	"kernelscope/internal/fault"
)

// Point is a position in pixels from the upper left corner of the view, y downward.
type Point struct{ X, Y float64 }

// Figure is a sequence of shapes, each drawn over those before it. Shapes outside the view, or outside what
// clips them, are dropped. A nil figure takes none.
type Figure struct {
	Width, Height int     // of the view, in pixels
	Ratio         float64 // pixels for one of a plain display, of which 96 are an inch
	Ground        color.RGBA
	About         string // the command that shows the same, or empty

	shapes []shape
	open   []box // what the open clips and groups leave of the view
	drawn  box   // around all shapes
	points int
}

// maxPoints bounds a figure. Files with more than that take editors and printers too long.
const maxPoints = 1 << 20

// maxRun is the greatest number of points that are joined to one shape: renderers need more than
// proportional time for long ones.
const maxRun = 2048

// smallest is the size in pixels of shapes that are dropped.
const smallest = 0.1

type kind uint8

const (
	stroke kind = iota
	area
	text
	picture
	clip
	group
	end
)

type shape struct {
	kind   kind
	odd    bool // areas and clips have the rule of odd windings
	joins  bool // it may be joined to others: lines, and areas that wind in one direction
	colour color.NRGBA
	width  float64
	lines  [][]Point // two corners, of pictures
	size   int       // number of their points
	Text
	pixels *image.NRGBA
}

// Text is a text from its lower left corner, on the baseline.
type Text struct {
	Text   string
	At     Point
	Size   float64 // pixels per em
	Width  float64 // of the whole text, in pixels
	Angle  float64 // radians, clockwise
	Bold   bool
	Colour color.NRGBA
	Halo   float64 // its width on each side of a letter; zero for none
	Around color.NRGBA
}

// box is a rectangle, without area if it is empty.
type box struct{ low, high Point }

func (b box) and(o box) box {
	return box{Point{max(b.low.X, o.low.X), max(b.low.Y, o.low.Y)}, Point{min(b.high.X, o.high.X), min(b.high.Y, o.high.Y)}}
}

func (b box) or(o box) box {
	return box{Point{min(b.low.X, o.low.X), min(b.low.Y, o.low.Y)}, Point{max(b.high.X, o.high.X), max(b.high.Y, o.high.Y)}}
}

func (b box) empty() bool { return !(b.low.X <= b.high.X && b.low.Y <= b.high.Y) }

func (b box) grown(by float64) box {
	return box{Point{b.low.X - by, b.low.Y - by}, Point{b.high.X + by, b.high.Y + by}}
}

var nothing = box{Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}}

// around returns the smallest box around points.
func around(lines ...[]Point) box {
	b := nothing
	for _, l := range lines {
		for _, p := range l {
			b = b.or(box{p, p})
		}
	}
	return b
}

// New returns a figure without shapes.
func New(width, height int, ratio float64, ground color.RGBA) *Figure {
	return &Figure{Width: width, Height: height, Ratio: ratio, Ground: ground, drawn: nothing, open: []box{{high: Point{float64(width), float64(height)}}}}
}

// add appends a shape that fills a box, if any of it is seen.
func (f *Figure) add(s shape, b box) {
	if f == nil {
		return
	}
	b = b.and(f.open[len(f.open)-1])
	if b.empty() || s.colour.A == 0 {
		return
	}
	f.drawn = f.drawn.or(b)
	if f.count(&s); f.points > maxPoints {
		return
	}
	if last := len(f.shapes) - 1; last < 0 || !f.shapes[last].join(s) {
		f.shapes = append(f.shapes, s)
	}
}

func (f *Figure) count(s *shape) {
	for _, l := range s.lines {
		s.size += len(l)
	}
	f.points += s.size
}

// join adds the lines of a shape of the same style, unless it would look different.
func (to *shape) join(s shape) bool {
	if !to.joins || !s.joins || to.kind != s.kind || to.colour != s.colour || to.width != s.width || s.colour.A < 255 || to.size+s.size > maxRun {
		return false
	}
	to.size += s.size
	if tail := &to.lines[len(to.lines)-1]; s.kind == stroke && (*tail)[len(*tail)-1] == s.lines[0][0] {
		*tail = append(*tail, s.lines[0][1:]...)
		return true
	}
	to.lines = append(to.lines, s.lines...)
	return true
}

// Sees reports whether any of a rectangle is in the view.
func (f *Figure) Sees(low, high Point) bool { return !f.open[0].and(box{low, high}).empty() }

// Line draws a line with round ends through points.
func (f *Figure) Line(c color.NRGBA, width float64, points ...Point) {
	if b := around(points); width >= smallest || b.high.X-b.low.X >= smallest || b.high.Y-b.low.Y >= smallest {
		f.add(shape{kind: stroke, colour: c, width: width, lines: [][]Point{points}, joins: true}, b.grown(width/2))
	}
}

// Dot draws a dot.
func (f *Figure) Dot(c color.NRGBA, at Point, radius float64) { f.Line(c, 2*radius, at, at) }

// Rect fills a rectangle.
func (f *Figure) Rect(c color.NRGBA, low, high Point) {
	if low.X < high.X && low.Y < high.Y {
		f.area(shape{kind: area, colour: c, lines: [][]Point{rect(low, high)}, joins: true})
	}
}

func rect(low, high Point) []Point { return []Point{low, {high.X, low.Y}, high, {low.X, high.Y}} }

// Area fills what rings enclose: where their windings add up to an odd number, or to another number
// than zero.
func (f *Figure) Area(c color.NRGBA, odd bool, rings ...[]Point) {
	f.area(shape{kind: area, odd: odd, colour: c, lines: rings})
}

func (f *Figure) area(s shape) {
	if b := around(s.lines...); b.high.X-b.low.X >= smallest || b.high.Y-b.low.Y >= smallest {
		f.add(s, b)
	}
}

// Write writes a text.
func (f *Figure) Write(t Text) {
	sin, cos := math.Sincos(t.Angle)
	corner := func(x, y float64) Point { return Point{t.At.X + x*cos - y*sin, t.At.Y + x*sin + y*cos} }
	tall, deep := -0.8*t.Size, 0.2*t.Size
	if t.Text != "" {
		f.add(shape{kind: text, Text: t, colour: t.Colour}, around([]Point{corner(0, tall), corner(t.Width, tall), corner(0, deep), corner(t.Width, deep)}))
	}
}

// Picture draws pixels, with sharp edges, in a rectangle.
func (f *Figure) Picture(low, high Point, m *image.NRGBA) {
	f.add(shape{kind: picture, colour: color.NRGBA{A: 255}, lines: [][]Point{{low, high}}, pixels: m}, box{low, high})
}

// Clip clips what follows by an area, as Area fills it, up to End.
func (f *Figure) Clip(odd bool, rings ...[]Point) {
	if f != nil {
		f.begin(shape{kind: clip, odd: odd, lines: rings}, around(rings...))
	}
}

// ClipRect clips what follows by a rectangle.
func (f *Figure) ClipRect(low, high Point) { f.Clip(false, rect(low, high)) }

// Group draws what follows, up to End, as a whole with an opacity.
func (f *Figure) Group(alpha uint8) {
	f.begin(shape{kind: group, colour: color.NRGBA{A: alpha}}, f.open[len(f.open)-1])
}

func (f *Figure) begin(s shape, b box) {
	f.count(&s)
	f.shapes, f.open = append(f.shapes, s), append(f.open, b.and(f.open[len(f.open)-1]))
}

// End ends the last clip or group that is open.
func (f *Figure) End() {
	if f == nil {
		return
	}
	f.open = f.open[:len(f.open)-1]
	if last := len(f.shapes) - 1; f.shapes[last].kind == clip || f.shapes[last].kind == group {
		f.shapes = f.shapes[:last] // nothing is in it
		return
	}
	f.shapes = append(f.shapes, shape{kind: end})
}

// Add draws another figure of the same view over this one.
func (f *Figure) Add(o *Figure) {
	f.shapes, f.points = append(f.shapes, o.shapes...), f.points+o.points
	f.drawn = f.drawn.or(o.drawn)
}

// Err returns an error if the figure has too many points.
func (f *Figure) Err() error {
	if f.points > maxPoints {
		return fault.Limit.Errorf("a figure of %d points; a vector figure has at most %d: draw less, in a smaller --size, or write .png", f.points, maxPoints)
	}
	return nil
}

// edge is the space around the drawing, in pixels of a plain display.
const edge = 10

// page returns the part of the view with shapes, with an edge around it.
func (f *Figure) page() box {
	b := f.drawn.grown(edge * f.Ratio).and(box{high: Point{float64(f.Width), float64(f.Height)}})
	if b.empty() {
		return box{high: Point{float64(f.Width), float64(f.Height)}}
	}
	return b
}
