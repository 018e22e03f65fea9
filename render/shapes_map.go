package render

import (
	"cmp"
	"context"
	"image/color"
	"math"
	"slices"

	ref "kernelscope/compute/ref/roads"
	"kernelscope/internal/vector"
	"kernelscope/render/glyphs"
	"kernelscope/render/label"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

func (c Camera) spot(p geom.Point) vector.Point {
	x, y := c.Pixel(p)
	return vector.Point{X: x, Y: y}
}

// drawnRoad is a casing or the fill of a segment.
type drawnRoad struct {
	a, b   geom.Point
	order  uint32
	colour color.NRGBA
	width  float64
}

// maxRoads is the number of segments above which a figure has less detail.
const maxRoads = 1 << 18

// roadShapes draws the roads in view with the colours of their nodes on the device, in the order of draw
// keys. Roads of one colour follow each other.
func (r *Map) roadShapes(c Camera, l Look, u *uploaded) shapes {
	return func(ctx context.Context, to *vector.Figure) error {
		colours, err := words(ctx, r.d, r.colours, 0, r.colours.Len())
		if err != nil {
			return err
		}
		var states []uint32
		if l.States != nil {
			if states, err = words(ctx, r.d, l.States, 0, r.m.Graph.Nodes()); err != nil {
				return err
			}
		}
		list := r.list
		for level := r.levelOf(c, l) + 1; len(list)*shaders.RoadsChunk > maxRoads && level <= coarsest; level++ {
			u = r.detailOf(level)
			list = u.visible(l.view(c, viewMargin*l.Ratio), l.classes(c), nil)
		}
		var all []drawnRoad
		for _, chunk := range list {
			for _, s := range u.segments[chunk*shaders.RoadsChunk:][:shaders.RoadsChunk] {
				if s.kind != shaders.RoadsNothing {
					all = r.drawn(all, c, l, s, colours, states)
				}
			}
		}
		slices.SortStableFunc(all, func(a, b drawnRoad) int {
			return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(packed(color.RGBA(a.colour)), packed(color.RGBA(b.colour))))
		})
		for _, d := range all {
			to.Line(d.colour, d.width, c.spot(d.a), c.spot(d.b))
		}
		return nil
	}
}

// drawn appends what is drawn of a segment. Colours of distances are rounded to few.
func (r *Map) drawn(all []drawnRoad, c Camera, l Look, s segment, colours, states []uint32) []drawnRoad {
	class, state := s.kind&15, uint32(0)
	if int(s.node) < len(states) {
		state = states[s.node]
	}
	p, parts := c.push(r.theme), uint32(l.parts(c))
	wide := width(scene.Class(class), c.MetresPerPixel(), l.Ratio)
	colour := p.RoadColour(colours[s.node], class)
	strength := min(1, wide) * (1 + float64(colour>>24)/16)
	tint := unpacked(colour | 0xff000000)
	if l.ByDistance && l.Band == 0 && graph.NodeState(state>>30) != graph.StateUnreached {
		tint.R, tint.G, tint.B = tint.R&^3, tint.G&^3, tint.B&^3
	}
	if l.cased(c) {
		all = append(all, drawnRoad{s.a, s.b, ref.RoadOrder(s.kind, parts, 0, 0), unpacked(p.Rim | 0xff000000), wide + casingWidth*l.Ratio})
	}
	return append(all, drawnRoad{s.a, s.b, ref.RoadOrder(s.kind, parts, parts-1, state), tint, max(wide, min(1, strength))})
}

// strokeShapes draws some segments in one colour.
func strokeShapes(c Camera, segments []segment, tint color.RGBA, width float64) shapes {
	return func(_ context.Context, to *vector.Figure) error {
		for _, s := range segments {
			if s.kind != shaders.RoadsNothing {
				to.Line(color.NRGBA(tint), width, c.spot(s.a), c.spot(s.b))
			}
		}
		return nil
	}
}

// noShapes draws nothing: figures have no halos, which would be overlapping areas of many opacities.
func noShapes(context.Context, *vector.Figure) error { return nil }

