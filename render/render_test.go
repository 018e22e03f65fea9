package render

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/internal/update"
	"kernelscope/osmload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// The declarations of drawings in Go match the shaders.
func TestInterfaces(t *testing.T) {
	for _, err := range []error{
		quadsDrawing.Check(), pointsDrawing.Check(), strokeDrawing.Check(), dotsDrawing.Check(), glowDrawing.Check(), labelsDrawing.Check(), waterDrawing.Check(), resolve.Check(), resolveCased.Check(), resolveWide.Check(),
		bitsDrawing.Check(), sortPicture.Check(), sortHistogram.Check(), sortLines.Check(), pictureShow.Check(), clipBoxes.Check(), clipOutline.Check(),
	} {
		if err != nil {
			t.Error(err)
		}
	}
}

func TestCamera(t *testing.T) {
	b := geom.Box{Min: geom.Point{X: -1000000, Y: -500000}, Max: geom.Point{X: 3000000, Y: 1500000}}
	c := Fit(b, 800, 600, [4]float64{100, 10, 20, 30})
	for _, p := range []geom.Point{b.Min, b.Max} {
		if x, y := c.Pixel(p); x < 99.9 || x > 780.1 || y < 9.9 || y > 570.1 {
			t.Errorf("%v is at pixel %.1f, %.1f", p, x, y)
		}
	}
	at := c.PointAt(321, 123)
	c.ZoomAt(321, 123, 3)
	if x, y := c.Pixel(at); math.Abs(x-321) > 0.5 || math.Abs(y-123) > 0.5 {
		t.Errorf("zooming moved the place under the mouse to %.2f, %.2f", x, y)
	}
	c.Pan(50, -20)
	if x, y := c.Pixel(at); math.Abs(x-371) > 0.5 || math.Abs(y-103) > 0.5 {
		t.Errorf("panning moved it to %.2f, %.2f", x, y)
	}
	for range 200 {
		c.ZoomAt(0, 0, 2)
	}
	if c.Scale > maxScale {
		t.Error("the zoom has no end")
	}
	if empty := Fit(geom.EmptyBox(), 10, 10, [4]float64{}); empty.Scale <= 0 {
		t.Error("an empty box gives no camera")
	}
}

func TestWidths(t *testing.T) {
	for _, mpp := range []float64{0.05, 1, 8, 50, 200, 5000} {
		for c := scene.Motorway; c < scene.Path; c++ {
			if width(c, mpp, 1) < width(c+1, mpp, 1) {
				t.Errorf("at %v m per pixel a %v is narrower than a %v", mpp, c, c+1)
			}
		}
		if a, b := width(scene.Street, mpp, 1), width(scene.Street, mpp/2, 2); math.Abs(b-2*a) > 1e-9 {
			t.Errorf("at %v m per pixel a street has %v pixels, and %v on a display twice as fine", mpp, a, b)
		}
	}
}

// Coarser levels have fewer segments, none longer than a line, and keep every class and every cell
// that a line passes.
func TestDetails(t *testing.T) {
	m := grid()
	o := newOutline(m)
	before := math.MaxInt
	for level := finest; level <= 20; level++ {
		d := o.at(level)
		n := 0
		for i, s := range d.segments {
			if s.kind == shaders.RoadsNothing {
				continue
			}
			n++
			if c := d.chunks[i/shaders.RoadsChunk]; c.kind != s.kind || c.box.Extend(s.a).Extend(s.b) != c.box {
				t.Fatalf("level %d: segment %d is not within its chunk", level, i)
			}
			if s.node > uint32(m.Graph.Nodes()) {
				t.Fatalf("level %d: segment %d has the colour of node %d", level, i, s.node)
			}
		}
		if n > before {
			t.Errorf("level %d has %d segments, the finer one %d", level, n, before)
		}
		before = n
	}
	if n := len(o.at(finest).segments); n < len(m.Points)-len(m.Lines) {
		t.Errorf("the finest level has %d segments for %d", n, len(m.Points)-len(m.Lines))
	}
}

