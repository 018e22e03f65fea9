package render

import (
	"kernelscope/compute"
	"kernelscope/compute/gpu"
)

// quadsArgs are the arguments of the quads painter: four indexed corners a
// segment, blended in the order of painting.
type quadsArgs struct {
	Segments, Visible, Widths, Colours compute.Buffer
	push
}

var quadsDrawing = gpu.NewDrawing[quadsArgs]("roads_quads", "roads_quads", gpu.Vertex{})

// casingWidth is what a casing adds to the width of a road, in pixels of a plain
// display.
const casingWidth = 2

// quads draws level by level: all casings, then all fills, so that junctions
// are open and bridges lie over what they cross.
func (r *Map) quads(u *uploaded, p push, cased bool, ratio float64) (calls []gpu.DrawCall) {
	args := quadsArgs{Segments: u.buffer, Visible: r.visible, Widths: r.widths, Colours: r.colours, push: p}
	for first := 0; first < len(r.list); {
		level := u.chunks[r.list[first]].kind >> 4
		end := first + 1
		for end < len(r.list) && u.chunks[r.list[end]].kind>>4 == level {
			end++
		}
		if cased {
			args.Casing, args.Widen = 1, float32(casingWidth*ratio)
			calls = append(calls, r.instances(args, first, end-first))
		}
		args.Casing, args.Widen = 0, 0
		calls = append(calls, r.instances(args, first, end-first))
		first = end
	}
	return calls
}

// instances draws some chunks of a list.
func (r *Map) instances(args quadsArgs, first, n int) gpu.DrawCall {
	c := quadsDrawing.Call(args)
	c.Vertices, c.Instances, c.FirstInstance = 6*chunkSize, n, first
	c.Indices, c.Short = r.indices.(*gpu.Buffer), true
	return c
}

// pathCalls draws the route with a dark rim.
func (r *Map) pathCalls(p push, ratio float64) []gpu.DrawCall {
	if r.path == nil {
		return nil
	}
	args := quadsArgs{Segments: r.path.buffer, Visible: r.pathAll, Widths: r.widths, Colours: r.colours, push: p}
	rim := args
	rim.Casing, rim.Widen = 1, float32(3*ratio)
	n := len(r.path.chunks)
	return []gpu.DrawCall{r.instances(rim, 0, n), r.instances(args, 0, n)}
}
