package oracletest_test

import (
	"image/color"
	"math"
	"testing"

	"kernelscope/compute/oracle/oracletest"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
)

// board makes scenes of 8 by 8 pixels of squares.
type board struct{ clipscene.Scene }

func newBoard() *board {
	return &board{clipscene.Scene{Width: 8, Height: 8, Tolerance: 1, Origins: make([]clipscene.Origin, 1)}}
}

// part appends squares as a part: x, y and side of each, which is negative where it
// turns the other way.
func (b *board) part(rule clipscene.Rule, within uint32, squares ...[3]float32) {
	p := clipscene.Part{FirstContour: uint32(len(b.Contours)), Within: within, Rule: rule}
	for _, s := range squares {
		x, y, side := s[0], s[1], s[2]
		first := uint32(len(b.Points))
		if side < 0 {
			side = -side
			b.Points = append(b.Points, clipscene.Point{X: x, Y: y}, clipscene.Point{X: x, Y: y + side}, clipscene.Point{X: x + side, Y: y + side}, clipscene.Point{X: x + side, Y: y})
		} else {
			b.Points = append(b.Points, clipscene.Point{X: x, Y: y}, clipscene.Point{X: x + side, Y: y}, clipscene.Point{X: x + side, Y: y + side}, clipscene.Point{X: x, Y: y + side})
		}
		b.Contours = append(b.Contours, clipscene.Contour{FirstPoint: first, EndPoint: first + 4})
	}
	p.EndContour = uint32(len(b.Contours))
	b.Parts = append(b.Parts, p)
}

// area makes the last parts an area.
func (b *board) area(parts int, within uint32) uint32 {
	return b.AddArea(len(b.Parts)-parts, within)
}

func (b *board) square(x, y, side float32) uint32 {
	b.part(clipscene.NonZero, clipscene.None, [3]float32{x, y, side})
	return b.area(1, clipscene.None)
}

func (b *board) element(kind clipscene.Kind, area uint32, c color.NRGBA) {
	e := clipscene.Element{Kind: kind, Area: area, Color: c}
	if kind != clipscene.BeginGroup && kind != clipscene.EndGroup {
		e.Box = b.Areas[area].Box
	} else {
		e.Box = clipseq.Box{0, 0, 8, 8}
	}
	b.Elements = append(b.Elements, e)
}

var black, red = color.NRGBA{A: 255}, color.NRGBA{255, 0, 0, 255}

const none = clipscene.None

// pictures are scenes with the area that they cover.
var pictures = map[string]struct {
	build func(b *board)
	area  float64 // the sum of alpha
}{
	"nothing":   {func(b *board) {}, 0},
	"a square":  {func(b *board) { b.element(clipscene.Fill, b.square(1, 1, 4), black) }, 16},
	"fractions": {func(b *board) { b.element(clipscene.Fill, b.square(1.25, 1.5, 2.5), black) }, 6.25},
	"outside":   {func(b *board) { b.element(clipscene.Fill, b.square(-100, -100, 104), black) }, 16},
	"alpha":     {func(b *board) { b.element(clipscene.Fill, b.square(0, 0, 4), color.NRGBA{A: 51}) }, 16 * 0.2},
	"alpha over alpha": {func(b *board) {
		for range 2 {
			b.element(clipscene.Fill, b.square(0, 0, 4), color.NRGBA{A: 51})
		}
	}, 16 * 0.36},
	"nonzero": {func(b *board) {
		b.part(clipscene.NonZero, none, [3]float32{0, 0, 6}, [3]float32{1, 1, 2})
		b.element(clipscene.Fill, b.area(1, none), black)
	}, 36},
	"nonzero, a hole": {func(b *board) {
		b.part(clipscene.NonZero, none, [3]float32{0, 0, 6}, [3]float32{1, 1, -2})
		b.element(clipscene.Fill, b.area(1, none), black)
	}, 32},
	"evenodd": {func(b *board) {
		b.part(clipscene.EvenOdd, none, [3]float32{0, 0, 6}, [3]float32{1, 1, 2})
		b.element(clipscene.Fill, b.area(1, none), black)
	}, 32},
	"union of parts": {func(b *board) {
		b.part(clipscene.NonZero, none, [3]float32{0, 0, 4})
		b.part(clipscene.NonZero, none, [3]float32{2, 0, -4})
		b.element(clipscene.Fill, b.area(2, none), black)
	}, 24},
	"a part within": {func(b *board) {
		by := b.square(0, 0, 3)
		b.part(clipscene.NonZero, by, [3]float32{2, 2, 4})
		b.part(clipscene.NonZero, none, [3]float32{6, 6, 1})
		b.element(clipscene.Fill, b.area(2, none), black)
	}, 1 + 1},
	"an area within": {func(b *board) {
		by := b.square(0, 0, 3)
		b.part(clipscene.NonZero, none, [3]float32{2, 2, 4})
		b.element(clipscene.Fill, b.area(1, by), black)
	}, 1},
	"clips": {func(b *board) {
		all, a, c := b.square(0, 0, 8), b.square(0, 0, 4), b.square(2, 2, 4)
		b.element(clipscene.BeginClip, a, black)
		b.element(clipscene.BeginClip, c, black)
		b.element(clipscene.Fill, all, black) // 4
		b.element(clipscene.EndClip, c, black)
		b.element(clipscene.EndClip, a, black)
		b.element(clipscene.Fill, b.square(7, 7, 1), black)
	}, 5},
	"an empty clip": {func(b *board) {
		a := b.area(0, none)
		b.element(clipscene.BeginClip, a, black)
		b.element(clipscene.Fill, b.square(0, 0, 8), black)
		b.element(clipscene.EndClip, a, black)
	}, 0},
	"a group": {func(b *board) {
		b.element(clipscene.BeginGroup, 0, color.NRGBA{A: 51})
		b.element(clipscene.Fill, b.square(0, 0, 4), black)
		b.element(clipscene.Fill, b.square(0, 0, 4), red)
		b.element(clipscene.EndGroup, 0, color.NRGBA{A: 51})
	}, 16 * 0.2},
}

func TestPicture(t *testing.T) {
	for name, c := range pictures {
		t.Run(name, func(t *testing.T) {
			b := newBoard()
			c.build(b)
			if err := b.Check(); err != nil {
				t.Fatal(err)
			}
			for _, scale := range []float64{1, 2} {
				img, err := oracletest.Picture(&b.Scene, scale)
				if err != nil {
					t.Fatal(err)
				}
				got := 0.0
				for i := 3; i < len(img.Pix); i += 4 {
					got += float64(img.Pix[i]) / 255
				}
				if math.Abs(got/(scale*scale)-c.area) > 0.01+0.02*c.area {
					t.Errorf("at scale %g %.3f pixels are covered, want %.3f", scale, got/(scale*scale), c.area)
				}
			}
		})
	}
}

// Clips that cut nothing off need no memory.
func TestPictureDeep(t *testing.T) {
	const depth = 100_000
	b := newBoard()
	a := b.square(-1, -1, 20)
	for range depth {
		b.element(clipscene.BeginClip, a, color.NRGBA{})
	}
	b.element(clipscene.Fill, b.square(0, 0, 2), color.NRGBA{R: 9, G: 8, B: 7, A: 255})
	for range depth {
		b.element(clipscene.EndClip, a, color.NRGBA{})
	}
	img, err := oracletest.Picture(&b.Scene, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := img.NRGBAAt(1, 1), (color.NRGBA{9, 8, 7, 255}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}
