package oracletest

import (
	"cmp"
	"errors"
	"image"
	"image/color"
	"math"
	"slices"

	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
)

// maskBytes bounds the memory of the clips that are open at a time.
const maskBytes = 1 << 30

// ErrMasks reports that the clips of a picture nest too deep for the memory of Picture.
var ErrMasks = errors.New("oracletest: too many large clips are open at a time")

// Picture paints a scene at a scale, in pixels of the image per pixel of the scene. Every element
// is painted in turn: its coverage of each pixel, times the coverage of all clips above it, times
// its alpha, over the elements before. Coverage comes from 16 lines per pixel, each with exact
// ends. The background is transparent.
func Picture(s *clipscene.Scene, scale float64) (*image.NRGBA, error) {
	w, h := int(math.Ceil(float64(s.Width)*scale-1e-3)), int(math.Ceil(float64(s.Height)*scale-1e-3))
	p := &painter{scene: s, scale: scale}
	all := image.Rect(0, 0, max(1, w), max(1, h))
	p.clips = []*mask{{full: true, box: all}}
	p.layers = []*layer{newLayer(all)}
	for _, e := range s.Elements {
		if err := p.element(e); err != nil {
			return nil, err
		}
	}
	return p.layers[0].image(), nil
}

type painter struct {
	scene  *clipscene.Scene
	scale  float64
	clips  []*mask  // open ones; the last is what all of them leave
	layers []*layer // the picture and the open groups
	bytes  int      // of the masks
}

// mask is the coverage of the pixels in a box; outside it is zero.
type mask struct {
	box   image.Rectangle
	full  bool // the whole box is covered
	cover []float32
}

// at returns the coverage of the pixels of a row that are in the box; nil stands for all
// ones.
func (m *mask) at(y, x0, x1 int) []float32 {
	if m.full {
		return nil
	}
	row := (y - m.box.Min.Y) * m.box.Dx()
	return m.cover[row+x0-m.box.Min.X : row+x1-m.box.Min.X]
}

// layer is an image, its colours multiplied by alpha.
type layer struct {
	box   image.Rectangle
	color [][4]float32
	alpha float32 // for the layer as a whole
}

func newLayer(box image.Rectangle) *layer {
	return &layer{box: box, color: make([][4]float32, box.Dx()*box.Dy())}
}

func (l *layer) row(y, x0, x1 int) [][4]float32 {
	row := (y - l.box.Min.Y) * l.box.Dx()
	return l.color[row+x0-l.box.Min.X : row+x1-l.box.Min.X]
}

// over paints one colour, multiplied by alpha, over another.
func over(below *[4]float32, c [4]float32, cover float32) {
	rest := 1 - c[3]*cover
	for i := range below {
		below[i] = below[i]*rest + c[i]*cover
	}
}

func (p *painter) element(e clipscene.Element) error {
	clip := p.clips[len(p.clips)-1]
	switch e.Kind {
	case clipscene.Fill:
		p.fill(p.area(e.Area, clip), e.Color)
	case clipscene.BeginClip:
		m := p.area(e.Area, clip)
		if p.bytes += 4 * len(m.cover); p.bytes > maskBytes {
			return ErrMasks
		}
		p.clips = append(p.clips, m)
	case clipscene.EndClip:
		p.bytes -= 4 * len(clip.cover)
		p.clips = p.clips[:len(p.clips)-1]
	case clipscene.BeginGroup:
		l := newLayer(p.pixels(e.Box).Intersect(clip.box))
		l.alpha = float32(e.Color.A) / 255
		p.layers = append(p.layers, l)
	case clipscene.EndGroup:
		top, below := p.layers[len(p.layers)-1], p.layers[len(p.layers)-2]
		p.layers = p.layers[:len(p.layers)-1]
		for y := top.box.Min.Y; y < top.box.Max.Y; y++ {
			from := top.row(y, top.box.Min.X, top.box.Max.X)
			for i, to := 0, below.row(y, top.box.Min.X, top.box.Max.X); i < len(to); i++ {
				over(&to[i], from[i], top.alpha)
			}
		}
	}
	return nil
}

func (p *painter) fill(m *mask, c color.NRGBA) {
	l := p.layers[len(p.layers)-1]
	a := float32(c.A) / 255
	paint := [4]float32{float32(c.R) / 255 * a, float32(c.G) / 255 * a, float32(c.B) / 255 * a, a}
	for y := m.box.Min.Y; y < m.box.Max.Y; y++ {
		cover := m.at(y, m.box.Min.X, m.box.Max.X)
		to := l.row(y, m.box.Min.X, m.box.Max.X)
		for i := range to {
			one := float32(1)
			if cover != nil {
				one = cover[i]
			}
			over(&to[i], paint, one)
		}
	}
}

// pixels returns the pixels that a box touches.
func (p *painter) pixels(b clipseq.Box) image.Rectangle {
	if b.Empty() {
		return image.Rectangle{}
	}
	hold := func(v float64) int { return int(max(-1, min(1<<28, v))) }
	return image.Rect(
		hold(math.Floor(float64(b[0])*p.scale)), hold(math.Floor(float64(b[1])*p.scale)),
		hold(math.Ceil(float64(b[2])*p.scale)), hold(math.Ceil(float64(b[3])*p.scale)))
}

