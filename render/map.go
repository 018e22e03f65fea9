package render

import (
	"fmt"
	"image"
	"math"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	ref "kernelscope/compute/ref/roads"
	"kernelscope/compute/sorting"
	"kernelscope/internal/parallel"
	"kernelscope/render/glyphs"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/shaders"
)

// Look configures how a frame shows the search.
type Look struct {
	States     compute.Buffer // one word per node, like a NodeStates layer; nil before the first search
	Dots       []Dots
	ByDistance bool          // colours by distance instead of state
	Reach      uint32        // distance at the end of the ramp
	Band       uint32        // width of a band of distances in one colour; zero for continuous colours
	Log        bool          // distances have a logarithmic ramp
	Ratio      float64       // pixels of the target per pixel of a plain display
	Painter    string        // "splat", "quads", or empty for the better one
	Order      sorting.Order // of quads
	Labels     bool          // draws names of roads and settlements
	Covered    Covered       // areas without labels
	// Held keeps the colours of the frame before, whatever States are.
	Held bool
	// Moment, if not zero, changes whenever States may have changed. Quads are ordered again only
	// then, or when the camera moves.
	Moment uint64
	// Moving is set while the camera moves. A software device then draws maps of very many segments
	// or much water with less detail.
	Moving bool
	// Live is set in a window: names and the full level of detail, which take long to prepare, may
	// appear some frames later.
	Live bool
	// Full draws every segment of the map with a casing and sorts all of them in every frame, which
	// is the greatest possible load.
	Full bool
	// Part is the part of the target to draw; all of it if empty.
	Part image.Rectangle
}

// Painters lists the values of Look.Painter.
var Painters = []string{"splat", "quads"}

// Map draws a road map.
type Map struct {
	*ground
	twin bool // ground belongs to another map

	widths  compute.Buffer
	colours compute.Buffer // one per node, and one for segments without a node
	visible compute.Buffer
	path    *uploaded // the route; nil if there is none
	labels  labels
	pools   pools
	marks   *marks // nil if there are none

	splat *splat
	keys  *keys
	list  []uint32 // chunks in view
	shown shown    // inputs of visible and widths

	near    *near // nil while whole levels fit
	coarser int   // number of levels by which the drawn level is coarser than the zoom requires
}

// ground is the state that a map shares with its twin.
type ground struct {
	d     *gpu.Device
	m     *scene.Map
	theme *Theme

	outline *parallel.Later[*outline]
	details map[int]*uploaded // level of detail on the device, by level
	next    *prefetched       // level that is being prepared; nil if none
	fields  *fields           // fields of the letters of labels
	waters  *waters
	palette compute.Buffer
	tinted  Theme          // theme of the palette
	places  compute.Buffer // positions of nodes
	indices compute.Buffer // corners of a chunk's segments
}

// uploaded is a level of detail on the device.
type uploaded struct {
	detail
	buffer compute.Buffer // nil if the device lacks memory
}

// shown holds the inputs of the visible chunks and the widths.
type shown struct {
	camera Camera
	ratio  float64
	full   bool
	part   image.Rectangle
	of     *uploaded
}

// NewMap uploads a map to a device. Each frame uses the current colours of the theme.
func NewMap(d *gpu.Device, m *scene.Map, theme *Theme) (*Map, error) {
	g := &ground{d: d, m: m, theme: theme, outline: parallel.Begin(func() *outline { return newOutline(m) }), details: map[int]*uploaded{}}
	g.fields = &fields{fonts: glyphs.New(), of: map[glyphs.Key]placed{}}
	g.palette, g.tinted = d.NewBuffer("palette", len(theme.palette())), *theme
	d.Write(g.palette, 0, theme.palette())
	g.places = d.NewBuffer("places of nodes", 2*m.Graph.Nodes())
	d.Write(g.places, 0, placeWords(m.Graph.At))
	g.indices = d.NewBuffer("corners", 3*shaders.RoadsChunk)
	d.Write(g.indices, 0, cornerIndices())
	r := &Map{ground: g}
	g.waters = newWaters(r)
	return ownState(r)
}

// Twin returns another picture of the same map, for a second search beside the first. It must be
// released before the map.
func (r *Map) Twin() (*Map, error) { return ownState(&Map{ground: r.ground, twin: true}) }

// Compared returns the picture of a second search: during a comparison the twin, which is made if
// necessary, otherwise nil.
func (r *Map) Compared(twin *Map, two bool) (*Map, error) {
	switch {
	case two && twin == nil:
		return r.Twin()
	case !two && twin != nil:
		twin.Release()
		return nil, nil
	}
	return twin, nil
}

