package glyphs

import (
	"math"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

const (
	// EmTexels is how many texels of a field an em has.
	EmTexels = 32
	// Spread is the distance from an outline, in texels, at which a field ends.
	Spread = 6
	// maxTexels bounds the sides of a field: a few glyphs are wider than they should be.
	maxTexels = 192
)

// Field is the distances around a glyph: 0 is Spread texels outside of its outline, 255 as
// many inside.
type Field struct {
	Width, Height int     // texels; zero for a glyph that is not seen
	Left, Top     float32 // of the first texel from the origin, texels; down is positive
	Texels        []byte
}

// edge is a straight piece of an outline, in texels.
type edge struct{ x0, y0, x1, y1 float64 }

// Field makes the field of a glyph.
func (f *Fonts) Field(k Key) Field {
	face := f.faces[k.face]
	outline, ok := face.GlyphDataOutline(font.GID(k.glyph))
	if !ok {
		return Field{}
	}
	return fieldOf(flatten(outline.Segments, EmTexels/float64(face.Upem())))
}

// IsForeign reports whether a glyph is of a font of the system.
func (k Key) IsForeign() bool { return k.face > uint16(Medium) }

// Outline returns the outline of a glyph as rings of points, x and y in ems from the origin, y down.
func (f *Fonts) Outline(k Key) (rings [][][2]float64) {
	face := f.faces[k.face]
	outline, _ := face.GlyphDataOutline(font.GID(k.glyph))
	last := edge{x1: math.NaN()}
	for _, e := range flatten(outline.Segments, 1/float64(face.Upem())) {
		if e.x0 != last.x1 || e.y0 != last.y1 {
			rings = append(rings, nil)
		}
		ring := &rings[len(rings)-1]
		*ring, last = append(*ring, [2]float64{e.x0, e.y0}), e
	}
	return rings
}

// flatten turns an outline into straight edges, y down.
func flatten(segments []opentype.Segment, scale float64) (edges []edge) {
	const pieces = 6 // of a curve
	var x, y, startX, startY float64
	line := func(u, v float64) {
		if u != x || v != y {
			edges = append(edges, edge{x, y, u, v})
		}
		x, y = u, v
	}
	at := func(p opentype.SegmentPoint) (float64, float64) { return float64(p.X) * scale, -float64(p.Y) * scale }
	for _, s := range segments {
		ax, ay := at(s.Args[0])
		bx, by := at(s.Args[1])
		cx, cy := at(s.Args[2])
		x0, y0 := x, y
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			line(startX, startY)
			x, y, startX, startY = ax, ay, ax, ay
		case opentype.SegmentOpLineTo:
			line(ax, ay)
		case opentype.SegmentOpQuadTo:
			for i := 1; i <= pieces; i++ {
				t := float64(i) / pieces
				u := 1 - t
				line(u*u*x0+2*u*t*ax+t*t*bx, u*u*y0+2*u*t*ay+t*t*by)
			}
		case opentype.SegmentOpCubeTo:
			for i := 1; i <= pieces; i++ {
				t := float64(i) / pieces
				u := 1 - t
				line(u*u*u*x0+3*u*u*t*ax+3*u*t*t*bx+t*t*t*cx, u*u*u*y0+3*u*u*t*ay+3*u*t*t*by+t*t*t*cy)
			}
		}
	}
	line(startX, startY)
	return edges
}

// fieldOf measures the distance of each texel's middle from an outline. Inside is where the
// outline winds around.
func fieldOf(edges []edge) Field {
	if len(edges) == 0 {
		return Field{}
	}
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, e := range edges {
		x0, x1 = min(x0, e.x0, e.x1), max(x1, e.x0, e.x1)
		y0, y1 = min(y0, e.y0, e.y1), max(y1, e.y0, e.y1)
	}
	left, top := math.Floor(x0)-Spread, math.Floor(y0)-Spread
	f := Field{Width: int(math.Ceil(x1)+Spread-left) + 1, Height: int(math.Ceil(y1)+Spread-top) + 1, Left: float32(left), Top: float32(top)}
	if f.Width > maxTexels || f.Height > maxTexels {
		return Field{}
	}
	squares, winding := make([]float64, f.Width*f.Height), make([]int, f.Width*f.Height)
	for i := range squares {
		squares[i] = Spread * Spread
	}
	for _, e := range edges {
		e = edge{e.x0 - left, e.y0 - top, e.x1 - left, e.y1 - top}
		e.near(squares, f.Width)
		e.cross(winding, f.Width)
	}
	f.Texels = make([]byte, f.Width*f.Height)
	for i := range f.Texels {
		if i%f.Width > 0 {
			winding[i] += winding[i-1]
		}
		d := math.Sqrt(squares[i])
		if winding[i] == 0 {
			d = -d
		}
		f.Texels[i] = uint8(math.Round(255 * (0.5 + d/(2*Spread))))
	}
	return f
}

// near lowers the squares of the distances of the texels around the edge.
func (e edge) near(squares []float64, width int) {
	dx, dy := e.x1-e.x0, e.y1-e.y0
	scale := 1 / (dx*dx + dy*dy)
	left, right := max(0, int(min(e.x0, e.x1)-Spread)), min(width-1, int(max(e.x0, e.x1)+Spread))
	top, bottom := max(0, int(min(e.y0, e.y1)-Spread)), min(len(squares)/width-1, int(max(e.y0, e.y1)+Spread))
	for y := top; y <= bottom; y++ {
		for x := left; x <= right; x++ {
			px, py := float64(x)+0.5-e.x0, float64(y)+0.5-e.y0
			t := max(0, min(1, (px*dx+py*dy)*scale))
			px, py = px-t*dx, py-t*dy
			squares[y*width+x] = min(squares[y*width+x], px*px+py*py)
		}
	}
}

// cross notes in each row where the edge crosses the middles of its texels: what is to the
// right of it is wound around once more, or less.
func (e edge) cross(winding []int, width int) {
	way := 1
	if e.y0 > e.y1 {
		e, way = edge{e.x1, e.y1, e.x0, e.y0}, -1
	}
	for y := int(math.Ceil(e.y0 - 0.5)); float64(y)+0.5 < e.y1; y++ {
		x := e.x0 + (float64(y)+0.5-e.y0)/(e.y1-e.y0)*(e.x1-e.x0)
		winding[y*width+int(math.Ceil(x-0.5))] += way
	}
}
