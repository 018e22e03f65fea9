// Package graphgen generates graphs: grids, road networks that resemble the DIMACS challenge's,
// Kronecker graphs, repeated maps, and graphs that are hard for searches. The same seed gives the
// same graph. Nodes are numbered from 1, as in DIMACS files, and are not places on the Earth. Pass
// the result to build.Map, or to build.InOrder if the order of nodes matters.
package graphgen

import (
	"math"
	"math/rand/v2"

	"kernelscope/scene/build"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/scene/layout"
)

// input returns a graph of nodes 1 to n without places.
func input(nodes int, arcs []graph.Arc) build.Input {
	in := build.Input{ID: make([]int64, nodes), Arcs: arcs, Metric: graph.ByWeight, Abstract: true}
	for v := range in.ID {
		in.ID[v] = int64(v) + 1
	}
	return in
}

func arc(u, v, w uint32) graph.Arc { return graph.Arc{Tail: u, Head: v, Time: w, Length: w} }

// at converts units of layout.Spacing to a point.
func at(x, y float64) geom.Point {
	return geom.Point{X: int32(x * layout.Spacing), Y: int32(y * layout.Spacing)}
}

// Grid generates w × h nodes in rows, each joined to its neighbours in both directions, with
// independent weights from 1 to most.
func Grid(seed uint64, w, h int, most uint32) build.Input {
	rnd := rand.New(rand.NewPCG(seed, 2))
	var arcs []graph.Arc
	var places []geom.Point
	join := func(u, v uint32) {
		arcs = append(arcs, arc(u, v, 1+rnd.Uint32N(most)), arc(v, u, 1+rnd.Uint32N(most)))
	}
	for y := range h {
		for x := range w {
			u := uint32(y*w + x)
			places = append(places, at(float64(x)-float64(w)/2, float64(y)-float64(h)/2))
			if x+1 < w {
				join(u, u+1)
			}
			if y+1 < h {
				join(u, u+uint32(w))
			}
		}
	}
	in := input(w*h, arcs)
	in.At = places
	return in
}

// Kronecker generates a graph with 2^scale node numbers and factor edges for each, in both
// directions, as in Graph500: by R-MAT (D. Chakrabarti, Y. Zhan, C. Faloutsos, SDM 2004) with the
// probabilities 0.57, 0.19, 0.19 and 0.05, shuffled numbers, and weights from 1 to most. Numbers
// without an edge do not become nodes.
func Kronecker(seed uint64, scale, factor int, most uint32) build.Input {
	const a, b, c = 0.57, 0.19, 0.19
	rnd := rand.New(rand.NewPCG(seed, 3))
	shuffled := rnd.Perm(1 << scale)
	node := make([]uint32, 1<<scale) // node of each number, plus one
	var id []int64
	index := func(number int) uint32 {
		if node[number] == 0 {
			id = append(id, int64(number)+1)
			node[number] = uint32(len(id))
		}
		return node[number] - 1
	}
	arcs := make([]graph.Arc, 0, 2*factor<<scale)
	for range factor << scale {
		u, v := 0, 0
		for range scale {
			u, v = u<<1, v<<1
			switch p := rnd.Float64(); {
			case p < a:
			case p < a+b:
				v |= 1
			case p < a+b+c:
				u |= 1
			default:
				u, v = u|1, v|1
			}
		}
		if u != v {
			i, j, w := index(shuffled[u]), index(shuffled[v]), 1+rnd.Uint32N(most)
			arcs = append(arcs, arc(i, j, w), arc(j, i, w))
		}
	}
	in := input(len(id), arcs)
	in.ID = id
	return in
}

// side returns the number of columns that arranges n nodes in a square.
func side(n int) int { return max(1, int(math.Ceil(math.Sqrt(float64(n))))) }
