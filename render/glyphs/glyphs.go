// Package glyphs shapes text and makes distance fields of its glyphs. Latin, Greek and
// Cyrillic use a font that comes with the program; other scripts use the system's fonts, and a
// character that no font has becomes a box. It depends on no device and places no text.
package glyphs

import (
	"bytes"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/math/fixed"
)

// Weight is how strong letters are.
type Weight int

// Weights of the program's font; fonts of the system have one.
const (
	Regular Weight = iota
	Medium
)

// Key names a glyph of a font.
type Key struct {
	face  uint16
	glyph uint32
}

// Glyph is a glyph of a line, in ems. Y grows downwards, from the baseline.
type Glyph struct {
	Key
	X, Y    float32 // of its origin
	Advance float32
}

// Line is a shaped text, in the order in which it is seen.
type Line struct {
	Text   string
	Glyphs []Glyph
	Width  float32 // ems
}

// Fonts shapes text. It is for one goroutine.
type Fonts struct {
	faces   []*font.Face // the first two are the program's, by weight
	weight  Weight
	system  system
	shaper  shaping.HarfbuzzShaper
	segment shaping.Segmenter
	lines   map[lineKey]*Line
}

type lineKey struct {
	text   string
	weight Weight
}

// New returns the fonts of the program. Fonts of the system are looked for when a text needs them.
func New() *Fonts { return withFonts(systemFiles) }

// withFonts takes what lists the font files of the system.
func withFonts(files func() []string) *Fonts {
	f := &Fonts{lines: map[lineKey]*Line{}, system: system{list: files, missing: map[rune]bool{}}}
	for _, ttf := range [][]byte{goregular.TTF, gomedium.TTF} {
		face, err := font.ParseTTF(bytes.NewReader(ttf))
		if err != nil {
			panic(err) // it is a part of the program
		}
		f.faces = append(f.faces, face)
	}
	return f
}

// ResolveFace returns a font that has a character, or the program's where there is none.
func (f *Fonts) ResolveFace(r rune) *font.Face {
	own := f.faces[f.weight]
	if _, ok := own.NominalGlyph(r); ok {
		return own
	}
	for _, face := range f.faces[2:] {
		if _, ok := face.NominalGlyph(r); ok {
			return face
		}
	}
	if face := f.system.find(r, func(face *font.Face) { f.faces = append(f.faces, face) }); face != nil {
		return face
	}
	return own
}

// maxLines bounds the shaped texts that are kept.
const maxLines = 1 << 14

// Shape returns a text as glyphs.
func (f *Fonts) Shape(text string, w Weight) *Line {
	key := lineKey{text, w}
	if l, ok := f.lines[key]; ok {
		return l
	}
	if len(f.lines) >= maxLines {
		clear(f.lines)
	}
	l := f.shape([]rune(text), w)
	f.lines[key] = l
	return l
}

const em = 64 // of a shaped text, so that a 64th of a unit is precise enough

func (f *Fonts) shape(text []rune, w Weight) *Line {
	f.weight = w
	base := di.DirectionLTR
	if rightToLeft(text) {
		base = di.DirectionRTL
	}
	runs := f.segment.Split(shaping.Input{
		Text: text, RunEnd: len(text), Direction: base, Size: fixed.I(em), Language: language.NewLanguage("en"),
	}, f)
	l := &Line{Text: string(text)}
	for i := range runs {
		if base == di.DirectionRTL {
			i = len(runs) - 1 - i
		}
		out := f.shaper.Shape(runs[i])
		face := f.number(out.Face)
		for _, g := range out.Glyphs {
			advance := ems(g.Advance)
			l.Glyphs = append(l.Glyphs, Glyph{
				Key{face, uint32(g.GlyphID)}, l.Width + ems(g.XOffset), -ems(g.YOffset), advance,
			})
			l.Width += advance
		}
	}
	return l
}

func ems(v fixed.Int26_6) float32 { return float32(v) / (64 * em) }

// number returns the index of a font.
func (f *Fonts) number(face *font.Face) uint16 {
	for i, have := range f.faces {
		if have == face {
			return uint16(i)
		}
	}
	return 0
}

// rightToLeft reports whether the first letter with a direction is of a script that is written
// from right to left.
func rightToLeft(text []rune) bool {
	for _, r := range text {
		switch language.LookupScript(r) {
		case language.Arabic, language.Hebrew, language.Syriac, language.Thaana, language.Nko, language.Samaritan, language.Mandaic:
			return true
		case language.Common, language.Inherited, language.Unknown:
		default:
			return false
		}
	}
	return false
}