// area returns the coverage of an area times a mask's. Parts are combined by what
// they leave uncovered.
func (p *painter) area(i uint32, clip *mask) *mask {
	a := p.scene.Areas[i]
	if a.Within != clipscene.None {
		clip = p.area(a.Within, clip)
	}
	m := &mask{box: p.pixels(a.Box).Intersect(clip.box)}
	if m.box.Empty() {
		return &mask{}
	}
	m.cover = make([]float32, m.box.Dx()*m.box.Dy())
	for _, part := range p.scene.Parts[a.FirstPart:a.EndPart] {
		one := p.part(part, m.box)
		for k, c := range one {
			m.cover[k] = 1 - (1-m.cover[k])*(1-c)
		}
	}
	full := true
	for y := m.box.Min.Y; y < m.box.Max.Y; y++ {
		above := clip.at(y, m.box.Min.X, m.box.Max.X)
		row := m.at(y, m.box.Min.X, m.box.Max.X)
		for k := range row {
			full = full && row[k] > 1-1e-6
			if above != nil {
				row[k] *= above[k]
			}
		}
	}
	if full && m.box == clip.box {
		return clip // nothing is clipped: deep nests of the same clip need no memory
	}
	return m
}

// part returns the coverage of the pixels in a box.
func (p *painter) part(part clipscene.Part, box image.Rectangle) []float32 {
	cover := make([]float32, box.Dx()*box.Dy())
	sweep(p.edges(part, box), part.Rule, box, cover)
	if part.Within != clipscene.None {
		within := p.area(part.Within, &mask{full: true, box: box})
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				by := float32(0)
				if image.Pt(x, y).In(within.box) {
					by = 1
					if row := within.at(y, x, x+1); row != nil {
						by = row[0]
					}
				}
				cover[(y-box.Min.Y)*box.Dx()+x-box.Min.X] *= by
			}
		}
	}
	return cover
}

// image rounds a layer to eight bits.
func (l *layer) image() *image.NRGBA {
	img := image.NewNRGBA(l.box)
	for i, c := range l.color {
		if c[3] > 0 {
			for k := range 3 {
				img.Pix[4*i+k] = uint8(math.Round(float64(min(1, c[k]/c[3]) * 255)))
			}
			img.Pix[4*i+3] = uint8(math.Round(float64(min(1, c[3]) * 255)))
		}
	}
	return img
}

// edge is a side of a polyline, from its upper end down.
type edge struct {
	top, bottom float64
	x, slope    float64 // x at the top, and its growth
	wind        int     // +1 down, -1 up
}

// edges returns the sides of a part that the rows of a box touch, by their tops.
func (p *painter) edges(part clipscene.Part, box image.Rectangle) []edge {
	var all []edge
	for _, c := range p.scene.Contours[part.FirstContour:part.EndContour] {
		points := p.scene.Points[c.FirstPoint:c.EndPoint]
		for i, a := range points {
			b := points[(i+1)%len(points)]
			e := edge{wind: 1}
			if a.Y > b.Y {
				a, b, e.wind = b, a, -1
			}
			e.top, e.bottom = float64(a.Y)*p.scale, float64(b.Y)*p.scale
			if e.top < e.bottom && e.bottom > float64(box.Min.Y) && e.top < float64(box.Max.Y) {
				e.x = float64(a.X) * p.scale
				e.slope = (float64(b.X)*p.scale - e.x) / (e.bottom - e.top)
				all = append(all, e)
			}
		}
	}
	slices.SortFunc(all, func(a, b edge) int { return cmp.Compare(a.top, b.top) })
	return all
}

// sweep adds what the edges enclose to the coverage of a box. Lines go through the
// middles of 16 slices of a pixel's height.
func sweep(edges []edge, rule clipscene.Rule, box image.Rectangle, cover []float32) {
	const lines = 16
	type crossing struct {
		x    float64
		wind int
	}
	var active []edge
	var cross []crossing
	for i := range box.Dy() * lines {
		y := float64(box.Min.Y) + (float64(i)+0.5)/lines
		for len(edges) > 0 && edges[0].top <= y {
			active, edges = append(active, edges[0]), edges[1:]
		}
		active = slices.DeleteFunc(active, func(e edge) bool { return e.bottom <= y })
		cross = cross[:0]
		for _, e := range active {
			cross = append(cross, crossing{e.x + (y-e.top)*e.slope - float64(box.Min.X), e.wind})
		}
		slices.SortFunc(cross, func(a, b crossing) int { return cmp.Compare(a.x, b.x) })
		row := cover[i/lines*box.Dx():][:box.Dx()]
		winding := 0
		for k, c := range cross {
			if winding += c.wind; k+1 < len(cross) && (rule == clipscene.NonZero && winding != 0 || winding&1 != 0) {
				span(row, c.x, cross[k+1].x, 1.0/lines)
			}
		}
	}
}

// span adds a line from x0 to x1 to a row, exactly.
func span(row []float32, x0, x1 float64, weight float32) {
	x0, x1 = max(0, x0), min(float64(len(row)), x1)
	if !(x0 < x1) {
		return
	}
	first, last := int(x0), int(x1)
	if first == last {
		row[first] += weight * float32(x1-x0)
		return
	}
	row[first] += weight * float32(float64(first+1)-x0)
	for i := range row[first+1 : last] {
		row[first+1+i] += weight
	}
	if last < len(row) {
		row[last] += weight * float32(x1-float64(last))
	}
}
