package graph

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/scene/geom"
)

// network is a set of ways for Contract, each a list of points.
type network struct {
	refs []uint32
	ways []Way
}

func (n *network) add(kind uint16, forward, backward bool, points ...uint32) {
	first := uint32(len(n.refs))
	n.refs = append(n.refs, points...)
	n.ways = append(n.ways, Way{first, uint32(len(n.refs)), kind, forward, backward})
}

func (n *network) chains(points int) (out [][]uint32) {
	c := Contract(points, n.refs, n.ways)
	for i := range c.Len() {
		out = append(out, c.Points(nil, n.refs, i))
	}
	return out
}

func TestContract(t *testing.T) {
	street := func(points ...uint32) func(*network) {
		return func(n *network) { n.add(0, true, true, points...) }
	}
	oneway := func(points ...uint32) func(*network) {
		return func(n *network) { n.add(0, true, false, points...) }
	}
	against := func(points ...uint32) func(*network) {
		return func(n *network) { n.add(0, false, true, points...) }
	}
	other := func(n *network) { n.add(7, true, true, 1, 2) }
	type ways []func(*network)
	cases := []struct {
		name string
		ways ways
		want [][]uint32
	}{
		{"nothing", nil, nil},
		{"street", ways{street(0, 1, 2, 3)}, [][]uint32{{0, 1, 2, 3}}},
		{"street in two ways", ways{street(0, 1, 2), street(2, 3)}, [][]uint32{{0, 1, 2, 3}}},
		{"street in two ways tail to tail", ways{street(2, 1, 0), street(2, 3)}, [][]uint32{{0, 1, 2, 3}}},
		{"junction", ways{street(0, 1, 2), street(1, 3)}, [][]uint32{{0, 1}, {1, 2}, {1, 3}}},
		{"spike there and back", ways{street(0, 1, 0)}, [][]uint32{{0, 1}, {1, 0}}},
		{"street mapped twice", ways{street(0, 1, 2), street(2, 1, 0)}, [][]uint32{{0, 1}, {1, 2}, {2, 1}, {1, 0}}},
		{"street and its twin from end to end", ways{street(0, 1), street(0, 1)}, [][]uint32{{0, 1}, {0, 1}}},
		{"turning circle", ways{street(0, 1, 2, 3, 1)}, [][]uint32{{0, 1}, {1, 2, 3, 1}}},
		{"ring alone", ways{street(0, 1, 2, 0)}, [][]uint32{{0, 1, 2, 0}}},
		{"ring of two ways", ways{street(0, 1, 2), street(2, 3, 0)}, [][]uint32{{0, 1, 2, 3, 0}}},
		{"one-way goes on", ways{oneway(0, 1), oneway(1, 2)}, [][]uint32{{0, 1, 2}}},
		{"one-way goes on, mapped backwards", ways{oneway(0, 1), against(2, 1)}, [][]uint32{{0, 1, 2}}},
		{"one-ways head to head", ways{oneway(0, 1), oneway(2, 1)}, [][]uint32{{0, 1}, {2, 1}}},
		{"one-way begins", ways{street(0, 1), oneway(1, 2)}, [][]uint32{{0, 1}, {1, 2}}},
		{"kind changes", ways{street(0, 1), other}, [][]uint32{{0, 1}, {1, 2}}},
	}
	for _, c := range cases {
		var n network
		for _, w := range c.ways {
			w(&n)
		}
		if got := n.chains(4); !slices.EqualFunc(got, c.want, slices.Equal) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// Every segment of a random network lies on exactly one chain, and inner points of chains are
// passed once, between distinct neighbours.
func TestContractCoversAll(t *testing.T) {
	for seed := range uint64(500) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		points := 2 + rnd.IntN(30)
		left := map[[2]uint32]int{}
		degree := make([]int, points)
		var n network
		for range rnd.IntN(12) {
			way := []uint32{uint32(rnd.IntN(points))}
			for range 1 + rnd.IntN(6) {
				p, q := way[len(way)-1], uint32(rnd.IntN(points))
				if p == q {
					continue
				}
				way = append(way, q)
				left[[2]uint32{min(p, q), max(p, q)}]++
				degree[p]++
				degree[q]++
			}
			if len(way) > 1 {
				n.add(uint16(rnd.IntN(2)), true, rnd.IntN(3) > 0, way...)
			}
		}
		for _, chain := range n.chains(points) {
			for i := 1; i < len(chain); i++ {
				p, q := chain[i-1], chain[i]
				k := [2]uint32{min(p, q), max(p, q)}
				if left[k]--; left[k] < 0 {
					t.Fatalf("seed %d: segment %v is on too many chains", seed, k)
				}
				if i > 1 && (degree[p] != 2 || chain[i-2] == q) {
					t.Fatalf("seed %d: chain %v goes on through point %d", seed, chain, p)
				}
			}
		}
		for k, count := range left {
			if count != 0 {
				t.Fatalf("seed %d: segment %v is on no chain", seed, k)
			}
		}
	}
}

func places(n int) ([]geom.Point, []int64) {
	at, id := make([]geom.Point, n), make([]int64, n)
	for i := range n {
		at[i], id[i] = geom.Point{X: int32(i * 10), Y: int32(i % 7)}, int64(100+i)
	}
	return at, id
}

func TestFromArcs(t *testing.T) {
	at, id := places(4)
	g, err := FromArcs(at, id, []Arc{
		{2, 0, 5, 50, 0}, {0, 1, 9, 1, 1}, {0, 1, 4, 8, 2}, {1, 1, 1, 1, 3}, {1, 2, 6, 6, 4}, {0, 3, 1, 1, 5},
	}, ByTime)
	if err != nil {
		t.Fatal(err)
	}
	if want := []uint32{0, 2, 3, 4, 4}; !slices.Equal(g.FirstOut, want) {
		t.Errorf("first_out %v, want %v", g.FirstOut, want)
	}
	if want := []uint32{1, 3, 2, 0}; !slices.Equal(g.Head, want) {
		t.Errorf("head %v, want %v", g.Head, want)
	}
	if want := []uint32{4, 1, 6, 5}; !slices.Equal(g.Weight, want) {
		t.Errorf("weight %v, want %v", g.Weight, want)
	}
	for v := range uint32(4) {
		for k := g.FirstIn[v]; k < g.FirstIn[v+1]; k++ {
			e, u := g.InEdge[k], g.Tail[k]
			if g.Head[e] != v || e < g.FirstOut[u] || e >= g.FirstOut[u+1] {
				t.Errorf("edge %d does not lead from %d to %d", e, u, v)
			}
		}
	}
	if g.Components != 2 || len(g.Connected()) != 3 {
		t.Errorf("%d components, the largest of %d nodes", g.Components, len(g.Connected()))
	}
	if got := g.LongestPath(); got != 16 {
		t.Errorf("longest path %d, want the sum 16", got)
	}
	if g, err = FromArcs(at, id, []Arc{{0, 1, 9, 1, 0}, {0, 1, 4, 8, 0}}, ByLength); err != nil || g.Weight[0] != 1 {
		t.Errorf("by length the shorter arc must stay: %v %v", g, err)
	}
	if _, err = FromArcs(at, id, []Arc{{0, 1, 1 << 31, 1, 0}}, ByTime); err == nil {
		t.Error("a weight of 2^31 was accepted")
	}
	if g, err = FromArcs(nil, nil, nil, ByTime); err != nil || g.Nodes() != 0 {
		t.Errorf("no nodes: %v", err)
	}
}

// Components agree with mutual reachability, computed by repeated squaring of a matrix.
func TestComponents(t *testing.T) {
	for seed := range uint64(100) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		n := 1 + rnd.IntN(20)
		reach := make([][]bool, n)
		for i := range reach {
			reach[i] = make([]bool, n)
			reach[i][i] = true
		}
		var arcs []Arc
		for range rnd.IntN(40) {
			a := Arc{Tail: uint32(rnd.IntN(n)), Head: uint32(rnd.IntN(n)), Time: 1, Length: 1}
			arcs = append(arcs, a)
			reach[a.Tail][a.Head] = true
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		at, id := places(n)
		g, err := FromArcs(at, id, arcs, ByTime)
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			for j := range n {
				if same, want := g.Component[i] == g.Component[j], reach[i][j] && reach[j][i]; same != want {
					t.Fatalf("seed %d: nodes %d and %d together: %v, want %v", seed, i, j, same, want)
				}
			}
		}
	}
}

