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
	Dark          uint32 // of halos: 1 on light grounds
}

var (
	dotsDrawing   = draw.NewDrawing[dotsArgs]("dots", "dots", draw.Vertex{})
	glowDrawing   = draw.NewDrawing[dotsArgs]("dots", "halo", draw.Vertex{}).Lightest()
	shadowDrawing = draw.NewDrawing[dotsArgs]("dots", "halo", draw.Vertex{}).Darkest()
)

// Halos of up to haloFull dots are haloSize times as large as their dots. The halos of more dots are smaller, so that they take
// little longer to draw, and weaker: many dots are seen without them.
const (
	haloSize     = 6
	haloLeast    = 4.5
	haloFull     = 32
	haloStrength = 0.9
	shadow       = 0.6 // of that, on light grounds
	haloMost     = 900 // dots that have none
)

// Dots are nodes to mark: Count entries of a list on the device, from word First on, with Stride
// words each.
type Dots struct {
	List                 compute.Buffer
	Count, First, Stride int
	Tint                 color.RGBA
	Size                 float64 // factor of the size of dots; zero means one
	Halo                 bool    // a soft light is around each
}

// haloSize returns how large a halo is for its dot.
func (l Dots) haloSize() float64 {
	return max(haloLeast, min(haloSize, haloSize*math.Sqrt(haloFull/float64(l.Count))))
}

// haloStrength returns the opacity of the halos in their middle, 0 for none.
func (l Dots) haloStrength() float64 {
	if !l.Halo {
		return 0
	}
	return haloStrength * max(0, 1-float64(l.Count)/haloMost)
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
		each := func(d draw.Drawing[dotsArgs], radius float64, tint color.RGBA, s shapes) {
			args := dotsArgs{
				Places: r.places, List: l.List, Centre: p.Centre, Offset: p.Offset, Size: p.Size,
				Scale: p.Scale, Radius: float32(radius), First: uint32(l.First), Stride: uint32(l.Stride), Tint: packed(tint),
			}
			if r.theme.IsLight {
				args.Dark = 1
			}
			call := d.Call(args)
			call.Vertices, call.Instances, call.Shapes = 6, l.Count, s
			calls = append(calls, call)
		}
		radius := radius * ratio * cmp.Or(l.Size, 1)
		if s := l.haloStrength(); s > 0 {
			halo := glowDrawing
			if r.theme.IsLight {
				halo, s = shadowDrawing, s*shadow
			}
			each(halo, l.haloSize()*radius, color.RGBA{l.Tint.R, l.Tint.G, l.Tint.B, uint8(255 * s)}, noShapes)
		}
		each(dotsDrawing, radius, l.Tint, r.dotShapes(c, l, radius))
	}
	return calls
}