// grid returns a map of 12 × 10 junctions, 300 m apart, with streets of all classes.
func grid() *scene.Map {
	m := ssspgen.Grid(1, 12, 10, 30)
	for i := range m.Graph.At {
		m.Graph.At[i] = geom.FromDegrees(10+float64(i%12)*0.004+float64(i/12)*0.0007, 50-float64(i/12)*0.003)
	}
	for i := range m.Lines {
		l := &m.Lines[i]
		l.Class = scene.Class(i % scene.Classes)
		l.Level = int8(i%5/4 - i%7/6)
		m.Points[l.First], m.Points[l.First+1] = m.Graph.At[l.From], m.Graph.At[l.To]
	}
	m.Box = geom.Bounds(m.Points)
	return m
}

// picture draws a map with states to a small canvas.
func picture(t *testing.T, d *gpu.Device, r *Map, c Camera, l Look) *image.NRGBA {
	t.Helper()
	return pictureBy(t, d, r.theme.Background, c, func(cmd *gpu.Commands) []draw.Call { return r.Frame(cmd, c, l) })
}

func pictureBy(t *testing.T, d *gpu.Device, ground color.RGBA, c Camera, frame func(*gpu.Commands) []draw.Call) *image.NRGBA {
	t.Helper()
	canvas, err := draw.NewCanvas(d, c.Width, c.Height)
	if err != nil {
		t.Fatal(err)
	}
	defer canvas.Release()
	for range 2 { // the second frame uses cached data
		cmd := d.Frame()
		draw.Draw(cmd, &canvas.Target, [3]float32{float32(ground.R) / 255, float32(ground.G) / 255, float32(ground.B) / 255}, frame(cmd))
		canvas.Download(cmd)
		d.Finish(cmd)
		if err := d.Flush(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	return &image.NRGBA{Pix: bytes.Clone(canvas.Pixels()), Stride: 4 * c.Width, Rect: image.Rect(0, 0, c.Width, c.Height)}
}

// states gives the nodes all four states in turn.
func states(d *gpu.Device, n int) compute.Buffer {
	words := make([]uint32, n)
	for i := range words {
		words[i] = uint32(i*7/n)%4<<30 | uint32(i)*100
	}
	b := d.NewBuffer("states", n)
	d.Write(b, 0, words)
	return b
}

func newMap(t *testing.T, d *gpu.Device, m *scene.Map) *Map {
	t.Helper()
	r, err := NewMap(d, m, &Dark)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Release)
	return r
}

// golden compares a picture with a file in testdata. At most one pixel in a thousand may differ by
// more than two levels.
func golden(t *testing.T, name string, got *image.NRGBA) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update.Golden {
		var b bytes.Buffer
		if err := png.Encode(&b, got); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if off := differing(got, want, 2); off > got.Rect.Dx()*got.Rect.Dy()/1000 {
		t.Errorf("%s: %d of %d pixels differ; look at them and run with -update", name, off, got.Rect.Dx()*got.Rect.Dy())
	}
}

// differing counts the pixels with a channel that differs by more than most levels.
func differing(a, b image.Image, most int) (n int) {
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			r0, g0, b0, _ := a.At(x, y).RGBA()
			r1, g1, b1, _ := b.At(x, y).RGBA()
			off := func(v, w uint32) bool { return math.Abs(float64(v>>8)-float64(w>>8)) > float64(most) }
			if off(r0, r1) || off(g0, g1) || off(b0, b1) {
				n++
			}
		}
	}
	return n
}

func TestGoldens(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	r := newMap(t, d, m)
	s := states(d, m.Graph.Nodes())
	defer s.Release()
	whole := Fit(m.Box, 240, 160, [4]float64{8, 8, 8, 8})
	near := whole
	near.Scale *= 14
	list := d.NewBuffer("list", 3)
	defer list.Release()
	d.Write(list, 0, []uint32{5, 40, 77})
	dots := []Dots{{List: list, Count: 3, Stride: 1, Tint: Dark.States[graph.StateNear]}}
	for _, p := range Painters {
		golden(t, p+"-whole", picture(t, d, r, whole, Look{States: s, Ratio: 1, Painter: p, Dots: dots}))
		golden(t, p+"-near", picture(t, d, r, near, Look{States: s, Ratio: 1, Painter: p}))
		golden(t, p+"-distance", picture(t, d, r, whole, Look{States: s, Ratio: 2, Painter: p, ByDistance: true, Reach: 12000}))
	}
	r.SetPath([]geom.Point{m.Graph.At[0], m.Graph.At[13], m.Graph.At[14], m.Graph.At[62]})
	golden(t, "path", picture(t, d, r, whole, Look{Ratio: 1, Painter: "quads"}))
	r.SetPath(nil)
	if off := differing(picture(t, d, r, whole, Look{Ratio: 1, Painter: "quads"}), picture(t, d, r, whole, Look{Ratio: 1, Painter: "splat"}), 60); off > 240*160/50 {
		t.Errorf("without states %d pixels differ between the painters", off)
	}
}

