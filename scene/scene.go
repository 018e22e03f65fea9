// Package scene holds road maps: the graph that is searched and the lines that are drawn.
// Packages below it hold graphs, the plane, and scenes of clips. It loads nothing and
// draws nothing.
package scene

import (
	"fmt"
	"strconv"

	"kernelscope/format"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// Class is the importance of a road, most important first.
type Class uint8

// Classes of roads; earlier ones are drawn over later ones.
const (
	Motorway Class = iota
	Trunk
	Primary
	Secondary
	Tertiary
	Street
	Service
	Path
	Classes = iota
)

// String returns the name of the class.
func (c Class) String() string {
	return [...]string{"motorway", "trunk", "primary", "secondary", "tertiary", "street", "service", "path"}[c]
}

// Line is a drawn stretch of road of one class and level: the points First to End-1 of
// its map. From and To are the graph nodes at its ends, or graph.NoNode if no search may
// use it.
type Line struct {
	First, End uint32
	From, To   uint32
	Class      Class
	Level      int8 // 0 on the ground, above for bridges, below for tunnels
}

// Map is a road network: the graph that is searched, and the lines that are
// drawn, among them roads that no search may use.
type Map struct {
	Name        string // of the file, without its folder
	From        string // the path or text that it was read by, as it was given; empty if it comes with the program
	Attribution string // must be shown on every picture
	Graph       *graph.Graph
	Metric      graph.Metric
	Profile     string // how people travel: car, bicycle or foot; empty of graphs
	Lines       []Line
	Points      []geom.Point
	PointID     []int64 // the file's own numbers, one per point; nil if all points are nodes
	Names       *Names  // nil if the file has none
	Water       *Water  // nil if the file has none
	Box         geom.Box
	Counts      Counts

	// Stated is the area stated by the file: west, south, east and north in degrees; nil if it
	// states none.
	Stated *[4]float64
	// Abstract is set if the points are a layout without any relation to the Earth: there are no
	// kilometres and no coordinates to show.
	Abstract bool
	// Scale is the power of ten by which the file's weights were multiplied to make them
	// integers; zero stands for one.
	Scale float64
	// Doubt is the reason that the file may be incomplete, in a sentence; empty if there is none.
	Doubt string
}

// Weighs describes the weights: time, length, time by bicycle. Cars are not mentioned.
func (m *Map) Weighs() string {
	switch m.Profile {
	case "", "car":
		return m.Metric.String()
	case "foot":
		return m.Metric.String() + " on foot"
	}
	return m.Metric.String() + " by " + m.Profile
}

// Given returns a distance in the unit of the file's weights.
func (m *Map) Given(dist uint32) float64 { return float64(dist) / max(1, m.Scale) }

// InUnits returns a distance in seconds, metres, or the unit of the file's weights.
func (m *Map) InUnits(dist uint32) float64 {
	if m.Metric != graph.ByWeight {
		return float64(dist) / 10
	}
	return m.Given(dist)
}

// Written formats a distance: a time, kilometres, or the file's own
// number.
func (m *Map) Written(dist uint32) string {
	switch m.Metric {
	case graph.ByTime:
		return format.Clock(float64(dist) / 10)
	case graph.ByLength:
		return fmt.Sprintf("%.1f km", float64(dist)/1e4)
	}
	return strconv.FormatFloat(m.Given(dist), 'f', -1, 64)
}

// Counts are the objects of a file and those dropped on import.
type Counts struct {
	Nodes     int `json:"nodes"`     // in the file
	Ways      int `json:"ways"`      // in the file
	Relations int `json:"relations"` // in the file

	HighwayWays  int `json:"highway_ways"`  // ways with a highway tag
	HighwayNodes int `json:"highway_nodes"` // distinct nodes that those refer to and the file holds
	RoadWays     int `json:"road_ways"`     // of those, ways that the search may use

	MissingNodes   int `json:"missing_nodes"`   // distinct nodes that highways refer to and the file lacks
	BadPlaces      int `json:"bad_places"`      // nodes whose coordinates are missing, out of range or NaN
	DuplicateNodes int `json:"duplicate_nodes"` // further nodes of highways with an id already seen
	DuplicateWays  int `json:"duplicate_ways"`  // further highways with an id already seen
	ShortWays      int `json:"short_ways"`      // highways with fewer than two nodes

	RoundedWeights int `json:"rounded_weights"` // weights that the scale does not make integers

	Loops         int `json:"loops"`          // roads from a node back to it: drawn, but not in the graph
	ParallelEdges int `json:"parallel_edges"` // edges for which the graph has a better one between the same nodes
}

// EdgePoints appends the points of an edge, in its direction, to points.
func (m *Map) EdgePoints(points []geom.Point, edge uint32) []geom.Point {
	l := m.Lines[m.Graph.Line[edge]>>1]
	along := m.Points[l.First:l.End]
	if m.Graph.Line[edge]&1 == 0 {
		return append(points, along...)
	}
	for i := len(along) - 1; i >= 0; i-- {
		points = append(points, along[i])
	}
	return points
}

// PlaceOf returns the position of a node of the file by the file's own number; it may be
// a node of the graph or a point on a road.
func (m *Map) PlaceOf(id int64) (geom.Point, bool) {
	for v, n := range m.Graph.ID {
		if n == id {
			return m.Graph.At[v], true
		}
	}
	for i, n := range m.PointID {
		if n == id {
			return m.Points[i], true
		}
	}
	return geom.Point{}, false
}