// dotShapes draws the nodes of a list on the device.
func (r *Map) dotShapes(c Camera, l Dots, radius float64) shapes {
	return func(ctx context.Context, to *vector.Figure) error {
		list, err := words(ctx, r.d, l.List, l.First, (l.Count-1)*l.Stride+1)
		if err != nil {
			return err
		}
		nodes := make([]uint32, 0, l.Count)
		for i := range l.Count {
			nodes = append(nodes, list[i*l.Stride])
		}
		slices.Sort(nodes) // the order of a queue is free
		for _, n := range nodes {
			to.Dot(color.NRGBA(l.Tint), c.spot(r.m.Graph.At[n]), radius)
		}
		return nil
	}
}

// lakeShapes draws the outlines of the lakes in view.
func (r *Map) lakeShapes(c Camera) shapes {
	return func(_ context.Context, to *vector.Figure) error {
		for _, i := range r.pools.lakes {
			l := r.waters.lakes[i]
			var ring []vector.Point
			for _, p := range coarse(r.m.Water.Points[l.shape.First:l.shape.End], levelFor(c.Scale)) {
				ring = append(ring, c.spot(p))
			}
			to.Area(color.NRGBA(r.theme.Water), true, ring)
		}
		return nil
	}
}

// labelShapes writes the names on the map: a text for each stretch in one direction.
func (r *Map) labelShapes(ratio float64, halo color.NRGBA) shapes {
	return func(_ context.Context, to *vector.Figure) error {
		for _, m := range r.labels.placed {
			if x, y, w, h := float64(m.X), float64(m.Y), float64(m.Width)/2, float64(m.Size)/2; m.Style == label.Plate {
				to.Rect(color.NRGBA(r.theme.Plate), vector.Point{X: x - w, Y: y - h}, vector.Point{X: x + w, Y: y + h})
			}
		}
		for _, t := range r.labels.texts {
			marks, letters := r.labels.placed[t.First:t.End], []rune(t.Text)
			if slices.ContainsFunc(t.Glyphs, func(g glyphs.Glyph) bool { return g.IsForeign() }) {
				r.outlineMarks(to, marks, haloWidth*ratio, halo)
				continue
			}
			for first, end := 0, 0; first < len(marks); first = end {
				m := marks[first]
				piece := vector.Text{Text: t.Text, At: vector.Point{X: float64(m.X), Y: float64(m.Y)}, Size: float64(m.Size), Bold: t.Bold, Halo: haloWidth * ratio, Around: halo}
				if end = len(marks); len(letters) == len(marks) { // a glyph for each letter
					end = first + sameDirection(marks[first:])
					piece.Text = string(letters[first:end])
				}
				last, glyph := marks[end-1], t.Glyphs[end-1]
				piece.Angle = math.Atan2(float64(m.Sin), float64(m.Cos))
				if end > first+1 {
					piece.Angle = math.Atan2(float64(last.Y-m.Y), float64(last.X-m.X))
				}
				piece.Width = float64(glyph.X+glyph.Advance-t.Glyphs[first].X) * piece.Size
				c := r.theme.label(m.Style)
				if c.A == 0 {
					piece.Halo = 0
				}
				piece.Colour = color.NRGBA{c.R, c.G, c.B, 255}
				to.Write(piece)
			}
		}
		return nil
	}
}

// outlineMarks draws letters that viewers may have no font for as areas.
func (r *Map) outlineMarks(to *vector.Figure, marks []label.Mark, width float64, halo color.NRGBA) {
	for _, fill := range []bool{false, true} {
		for _, m := range marks {
			var rings [][]vector.Point
			for _, ring := range r.fields.fonts.Outline(m.Key) {
				points := make([]vector.Point, 0, len(ring)+1)
				for _, p := range append(ring, ring[0]) {
					x, y := p[0]*float64(m.Size), p[1]*float64(m.Size)
					points = append(points, vector.Point{X: float64(m.X) + x*float64(m.Cos) - y*float64(m.Sin), Y: float64(m.Y) + x*float64(m.Sin) + y*float64(m.Cos)})
				}
				rings = append(rings, points)
				if !fill {
					to.Line(halo, 2*width, points...)
				}
			}
			if c := r.theme.label(m.Style); fill && rings != nil {
				to.Area(color.NRGBA{c.R, c.G, c.B, 255}, false, rings...)
			}
		}
	}
}

// sameDirection returns the number of marks that lie in the direction of the first one.
func sameDirection(marks []label.Mark) int {
	const most = 0.04 // sine of the angle between them
	for i, m := range marks {
		if a := marks[0]; math.Abs(float64(a.Cos*m.Sin-a.Sin*m.Cos)) > most {
			return i
		}
	}
	return len(marks)
}
