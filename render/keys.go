package render

import (
	"fmt"
	"math"
	"slices"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	ref "kernelscope/compute/ref/roads"
	"kernelscope/compute/sorting"
	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/shaders"
)

// drawWords is the offset of the indirect draw of points, which follows that of quads.
var drawWords = len(draw.IndirectWords(0, 0))

var (
	ofChunk    = compute.Workgroup{Default: shaders.RoadsChunk, Min: shaders.RoadsChunk, Max: shaders.RoadsChunk}
	cullKernel = compute.NewKernel[ref.Cull[compute.Buffer]]("roads_cull", ofChunk, ref.MirrorCull)
	keysKernel = compute.NewKernel[ref.Keys[compute.Buffer]]("roads_keys", compute.Workgroup{Default: 64, Min: 32, Max: 1024}, ref.MirrorKeys)
)

// elementsKernel lays out the elements of quads.
var elementsKernel = compute.Agreeing(
	compute.NewKernel[ref.Elements[compute.Buffer]]("roads_elements", compute.Workgroup{Default: 64, Min: 64, Max: 64}, ref.MirrorElements),
	ref.AgreeOnElements)

// apart is the side of the squares of elements that the kernel transposes. On a software device,
// whose caches benefit from adjacent elements, transposed elements would be drawn a seventh slower.
const apart = 128

// Keys describes the order of quads. Without a sort, segments are painted as stored, each with its
// casing followed by its fill; casings then cover junctions, and reached roads may be hidden.
type Keys struct {
	Ordered
	Drawn string // "points" or "triangles"
	// GPU time of all finished frames, and the number of frames that made keys.
	Cull, Layout time.Duration
	Made         int
}

// keys holds the draw keys of the segments in view, and the elements in sorted order.
type keys struct {
	r     *Map
	state Keys
	parts int // keys per segment
	side  int // side of the squares in which sorted elements are transposed; 1 for no transposition

	drawKeys
	seen, firsts compute.Buffer
	draw         compute.Buffer
	elements     compute.Buffer
	counted      *gpu.Buffer // number of keys, for the host
	own          []compute.Buffer

	lowest, levels int // range of levels in the map
	made           made
	refused        int // number of keys that did not fit the device; zero if all did
}

// made holds the inputs of the current keys.
type made struct {
	shown
	order      sorting.Order
	version    uint64
	byDistance bool
	reach      uint32
	band       uint32
}

func madeFor(s shown, l Look) made {
	return made{shown: s, order: l.Order, version: l.Moment, byDistance: l.ByDistance, reach: l.Reach, band: l.Band}
}

func newKeys(r *Map) (k *keys, err error) {
	k = &keys{r: r, side: apart}
	if r.d.Info().Software {
		k.side = 1
	}
	lowest, highest := 15, 0
	for _, l := range r.m.Lines {
		level := int(kindOf(l) >> 4)
		lowest, highest = min(lowest, level), max(highest, level)
	}
	k.lowest, k.levels = lowest, max(1, highest-lowest+1)
	k.counted, err = r.d.NewMapped("number of keys", 1)
	return k, err
}

// Keys returns the state of the order of quads.
func (r *Map) Keys() Keys {
	s := r.keys.state
	s.Number = int(r.keys.counted.Words()[0])
	return s
}

// parts returns the number of keys of a segment: two with a casing.
func (l Look) parts(c Camera) int {
	if l.cased(c) {
		return 2
	}
	return 1
}

// most returns the greatest number of segments known to fit the device.
func (k *keys) most(parts int) int {
	if k.refused == 0 {
		return math.MaxInt
	}
	return (k.refused - 1) / parts
}

// fits allocates buffers for the keys of some chunks, and reports whether they fit the device.
func (k *keys) fits(order sorting.Order, chunks, parts int) bool {
	n := chunks * shaders.RoadsChunk * parts
	if k.parts == parts && k.drawKeys.fits(order, n, 0) {
		return true
	}
	if n/parts > k.most(parts) {
		return false
	}
	if k.make(order, n+n/4, parts) != nil && k.make(order, n, parts) != nil {
		k.refused = n
		return false
	}
	return true
}

