// Package ssspgen makes maps for tests of searches from graphs of package graphgen, and keeps the
// order of their nodes.
package ssspgen

import (
	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/scene/graphgen"
)

// Map makes a map of a graph given by its arcs, each a straight street, with
// nodes in rows of a hundred. It panics if the arcs make no graph.
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

func of(in build.Input) *scene.Map { return Map(len(in.ID), in.Arcs) }

// Hubs is graphgen.Hubs.
func Hubs(seed uint64) *scene.Map { return of(graphgen.Hubs(seed, 1027)) }

// Random is graphgen.Random with weights from zero.
func Random(seed uint64, n, m int, most uint32) *scene.Map {
	return of(graphgen.Random(seed, n, m, 0, most))
}

// Star is graphgen.Star.
func Star(degree int) *scene.Map { return of(graphgen.Star(degree)) }

// Path is graphgen.Path.
func Path(n int, weight uint32) *scene.Map { return of(graphgen.Path(n, weight)) }

// Grid is graphgen.Grid.
func Grid(seed uint64, w, h int, most uint32) *scene.Map { return of(graphgen.Grid(seed, w, h, most)) }
