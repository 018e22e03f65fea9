package render

import (
	"image/color"
	"math"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/scene"
	"kernelscope/shaders"
)

// quadsArgs are the arguments of the quads painter: four indexed corners per element, blended in
// the order of the elements.
type quadsArgs struct {
	Elements compute.Buffer
	push
}

// pointsArgs are the arguments of elements drawn as points, with one vertex each.
type pointsArgs struct {
	Elements compute.Buffer
	Size     [2]float32 // of the target
	Margin   float32    // margin of the viewport around the target
}

// strokeArgs are the arguments of strokes: segments in one colour and width.
type strokeArgs struct {
	Segments compute.Buffer
	push
}

var (
	quadsDrawing  = draw.NewDrawing[quadsArgs]("roads_quads", "roads_quads", draw.Vertex{})
	pointsDrawing = draw.NewPoints[pointsArgs]("roads_points", "roads_points")
	strokeDrawing = draw.NewDrawing[strokeArgs]("roads_stroke", "roads_quads", draw.Vertex{})
)

// casingWidth is the width that a casing adds to a road, in pixels of a plain display.
const casingWidth = 2

// quads draws the segments in view in the order of their keys, which it recomputes after changes.
func (r *Map) quads(cmd *gpu.Commands, u *uploaded, p push, l Look) []draw.Call {
	k := r.keys
	if len(r.list) == 0 {
		cmd.Fill(k.counted, 0, 1, 0)
		return nil
	}
	if now := madeFor(r.shown, l); now != k.made || l.Moment == 0 || l.Full {
		k.made = now
		r.colour(cmd, r.shown.camera, l)
		k.record(cmd, u, p, l)
	}
	return []draw.Call{k.call(u, p, l, k.asPoints(u, l))}
}

// call draws the elements as points or as triangles.
func (k *keys) call(u *uploaded, p push, l Look, points bool) (c draw.Call) {
	if points {
		k.state.Drawn, c = "points", k.points(p)
	} else {
		k.state.Drawn, c = "triangles", k.triangles(p)
	}
	c.Indirect, c.Shapes = k.draw.(*gpu.Buffer), k.r.roadShapes(k.r.shown.camera, l, u)
	return c
}

func (k *keys) triangles(p push) draw.Call {
	c := quadsDrawing.Call(quadsArgs{k.elements, p})
	c.Indices, c.Short = k.r.indices.(*gpu.Buffer), true
	return c
}

func (k *keys) points(p push) draw.Call {
	c := pointsDrawing.Call(pointsArgs{k.elements, p.Size, pointMargin})
	c.At, c.Margin = drawWords, pointMargin
	return c
}

const (
	// largestPoint is the size in pixels of the largest element drawn as a point: point.glsl has
	// room for REACH from its middle.
	largestPoint = 240
	// pointMargin is the greatest distance outside the target of the middle of an element that
	// extends into it.
	pointMargin = largestPoint / 2
	// meanPoint is the mean size above which quads are faster, since points cover many more pixels.
	meanPoint = 8
)

// asPoints reports whether elements are drawn as points: the device must support it, and elements
// must be short enough for squares around them to cost less than triangles.
func (k *keys) asPoints(u *uploaded, l Look) bool {
	c, info := k.r.shown.camera, k.r.d.Info()
	around := func(class scene.Class) float64 { // size of a segment of length zero
		w := width(class, c.MetresPerPixel(), l.Ratio) + 1
		if l.cased(c) {
			w += casingWidth * l.Ratio
		}
		return max(2, w)
	}
	if u.longest*c.Scale+around(scene.Motorway) > min(largestPoint, info.PointSize) || max(c.Width, c.Height)+2*pointMargin > info.ImageSize {
		return false
	}
	mean := math.Sqrt(u.squares/float64(len(u.segments))) * c.Scale // most segments belong to streets
	return mean+around(scene.Street) <= meanPoint
}

// stroke draws chunks in one colour with a width in pixels.
func (r *Map) stroke(u *uploaded, eye Camera, p push, tint color.RGBA, width float64, first, n int) draw.Call {
	p.Stroke, p.Widen = packed(tint), float32(width)
	c := strokeDrawing.Call(strokeArgs{u.buffer, p})
	c.Vertices, c.Instances, c.FirstInstance = 6*shaders.RoadsChunk, n, first
	c.Indices, c.Short = r.indices.(*gpu.Buffer), true
	c.Shapes = strokeShapes(eye, u.segments[shaders.RoadsChunk*first:][:shaders.RoadsChunk*n], tint, width)
	return c
}

// pathCalls draws the route with a dark rim.
func (r *Map) pathCalls(c Camera, p push, ratio float64) []draw.Call {
	if r.path == nil {
		return nil
	}
	wide, n := pathWidth(c.MetresPerPixel(), ratio), len(r.path.chunks)
	return []draw.Call{
		r.stroke(r.path, c, p, r.theme.Casing, wide+3*ratio, 0, n),
		r.stroke(r.path, c, p, r.theme.Path, wide, 0, n),
	}
}
