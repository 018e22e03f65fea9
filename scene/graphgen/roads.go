package graphgen

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"kernelscope/scene/build"
	"kernelscope/scene/geom"
	"kernelscope/scene/layout"
)

// RoadDegree is the mean degree of USA-road-d.FLA: 2,712,798 arcs of 1,070,376 nodes.
const RoadDegree = 2712798.0 / 1070376

// Roads generates a graph that resembles the road networks of the DIMACS challenge. Its nodes are
// on a perturbed grid, joined by the streets of a spanning tree and by enough others for the mean
// degree RoadDegree. Every sixteenth row and column is a street from end to end. Both directions
// weigh the same: the length, increased a little for winding streets, with neighbours about 980
// apart, as in the distance graphs. n is at least 2.
func Roads(seed uint64, n int) build.Input {
	rnd := rand.New(rand.NewPCG(seed, 4))
	in := input(n, nil)
	in.At = make([]geom.Point, n)
	columns := side(n)
	for v := range n {
		shaken := func(i int) float64 { return float64(i-columns/2) + 0.95*(rnd.Float64()-0.5) }
		in.At[v] = at(shaken(v%columns), shaken(v/columns))
	}
	const block = 16
	var streets []street
	propose := func(u, v int, main bool) {
		s := street{uint32(u), uint32(v), rnd.Float32()}
		if main {
			s.order--
		}
		streets = append(streets, s)
	}
	for v := range n {
		if (v+1)%columns != 0 && v+1 < n {
			propose(v, v+1, v/columns%block == 0)
		}
		if v+columns < n {
			propose(v, v+columns, v%columns%block == 0)
		}
	}
	slices.SortFunc(streets, func(a, b street) int {
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.u, b.u), cmp.Compare(a.v, b.v))
	})
	for _, s := range choose(streets, n) {
		const unit, winding = 980.0 / layout.Spacing, 0.55
		p, q := in.At[s.u], in.At[s.v]
		length := math.Hypot(float64(p.X)-float64(q.X), float64(p.Y)-float64(q.Y)) * unit
		w := uint32(max(1, length*math.Exp(winding*rnd.NormFloat64())))
		in.Arcs = append(in.Arcs, arc(s.u, s.v, w), arc(s.v, s.u, w))
	}
	return in
}

// street is a candidate for two arcs. Streets of smaller order come first.
type street struct {
	u, v  uint32
	order float32
}

// choose returns the streets of a spanning tree (J. Kruskal, 1956), then as many others as needed,
// in order.
func choose(streets []street, n int) []street {
	parent := make([]uint32, n)
	for v := range parent {
		parent[v] = uint32(v)
	}
	root := func(v uint32) uint32 {
		for parent[v] != v {
			parent[v] = parent[parent[v]]
			v = parent[v]
		}
		return v
	}
	tree, rest := make([]street, 0, n), streets[:0]
	for _, s := range streets {
		if a, b := root(s.u), root(s.v); a != b {
			parent[a] = b
			tree = append(tree, s)
		} else {
			rest = append(rest, s)
		}
	}
	more := int(RoadDegree*float64(n)/2+0.5) - len(tree)
	return append(tree, rest[:max(0, min(more, len(rest)))]...)
}
