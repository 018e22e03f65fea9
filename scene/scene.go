// Package scene holds road maps: the graph for searches and the lines to draw. Its subpackages hold
// graphs, the plane, and scenes of clips. It loads nothing and draws nothing.
package scene

import (
	"fmt"
	"strconv"

	"kernelscope/internal/format"
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

// Line is a drawn stretch of road with one class and level: the points First to End-1 of its map.
// From and To are the graph nodes at its ends, or graph.NoNode if it is closed to searches.
type Line struct {
	First, End uint32
	From, To   uint32
	Class      Class
	Level      int8 // 0 on the ground, above for bridges, below for tunnels
}

// Map is a road network: the graph for searches and the lines to draw, including roads closed to
// searches.
type Map struct {
	Name        string // of the file, without its folder
	From        string // path or "gen:" text as given; empty for the built-in map
	Attribution string // must appear on every picture
	Graph       *graph.Graph
	Metric      graph.Metric
	Profile     string // means of travel: car, bicycle or foot; empty for graphs
	Lines       []Line
	Points      []geom.Point
	PointID     []int64 // numbers in the file, one per point; nil if all points are nodes
	Names       *Names  // nil if the file has none
	Water       *Water  // nil if the file has none
	Box         geom.Box
	Counts      Counts

	// Stated is the area stated by the file: west, south, east and north in degrees; nil if it
	// states none.
	Stated *[4]float64
	// Abstract is set if the points are a layout, not positions on the Earth, so that there are no
	// kilometres or coordinates to show.
	Abstract bool
	// Scale is the power of ten that makes the file's weights integers; zero means one.
	Scale float64
	// Doubt is the reason to suspect that the file is incomplete, in a sentence; empty if there is
	// none.
	Doubt string
}

// Weighs describes the weights, for example "time by bicycle". Cars are not mentioned.
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

// Written formats a distance as a time, in kilometres, or as the number in the file.
func (m *Map) Written(dist uint32) string {
	switch m.Metric {
	case graph.ByTime:
		return format.Clock(float64(dist) / 10)
	case graph.ByLength:
		return fmt.Sprintf("%.1f km", float64(dist)/1e4)
	}
	return strconv.FormatFloat(m.Given(dist), 'f', -1, 64)
}

// Counts are the numbers of objects in a file and of those dropped on import.
type Counts struct {
	Nodes     int `json:"nodes"`     // in the file
	Ways      int `json:"ways"`      // in the file
	Relations int `json:"relations"` // in the file

	HighwayWays  int `json:"highway_ways"`  // ways with a highway tag
	HighwayNodes int `json:"highway_nodes"` // distinct nodes of these ways that are in the file
	RoadWays     int `json:"road_ways"`     // those open to searches

	MissingNodes   int `json:"missing_nodes"`   // distinct nodes of highways that are not in the file
	BadPlaces      int `json:"bad_places"`      // nodes whose coordinates are missing, out of range or NaN
	DuplicateNodes int `json:"duplicate_nodes"` // repeated nodes of highways
	DuplicateWays  int `json:"duplicate_ways"`  // repeated highways
	ShortWays      int `json:"short_ways"`      // highways with fewer than two nodes

	RoundedWeights int `json:"rounded_weights"` // weights that the scale does not make integers

	Loops         int `json:"loops"`          // roads from a node to itself: drawn, but not in the graph
	ParallelEdges int `json:"parallel_edges"` // edges with a better one between the same nodes
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
