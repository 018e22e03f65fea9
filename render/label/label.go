// Package label chooses and places the visible names of a map: settlements at their points, names
// along roads, numbers on plates. More important labels are placed first, and none overlap. It
// draws nothing.
package label

import (
	"image"
	"math"
	"slices"
	"strings"

	"kernelscope/render/glyphs"
	"kernelscope/scene"
	"kernelscope/scene/geom"
)

// View is the part of a map that a target shows.
type View struct {
	X, Y          float64 // centre in units of geom.Point
	Scale         float64 // pixels per unit
	Width, Height int     // pixels
	Metres        float64 // per pixel
	Ratio         float64 // pixels per pixel of a plain display
	Covered       Covered
}

// Covered lists areas without labels: what a search field and a legend cover, and markers, beside which
// the names of settlements are placed.
type Covered struct{ Areas, Markers [2]image.Rectangle }

// Style is the style of a mark.
type Style uint8

// Styles of marks.
const (
	Place   Style = iota // name of a city, town or village
	Quarter              // name of a part of a city or town
	Road                 // name of a road
	Number               // number on a plate
	Plate                // plate under a number
)

// Mark is a glyph, or the plate under a number.
type Mark struct {
	Key      glyphs.Key
	X, Y     float32 // origin of the glyph or middle of the plate, in pixels of the target
	Cos, Sin float32 // direction of the text
	Size     float32 // pixels per em, or height of a plate
	Width    float32 // width of a plate
	Style    Style
}

// Label is a text of marks.
type Label struct {
	*glyphs.Line
	First, End int // its marks
	Bold       bool
}

// Placer places the labels of a map. It must not be used concurrently.
type Placer struct {
	*index
	fonts *glyphs.Fonts
	view  View
	marks []Mark
	texts []Label
	taken grid
	where map[string][]point // middles of the labels of a text
	line  []vertex
	spots []spot
}

// point is a position in the target.
type point struct{ x, y float64 }

// New prepares the labels of a map.
func New(m *scene.Map, fonts *glyphs.Fonts) *Placer { return &Placer{index: newIndex(m), fonts: fonts} }

// Empty reports whether the map has nothing to be labelled.
func (p *Placer) Empty() bool { return len(p.stretches)+len(p.towns) == 0 }

// margin is the distance around the target in which labels are also placed, so that few appear when
// it moves, in pixels of a plain display.
const margin = 120

// Place returns the labels of a view. They are valid until the next call.
func (p *Placer) Place(v View) []Mark {
	p.view, p.marks, p.texts, p.where = v, p.marks[:0], p.texts[:0], map[string][]point{}
	p.taken.reset(v, margin*v.Ratio)
	for _, r := range slices.Concat(v.Covered.Areas[:], v.Covered.Markers[:]) {
		if !r.Empty() {
			p.taken.add(boxOf(r))
		}
	}
	for _, step := range plan {
		if m := v.Metres * v.Ratio; m > step.far || m < step.near {
			continue
		}
		switch {
		case step.settlement:
			p.settlements(step)
		case step.plates:
			p.plates(step)
		default:
			p.names(step)
		}
	}
	return p.marks
}

// Labels returns the texts of the marks that Place returned last.
func (p *Placer) Labels() []Label { return p.texts }

// wrote notes that the marks from first on are a text.
func (p *Placer) wrote(text *glyphs.Line, first int, s step) {
	p.texts = append(p.texts, Label{text, first, len(p.marks), s.weight == glyphs.Medium})
}

// at returns the position of a map point in the target.
func (p *Placer) at(q geom.Point) point {
	v := p.view
	return point{(float64(q.X)-v.X)*v.Scale + float64(v.Width)/2, (float64(q.Y)-v.Y)*v.Scale + float64(v.Height)/2}
}

// sees reports whether a box overlaps the view.
func (p *Placer) sees(b geom.Box) bool {
	low, high, m := p.at(b.Min), p.at(b.Max), margin*p.view.Ratio
	return high.x >= -m && low.x <= float64(p.view.Width)+m && high.y >= -m && low.y <= float64(p.view.Height)+m
}

// within reports whether a position is in the view or its margin, extended by a number of pixels.
func (p *Placer) within(q point, by float64) bool {
	m := margin*p.view.Ratio + by
	return q.x >= -m && q.x <= float64(p.view.Width)+m && q.y >= -m && q.y <= float64(p.view.Height)+m
}