// ownState makes the state that a twin has of its own.
func ownState(r *Map) (*Map, error) {
	d := r.d
	r.widths = d.NewBuffer("widths", scene.Classes)
	r.colours = d.NewBuffer("colours", r.m.Graph.Nodes()+1)
	r.splat = newSplat(r)
	var err error
	r.keys, err = newKeys(r)
	if lacks := d.Err(); lacks != nil { // reported once, here
		err = lacks
	}
	if err != nil {
		r.Release()
		return nil, fmt.Errorf("render: %w", err)
	}
	return r, nil
}

func placeWords(points []geom.Point) []uint32 {
	out := make([]uint32, 0, 2*len(points))
	for _, p := range points {
		out = append(out, uint32(p.X), uint32(p.Y))
	}
	return out
}

// cornerIndices returns 16-bit indices of two triangles for each four corners.
func cornerIndices() []uint32 {
	var words []uint32
	for s := range uint32(shaders.RoadsChunk) {
		a := 4 * s
		words = append(words, a|(a+1)<<16, (a+2)|(a+2)<<16, (a+1)|(a+3)<<16)
	}
	return words
}

// Release releases all device memory.
func (r *Map) Release() {
	r.SetPath(nil)
	r.SetMarks(nil)
	r.splat.release()
	r.keys.close()
	r.dropNear()
	release(r.widths, r.colours, r.visible, r.labels.marks, r.pools.buffer)
	if !r.twin {
		for _, u := range r.details {
			release(u.buffer)
		}
		clear(r.details)
		r.waters.release()
		release(r.palette, r.places, r.indices, r.fields.buffer)
	}
}

// Segments returns the number of segments drawn for a camera, in whole chunks.
func (r *Map) Segments(c Camera, l Look) int {
	u := r.detailFor(c, l)
	if u == nil {
		return 0
	}
	return shaders.RoadsChunk * len(u.visible(l.view(c, 0), l.classes(c), nil))
}

// classes returns the visible classes.
func (l Look) classes(c Camera) (drawn [scene.Classes]bool) {
	if !l.Full {
		return classesAt(c.MetresPerPixel(), l.Ratio)
	}
	for i := range drawn {
		drawn[i] = true
	}
	return drawn
}

// view returns the drawn box of the world, grown by a number of pixels.
func (l Look) view(c Camera, grow float64) geom.Box {
	if l.Part.Empty() {
		return c.View(grow)
	}
	return geom.Box{
		Min: c.PointAt(float64(l.Part.Min.X)-grow, float64(l.Part.Min.Y)-grow),
		Max: c.PointAt(float64(l.Part.Max.X)+grow, float64(l.Part.Max.Y)+grow),
	}
}

// cut limits draw calls to the drawn part of the target.
func (l Look) cut(calls []draw.Call) {
	if l.Part.Empty() {
		return
	}
	for i := range calls {
		part := l.Part
		if s := calls[i].Scissor; s != nil {
			part = part.Intersect(image.Rect(s[0], s[1], s[0]+s[2], s[1]+s[3]))
		}
		calls[i].Scissor = &[4]int{part.Min.X, part.Min.Y, part.Dx(), part.Dy()}
	}
}

// cased reports whether roads have a casing.
func (l Look) cased(c Camera) bool { return l.Full || hasCasing(c.MetresPerPixel(), l.Ratio) }

// SetPath shows a route along points, or none.
func (r *Map) SetPath(points []geom.Point) {
	if r.path != nil {
		release(r.path.buffer)
		r.path = nil
	}
	if len(points) < 2 {
		return
	}
	points = r.thinned(points)
	var d detail
	for i := 1; i < len(points); i++ {
		d.add(segment{points[i-1], points[i], uint32(r.m.Graph.Nodes()), pathKind})
	}
	d.fill()
	if u := r.upload(d, "path"); u.buffer != nil {
		r.path = u
	}
}

// PainterFor returns the painter of a frame: quads on hardware or if little is in view, otherwise
// splat, whose cost in software does not depend on how much of the picture changes. Splat also
// replaces quads that do not fit the device.
func (r *Map) PainterFor(c Camera, l Look) string {
	switch {
	case !r.keysRun():
		return "splat"
	case !r.splats(c):
		return "quads"
	}
	most := r.keys.most(l.parts(c))
	const few = 6000 // segments that software draws as quads at 60 frames/s
	if l.Painter == "" && r.d.Info().Software {
		most = min(most, few)
	}
	if l.Painter == "splat" || most < math.MaxInt && r.Segments(c, l) > most {
		return "splat"
	}
	return "quads"
}

