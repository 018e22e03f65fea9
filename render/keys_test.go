package render

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	ref "kernelscope/compute/ref/roads"
	"kernelscope/compute/sorting"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/scene/graphgen"
	"kernelscope/shaders"
)

// The kernels that make keys agree with their mirrors, for views of all, some and none of the
// segments, with and without states.
func TestCullMirror(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	r := newMap(t, d, m)
	s := states(d, m.Graph.Nodes())
	defer s.Release()
	whole := Fit(m.Box, 240, 160, [4]float64{})
	for _, zoom := range []float64{0.001, 1, 3, 30} {
		for _, l := range []Look{{Ratio: 1}, {Ratio: 1, States: s}, {Ratio: 2, States: s, Full: true}} {
			c := whole
			c.Scale *= zoom
			u := r.detailFor(c, l)
			r.update(d, u, c, l)
			if len(r.list) == 0 || !r.keys.fits(sorting.Order{By: sorting.NoOrder}, len(r.list), l.parts(c)) {
				t.Fatalf("zoom %v: %d chunks", zoom, len(r.list))
			}
			for range 2 { // the second pass starts with the results of the first
				lockstep := host.NewLockstep(context.Background(), d)
				r.keys.cull(lockstep, u, l)
				if err := lockstep.Flush(context.Background()); err != nil || lockstep.Dispatches != 2 {
					t.Fatalf("zoom %v, %+v: %d dispatches, %v", zoom, l, lockstep.Dispatches, err)
				}
			}
		}
	}
}

// The fields of a key, from the highest, determine the painting order.
func TestKeyOrder(t *testing.T) {
	kind := func(level, class int) uint32 { return uint32(level+8)<<4 | uint32(class) }
	type road struct {
		kind  uint32
		state graph.NodeState
		part  uint32
	}
	const casing, fill = 0, 1
	roads := []road{ // in painting order
		{kind(-1, int(scene.Motorway)), graph.StateNear, casing},
		{kind(-1, int(scene.Motorway)), graph.StateNear, fill},
		{kind(0, int(scene.Path)), graph.StateNear, casing},
		{kind(0, int(scene.Motorway)), graph.StateUnreached, casing},
		{kind(0, int(scene.Path)), graph.StateNear, fill},
		{kind(0, int(scene.Street)), graph.StateUnreached, fill},
		{kind(0, int(scene.Street)), graph.StateFar, fill},
		{kind(0, int(scene.Street)), graph.StateRelaxed, fill},
		{kind(0, int(scene.Street)), graph.StateNear, fill},
		{kind(0, int(scene.Trunk)), graph.StateUnreached, fill},
		{kind(1, int(scene.Path)), graph.StateUnreached, casing},
		{kind(1, int(scene.Path)), graph.StateUnreached, fill},
	}
	var keys []uint32
	for _, x := range roads {
		a := ref.Keys[[]uint32]{
			Segments: make([]uint32, shaders.RoadsChunk*shaders.RoadsSegmentWords), Visible: []uint32{0}, Seen: []uint32{1, 0, 0, 0, 0, 0, 0, 0}, Firsts: []uint32{0},
			States: []uint32{uint32(x.state) << 30}, Keys: make([]uint32, 2), Payload: make([]uint32, 2),
			Chunks: 1, Parts: 2, Nodes: 1, Lowest: 7,
		}
		a.Segments[5] = x.kind
		ref.MirrorKeys(compute.Grid{}, a)
		keys = append(keys, a.Keys[x.part])
		if a.Keys[1]>>ref.KeyBits(3, 2) != 0 {
			t.Errorf("key %#x has more than %d bits", a.Keys[1], ref.KeyBits(3, 2))
		}
		if a.Payload[x.part] != x.part {
			t.Errorf("the payload of part %d of segment 0 is %d", x.part, a.Payload[x.part])
		}
	}
	if !slices.IsSorted(keys) || len(slices.Compact(slices.Clone(keys))) != len(keys) {
		t.Errorf("keys %#x are not ascending", keys)
	}
}

