// Package ssspgen makes graphs that are hard on a search: for tests and trials.
package ssspgen

import (
	"math/rand/v2"

	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// Map makes a map of a graph given by its arcs, each a straight street, with
// nodes in rows of a hundred. It panics where the arcs make no graph.
func Map(nodes int, arcs []graph.Arc) *scene.Map {
	at, id := make([]geom.Point, nodes), make([]int64, nodes)
	for i := range at {
		at[i], id[i] = geom.FromDegrees(float64(i%100)/100, float64(i/100)/100), int64(i)
	}
	m := &scene.Map{Name: "generated", Box: geom.Bounds(at)}
	for i := range arcs {
		a := &arcs[i]
		a.Line = uint32(i) << 1
		n := uint32(len(m.Points))
		m.Points, m.PointID = append(m.Points, at[a.Tail], at[a.Head]), append(m.PointID, id[a.Tail], id[a.Head])
		m.Lines = append(m.Lines, scene.Line{First: n, End: n + 2, From: a.Tail, To: a.Head, Class: scene.Street})
	}
	g, err := graph.FromArcs(at, id, arcs, graph.ByTime)
	if err != nil {
		panic(err)
	}
	m.Graph = g
	return m
}

func arc(u, v, w uint32) graph.Arc { return graph.Arc{Tail: u, Head: v, Time: w, Length: w} }

// Hubs makes a graph of 1,027 nodes on which a far queue without a set
// overflows. A path of short edges runs through 512 hubs; every hub leads to the
// same 512 leaves, and each next one by a way that is shorter in sum, so each
// hub improves all leaves again, still behind the threshold: a search that
// queues every improvement makes 262,144 entries for 1,027 nodes. Behind the
// leaves lie three more nodes, so that the order of leaves counts.
func Hubs(seed uint64) *scene.Map {
	const hubs, leaves, behind = 512, 512, 3
	rnd := rand.New(rand.NewPCG(seed, 0))
	var arcs []graph.Arc
	for h := range uint32(hubs) {
		if h+1 < hubs {
			arcs = append(arcs, arc(h, h+1, 1))
		}
		for l := range uint32(leaves) {
			arcs = append(arcs, arc(h, hubs+l, 100000-10*h+rnd.Uint32N(5)))
		}
	}
	for l := range uint32(leaves) {
		for b := range uint32(behind) {
			arcs = append(arcs, arc(hubs+l, hubs+leaves+b, 1+rnd.Uint32N(10000)))
		}
	}
	return Map(hubs+leaves+behind, arcs)
}

// Random makes a graph of up to n nodes and m arcs, among them parallel ones,
// loops and arcs of weight zero, with weights up to most.
func Random(seed uint64, n, m int, most uint32) *scene.Map {
	rnd := rand.New(rand.NewPCG(seed, 1))
	arcs := make([]graph.Arc, m)
	for i := range arcs {
		arcs[i] = arc(rnd.Uint32N(uint32(n)), rnd.Uint32N(uint32(n)), rnd.Uint32N(most+1))
	}
	return Map(n, arcs)
}

// Star makes a node with edges to all others, and back from each hundredth.
func Star(degree int) *scene.Map {
	var arcs []graph.Arc
	for v := uint32(1); v <= uint32(degree); v++ {
		arcs = append(arcs, arc(0, v, v%1000))
		if v%100 == 0 {
			arcs = append(arcs, arc(v, v+1-100, 1))
		}
	}
	return Map(degree+1, arcs)
}

// Path makes a path of n nodes with the given weight on every edge.
func Path(n int, weight uint32) *scene.Map {
	var arcs []graph.Arc
	for v := range uint32(n - 1) {
		arcs = append(arcs, arc(v, v+1, weight))
	}
	return Map(n, arcs)
}

// Grid makes a w × h grid with random weights up to most, both ways.
func Grid(seed uint64, w, h int, most uint32) *scene.Map {
	rnd := rand.New(rand.NewPCG(seed, 2))
	var arcs []graph.Arc
	join := func(u, v uint32) {
		arcs = append(arcs, arc(u, v, 1+rnd.Uint32N(most)), arc(v, u, 1+rnd.Uint32N(most)))
	}
	for y := range h {
		for x := range w {
			u := uint32(y*w + x)
			if x+1 < w {
				join(u, u+1)
			}
			if y+1 < h {
				join(u, u+uint32(w))
			}
		}
	}
	return Map(w*h, arcs)
}
