package render

import (
	"cmp"
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/gpu/draw"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/shaders"
)

// waterArgs are the arguments of water.vert, which draws lakes.
type waterArgs struct {
	Trapezoids   compute.Buffer
	Centre       [2]int32
	Offset, Size [2]float32
	Scale        float32
	Tint         uint32
}

var waterDrawing = draw.NewDrawing[waterArgs]("water", "water", draw.Vertex{})

const (
	trapezoidWords = 6
	maxTrapezoids  = 1 << 16 // in view; with more, the smallest lakes are omitted
	minLake        = 2       // side of the smallest visible lake in pixels of a plain display
	riverMetres    = 90      // metres per pixel of a plain display below which rivers are visible
	manyWater      = 1 << 14 // points; a software device draws maps with more in less detail while the camera moves
	movingWater    = 3       // levels coarser then
)

// lake is an area of water with its trapezoids.
type lake struct {
	shape      scene.WaterShape
	box        geom.Box
	trapezoids map[int][]trapezoid // by level of detail, once drawn
}

// trapezoid is a part of a lake between two latitudes.
type trapezoid struct{ top, bottom, left, right, left2, right2 int32 }

// waters is the water of a map, shared with its twin.
type waters struct {
	lakes []lake              // by size, the largest first
	lines map[lines]*uploaded // once they were in view
}

// lines are the rivers or the shore of a map at a level of detail.
type lines struct {
	kind  scene.WaterKind
	level int
}

// pools holds the visible trapezoids of a picture.
type pools struct {
	buffer compute.Buffer // nil until first used
	count  int
	words  []uint32
	lakes  []int // whose trapezoids are visible
	level  int   // of detail
	shown  shown
}

// newWaters prepares the water of a map.
func newWaters(r *Map) *waters {
	w := &waters{lines: map[lines]*uploaded{}}
	if r.m.Water == nil {
		return w
	}
	for _, s := range r.m.Water.Shapes {
		if s.Kind == scene.Lake {
			w.lakes = append(w.lakes, lake{shape: s, box: geom.Bounds(r.m.Water.Points[s.First:s.End]), trapezoids: map[int][]trapezoid{}})
		}
	}
	slices.SortStableFunc(w.lakes, func(a, b lake) int {
		return cmp.Compare(b.box.Width()+b.box.Height(), a.box.Width()+a.box.Height())
	})
	return w
}

// linesOf returns lines, without points in the same cell as their predecessor.
func (r *Map) linesOf(l lines) *uploaded {
	if u, ok := r.waters.lines[l]; ok {
		return u
	}
	var d detail
	most := r.d.Limits().BufferWords/shaders.RoadsSegmentWords - shaders.RoadsChunk
	for _, s := range r.m.Water.Shapes {
		if s.Kind != l.kind || s.First == s.End {
			continue
		}
		last := r.m.Water.Points[s.First]
		for _, p := range r.m.Water.Points[s.First+1 : s.End] {
			if (l.level == finest || cellOf(p, l.level) != cellOf(last, l.level)) && len(d.segments) < most {
				d.add(segment{last, p, uint32(r.m.Graph.Nodes()), pathKind})
				last = p
			}
		}
	}
	var u *uploaded
	if d.fill(); len(d.segments) > 0 {
		u = r.upload(d, "water")
	}
	r.waters.lines[l] = u
	return u
}

func (w *waters) release() {
	for _, u := range w.lines {
		if u != nil {
			release(u.buffer)
		}
	}
	clear(w.lines)
}

// waterCalls returns the draw calls of the water.
func (r *Map) waterCalls(e compute.Encoder, c Camera, p push, l Look) (calls []draw.Call) {
	if r.m.Water == nil {
		return nil
	}
	s, level := &r.pools, levelFor(c.Scale)
	if l.Moving && r.d.Info().Software && len(r.m.Water.Points) > manyWater {
		level = levelFor(c.Scale / (1 << movingWater))
	}
	if now := (shown{camera: c, ratio: l.Ratio}); now != s.shown || level != s.level {
		s.shown, s.level = now, level
		r.fillPools(e, c, l.Ratio)
	}
	if s.count > 0 {
		call := waterDrawing.Call(waterArgs{s.buffer, p.Centre, p.Offset, p.Size, p.Scale, packed(r.theme.Water)})
		call.Vertices, call.Shapes = 6*s.count, r.lakeShapes(c)
		calls = append(calls, call)
	}
	metres := c.MetresPerPixel() * l.Ratio
	if metres < riverMetres {
		calls = append(calls, r.waterLines(scene.River, level, c, p, max(1, 12/metres)*l.Ratio)...)
	}
	return append(calls, r.waterLines(scene.Shore, level, c, p, 1.2*l.Ratio)...)
}