func TestComponentsOfALongRoad(t *testing.T) {
	const n = 300000
	at, id := places(n)
	arcs := make([]Arc, 0, n)
	for i := range uint32(n) {
		arcs = append(arcs, Arc{Tail: i, Head: (i + 1) % n, Time: 1, Length: 1})
	}
	g, err := FromArcs(at, id, arcs, ByTime)
	if err != nil || g.Components != 1 {
		t.Fatalf("%d components, error %v", g.Components, err)
	}
}

func TestNearest(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	for _, n := range []int{1, 2, 50, 3000} {
		at := make([]geom.Point, n)
		for i := range at {
			at[i] = geom.Point{X: int32(rnd.IntN(100000)), Y: int32(rnd.IntN(300))}
			if i%3 == 0 {
				at[i].X /= 100 // a crowded corner
			}
		}
		l := NewLocator(&Graph{At: at})
		for range 500 {
			p := geom.Point{X: int32(rnd.IntN(200000) - 50000), Y: int32(rnd.IntN(200000) - 100000)}
			best := 0
			d := func(i int) float64 {
				dx, dy := float64(at[i].X)-float64(p.X), float64(at[i].Y)-float64(p.Y)
				return dx*dx + dy*dy
			}
			for i := range at {
				if d(i) < d(best) {
					best = i
				}
			}
			if got := l.Nearest(p); d(int(got)) != d(best) {
				t.Fatalf("n %d, place %v: node %d at %v, want %d at %v", n, p, got, at[got], best, at[best])
			}
		}
	}
	if got := NewLocator(&Graph{}).Nearest(geom.Point{}); got != NoNode {
		t.Errorf("empty graph gave node %d", got)
	}
}

// Closed edges do not count, and edges are found by their ends.
func TestClosedAndEdge(t *testing.T) {
	g, err := FromArcs(make([]geom.Point, 4), make([]int64, 4), []Arc{{Tail: 0, Head: 3, Time: 4}, {Tail: 0, Head: 1, Time: 2}, {Tail: 1, Head: 3, Time: 9}}, ByTime)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		u, v, e uint32
		ok      bool
	}{{0, 1, 0, true}, {0, 3, 1, true}, {1, 3, 2, true}, {0, 2, 1, false}, {3, 0, 3, false}} {
		if e, ok := g.Edge(c.u, c.v); ok != c.ok || ok && e != c.e {
			t.Errorf("from %d to %d: edge %d, %v", c.u, c.v, e, ok)
		}
	}
	g.Weight[2] = Closed
	if g.MeanWeight() != 3 || g.LongestPath() != 6 {
		t.Errorf("mean %g, longest path %d", g.MeanWeight(), g.LongestPath())
	}
}
