package render

import (
	"math"

	"kernelscope/compute"
	"kernelscope/compute/gpu/draw"
	ref "kernelscope/compute/ref/roads"
	"kernelscope/scene"
	"kernelscope/shaders"
)

// The drawings that colour the results of the kernels.
type (
	resolveArgs struct {
		Pixels, Colours compute.Buffer
		push
	}
	resolveCasedArgs struct {
		Pixels, Colours, CasingPixels compute.Buffer
		push
	}
	resolveWideArgs struct {
		Pixels, Colours, CasingPixels, Nodes compute.Buffer
		push
	}
)

var (
	ofSplat     = compute.Workgroup{Default: 64, Min: 64, Max: 64}
	splatKernel = compute.Agreeing(compute.NewKernel[ref.Splat[compute.Buffer]]("roads_splat", ofSplat, ref.MirrorSplat), ref.AgreeOnSplat)
	nodesKernel = compute.Agreeing(compute.NewKernel[ref.SplatNodes[compute.Buffer]]("roads_splat_nodes", ofSplat, ref.MirrorSplatNodes), ref.AgreeOnSplatNodes)

	resolve      = draw.NewDrawing[resolveArgs]("roads_resolve", "roads_resolve", draw.Vertex{})
	resolveCased = draw.NewDrawing[resolveCasedArgs]("roads_resolve", "roads_resolve_cased", draw.Vertex{})
	resolveWide  = draw.NewDrawing[resolveWideArgs]("roads_resolve", "roads_resolve_wide", draw.Vertex{})
)

// splat paints roads with a kernel, which runs only when the camera moves.
type splat struct {
	r      *Map
	wide   bool // nodes need a separate word per pixel
	pixels compute.Buffer
	casing compute.Buffer
	nodes  compute.Buffer
	drawn  bool // pixels contain the current view
}

// narrowNodes is the greatest number of nodes that fit into the word of a pixel.
const narrowNodes = 1<<20 - 1

func newSplat(r *Map) *splat { return &splat{r: r, wide: r.m.Graph.Nodes() > narrowNodes} }

// forget makes the next frame rasterize again.
func (s *splat) forget() { s.drawn = false }

func (s *splat) release() {
	release(s.pixels, s.casing, s.nodes)
	s.pixels = nil
}

// resize allocates buffers for the size of a target.
func (s *splat) resize(pixels int) {
	if s.pixels != nil && s.pixels.Len() == pixels {
		return
	}
	s.release()
	s.drawn = false
	d := s.r.d
	s.pixels, s.casing = d.NewBuffer("pixels", pixels), d.NewBuffer("casing pixels", pixels)
	s.nodes = d.NewBuffer("nodes of pixels", map[bool]int{true: pixels, false: 1}[s.wide])
}

// frame rasterizes if necessary and returns the draw call that colours the result.
func (s *splat) frame(e compute.Encoder, u *uploaded, p push, moved, cased bool, ratio float64, figure shapes) []draw.Call {
	s.resize(int(p.Size[0]) * int(p.Size[1]))
	if moved || !s.drawn {
		s.drawn = true
		s.rasterize(e, u, p, cased || s.wide, ratio)
	}
	var c draw.Call
	switch {
	case s.wide:
		c = resolveWide.Call(resolveWideArgs{s.pixels, s.r.colours, s.casing, s.nodes, p})
	case cased:
		c = resolveCased.Call(resolveCasedArgs{s.pixels, s.r.colours, s.casing, p})
	default:
		c = resolve.Call(resolveArgs{s.pixels, s.r.colours, p})
	}
	c.Vertices, c.Scissor, c.Shapes = 3, s.scissor(ratio), figure
	return []draw.Call{c}
}

// scissor returns the part of the target that may contain roads. The rest, which is most of it when
// a whole map is in view, need not be coloured.
func (s *splat) scissor(ratio float64) *[4]int {
	c := s.r.shown.camera
	const margin = 40
	x0, y0 := c.Pixel(s.r.m.Box.Min)
	x1, y1 := c.Pixel(s.r.m.Box.Max)
	clamp := func(v float64, most int) int { return int(max(0, min(float64(most), v))) }
	left, top := clamp(x0-margin*ratio, c.Width), clamp(y0-margin*ratio, c.Height)
	return &[4]int{left, top, clamp(x1+margin*ratio, c.Width) - left, clamp(y1+margin*ratio, c.Height) - top}
}

// rasterize fills the pixels of roads and, if roads have one, of their casing.
func (s *splat) rasterize(e compute.Encoder, u *uploaded, p push, cased bool, ratio float64) {
	r := s.r
	widest := width(scene.Motorway, r.shown.camera.MetresPerPixel(), ratio) + casingWidth*ratio
	longest := min(u.longest*float64(p.Scale), float64(p.Size[0]+p.Size[1]))
	p.Chunks, p.Slices = uint32(len(r.list)), slicesFor(longest, widest)
	n := len(r.list) * shaders.RoadsChunk * int(p.Slices)
	e.Fill(s.pixels, 0, s.pixels.Len(), 0)
	splatKernel.Dispatch(e, n, s.args(u, s.pixels, p))
	if s.wide {
		e.Fill(s.nodes, 0, s.nodes.Len(), 0)
		nodesKernel.Dispatch(e, n, ref.SplatNodes[compute.Buffer]{
			Segments: u.buffer, Visible: r.visible, Widths: r.widths, Pixels: s.pixels, Nodes: s.nodes, Camera: p,
		})
	}
	if cased {
		e.Fill(s.casing, 0, s.casing.Len(), 0)
		if hasCasing(r.shown.camera.MetresPerPixel(), ratio) {
			p.Widen = float32(casingWidth * ratio)
			splatKernel.Dispatch(e, n, s.args(u, s.casing, p))
		}
	}
}

// args returns the arguments of a dispatch that rasterizes to some pixels.
func (s *splat) args(u *uploaded, pixels compute.Buffer, p push) ref.Splat[compute.Buffer] {
	return ref.Splat[compute.Buffer]{Segments: u.buffer, Visible: s.r.visible, Widths: s.r.widths, Pixels: pixels, Camera: p}
}

// slicesFor returns the number of pieces that a segment of a given length and width in pixels is
// divided into, so that no invocation visits more than 8,192 pixels. Software devices stop an
// invocation after 65,535 iterations.
func slicesFor(length, width float64) uint32 {
	const most = 8192
	around := width + 3
	return uint32(math.Ceil((length + around) * around * math.Sqrt2 / most))
}
