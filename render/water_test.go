package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"kernelscope/scene/geom"
)

// TestTrapezoids compares the area of divided polygons with that of their outlines, and the points
// inside.
func TestTrapezoids(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for n := 3; n < 40; n++ {
		var ring []geom.Point
		for i := range n { // a star around the origin, so that the outline does not intersect itself
			a, r := 2*math.Pi*float64(i)/float64(n), 1e6*(0.3+rnd.Float64())
			ring = append(ring, geom.Point{X: int32(r * math.Cos(a)), Y: int32(r * math.Sin(a))})
		}
		ring = append(ring, ring[0])
		want := 0.0
		for i := 1; i < len(ring); i++ {
			want += float64(ring[i-1].X)*float64(ring[i].Y) - float64(ring[i].X)*float64(ring[i-1].Y)
		}
		want = math.Abs(want) / 2
		got := 0.0
		for _, c := range trapezoids(ring) {
			if c.left > c.right+1 || c.left2 > c.right2+1 {
				t.Fatalf("%d points: %+v", n, c)
			}
			got += float64(c.bottom-c.top) * float64(c.right-c.left+c.right2-c.left2) / 2
		}
		if math.Abs(got-want) > 1e-4*want {
			t.Errorf("%d points: the area is %g, want %g", n, got, want)
		}
	}
}

// TestCoarse compares the area of a lake with many points at several levels of detail: it has far
// fewer parts, and its shore moves by less than a cell.
func TestCoarse(t *testing.T) {
	const radius, points = 1e6, 20000
	rnd := rand.New(rand.NewPCG(5, 6))
	var ring []geom.Point
	for i := range points {
		a, r := 2*math.Pi*float64(i)/points, radius+200*rnd.Float64()
		ring = append(ring, geom.Point{X: int32(r * math.Cos(a)), Y: int32(r * math.Sin(a))})
	}
	ring = append(ring, ring[0])
	area := func(level int) (sum float64, parts int) {
		all := trapezoids(coarse(ring, level))
		for _, c := range all {
			sum += float64(c.bottom-c.top) * float64(c.right-c.left+c.right2-c.left2) / 2
		}
		return sum, len(all)
	}
	want, most := area(finest)
	for level := finest + 1; level < 18; level++ {
		got, parts := area(level)
		if off := math.Abs(got-want) / (2 * math.Pi * radius); off > float64(int(1)<<level)/2 {
			t.Errorf("level %d: the shore moves by %.0f units", level, off)
		}
		if rows := 2 * radius / float64(int(1)<<(level-1)); level > 11 && float64(parts) > 2*rows || parts > most {
			t.Errorf("level %d: %d parts of %d in %.0f rows", level, parts, most, rows)
		}
	}
	if r := coarse(nil, 12); r != nil {
		t.Errorf("nothing becomes %v", r)
	}
}

// TestOddTrapezoids divides rings without area, and a ring with too many parts.
func TestOddTrapezoids(t *testing.T) {
	p := func(x, y int32) geom.Point { return geom.Point{X: x, Y: y} }
	for _, ring := range [][]geom.Point{nil, {p(1, 1)}, {p(0, 0), p(5, 0), p(9, 0), p(0, 0)}, {p(0, 0), p(9, 9), p(0, 0)}} {
		for _, c := range trapezoids(ring) {
			if c.left != c.right || c.left2 != c.right2 {
				t.Errorf("%v has a part %+v", ring, c)
			}
		}
	}
	var comb []geom.Point
	for i := range int32(4000) {
		comb = append(comb, p(i, (i%2)*1e6+i))
	}
	if n := len(trapezoids(append(comb, comb[0]))); n != 0 {
		t.Errorf("a comb has %d parts", n)
	}
}
