package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"kernelscope/fault"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// place is a node that a person named, and how far it is from what was named.
type place struct {
	node uint32
	snap float64 // metres
}

// finder turns what people write into nodes of a map.
type finder struct {
	m         *scene.Map
	locator   *graph.Locator
	connected []uint32 // nodes for random queries
	numbered  *numbers // nil before a place is named by its number
}

// numbers finds nodes and points of roads by the file's own numbers.
type numbers struct{ nodes, points map[int64]uint32 }

func newFinder(m *scene.Map) (*finder, error) {
	if err := searchable(m); err != nil {
		return nil, err
	}
	return &finder{m: m, locator: graph.NewLocator(m.Graph), connected: m.Graph.Candidates()}, nil
}

// searchable says whether there is anything to search.
func searchable(m *scene.Map) error {
	if len(m.Graph.Candidates()) == 0 {
		return fmt.Errorf("%w: %s: there are no roads that a car may use", fault.Input, m.Name)
	}
	return nil
}

const (
	placeHelp = "random, " + fixedHelp
	fixedHelp = "#N (index in the graph), id:N (the file's number), or lon,lat"
)

// find understands random, #N, id:N and lon,lat, on a command line.
func (f *finder) find(text string, rnd *rand.Rand) (place, error) {
	p, err := f.locate(text, rnd)
	if err != nil {
		return p, usage("%v", err)
	}
	return p, nil
}

// locate is find anywhere; without random numbers no place is random.
func (f *finder) locate(text string, rnd *rand.Rand) (place, error) {
	help := placeHelp
	if rnd == nil {
		help = fixedHelp
	}
	switch {
	case text == "random" && rnd != nil:
		return place{node: f.connected[rnd.IntN(len(f.connected))]}, nil
	case strings.HasPrefix(text, "#"):
		n, err := strconv.ParseUint(text[1:], 10, 32)
		if err != nil || n >= uint64(f.m.Graph.Nodes()) {
			return place{}, fmt.Errorf("%s is no node; the graph has #0 to #%d", text, f.m.Graph.Nodes()-1)
		}
		return place{node: uint32(n)}, nil
	case strings.HasPrefix(text, "id:"):
		id, err := strconv.ParseInt(text[3:], 10, 64)
		if err != nil {
			return place{}, fmt.Errorf("%q is no node number", text)
		}
		return f.number(id)
	}
	x, y, ok := strings.Cut(text, ",")
	lon, err0 := strconv.ParseFloat(strings.TrimSpace(x), 64)
	lat, err1 := strconv.ParseFloat(strings.TrimSpace(y), 64)
	if !ok || err0 != nil || err1 != nil || !(lon >= -180 && lon <= 180 && lat >= -90 && lat <= 90) {
		return place{}, fmt.Errorf("%q is no place: give %s", text, help)
	}
	if f.m.Abstract {
		return place{}, fmt.Errorf("%s has no coordinates: give #N or id:N instead of %s", f.m.Name, text)
	}
	return f.snap(geom.FromDegrees(lon, lat)), nil
}

// number finds a node by the file's own number, or the node nearest to such a point.
func (f *finder) number(id int64) (place, error) {
	if f.numbered == nil {
		f.numbered = &numbers{indices(f.m.Graph.ID), indices(f.m.PointID)}
	}
	if v, ok := f.numbered.nodes[id]; ok {
		return place{node: v}, nil
	}
	if i, ok := f.numbered.points[id]; ok {
		return f.snap(f.m.Points[i]), nil
	}
	return place{}, fmt.Errorf("node %d is on no road of %s", id, f.m.Name)
}

// indices tells where each of some numbers stands first.
func indices(ids []int64) map[int64]uint32 {
	out := make(map[int64]uint32, len(ids))
	for i := len(ids) - 1; i >= 0; i-- {
		out[ids[i]] = uint32(i)
	}
	return out
}

// snap returns the node nearest to a point.
func (f *finder) snap(at geom.Point) place {
	p := place{node: f.locator.Nearest(at)}
	if !f.m.Abstract {
		p.snap = at.Metres(f.m.Graph.At[p.node])
	}
	return p
}

// newRandom returns the random numbers of a seed.
func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