// junction returns a view of a junction of the grid. From zoom 8 on, roads have casings.
func junction(m *scene.Map, zoom float64) Camera {
	c := Fit(m.Box, 320, 240, [4]float64{})
	c.X, c.Y, c.Scale = float64(m.Graph.At[53].X), float64(m.Graph.At[53].Y), c.Scale*zoom
	return c
}

// Both sorts give identical pictures. Without a sort the picture differs if roads have casings or
// states.
func TestOrders(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	s := states(d, m.Graph.Nodes())
	defer s.Release()
	for _, zoom := range []float64{0.5, 1, 8, 16} {
		c := junction(m, zoom)
		pictures := map[string][]byte{}
		for _, order := range sorting.Orders() {
			r := newMap(t, d, m)
			for i := range 3 { // also from cached elements, and sorted again
				l := Look{States: s, Ratio: 1, Painter: "quads", Order: order, Moment: uint64(1 + i/2)}
				p := picture(t, d, r, c, l).Pix
				if before, ok := pictures[order.Name()]; ok && !bytes.Equal(before, p) {
					t.Errorf("zoom %v: frames sorted by %s are not alike", zoom, order.Name())
				}
				pictures[order.Name()] = p
			}
			if k := r.Keys(); k.Order != order.Name() || k.Number == 0 || (k.Passes == 0) != (order.Name() == sorting.NoOrder) || k.Made != 2 {
				t.Errorf("zoom %v: %+v", zoom, k)
			}
		}
		if !bytes.Equal(pictures["radix"], pictures["batcher"]) {
			t.Errorf("zoom %v: the sorts give different pictures", zoom)
		}
		if bytes.Equal(pictures["radix"], pictures["none"]) {
			t.Errorf("zoom %v: without a sort the picture is the same", zoom)
		}
	}
}

// A frame without segments in view, and maps with a single segment, are drawn.
func TestFewKeys(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	for _, order := range sorting.Orders() {
		r := newMap(t, d, m)
		away := Fit(m.Box, 64, 64, [4]float64{})
		away.Scale *= 20
		away.X += 1e9
		background := picture(t, d, r, away, Look{Ratio: 1, Painter: "quads", Order: order})
		if n := r.Keys().Number; n != 0 || background.Pix[0] != 15 || !same(background.Pix) {
			t.Errorf("%s: %d keys far from the map, or something is drawn", order.Name(), n)
		}

		at := []geom.Point{geom.FromDegrees(10, 50), geom.FromDegrees(10.01, 50.002)}
		one := &scene.Map{Graph: ssspgen.Grid(1, 2, 1, 3).Graph, Points: at, Lines: []scene.Line{{End: 2, From: 0, To: 1}}, Box: geom.Bounds(at)}
		q := newMap(t, d, one)
		c := Fit(one.Box, 64, 64, [4]float64{4, 4, 4, 4})
		p := picture(t, d, q, c, Look{Ratio: 1, Painter: "quads", Order: order, Full: true})
		if k := q.Keys(); k.Number != 2 || same(p.Pix) {
			t.Errorf("%s: a segment has %d keys", order.Name(), k.Number)
		}
	}
}

// same reports whether all pixels are equal.
func same(pix []byte) bool {
	for i := 4; i < len(pix); i++ {
		if pix[i] != pix[i-4] {
			return false
		}
	}
	return true
}

// The keys of a million segments in view, counted over thousands of chunks, agree with the mirror
// and are in sorted order.
func TestManyKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("a million segments")
	}
	d := gputest.Open(t)
	in := graphgen.Grid(1, 800, 640, 30)
	m, err := build.Map(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	r := newMap(t, d, m)
	s := states(d, m.Graph.Nodes())
	defer s.Release()
	c := Fit(m.Box, 256, 256, [4]float64{})
	l := Look{States: s, Ratio: 1, Painter: "quads", Full: true}
	cmd := d.Frame()
	canvas, err := draw.NewCanvas(d, c.Width, c.Height)
	if err != nil {
		t.Fatal(err)
	}
	defer canvas.Release()
	draw.Draw(cmd, &canvas.Target, [3]float32{}, r.Frame(cmd, c, l))
	d.Finish(cmd)
	if err := d.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	n := 2 * len(m.Lines)
	if k := r.Keys(); k.Number != n || n < 2e6 {
		t.Errorf("%d segments have %d keys", len(m.Lines), k.Number)
	}
	sortedKeys, sorted := r.keys.Sorted()
	keys, payload, err := r.keys.Read(context.Background(), sortedKeys, sorted, n)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < n; i++ {
		if keys[i-1] > keys[i] || keys[i-1] == keys[i] && payload[i-1] >= payload[i] {
			t.Fatalf("key %d is %#x of %d, the one before %#x of %d", i, keys[i], payload[i], keys[i-1], payload[i-1])
		}
	}
	lockstep := host.NewLockstep(context.Background(), d)
	r.keys.cull(lockstep, r.detailFor(c, l), l)
	if err := lockstep.Flush(context.Background()); err != nil {
		t.Error(err)
	}
}

