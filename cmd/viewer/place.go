package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"kernelscope/osmload"
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
}

func newFinder(m *scene.Map) (*finder, error) {
	if err := searchable(m); err != nil {
		return nil, err
	}
	return &finder{m: m, locator: graph.NewLocator(m.Graph), connected: m.Graph.Candidates()}, nil
}

// searchable says whether there is anything to search.
func searchable(m *scene.Map) error {
	if len(m.Graph.Candidates()) == 0 {
		return fmt.Errorf("%w: %s: there are no roads that a car may use", osmload.ErrInput, m.Name)
	}
	return nil
}

const placeHelp = "random, #N (index in the graph), id:N (the file's number), or lon,lat"

// find understands random, #N, id:N and lon,lat.
func (f *finder) find(text string, rnd *rand.Rand) (place, error) {
	switch {
	case text == "random":
		return place{node: f.connected[rnd.IntN(len(f.connected))]}, nil
	case strings.HasPrefix(text, "#"):
		n, err := strconv.ParseUint(text[1:], 10, 32)
		if err != nil || n >= uint64(f.m.Graph.Nodes()) {
			return place{}, usage("%s is no node; the graph has #0 to #%d", text, f.m.Graph.Nodes()-1)
		}
		return place{node: uint32(n)}, nil
	case strings.HasPrefix(text, "id:"):
		id, err := strconv.ParseInt(text[3:], 10, 64)
		if err != nil {
			return place{}, usage("%q is no node number", text)
		}
		if v := slices.Index(f.m.Graph.ID, id); v >= 0 {
			return place{node: uint32(v)}, nil
		}
		at, ok := f.m.PlaceOf(id)
		if !ok {
			return place{}, usage("node %d is on no road of %s", id, f.m.Name)
		}
		return f.snap(at), nil
	}
	x, y, ok := strings.Cut(text, ",")
	lon, err0 := strconv.ParseFloat(strings.TrimSpace(x), 64)
	lat, err1 := strconv.ParseFloat(strings.TrimSpace(y), 64)
	if !ok || err0 != nil || err1 != nil || !(lon >= -180 && lon <= 180 && lat >= -90 && lat <= 90) {
		return place{}, usage("%q is no place: give %s", text, placeHelp)
	}
	if f.m.Abstract {
		return place{}, usage("%s has no coordinates: give random, #N or id:N instead of %s", f.m.Name, text)
	}
	return f.snap(geom.FromDegrees(lon, lat)), nil
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
