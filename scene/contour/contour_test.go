package contour

import (
	"math"
	"math/rand/v2"
	"testing"
)

var inf = float32(math.Inf(1))

// field makes a grid of the given size whose border is infinite.
func field(width, height int, value func(x, y int) float32) Grid {
	g := Grid{width, height, make([]float32, width*height)}
	for i := range g.At {
		x, y := i%width, i/width
		if g.At[i] = value(x, y); x == 0 || y == 0 || x == width-1 || y == height-1 {
			g.At[i] = inf
		}
	}
	return g
}

// contains reports whether a point is in an area: inside an outer ring and in none of its holes.
func contains(polygons []Polygon, p Point) bool {
	for _, polygon := range polygons {
		inside := polygon[0].contains(p)
		for _, h := range polygon[1:] {
			inside = inside && !h.contains(p)
		}
		if inside {
			return true
		}
	}
	return false
}

func TestDisc(t *testing.T) {
	const r = 20
	g := field(64, 64, func(x, y int) float32 { return float32(math.Hypot(float64(x-32), float64(y-32))) })
	found := g.Below(r)
	if len(found) != 1 || len(found[0]) != 1 {
		t.Fatalf("got %d polygons, want one without holes", len(found))
	}
	if got, want := found[0][0].area()/2, math.Pi*r*r; math.Abs(got/want-1) > 0.01 {
		t.Errorf("area %g, want %g", got, want)
	}
}

// A ring with an island in its hole.
func TestNested(t *testing.T) {
	g := field(80, 80, func(x, y int) float32 {
		d := math.Hypot(float64(x-40), float64(y-40))
		if d < 10 || d > 20 && d < 30 {
			return 0
		}
		return 1
	})
	found := g.Below(0.5)
	if len(found) != 2 {
		t.Fatalf("got %d polygons, want 2", len(found))
	}
	holes := 0
	for _, p := range found {
		holes += len(p) - 1
	}
	if holes != 1 {
		t.Errorf("got %d holes, want 1", holes)
	}
}

// Corners are inside exactly where the field is below the level; rings of random fields do not
// cross: each crossing of a grid edge belongs to one ring, and rings are simple.
func TestRandom(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		w, h := 3+r.IntN(12), 3+r.IntN(12)
		g := field(w, h, func(int, int) float32 {
			if r.IntN(5) == 0 {
				return inf
			}
			return float32(r.IntN(4))
		})
		level := float32(r.IntN(3)) + 0.5*float32(r.IntN(2))
		found := g.Below(level)
		for i, v := range g.At {
			if got, want := contains(found, Point{float64(i % w), float64(i / w)}), v <= level; got != want {
				t.Fatalf("seed %d: corner %d, %d is inside %t, want %t", seed, i%w, i/w, got, want)
			}
		}
		var rings []Ring
		for _, p := range found {
			for k, ring := range p {
				if (ring.area() > 0) != (k == 0) {
					t.Fatalf("seed %d: ring %d has area %g", seed, k, ring.area())
				}
				rings = append(rings, ring)
			}
		}
		if a, b := crossed(rings); a != b {
			t.Fatalf("seed %d: segments from %v and from %v cross", seed, a, b)
		}
	}
}

// crossed returns the first points of two segments that cross or touch, equal points if none do.
func crossed(rings []Ring) (Point, Point) {
	type segment struct{ a, b Point }
	var all []segment
	for _, r := range rings {
		for i, p := range r {
			all = append(all, segment{p, r[(i+1)%len(r)]})
		}
	}
	turn := func(a, b, c Point) float64 { return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X) }
	for i, s := range all {
		for _, o := range all[:i] {
			apart := func(a, b, c, d float64) bool { return max(a, b) < min(c, d) || max(c, d) < min(a, b) }
			if apart(s.a.X, s.b.X, o.a.X, o.b.X) || apart(s.a.Y, s.b.Y, o.a.Y, o.b.Y) || s.a == o.b || s.b == o.a || s.a == o.a || s.b == o.b {
				continue
			}
			if turn(s.a, s.b, o.a)*turn(s.a, s.b, o.b) <= 0 && turn(o.a, o.b, s.a)*turn(o.a, o.b, s.b) <= 0 {
				return s.a, o.a
			}
		}
	}
	return Point{}, Point{}
}
