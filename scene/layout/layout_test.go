package layout_test

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"kernelscope/internal/clock/clocktest"
	"kernelscope/scene/geom"
	"kernelscope/scene/layout"
)

// of returns a graph of edges in both directions.
func of(nodes int, edges [][2]int) layout.Graph {
	lists := make([][]uint32, nodes)
	for _, e := range edges {
		lists[e[0]] = append(lists[e[0]], uint32(e[1]))
		lists[e[1]] = append(lists[e[1]], uint32(e[0]))
	}
	g := layout.Graph{First: []uint32{0}}
	for _, l := range lists {
		g.Neighbour = append(g.Neighbour, l...)
		g.First = append(g.First, uint32(len(g.Neighbour)))
	}
	return g
}

func grid(w, h int) (edges [][2]int) {
	for v := range w * h {
		if v%w+1 < w {
			edges = append(edges, [2]int{v, v + 1})
		}
		if v+w < w*h {
			edges = append(edges, [2]int{v, v + w})
		}
	}
	return edges
}

func path(n int) (edges [][2]int) {
	for v := range n - 1 {
		edges = append(edges, [2]int{v, v + 1})
	}
	return edges
}

func random(n, m int) (edges [][2]int) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for range m {
		edges = append(edges, [2]int{rnd.IntN(n), rnd.IntN(n)})
	}
	return edges
}

func plane(t *testing.T, g layout.Graph) []geom.Point {
	t.Helper()
	at, err := layout.Plane(context.Background(), g)
	if err != nil || len(at) != len(g.First)-1 {
		t.Fatalf("%d places: %v", len(at), err)
	}
	return at
}

// distance returns the distance in spacings.
func distance(p, q geom.Point) float64 {
	return math.Hypot(float64(p.X)-float64(q.X), float64(p.Y)-float64(q.Y)) / layout.Spacing
}

// A layout does not depend on the run or the number of processors.
func TestSameEachTime(t *testing.T) {
	for name, g := range map[string]layout.Graph{"grid": of(600, grid(30, 20)), "random": of(500, random(500, 1500))} {
		first := plane(t, g)
		before := runtime.GOMAXPROCS(1)
		second := plane(t, g)
		runtime.GOMAXPROCS(3)
		third := plane(t, g)
		runtime.GOMAXPROCS(before)
		if !slices.Equal(first, second) || !slices.Equal(first, third) {
			t.Errorf("%s: two layouts differ", name)
		}
	}
}

// Neighbours in a grid are close in the plane: distances increase with hops, no two nodes coincide,
// and a node has about a unit of area.
func TestGrid(t *testing.T) {
	const w, h = 40, 25
	at := plane(t, of(w*h, grid(w, h)))
	var x, y, xx, yy, xy, n float64
	for u := range w * h {
		for v := range u {
			hops := float64(max(u%w-v%w, v%w-u%w) + u/w - v/w)
			d := distance(at[u], at[v])
			if d < 0.1 {
				t.Fatalf("nodes %d and %d are %.2f apart", u, v, d)
			}
			x, y, xx, yy, xy, n = x+hops, y+d, xx+hops*hops, yy+d*d, xy+hops*d, n+1
		}
	}
	if r := (n*xy - x*y) / math.Sqrt((n*xx-x*x)*(n*yy-y*y)); r < 0.93 {
		t.Errorf("the correlation of distances with hops is %.3f", r)
	}
	longest := 0.0
	for _, e := range grid(w, h) {
		longest = max(longest, distance(at[e[0]], at[e[1]]))
	}
	if longest > 3 {
		t.Errorf("the longest edge is %.1f", longest)
	}
	b := geom.Bounds(at)
	if area := float64(b.Width()) * float64(b.Height()) / layout.Spacing / layout.Spacing; area < 0.5*w*h || area > 2*w*h {
		t.Errorf("%d nodes lie on an area of %.0f", w*h, area)
	}
}

// Components are next to each other, and nodes without edges have distinct places.
func TestComponents(t *testing.T) {
	var edges [][2]int
	nodes := 0
	var parts [][2]int // first and last node
	for _, side := range []int{5, 20, 2, 12} {
		for _, e := range grid(side, side) {
			edges = append(edges, [2]int{nodes + e[0], nodes + e[1]})
		}
		parts = append(parts, [2]int{nodes, nodes + side*side - 1})
		nodes += side * side
	}
	for range 50 {
		parts = append(parts, [2]int{nodes, nodes})
		nodes++
	}
	at := plane(t, of(nodes, append(edges, [2]int{3, 3})))
	boxes := make([]geom.Box, len(parts))
	for i, p := range parts {
		boxes[i] = geom.Bounds(at[p[0] : p[1]+1])
		for k, o := range boxes[:i] {
			b := boxes[i]
			if b.Min.X <= o.Max.X && b.Max.X >= o.Min.X && b.Min.Y <= o.Max.Y && b.Max.Y >= o.Min.Y {
				t.Errorf("components %d and %d overlap: %v and %v", i, k, b, o)
			}
		}
	}
}

// Extreme graphs also get places within the bounds of a layout.
func TestShapes(t *testing.T) {
	star := func(n int) (edges [][2]int) {
		for v := 1; v < n; v++ {
			edges = append(edges, [2]int{0, v})
		}
		return edges
	}
	for name, g := range map[string]layout.Graph{
		"nothing":   {First: []uint32{0}},
		"one":       of(1, nil),
		"a loop":    of(1, [][2]int{{0, 0}}),
		"two":       of(2, path(2)),
		"parallel":  of(2, [][2]int{{0, 1}, {0, 1}, {1, 0}}),
		"three":     of(3, path(3)),
		"long path": of(200000, path(200000)),
		"star":      of(20000, star(20000)),
		"isolated":  of(5000, nil),
	} {
		at := plane(t, g)
		b := geom.Bounds(at)
		if len(at) > 1 && b.Width() == 0 && b.Height() == 0 {
			t.Errorf("%s: all nodes are in one place", name)
		}
		if len(at) > 0 && (b.Width() > math.MaxInt32 || b.Height() > math.MaxInt32) {
			t.Errorf("%s: the layout is %d × %d", name, b.Width(), b.Height())
		}
	}
}

// The layout ends after the search from a pivot, the row of products or the sweep in which its
// context ends.
func TestCancel(t *testing.T) {
	g := of(5000, random(5000, 15000))
	clocktest.Cancelled(t, 200, func(ctx context.Context) error {
		_, err := layout.Plane(ctx, g)
		return err
	})
}

// Numbers have the order of the floats that they stand for.
func TestAscending(t *testing.T) {
	zero := float32(0)
	all := []float32{float32(math.Inf(-1)), -1e30, -1, -1e-45, zero, 1e-45, 1, 1e30, float32(math.Inf(1))}
	for i := 1; i < len(all); i++ {
		if layout.Ascending(all[i-1]) >= layout.Ascending(all[i]) {
			t.Errorf("%g is not before %g", all[i-1], all[i])
		}
	}
	if layout.Ascending(-zero) != layout.Ascending(zero) || layout.Ascending(float32(math.Copysign(0, -1))) != layout.Ascending(zero) {
		t.Error("there are two zeros")
	}
}
