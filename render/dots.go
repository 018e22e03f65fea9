package render

import (
	"cmp"
	"image/color"
	"math"

	"kernelscope/compute"
	"kernelscope/compute/gpu/draw"
)

// dotsArgs are the arguments of the shaders that draw nodes as dots.
type dotsArgs struct {
	Places, List  compute.Buffer
	Centre        [2]int32
	Offset, Size  [2]float32
	Scale, Radius float32
	First, Stride uint32
	Tint          uint32
}

var dotsDrawing = draw.NewDrawing[dotsArgs]("dots", "dots", draw.Vertex{})

// Dots are nodes to mark: Count entries of a list on the device, from word First on, with Stride
// words each.
type Dots struct {
	List                 compute.Buffer
	Count, First, Stride int
	Tint                 color.RGBA
	Size                 float64 // factor of the size of dots; zero means one
}

// dots draws a dot at the node of each entry of a list. Dots shrink when more of the map is in
// view. The list belongs to the algorithm.
func (r *Map) dots(c Camera, dots []Dots, ratio float64) (calls []draw.Call) {
	p := c.push(r.theme)
	radius := max(1.5, min(4.5, 2.8-0.35*math.Log2(c.MetresPerPixel()*ratio/20)))
	for _, l := range dots {
		if l.Count == 0 {
			continue
		}
		call := dotsDrawing.Call(dotsArgs{
			Places: r.places, List: l.List, Centre: p.Centre, Offset: p.Offset, Size: p.Size,
			Scale: p.Scale, Radius: float32(radius * ratio * cmp.Or(l.Size, 1)), First: uint32(l.First), Stride: uint32(l.Stride), Tint: packed(l.Tint),
		})
		call.Vertices, call.Instances, call.Shapes = 6, l.Count, r.dotShapes(c, l, radius*ratio*cmp.Or(l.Size, 1))
		calls = append(calls, call)
	}
	return calls
}
