package geom

import (
	"math"
	"testing"
)

func TestProjectionRoundTrip(t *testing.T) {
	for _, c := range []struct{ lon, lat float64 }{
		{0, 0}, {-75.546, 39.745}, {179.9999999, 85}, {-180, -85.05}, {24.94, 60.17}, {9.5, 47.1},
	} {
		lon, lat := FromDegrees(c.lon, c.lat).Degrees()
		if math.Abs(lon-c.lon) > 1e-7 || math.Abs(lat-c.lat) > 1e-7 {
			t.Errorf("%v,%v came back as %v,%v", c.lon, c.lat, lon, lat)
		}
	}
	if p := FromDegrees(0, 90); p != FromDegrees(0, MaxLat) {
		t.Errorf("pole is at %v, want it at the edge of the square", p)
	}
}

func TestMetres(t *testing.T) {
	// Berlin to Paris, 878 km, and one degree of a meridian.
	cases := []struct {
		name                   string
		lon0, lat0, lon1, lat1 float64
		want, tolerance        float64
	}{
		{"Berlin-Paris", 13.405, 52.52, 2.3522, 48.8566, 878e3, 1e3},
		{"degree of meridian", 10, 0, 10, 1, EarthRadius * math.Pi / 180, 0.1},
		{"across the antimeridian", 179.5, 0, -179.5, 0, EarthRadius * math.Pi / 180, 0.1},
		{"nothing", 5, 5, 5, 5, 0, 0},
	}
	for _, c := range cases {
		if got := GreatCircle(c.lon0, c.lat0, c.lon1, c.lat1); math.Abs(got-c.want) > c.tolerance {
			t.Errorf("%s: got %.1f m, want %.1f", c.name, got, c.want)
		}
	}
	p := FromDegrees(13.4, 52.5)
	q := Point{p.X + 1000, p.Y}
	if got, want := p.Metres(q), 1000*p.MetresPerUnit(); math.Abs(got/want-1) > 0.003 {
		t.Errorf("a thousand units east are %.3f m, by the scale %.3f m", got, want)
	}
}

func TestHilbertVisitsNeighbours(t *testing.T) {
	// Consecutive positions of a 64 × 64 corner must be neighbouring cells.
	at := map[uint32][2]int{}
	for x := range 64 {
		for y := range 64 {
			at[Hilbert(uint16(x)<<10, uint16(y)<<10)>>20] = [2]int{x, y}
		}
	}
	if len(at) != 64*64 {
		t.Fatalf("%d distinct positions, want %d", len(at), 64*64)
	}
	for d := range uint32(64*64 - 1) {
		a, b := at[d], at[d+1]
		if dx, dy := a[0]-b[0], a[1]-b[1]; dx*dx+dy*dy != 1 {
			t.Fatalf("positions %d and %d are at %v and %v", d, d+1, a, b)
		}
	}
}

func TestBox(t *testing.T) {
	if !EmptyBox().Empty() || Bounds([]Point{{3, 4}}).Empty() {
		t.Error("emptiness is wrong")
	}
	b := Bounds([]Point{{-5, 2}, {7, -1}, {0, 0}})
	if b.Width() != 12 || b.Height() != 3 {
		t.Errorf("got %v", b)
	}
}

func TestOnSegment(t *testing.T) {
	a, b := Point{0, 0}, Point{10, 0}
	for _, c := range []struct {
		p, a, b, on Point
		far         float64
	}{
		{Point{5, 3}, a, b, Point{5, 0}, 3}, {Point{-3, 4}, a, b, a, 5}, {Point{13, -4}, a, b, b, 5}, {Point{3, 4}, a, a, a, 5}, {b, a, b, b, 0},
		{Point{math.MaxInt32, 0}, Point{math.MinInt32, 0}, Point{math.MinInt32, 5}, Point{math.MinInt32, 0}, math.MaxUint32},
	} {
		if on, far := c.p.OnSegment(c.a, c.b); on != c.on || far != c.far {
			t.Errorf("%v on %v–%v: got %v at %g, want %v at %g", c.p, c.a, c.b, on, far, c.on, c.far)
		}
	}
}
