package render

import (
	"context"
	"image"
	"math"
	"slices"
	"testing"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/graphgen"
	"kernelscope/shaders"
)

// Points and triangles paint the same picture, also where elements extend into the view. (Most GPUs
// discard points with their middle outside the viewport. The software device draws them, so it
// needs no margin.)
func TestPoints(t *testing.T) {
	d := gputest.Open(t)
	m := grid()
	s := states(d, m.Graph.Nodes())
	defer s.Release()
	r := newMap(t, d, m)
	reaching := 0
	for _, zoom := range []float64{0.3, 1, 3, 8} {
		for _, l := range []Look{{Ratio: 1}, {Ratio: 1, Full: true}, {Ratio: 2, ByDistance: true, Reach: 12000}} {
			for _, pan := range []float64{0, 9.3, 21} { // moves roads across the edges of the view
				c := junction(m, zoom)
				c.Pan(pan, pan)
				l.States, l.Painter = s, "quads"
				drawn := func(points bool) *image.NRGBA {
					return pictureBy(t, d, Dark.Background, c, func(cmd *gpu.Commands) []draw.Call {
						calls := r.Frame(cmd, c, l)
						i := slices.IndexFunc(calls, func(x draw.Call) bool { return x.Indirect == r.keys.draw.(*gpu.Buffer) })
						calls[i] = r.keys.call(r.detailFor(c, l), c.push(r.theme), l, points)
						return calls
					})
				}
				triangles, points := drawn(false), drawn(true)
				reaching += reachingIn(t, d, r)
				if off, far := differing(points, triangles, 2), differing(points, triangles, 6); off > c.Width*c.Height/1000 || far > 0 || same(points.Pix) {
					t.Errorf("zoom %v, %+v: %d pixels differ, %d by much", zoom, l, off, far)
				}
			}
		}
	}
	if reaching < 100 {
		t.Errorf("only %d elements reach in from outside", reaching)
	}
}

// reachingIn counts the elements that extend into the view with their middle outside.
func reachingIn(t *testing.T, d *gpu.Device, r *Map) (n int) {
	words := make([]uint32, shaders.RoadsElementWords*r.Keys().Number)
	if err := d.Read(context.Background(), r.keys.elements, 0, words); err != nil {
		t.Fatal(err)
	}
	for e := range slices.Chunk(words, shaders.RoadsElementWords) {
		f := func(i int) float64 { return float64(math.Float32frombits(e[i])) }
		x, y := math.Abs(f(0))-float64(r.shown.camera.Width)/2, math.Abs(f(1))-float64(r.shown.camera.Height)/2
		if max(x, y) > 0 && x < math.Abs(f(2))*f(4) && y < math.Abs(f(3))*f(4) {
			n++
		}
	}
	return n
}

// Points are used for short elements, and for targets whose viewport can have a margin.
func TestWhenPoints(t *testing.T) {
	d := gputest.Open(t)
	r := newMap(t, d, grid())
	l := Look{Ratio: 1}
	for _, x := range []struct {
		name   string
		camera func(c *Camera)
		want   bool
	}{
		{"whole map", func(*Camera) {}, false}, // a street is 20 pixels long
		{"from far", func(c *Camera) { c.Scale /= 10 }, true},
		{"from near", func(c *Camera) { c.Scale *= 20 }, false},
		{"as wide as can be", func(c *Camera) { c.Scale /= 10; c.Width = d.Info().ImageSize }, false},
	} {
		c := Fit(r.m.Box, 320, 240, [4]float64{})
		x.camera(&c)
		u := r.detailFor(c, l)
		r.update(d, u, c, l)
		if got := r.keys.asPoints(u, l); got != x.want {
			t.Errorf("%s: points %v, want %v", x.name, got, x.want)
		}
	}
	if size := d.Info().PointSize; size < largestPoint {
		t.Errorf("the largest point has %v pixels", size)
	}
}

// Runs of elements with the same key are transposed in squares, like in the mirror; others stay in
// place. The picture is the same within rounding errors.
func TestApart(t *testing.T) {
	d := gputest.Open(t)
	m := streets(t)
	c := Fit(m.Box, 256, 256, [4]float64{})
	l := Look{Ratio: 1, Painter: "quads", Full: true}
	var pictures [2][]uint32
	r := newMap(t, d, m)
	r.keys.side = 1
	want := picture(t, d, r, c, l)
	for i, side := range []int{1, apart} {
		r.keys.side = side
		if off := differing(picture(t, d, r, c, l), want, 4); off > 256*256/1000 {
			t.Errorf("squares of %d: %d pixels differ", side, off)
		}
		lockstep := host.NewLockstep(context.Background(), d)
		r.keys.layOut(lockstep, r.detailFor(c, l), c.push(r.theme), l)
		if err := lockstep.Flush(context.Background()); err != nil || lockstep.Dispatches != 1 {
			t.Fatalf("squares of %d: %v", side, err)
		}
		pictures[i] = make([]uint32, shaders.RoadsElementWords*r.Keys().Number)
		if err := d.Read(context.Background(), r.keys.elements, 0, pictures[i]); err != nil {
			t.Fatal(err)
		}
	}
	checkSquares(t, keysOf(t, d, r), pictures[0], pictures[1])
}

// streets returns a map in which most segments have the same key.
func streets(t *testing.T) *scene.Map {
	m, err := build.Map(context.Background(), graphgen.Grid(1, 200, 120, 30))
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Lines {
		m.Lines[i].Level, m.Lines[i].Class = 0, scene.Street
		if i%16 == 0 {
			m.Lines[i].Class = scene.Trunk
		}
	}
	return m
}

func keysOf(t *testing.T, d *gpu.Device, r *Map) []uint32 {
	keys := make([]uint32, r.Keys().Number)
	sorted, _ := r.keys.Sorted()
	if err := d.Read(context.Background(), sorted, 0, keys); err != nil {
		t.Fatal(err)
	}
	return keys
}

// checkSquares compares elements in the order of keys with transposed ones.
func checkSquares(t *testing.T, keys, sorted, moved []uint32) {
	const square, words = apart * apart, shaders.RoadsElementWords
	whole, split := 0, 0
	for first := 0; first < len(keys); first += square {
		n := min(square, len(keys)-first)
		one := n == square && len(slices.Compact(slices.Clone(keys[first:first+n]))) == 1
		if one {
			whole++
		} else {
			split++
		}
		for j := range n {
			at := j
			if one {
				at = j%apart*apart + j/apart
			}
			if !slices.Equal(sorted[(first+j)*words:][:words], moved[(first+at)*words:][:words]) {
				t.Fatalf("element %d is not at place %d", first+j, first+at)
			}
		}
	}
	if whole == 0 || split < 2 {
		t.Errorf("%d squares of one key, %d others: the test needs both", whole, split)
	}
}