// Both painters draw the same map: few pixels differ much.
func TestPaintersAgree(t *testing.T) {
	d := gputest.Open(t)
	m, err := osmload.Load(context.Background(), osmtest.Data(t, "osm", "liechtenstein-2013.osm.pbf"), osmload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := newMap(t, d, m)
	s := states(d, m.Graph.Nodes())
	defer s.Release()
	for _, zoom := range []float64{1, 6, 40} {
		c := Fit(m.Box, 640, 480, [4]float64{})
		c.Scale *= zoom
		quads := picture(t, d, r, c, Look{States: s, Ratio: 1, Painter: "quads"})
		splat := picture(t, d, r, c, Look{States: s, Ratio: 1, Painter: "splat"})
		if off := differing(quads, splat, 90); off > 640*480/50 {
			t.Errorf("zoom %v: %d pixels differ by more than 90 levels", zoom, off)
		}
		drawn := 0
		for i := 0; i < len(splat.Pix); i += 4 {
			if splat.Pix[i] > 40 {
				drawn++
			}
		}
		if drawn < 2000/int(zoom) {
			t.Errorf("zoom %v: only %d pixels are drawn", zoom, drawn)
		}
	}
}

// Maps with more nodes than fit into the word of a pixel look the same.
func TestWide(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	s := states(d, m.Graph.Nodes())
	defer s.Release()
	for _, zoom := range []float64{1, 12} {
		c := Fit(m.Box, 200, 140, [4]float64{4, 4, 4, 4})
		c.Scale *= zoom
		l := Look{States: s, Ratio: 1, Painter: "splat"}
		narrow, wide := newMap(t, d, m), newMap(t, d, m)
		wide.splat.wide = true
		if off := differing(picture(t, d, narrow, c, l), picture(t, d, wide, c, l), 1); off > 0 {
			t.Errorf("zoom %v: %d pixels differ", zoom, off)
		}
	}
}

// Long segments that are many pixels wide are divided into slices.
func TestLongSegments(t *testing.T) {
	d := gputest.Open(t)
	at := []geom.Point{geom.FromDegrees(10, 50), geom.FromDegrees(10.02, 50.004)}
	g, err := graph.FromArcs(at, []int64{1, 2}, []graph.Arc{{Tail: 0, Head: 1, Time: 1, Length: 1}}, graph.ByTime)
	if err != nil {
		t.Fatal(err)
	}
	m := &scene.Map{Graph: g, Points: at, PointID: g.ID, Lines: []scene.Line{{End: 2, From: 0, To: 1}}, Box: geom.Bounds(at)}
	r := newMap(t, d, m)
	c := Fit(m.Box, 1600, 400, [4]float64{-400, 0, -400, 0}) // the ends are outside the target
	c.Scale = min(maxScale, c.Scale*20)
	splat := picture(t, d, r, c, Look{Ratio: 1, Painter: "splat"})
	quads := picture(t, d, r, c, Look{Ratio: 1, Painter: "quads"})
	if off := differing(splat, quads, 8); off > 1600*400/500 {
		t.Errorf("%d pixels differ between the painters", off)
	}
	if n := slicesFor(1600, width(scene.Motorway, c.MetresPerPixel(), 1)); n < 2 {
		t.Errorf("the test needs slices; there are %d", n)
	}
}

func TestResizeAndSwitch(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	r := newMap(t, d, m)
	for i, size := range [][2]int{{64, 48}, {200, 100}, {33, 77}, {200, 100}} {
		c := Fit(m.Box, size[0], size[1], [4]float64{})
		l := Look{Ratio: 1, Painter: Painters[i%2]}
		if p := picture(t, d, r, c, l); p.Rect.Dx() != size[0] {
			t.Fatal(fmt.Sprint(p.Rect))
		}
		r.Prefetch(c)
	}
}
