package live

import (
	"fmt"
	"slices"

	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// atlas is a map on a page.
type atlas struct {
	m     *scene.Map
	towns []town
}

// Map describes a map.
type Map struct {
	Nodes    int        `json:"nodes"`
	Edges    int        `json:"edges"`
	Weighs   string     `json:"weighs"`
	Abstract bool       `json:"abstract,omitempty"`
	Box      [4]float64 `json:"box"`  // left, top, right, bottom, in units of geom.Point
	Core     [4]float64 `json:"core"` // of most of the map, which the first picture shows
	Metres   float64    `json:"metres"`
	Towns    []town     `json:"towns"`
}

// ends returns where the ends of a scene are; nil for none.
func (a *atlas) ends(s Scene) (source, target *geom.Point, err error) {
	if source, err = placeOf(a.m.Graph, s.Source); err == nil {
		target, err = placeOf(a.m.Graph, s.Target)
	}
	return source, target, err
}

// placeOf returns where a node is; nil for none.
func placeOf(g *graph.Graph, node *uint32) (*geom.Point, error) {
	switch {
	case node == nil:
		return nil, nil
	case int64(*node) >= int64(g.Nodes()):
		return nil, fmt.Errorf("node %d is not on the map", *node)
	}
	return &g.At[*node], nil
}

// describe describes the map.
func (a *atlas) describe() *Map {
	m := a.m
	of := func(b geom.Box) [4]float64 {
		return [4]float64{float64(b.Min.X), float64(b.Min.Y), float64(b.Max.X), float64(b.Max.Y)}
	}
	x, y := m.Box.Centre()
	middle := geom.Point{X: int32(x), Y: int32(y)}
	return &Map{
		Nodes: m.Graph.Nodes(), Edges: m.Graph.Edges(), Weighs: m.Weighs(), Abstract: m.Abstract,
		Box: of(m.Box), Core: of(m.Core()), Metres: middle.MetresPerUnit(), Towns: a.towns,
	}
}

// drawn returns a part of the picture of the map that does not change, by name.
func (a *atlas) drawn(name string) (out []uint32, ok bool) {
	switch name {
	case "points":
		out = words(a.m.Points)
	case "nodes":
		out = words(a.m.Graph.At)
	case "lines":
		plain := !slices.ContainsFunc(a.m.Lines, func(l scene.Line) bool { return l.Class != scene.Street })
		for _, l := range a.m.Lines {
			if plain { // streets alone would be too faint
				l.Class = scene.Tertiary
			}
			out = append(out, l.First, l.End, l.From, l.To, uint32(l.Class)|uint32(l.Level+8)<<4)
		}
	case "water":
		out = words(a.m.Water.Points)
	case "shapes":
		for _, w := range a.m.Water.Shapes {
			out = append(out, w.First, w.End, uint32(w.Kind))
		}
	default:
		return nil, false
	}
	return out, true
}

// words returns the coordinates of points.
func words(points []geom.Point) []uint32 {
	out := make([]uint32, 0, 2*len(points))
	for _, p := range points {
		out = append(out, uint32(p.X), uint32(p.Y))
	}
	return out
}