// settlements places the names of settlements of one size.
func (p *Placer) settlements(s step) {
	for i := range p.towns {
		t := &p.towns[i]
		if t.Size != s.size {
			continue
		}
		at := p.at(t.At)
		if !p.within(at, 0) {
			continue
		}
		text := p.fonts.Shape(t.Name, s.weight)
		if p.flat(at, text, s, s.style, townGap) {
			continue
		}
		// A marker in the middle of a town does not hide its name.
		if r := p.covering(p.around(at, text, s, townGap)); !r.Empty() {
			half := (s.pixels/2 + townGap) * p.view.Ratio
			_ = p.flat(point{at.x, float64(r.Max.Y) + half}, text, s, s.style, townGap) ||
				p.flat(point{at.x, float64(r.Min.Y) - half}, text, s, s.style, townGap)
		}
	}
}

// townGap is the gap around the name of a town in pixels of a plain display.
const townGap = 5

// around returns the box of a horizontal text around a middle, with a gap.
func (p *Placer) around(at point, text *glyphs.Line, s step, gap float64) box {
	h := s.pixels * p.view.Ratio
	w := float64(text.Width) * h
	gap *= p.view.Ratio
	return box{at.x - w/2 - gap, at.y - h/2 - gap, at.x + w/2 + gap, at.y + h/2 + gap}
}

// covering returns the area of a marker that overlaps a box, or an empty one.
func (p *Placer) covering(b box) image.Rectangle {
	for _, r := range p.view.Covered.Markers {
		if !r.Empty() && b.meets(boxOf(r)) {
			return r
		}
	}
	return image.Rectangle{}
}

// flat places a horizontal text around a middle if the place is free.
func (p *Placer) flat(at point, text *glyphs.Line, s step, style Style, gap float64) bool {
	size := s.pixels * p.view.Ratio
	w, b := float64(text.Width)*size, p.around(at, text, s, gap)
	if text.Width == 0 || p.taken.meets(b) {
		return false
	}
	p.taken.add(b)
	// Letters are sharpest if the line begins at a whole pixel.
	x, y, first := math.Round(at.x-w/2), math.Round(at.y+middle*size), len(p.marks)
	for _, g := range text.Glyphs {
		p.marks = append(p.marks, Mark{
			Key: g.Key, X: float32(x + float64(g.X)*size), Y: float32(y + float64(g.Y)*size), Cos: 1, Size: float32(size), Style: style,
		})
	}
	p.wrote(text, first, s)
	return true
}

// middle is the distance of the baseline below the middle of letters, in ems.
const middle = 0.35

// maxNumber is the greatest length in characters of a number with a plate.
const maxNumber = 9

// plates places the numbers of roads of a class.
func (p *Placer) plates(s step) {
	const apart = 260 // pixels of a plain display between plates with the same number
	for i := range p.of(s.class) {
		st := &p.of(s.class)[i]
		number, _, _ := strings.Cut(p.m.Names.Roads[st.road].Ref, ";")
		if number == "" || len([]rune(number)) > maxNumber || !p.sees(st.box) || st.length*p.view.Scale < 40*p.view.Ratio {
			continue
		}
		text := p.fonts.Shape(number, s.weight)
		p.trace(st)
		for _, at := range p.anchors(st, 500) {
			for _, shift := range [...]float64{0, -0.2 * at.room, 0.2 * at.room} {
				q := p.along(at.s + shift)
				if p.within(q, 0) && !p.near(number, q, apart) && p.plate(q, text, s) {
					p.note(number, q)
					break
				}
			}
		}
	}
}

// plate places a number.
func (p *Placer) plate(at point, text *glyphs.Line, s step) bool {
	k := len(p.marks)
	p.marks = append(p.marks, Mark{})
	if !p.flat(at, text, s, Number, 6) {
		p.marks = p.marks[:k]
		return false
	}
	size := s.pixels * p.view.Ratio
	p.marks[k] = Mark{
		X: float32(math.Round(at.x)), Y: float32(math.Round(at.y)), Cos: 1, Size: float32(math.Round(size * 1.45)),
		Width: float32(math.Round(float64(text.Width)*size + 0.8*size)), Style: Plate,
	}
	return true
}

// near reports whether the same text is already shown within a number of pixels of a plain display.
func (p *Placer) near(text string, at point, pixels float64) bool {
	for _, q := range p.where[text] {
		if math.Hypot(q.x-at.x, q.y-at.y) < pixels*p.view.Ratio {
			return true
		}
	}
	return false
}

func (p *Placer) note(text string, at point) { p.where[text] = append(p.where[text], at) }