// make makes room for n keys, replacing the current buffers.
func (k *keys) make(order sorting.Order, n, parts int) error {
	k.release()
	d := k.r.d
	if l := d.Limits(); shaders.RoadsElementWords*n > l.BufferWords {
		return fmt.Errorf("render: %w: %d elements", fault.Limit, n)
	}
	if err := k.renew(d, order, n, ref.KeyBits(k.levels, parts), &k.state.Ordered); err != nil {
		return err
	}
	chunks := n / shaders.RoadsChunk
	k.seen, k.firsts = k.buffer("segments in view", n/32), k.buffer("segments before chunks", chunks)
	k.elements = k.buffer("elements", shaders.RoadsElementWords*n)
	k.draw = k.buffer("draw", 2*drawWords+1)
	d.Write(k.draw, 0, slices.Concat(draw.IndirectWords(6*shaders.RoadsChunk, 0), draw.IndirectWords(0, 1), []uint32{0}))
	k.parts = parts
	return nil
}

func (k *keys) buffer(name string, words int) compute.Buffer {
	b := k.r.d.NewBuffer(name, words)
	k.own = append(k.own, b)
	return b
}

func (k *keys) release() {
	k.drawKeys.release()
	for _, b := range k.own {
		b.Release()
	}
	k.own, k.made, k.state.Passes = nil, made{}, 0
}

// close releases all buffers.
func (k *keys) close() {
	if k != nil {
		k.release()
		k.counted.Release()
	}
}

// record makes the keys of the chunks in view, sorts them and lays out elements in their order. The
// buffers must be large enough.
func (k *keys) record(cmd *gpu.Commands, u *uploaded, p push, l Look) {

	stop := cmd.Clock(&k.state.Cull)
	k.cull(cmd, u, l)
	stop()
	k.sort(cmd, &k.state.Ordered)
	stop = cmd.Clock(&k.state.Layout)
	k.layOut(cmd, u, p, l)
	stop()
	cmd.Copy(k.counted, 0, k.Count, 0, 1)
	cmd.ToHost()
	k.state.Made++
}

// cull writes the keys of the segments in view, in order, and the number of instances to draw.
func (k *keys) cull(e compute.Encoder, u *uploaded, l Look) {
	r, c := k.r, k.r.shown.camera
	n, parts := len(r.list)*shaders.RoadsChunk, uint32(l.parts(c))
	view := l.view(c, viewMargin*l.Ratio)
	cullKernel.Dispatch(e, n, ref.Cull[compute.Buffer]{
		Segments: u.buffer, Visible: r.visible, Seen: k.seen, Firsts: k.firsts, Count: k.Count, Draw: k.draw,
		LowX: view.Min.X, LowY: view.Min.Y, HighX: view.Max.X, HighY: view.Max.Y,
		Classes: classBits(l.classes(c)), Chunks: uint32(len(r.list)), Parts: parts,
	})
	states, nodes := l.States, uint32(r.m.Graph.Nodes())
	if states == nil { // not read, so any buffer will do
		states, nodes = r.colours, 0
	}
	keysKernel.Dispatch(e, n, ref.Keys[compute.Buffer]{
		Segments: u.buffer, Visible: r.visible, Seen: k.seen, Firsts: k.firsts, States: states, Keys: k.Sort.Keys, Payload: k.Payload,
		Chunks: uint32(len(r.list)), Parts: parts, Nodes: nodes, Lowest: uint32(k.lowest),
	})
}

// layOut writes the elements in the order of the keys.
func (k *keys) layOut(e compute.Encoder, u *uploaded, p push, l Look) {
	r, side := k.r, k.side
	if len(k.Steps) == 0 {
		side = 1
	}
	keys, payload := k.Sorted()
	p.Widen = float32(casingWidth * l.Ratio)
	n := len(r.list) * shaders.RoadsChunk * l.parts(r.shown.camera) // upper bound
	elementsKernel.Dispatch(e, n, ref.Elements[compute.Buffer]{
		Side: compute.Constant(side), Segments: u.buffer, Keys: keys, Payload: payload, Count: k.Count, Widths: r.widths, Colours: r.colours, Elements: k.elements,
		Camera: p,
	})
}

// classBits returns the drawn classes as bits for the cull kernel.
func classBits(drawn [scene.Classes]bool) (bits uint32) {
	for c, yes := range drawn {
		if yes {
			bits |= 1 << c
		}
	}
	return bits
}
