package chart

import (
	"math"
	"strings"
	"sync"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// outlines draws text as the outlines of its glyphs, so that a figure looks the same in
// every program, whatever fonts that has, and in files the same as on the screen. Digits
// after "^" are raised, except in programs: 2^16.
type outlines struct{ cache *font.Cache }

var _ text.Handler = outlines{}

// Faces by the name of their font in a figure.
var (
	regular = font.Font{Typeface: "Go"}
	medium  = font.Font{Typeface: "Go", Weight: xfont.WeightMedium}
	mono    = font.Font{Typeface: "Go Mono"} // of programs

	letters = outlines{font.NewCache(font.Collection{
		{Font: regular, Face: parsed(goregular.TTF)}, {Font: medium, Face: parsed(gomedium.TTF)}, {Font: mono, Face: parsed(gomono.TTF)},
	})}
)

func parsed(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the fonts are part of the program
	}
	return f
}

// Cache holds the faces that figures use.
func (o outlines) Cache() *font.Cache { return o.cache }

// Extents returns ascent, descent and height of a font.
func (o outlines) Extents(f font.Font) font.Extents {
	face := o.cache.Lookup(f, f.Size)
	return face.Extents()
}

// Lines breaks a text only where it says so.
func (o outlines) Lines(txt string) []string { return strings.Split(txt, "\n") }

// Box measures one line with its digits raised.
func (o outlines) Box(txt string, f font.Font) (width, height, depth vg.Length) {
	e := o.Extents(f)
	return o.place(txt, f, nil), e.Ascent, e.Descent
}

// Draw fills the outlines of a text.
func (o outlines) Draw(c vg.Canvas, txt string, s text.Style, at vg.Point) {
	if txt == "" {
		return
	}
	c.SetColor(s.Color)
	c.Push()
	defer c.Pop()
	c.Translate(at)
	if s.Rotation != 0 {
		c.Rotate(s.Rotation)
	}
	e := o.Extents(s.Font)
	y := s.Height(txt)*vg.Length(1+s.YAlign) - e.Ascent
	for _, line := range o.Lines(txt) {
		x := o.place(line, s.Font, nil) * vg.Length(s.XAlign)
		o.place(line, s.Font, func(g glyph, dx, dy, scale vg.Length) {
			if len(g.path) == 0 {
				return // a space
			}
			c.Push()
			c.Translate(vg.Point{X: hundredths(x + dx), Y: hundredths(y + dy)})
			c.Fill(g.scaled(scale))
			c.Pop()
		})
		y -= e.Height
	}
}

const (
	raisedSize = 0.7  // size of digits after ^, relative to those on the line
	raisedBy   = 0.36 // of the font's size
)

// place lays out a line and returns its width. draw receives each glyph with its position
// on the baseline and its scale.
func (o outlines) place(line string, f font.Font, draw func(g glyph, x, y, scale vg.Length)) (x vg.Length) {
	face := o.cache.Lookup(f, f.Size)
	raised := false
	for _, r := range line {
		if r == '^' && f.Typeface != mono.Typeface {
			raised = true
			continue
		}
		raised = raised && strings.ContainsRune("0123456789-−", r)
		scale, y := f.Size, vg.Length(0)
		if raised {
			scale, y = f.Size*raisedSize, f.Size*raisedBy
		}
		g := glyphs.of(face.Face, r)
		if draw != nil {
			draw(g, x, y, scale)
		}
		x += g.advance * scale
	}
	return x
}

// glyph is the outline of a letter of size one, its baseline at zero.
type glyph struct {
	path    vg.Path
	advance vg.Length
}

// scaled returns the outline in another size; a letter always has the same one.
func (g glyph) scaled(scale vg.Length) vg.Path {
	move := func(p vg.Point) vg.Point { return vg.Point{X: hundredths(p.X * scale), Y: hundredths(p.Y * scale)} }
	out := make(vg.Path, len(g.path))
	for i, c := range g.path {
		c.Pos = move(c.Pos)
		control := make([]vg.Point, len(c.Control))
		for k, p := range c.Control {
			control[k] = move(p)
		}
		c.Control = control
		out[i] = c
	}
	return out
}

// hundredths rounds a length to the visible precision, and keeps files small.
func hundredths(l vg.Length) vg.Length { return vg.Length(math.Round(float64(l)*100) / 100) }

// outlined holds the glyphs that have been loaded.
type outlined struct {
	sync.Mutex
	loaded map[glyphKey]glyph
}

type glyphKey struct {
	face *opentype.Font
	r    rune
}

var glyphs = outlined{loaded: map[glyphKey]glyph{}}

func (o *outlined) of(face *opentype.Font, r rune) glyph {
	o.Lock()
	defer o.Unlock()
	key := glyphKey{face, r}
	g, ok := o.loaded[key]
	if !ok {
		g = load(face, r)
		o.loaded[key] = g
	}
	return g
}

func load(face *opentype.Font, r rune) (g glyph) {
	var b sfnt.Buffer
	em := face.UnitsPerEm()
	size := fixed.I(int(em)) // one unit of the font is one of ours: nothing is rounded
	index, err := face.GlyphIndex(&b, r)
	if err != nil {
		return glyph{}
	}
	if a, err := face.GlyphAdvance(&b, index, size, xfont.HintingNone); err == nil {
		g.advance = vg.Length(a) / vg.Length(size)
	}
	segments, err := face.LoadGlyph(&b, index, size, nil)
	if err != nil {
		return g
	}
	at := func(p fixed.Point26_6) vg.Point {
		return vg.Point{X: vg.Length(p.X) / vg.Length(size), Y: -vg.Length(p.Y) / vg.Length(size)}
	}
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if len(g.path) > 0 {
				g.path.Close()
			}
			g.path.Move(at(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			g.path.Line(at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			g.path.QuadTo(at(s.Args[0]), at(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			g.path.CubeTo(at(s.Args[0]), at(s.Args[1]), at(s.Args[2]))
		}
	}
	if len(g.path) > 0 {
		g.path.Close()
	}
	return g
}
