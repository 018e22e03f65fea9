package render

import (
	"image/color"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
)

// quadsArgs are the arguments of the quads painter: four indexed corners an
// element, blended in the order in which elements lie.
type quadsArgs struct {
	Elements compute.Buffer
	push
}

// strokeArgs are those of strokes: segments in one colour and width.
type strokeArgs struct {
	Segments compute.Buffer
	push
}

var (
	quadsDrawing  = gpu.NewDrawing[quadsArgs]("roads_quads", "roads_quads", gpu.Vertex{})
	strokeDrawing = gpu.NewDrawing[strokeArgs]("roads_stroke", "roads_quads", gpu.Vertex{})
)

// casingWidth is what a casing adds to the width of a road, in pixels of a plain
// display.
const casingWidth = 2

// quads draws the segments in view in the order of their keys, which are made anew
// when something has changed.
func (r *Map) quads(cmd *gpu.Commands, u *uploaded, p push, l Look) []gpu.DrawCall {
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
	c := quadsDrawing.Call(quadsArgs{k.elements, p})
	c.Indices, c.Short = r.indices.(*gpu.Buffer), true
	c.Indirect = k.draw.(*gpu.Buffer)
	return []gpu.DrawCall{c}
}

// stroke draws some chunks in one colour and width, in pixels.
func (r *Map) stroke(u *uploaded, p push, tint color.RGBA, width float64, first, n int) gpu.DrawCall {
	p.Stroke, p.Widen = packed(tint), float32(width)
	c := strokeDrawing.Call(strokeArgs{u.buffer, p})
	c.Vertices, c.Instances, c.FirstInstance = 6*chunkSize, n, first
	c.Indices, c.Short = r.indices.(*gpu.Buffer), true
	return c
}

// pathCalls draws the route with a dark rim.
func (r *Map) pathCalls(p push, ratio float64) []gpu.DrawCall {
	if r.path == nil {
		return nil
	}
	wide, n := pathWidth(r.shown.camera.MetresPerPixel(), ratio), len(r.path.chunks)
	return []gpu.DrawCall{
		r.stroke(r.path, p, r.theme.Casing, wide+3*ratio, 0, n),
		r.stroke(r.path, p, r.theme.Path, wide, 0, n),
	}
}