// waterLines draws the visible chunks of lines at a level of detail, with a width in pixels.
func (r *Map) waterLines(kind scene.WaterKind, level int, c Camera, p push, width float64) (calls []draw.Call) {
	u := r.linesOf(lines{kind, level})
	if u == nil || u.buffer == nil {
		return nil
	}
	view, first := c.View(width), -1
	for i := 0; i <= len(u.chunks); i++ {
		seen := i < len(u.chunks) && u.chunks[i].box.Meets(view)
		if seen && first < 0 {
			first = i
		} else if !seen && first >= 0 {
			calls = append(calls, r.stroke(u, c, p, r.theme.Shore, width, first, i-first))
			first = -1
		}
	}
	return calls
}

// fillPools uploads the visible lakes, the largest first.
func (r *Map) fillPools(e compute.Encoder, c Camera, ratio float64) {
	s, view := &r.pools, c.View(0)
	s.words, s.lakes, s.count = s.words[:0], s.lakes[:0], 0
	for i := range r.waters.lakes {
		l := &r.waters.lakes[i]
		if float64(max(l.box.Width(), l.box.Height()))*c.Scale < minLake*ratio {
			break // the following lakes are smaller, or less than twice as large
		}
		if !l.box.Meets(view) {
			continue
		}
		level := s.level
		if float64(max(l.box.Width(), l.box.Height()))*c.Scale < minLake<<movingWater*ratio {
			level = levelFor(c.Scale) // it might vanish
		}
		all, ok := l.trapezoids[level]
		if !ok {
			all = trapezoids(coarse(r.m.Water.Points[l.shape.First:l.shape.End], level))
			l.trapezoids[level] = all
		}
		if len(s.words)/trapezoidWords+len(all) > maxTrapezoids {
			continue
		}
		s.lakes = append(s.lakes, i)
		for _, t := range all {
			if t.bottom >= view.Min.Y && t.top <= view.Max.Y {
				s.words = append(s.words, uint32(t.top), uint32(t.bottom), uint32(t.left), uint32(t.right), uint32(t.left2), uint32(t.right2))
			}
		}
	}
	if n := len(s.words); s.buffer == nil || s.buffer.Len() < n {
		b := r.room("lakes", max(1<<12, 2*n))
		if b == nil {
			return
		}
		release(s.buffer)
		s.buffer = b
	}
	sendWords(e, s.buffer, 0, s.words)
	s.count = len(s.words) / trapezoidWords
}

// coarse returns a ring at a level of detail. It drops points in the same cell as their predecessor
// and rounds latitudes to two for each cell, so that few of them cut the area. A point moves by a
// sixth of a pixel at most at the level of a camera at rest.
func coarse(ring []geom.Point, level int) []geom.Point {
	if level == finest || len(ring) == 0 {
		return ring
	}
	out := make([]geom.Point, 0, len(ring)/4)
	for i, p := range ring {
		if i == 0 || cellOf(p, level) != cellOf(out[len(out)-1], level) {
			out = append(out, geom.Point{X: p.X, Y: p.Y>>(level-1)<<(level-1) | 1<<(level-2)})
		}
	}
	return append(out, out[0])
}

// side is a side of an area that is not horizontal, from its upper end.
type side struct{ x0, y0, x1, y1 float64 }

func (s side) at(y float64) float64 { return s.x0 + (y-s.y0)/(s.y1-s.y0)*(s.x1-s.x0) }

// trapezoids divides an area, given by a ring of points, at the latitudes of all its points. Places
// with an odd number of sides to their left are inside, so that any outline is valid. An area with
// more trapezoids than a few times its points gives none; real areas have fewer.
func trapezoids(points []geom.Point) (out []trapezoid) {
	out = []trapezoid{}
	var sides []side
	var ys []int32
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		ys = append(ys, a.Y)
		if a.Y > b.Y {
			a, b = b, a
		}
		if a.Y < b.Y {
			sides = append(sides, side{float64(a.X), float64(a.Y), float64(b.X), float64(b.Y)})
		}
	}
	slices.Sort(ys)
	ys = slices.Compact(ys)
	slices.SortFunc(sides, func(a, b side) int { return cmp.Compare(a.y0, b.y0) })
	most := 64 + 16*len(points)
	var active []side
	for k := 1; k < len(ys); k++ {
		top, bottom := float64(ys[k-1]), float64(ys[k])
		for len(sides) > 0 && sides[0].y0 <= top {
			active, sides = append(active, sides[0]), sides[1:]
		}
		active = slices.DeleteFunc(active, func(s side) bool { return s.y1 <= top })
		middle := (top + bottom) / 2
		slices.SortFunc(active, func(a, b side) int { return cmp.Compare(a.at(middle), b.at(middle)) })
		for i := 1; i < len(active); i += 2 {
			l, r := active[i-1], active[i]
			out = append(out, trapezoid{ys[k-1], ys[k], whole(l.at(top)), whole(r.at(top)), whole(l.at(bottom)), whole(r.at(bottom))})
		}
		if len(out) > most {
			return []trapezoid{}
		}
	}
	return out
}

func whole(v float64) int32 { return int32(math.Round(v)) }