// Frame records the work before a frame's pass and returns the draw calls of the pass.
func (r *Map) Frame(cmd *gpu.Commands, c Camera, l Look) []draw.Call {
	u := r.detailFor(c, l)
	p := c.push(r.theme)
	calls := append(r.waterCalls(cmd, c, p, l), r.markCalls(c, p, l.Ratio)...)
	if u != nil {
		moved := r.update(cmd, u, c, l)
		if r.PainterFor(c, l) == "quads" && r.keys.fits(l.Order, len(r.list), l.parts(c)) {
			r.splat.forget()
			calls = append(calls, r.quads(cmd, u, p, l)...)
		} else if r.splats(c) {
			r.colour(cmd, c, l)
			calls = append(calls, r.splat.frame(cmd, u, p, moved, l.cased(c), l.Ratio, r.roadShapes(c, l, u))...)
		} else {
			r.coarser = coarsest
		}
	}
	calls = append(calls, r.dots(c, l.Dots, l.Ratio)...)
	calls = append(calls, r.pathCalls(c, p, l.Ratio)...)
	calls = append(calls, r.labelCalls(cmd, c, l)...)
	l.cut(calls)
	return calls
}

// viewMargin is the distance around the target in which segments are also drawn, in pixels: more
// than half the width of the widest road.
const viewMargin = 40

// update recomputes the visible chunks and the widths if the camera has moved, and reports whether
// it has.
func (r *Map) update(e compute.Encoder, u *uploaded, c Camera, l Look) bool {
	now := shown{c, l.Ratio, l.Full, l.Part, u}
	if r.shown == now {
		return false
	}
	r.shown = now
	r.list = u.visible(l.view(c, viewMargin*l.Ratio), l.classes(c), r.list[:0])
	if n := max(64, len(r.list)); r.visible == nil || r.visible.Len() < n {
		if r.visible != nil {
			r.visible.Release()
		}
		r.visible = r.d.NewBuffer("chunks in view", n+n/2)
	}
	sendWords(e, r.visible, 0, r.list)
	e.Update(r.widths, 0, widthBlock(c.MetresPerPixel(), l.Ratio)...)
	return true
}

// sendWords writes words to a buffer, starting at word first.
func sendWords(e compute.Encoder, b compute.Buffer, first int, words []uint32) {
	const piece = 16384 // words of one Update
	for at := 0; at < len(words); at += piece {
		e.Update(b, first+at, words[at:min(len(words), at+piece)]...)
	}
}

// The kernels that colour nodes by state and by distance.
var (
	ofColours      = compute.Workgroup{Default: 64, Min: 64, Max: 64}
	colourKernel   = compute.Agreeing(compute.NewKernel[ref.Colour[compute.Buffer]]("roads_colour", ofColours, ref.MirrorColour), ref.AgreeOnColours)
	distanceKernel = compute.Agreeing(
		compute.NewKernel[ref.Colour[compute.Buffer]]("roads_colour_distance", ofColours, ref.MirrorColourDistance), ref.AgreeOnColours)
)

// Colours recomputes the colours of nodes and returns them: a word per node, and one more. Frame
// calls it when necessary.
func (r *Map) Colours(e compute.Encoder, c Camera, l Look) compute.Buffer {
	r.colour(e, c, l)
	return r.colours
}

// ColoursOf computes the result of Colours on the host, within one level of rounding.
func (r *Map) ColoursOf(states []uint32, c Camera, l Look) []uint32 {
	out := make([]uint32, len(states)+1)
	args := colourArgs[[]uint32](c, l)
	args.States, args.Palette, args.Colours = states, r.theme.palette(), out
	if l.ByDistance {
		ref.MirrorColourDistance(compute.Grid{}, args)
	} else {
		ref.MirrorColour(compute.Grid{}, args)
	}
	return out
}

// colourArgs returns the arguments of both kernels without their buffers.
func colourArgs[B any](c Camera, l Look) ref.Colour[B] {
	a := ref.Colour[B]{Reach: float32(max(1, l.Reach)), Stronger: strength(c.MetresPerPixel(), l.Ratio), Band: l.Band}
	if l.Log {
		a.Scale = ref.Logarithmic
	}
	return a
}

// colour recomputes the colours of nodes, which change with every step of a search.
func (r *Map) colour(e compute.Encoder, c Camera, l Look) {
	if r.tinted != *r.theme {
		r.tinted = *r.theme
		e.Update(r.palette, 0, r.theme.palette()...)
	}
	if l.Held {
		return
	}
	if l.States == nil {
		e.Fill(r.colours, 0, r.colours.Len(), 0)
		return
	}
	args := colourArgs[compute.Buffer](c, l)
	args.States, args.Palette, args.Colours = l.States, r.palette, r.colours
	if l.ByDistance {
		distanceKernel.Dispatch(e, r.colours.Len(), args)
	} else {
		colourKernel.Dispatch(e, r.colours.Len(), args)
	}
}
