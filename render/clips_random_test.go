package render

import (
	"image/color"
	"math"
	"math/rand/v2"

	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
)

// sketch builds scenes for tests.
type sketch struct {
	clipscene.Scene
	open []clipscene.Element
}

func newSketch(width, height float32) *sketch {
	return &sketch{Scene: clipscene.Scene{Width: width, Height: height, Tolerance: 1, Origins: make([]clipscene.Origin, 1)}}
}

// part appends closed lines as a part.
func (k *sketch) part(rule clipscene.Rule, within uint32, contours ...[]clipscene.Point) {
	p := clipscene.Part{FirstContour: uint32(len(k.Contours)), Rule: rule, Within: within}
	for _, c := range contours {
		first := uint32(len(k.Points))
		k.Points = append(k.Points, c...)
		k.Contours = append(k.Contours, clipscene.Contour{FirstPoint: first, EndPoint: uint32(len(k.Points))})
	}
	p.EndContour = uint32(len(k.Contours))
	k.Parts = append(k.Parts, p)
}

// area makes an area of the last parts.
func (k *sketch) area(parts int, within uint32) uint32 {
	return k.AddArea(len(k.Parts)-parts, within)
}

// plain makes an area with one part.
func (k *sketch) plain(c ...clipscene.Point) uint32 {
	k.part(clipscene.NonZero, clipscene.None, c)
	return k.area(1, clipscene.None)
}

func rect(x0, y0, x1, y1 float32) []clipscene.Point {
	return []clipscene.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
}

func disc(x, y, r float64, n int) (points []clipscene.Point) {
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points = append(points, clipscene.Point{X: float32(x + r*c), Y: float32(y + r*s)})
	}
	return points
}

func (k *sketch) fill(area uint32, c color.NRGBA) {
	k.Elements = append(k.Elements, clipscene.Element{Kind: clipscene.Fill, Area: area, Box: k.Areas[area].Box, Color: c})
}

func (k *sketch) clip(area uint32) {
	k.begin(clipscene.Element{Kind: clipscene.BeginClip, Area: area, Box: k.Areas[area].Box})
}

func (k *sketch) group(alpha uint8) {
	all := clipseq.Box{-1e6, -1e6, 1e6, 1e6}
	k.begin(clipscene.Element{Kind: clipscene.BeginGroup, Box: all, Color: color.NRGBA{A: alpha}})
}

func (k *sketch) begin(e clipscene.Element) {
	k.open = append(k.open, e)
	k.Elements = append(k.Elements, e)
}

func (k *sketch) end() {
	e := k.open[len(k.open)-1]
	k.open = k.open[:len(k.open)-1]
	e.Kind++
	k.Elements = append(k.Elements, e)
}

func (k *sketch) done() *clipscene.Scene {
	for len(k.open) > 0 {
		k.end()
	}
	return &k.Scene
}

// randomScene nests clips and groups around areas of all kinds.
func randomScene(seed uint64, elements int) *clipscene.Scene {
	rnd := rand.New(rand.NewPCG(seed, 3))
	const side = 96
	k := newSketch(side, side)
	at := func() float64 { return math.Round(rnd.Float64()*side*8) / 8 } // coordinates often coincide
	contour := func() []clipscene.Point {
		switch rnd.IntN(4) {
		case 0:
			x, y := at(), at()
			return rect(float32(x), float32(y), float32(x+at()/2), float32(y+at()/2))
		case 1:
			return disc(at(), at(), 4+at()/2, 3+rnd.IntN(60))
		case 2: // winds around its middle many times
			x, y, r, n := at(), at(), 10+at()/2, 2+rnd.IntN(40)
			var c []clipscene.Point
			for range n {
				c = append(c, disc(x, y, r, 12)...)
				r *= 0.97
			}
			return c
		}
		var c []clipscene.Point // crosses itself
		for range 3 + rnd.IntN(9) {
			c = append(c, clipscene.Point{X: float32(1.5*at() - side/4), Y: float32(1.5*at() - side/4)})
		}
		return c
	}
	var area func(depth int) uint32
	area = func(depth int) uint32 {
		within := func() uint32 {
			if depth > 0 && rnd.IntN(4) == 0 {
				return area(depth - 1)
			}
			return clipscene.None
		}
		cut, n := within(), 1+rnd.IntN(2)
		cuts := make([]uint32, n)
		for i := range cuts {
			cuts[i] = within()
		}
		for i := range n {
			var contours [][]clipscene.Point
			for range 1 + rnd.IntN(2) {
				contours = append(contours, contour())
			}
			k.part(clipscene.Rule(rnd.IntN(2)), cuts[i], contours...)
		}
		return k.area(n, cut)
	}
	for range elements {
		switch r := rnd.IntN(10); {
		case r < 5:
			k.fill(area(2), color.NRGBA{uint8(rnd.IntN(256)), uint8(rnd.IntN(256)), uint8(rnd.IntN(256)), uint8(50 + rnd.IntN(206))})
		case r < 7:
			k.clip(area(2))
		case r < 8:
			k.group(uint8(100 + rnd.IntN(156)))
		case len(k.open) > 0:
			k.end()
		}
	}
	return k.done()
}