// Layouts of graphs are drawn, with long edges across everything.
func TestAbstract(t *testing.T) {
	d := gputest.Open(t)
	m, err := build.Map(context.Background(), graphgen.Kronecker(1, 8, 4, 9))
	if err != nil {
		t.Fatal(err)
	}
	r := newMap(t, d, m)
	s := states(d, m.Graph.Nodes())
	defer s.Release()
	for _, zoom := range []float64{1, 10} {
		c := Fit(m.Box, 200, 150, [4]float64{})
		c.Scale *= zoom
		var sorted []byte
		for _, order := range sorting.Orders()[:2] {
			p := picture(t, d, r, c, Look{States: s, Ratio: 1, Painter: "quads", Order: order})
			if sorted != nil && !bytes.Equal(sorted, p.Pix) {
				t.Errorf("zoom %v: the sorts give different pictures", zoom)
			}
			sorted = p.Pix
			splat := picture(t, d, r, c, Look{States: s, Ratio: 1, Painter: "splat"})
			if off := differing(p, splat, 200); off > 200*150/50 || same(p.Pix) {
				t.Errorf("zoom %v: %d pixels differ by much between the painters", zoom, off)
			}
		}
	}
}

// If quads do not fit the device, splat paints the roads.
func TestNoRoom(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	r := newMap(t, d, m)
	c := junction(m, 1)
	l := Look{Ratio: 1, Painter: "quads"}
	if n := r.Segments(c, l); n == 0 || r.PainterFor(c, l) != "quads" {
		t.Fatalf("%d segments are painted by %s", n, r.PainterFor(c, l))
	}
	want := picture(t, d, r, c, Look{Ratio: 1, Painter: "splat"})
	r.keys.refused = r.Segments(c, l)
	if p := picture(t, d, r, c, l); r.PainterFor(c, l) != "splat" || !bytes.Equal(p.Pix, want.Pix) {
		t.Error("what was refused is not splat")
	}
	if r.keys.fits(sorting.Order{}, d.Limits().BufferWords, 2) {
		t.Error("there is room for more than a buffer holds")
	}
	if err := d.Flush(context.Background()); err != nil {
		t.Error(err)
	}
}

// The keys of a frame are read unsorted, in whatever order the frame sorts them.
func TestDrawKeys(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	s := states(d, m.Graph.Nodes())
	defer s.Release()
	for _, zoom := range []float64{1, 8} {
		var want []uint32
		for _, order := range []string{"none", "radix", "batcher"} { // unsorted first
			r := newMap(t, d, m)
			if _, err := r.DrawKeys(t.Context()); err == nil {
				t.Error("there are keys before a frame")
			}
			picture(t, d, r, junction(m, zoom), Look{States: s, Ratio: 1, Painter: "quads", Order: sorting.Order{By: order}, Moment: 1})
			k, err := r.DrawKeys(t.Context())
			got, bits := k.Keys, k.Bits
			if err != nil || len(got) != r.Keys().Number || slices.Max(got)>>bits != 0 {
				t.Fatalf("%s: %d keys of %d bits, %v", order, len(got), bits, err)
			}
			if order == "none" {
				want = make([]uint32, len(got))
				if err := d.Read(t.Context(), r.keys.Keys, 0, want); err != nil || slices.IsSorted(want) {
					t.Fatal("the keys are sorted already", err)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("zoom %v: the keys that %s sorted are others, or in another order", zoom, order)
			}
		}
	}
}
