package render

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/osmload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/geom"
	"kernelscope/scene/graphgen"
)

// If levels of a map are too large for a buffer, the part near the view is drawn, without any
// difference in pixels. If that is too large as well, a coarser level is drawn, and the note says
// so. Neither is an error, however the camera moves.
func TestSmallBuffers(t *testing.T) {
	m, err := osmload.Load(t.Context(), osmtest.Data(t, "osm", "liechtenstein-2013.osm.pbf"), osmload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	large := gputest.Open(t)
	all := newMap(t, large, m)
	for _, storage := range []int64{1 << 18, 1 << 17} {
		small := gputest.OpenWith(t, gputest.Small(storage))
		r := newMap(t, small, m)
		r.SetPath(m.Points)
		var whole []uint32
		for i := range m.Lines {
			whole = append(whole, uint32(i))
		}
		r.SetMarks([]Mark{{Lines: whole, Tint: Dark.Path, Rim: 2}})
		r.SetPath(nil)
		r.SetMarks(nil)
		home := Fit(m.Box, 160, 120, [4]float64{8, 8, 8, 8})
		near, coarser := 0, 0
		for _, painter := range Painters {
			for _, zoom := range []float64{1, 6, 40, 300} {
				for _, pan := range []float64{0, 30, 500} {
					c := home
					c.Scale *= zoom
					c.Pan(pan, pan/3)
					l := Look{Ratio: 1, Painter: painter}
					p := picture(t, small, r, c, l)
					if r.near != nil {
						near++
					}
					if r.Note() != "" {
						coarser++
						continue
					}
					if want := picture(t, large, all, c, l); r.PainterFor(c, l) == all.PainterFor(c, l) && !bytes.Equal(p.Pix, want.Pix) {
						t.Errorf("%d bytes: %s at %g, %g: %d pixels differ", storage, painter, zoom, pan, differing(p, want, 2))
					}
				}
			}
		}
		full := picture(t, small, r, home, Look{Ratio: 1, Full: true})
		if same(full.Pix) || r.Note() == "" {
			t.Errorf("%d bytes: all segments are drawn as nothing, or without a note %q", storage, r.Note())
		}
		t.Logf("%d bytes: %d frames of what is near, %d coarser ones", storage, near, coarser)
		if near == 0 {
			t.Errorf("%d bytes: the limit was not met", storage)
		}
	}
}

// If the pixels of a target do not fit into a buffer, roads are drawn as quads.
func TestLargeTarget(t *testing.T) {
	d := gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Limits: func(i *gpu.Info) { i.StorageBytes = 1 << 18 }}})
	m := grid()
	r := newMap(t, d, m)
	c := Fit(m.Box, 512, 300, [4]float64{8, 8, 8, 8})
	if p := picture(t, d, r, c, Look{Ratio: 1, Painter: "splat"}); r.PainterFor(c, Look{Painter: "splat"}) != "quads" || same(p.Pix) {
		t.Error("nothing is drawn")
	}
	r = newMap(t, gputest.OpenWith(t, gputest.Small(1<<18)), m) // has no quads either
	if p := picture(t, r.d, r, c, Look{Ratio: 1}); !same(p.Pix) || r.Note() == "" {
		t.Errorf("the note is %q", r.Note())
	}
}

// If memory is short, a coarser level is drawn, or none, and nothing fails.
func TestShortOfMemory(t *testing.T) {
	short := false
	d := gputest.OpenWith(t, gpu.Options{Fake: &gpu.Fake{Full: func(name string) bool { return short && strings.HasPrefix(name, "segments") }}})
	m := grid()
	r := newMap(t, d, m)
	c, l := Fit(m.Box, 160, 120, [4]float64{8, 8, 8, 8}), Look{Ratio: 1, Painter: "splat"}
	before := picture(t, d, r, c, l)
	short = true
	second := picture(t, d, r, c, l)
	if r.Note() != "" || !bytes.Equal(second.Pix, before.Pix) {
		t.Errorf("what is on the device already is not drawn: %s", r.Note())
	}
	c.Scale *= 30
	if p := picture(t, d, r, c, l); r.Note() == "" {
		t.Errorf("%d pixels differ without a note", differing(p, before, 2))
	}
}

// While the camera moves, maps of very many segments and of much water are drawn with less detail, but
// a city with all.
func TestMoving(t *testing.T) {
	d := gputest.Open(t)
	for _, c := range []struct {
		side, shore int
		less        bool
	}{{60, 1 << 10, false}, {420, manyWater, true}} {
		m, err := build.Map(t.Context(), graphgen.Grid(1, c.side, c.side, 100))
		if err != nil {
			t.Fatal(err)
		}
		m.Water = &scene.Water{Shapes: []scene.WaterShape{{End: uint32(c.shore + 1)}}}
		x, y := m.Box.Centre()
		radius := float64(m.Box.Width()) / 3
		for i := range c.shore + 1 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i%c.shore) / float64(c.shore))
			m.Water.Points = append(m.Water.Points, geom.Point{X: int32(x + radius*cos), Y: int32(y + radius*sin)})
		}
		r, less := newMap(t, d, m), c.less && d.Info().Software
		camera := Fit(m.Box, 500, 500, [4]float64{8, 8, 8, 8})
		look, moving := Look{Ratio: 1}, Look{Ratio: 1, Moving: true}
		rests, moves := r.Segments(camera, look), r.Segments(camera, moving)
		picture(t, d, r, camera, look)
		all := r.pools.count
		picture(t, d, r, camera, moving)
		fewer := r.pools.count
		picture(t, d, r, camera, look)
		if (moves < rests) != less || moves == 0 || r.Note() != "" {
			t.Errorf("%d × %d: %d segments at rest, %d while the camera moves; %s", c.side, c.side, rests, moves, r.Note())
		}
		if (fewer < all) != less || fewer == 0 || r.pools.count != all {
			t.Errorf("%d points of water: %d, %d and %d trapezoids", c.shore, all, fewer, r.pools.count)
		}
	}
}
