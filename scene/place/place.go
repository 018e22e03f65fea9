// Package place finds nodes of a map by description: at random, by index, by the number in the
// file, or by longitude and latitude, single ones or in files.
package place

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// Place is a node found from a description.
type Place struct {
	Node uint32
	Snap float64 // metres from the described point to the node
}

// Finder finds nodes of a map by description.
type Finder struct {
	m         *scene.Map
	locator   *graph.Locator
	connected []uint32 // nodes for random places
	numbered  *numbers // nil until first used
}

// numbers finds nodes and points of roads by their numbers in the file.
type numbers struct{ nodes, points map[int64]uint32 }

// NewFinder returns a finder of a map. It fails if Searchable does.
func NewFinder(m *scene.Map) (*Finder, error) {
	if err := Searchable(m); err != nil {
		return nil, err
	}
	return &Finder{m: m, locator: graph.NewLocator(m.Graph), connected: m.Graph.Candidates()}, nil
}

// Searchable returns nil if the map has nodes to search between; otherwise it returns an error that
// wraps fault.Input.
func Searchable(m *scene.Map) error {
	if len(m.Graph.Candidates()) == 0 {
		return fmt.Errorf("%w: %s: there are no roads that a car may use", fault.Input, m.Name)
	}
	return nil
}

// The syntax of places: Help includes random places, FixedHelp does not.
const (
	Help      = "random, " + FixedHelp
	FixedHelp = "#N (index of a node), id:N (its number in the file), or lon,lat"
)

// Find returns the place that a text describes, in the syntax of Help. If rnd is nil, random places
// are refused. Points, and numbers of points on roads, give the nearest node. A point far from all
// roads is an error that wraps fault.Input.
func (f *Finder) Find(text string, rnd *rand.Rand) (Place, error) {
	help := Help
	if rnd == nil {
		help = FixedHelp
	}
	switch {
	case text == "random" && rnd != nil:
		return Place{Node: f.connected[rnd.IntN(len(f.connected))]}, nil
	case strings.HasPrefix(text, "#"):
		n, err := strconv.ParseUint(text[1:], 10, 32)
		if err != nil || n >= uint64(f.m.Graph.Nodes()) {
			return Place{}, fmt.Errorf("%.60q is not a node; the graph has #0 to #%d", text, f.m.Graph.Nodes()-1)
		}
		return Place{Node: uint32(n)}, nil
	case strings.HasPrefix(text, "id:"):
		id, err := strconv.ParseInt(text[3:], 10, 64)
		if err != nil {
			return Place{}, fmt.Errorf("%.60q is not a node number", text)
		}
		return f.number(id)
	}
	x, y, ok := strings.Cut(text, ",")
	lon, err0 := strconv.ParseFloat(strings.TrimSpace(x), 64)
	lat, err1 := strconv.ParseFloat(strings.TrimSpace(y), 64)
	if !ok || err0 != nil || err1 != nil || !(lon >= -180 && lon <= 180 && lat >= -90 && lat <= 90) {
		return Place{}, fmt.Errorf("%.60q is not a place: give %s", text, help)
	}
	if f.m.Abstract {
		return Place{}, fmt.Errorf("%s has no coordinates: give #N or id:N instead of %.60q", f.m.Name, text)
	}
	p := f.snap(geom.FromDegrees(lon, lat))
	if !f.isFar(p) {
		return p, nil
	}
	hint := ""
	if math.Abs(lon) <= 90 && !f.isFar(f.snap(geom.FromDegrees(lat, lon))) {
		hint = "; are longitude and latitude swapped? A place is lon,lat"
	}
	return Place{}, fault.Input.Errorf("%s is %.0f km away from the nearest road of %s%s", text, p.Snap/1000, f.m.Name, hint)
}

// isFar reports whether a point is implausibly far from all nodes: more than ten kilometres and a
// twentieth of the diagonal of the map.
func (f *Finder) isFar(p Place) bool {
	return p.Snap > max(10_000, f.m.Box.Min.Metres(f.m.Box.Max)/20)
}

// number finds a node by its number in the file, or the node nearest to a point with that number.
func (f *Finder) number(id int64) (Place, error) {
	if f.numbered == nil {
		f.numbered = &numbers{indices(f.m.Graph.ID), indices(f.m.PointID)}
	}
	if v, ok := f.numbered.nodes[id]; ok {
		return Place{Node: v}, nil
	}
	if i, ok := f.numbered.points[id]; ok {
		return f.snap(f.m.Points[i]), nil
	}
	return Place{}, fmt.Errorf("node %d is on no road of %s", id, f.m.Name)
}

// indices returns the first index of each number.
func indices(ids []int64) map[int64]uint32 {
	out := make(map[int64]uint32, len(ids))
	for i := len(ids) - 1; i >= 0; i-- {
		out[ids[i]] = uint32(i)
	}
	return out
}

// snap returns the node nearest to a point.
func (f *Finder) snap(at geom.Point) Place {
	p := Place{Node: f.locator.Nearest(at)}
	if !f.m.Abstract {
		p.Snap = at.Metres(f.m.Graph.At[p.Node])
	}
	return p
}

// Text formats a node for Find: by its number in the file, or by its index if the number is not
// unique.
func Text(m *scene.Map, v uint32) string {
	same := 0
	for _, id := range m.Graph.ID {
		if id == m.Graph.ID[v] {
			same++
		}
	}
	if same != 1 {
		return fmt.Sprintf("#%d", v)
	}
	return fmt.Sprintf("id:%d", m.Graph.ID[v])
}
