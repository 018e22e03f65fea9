package sssp

import (
	"maps"
	"math"
	"math/bits"

	"kernelscope/compute"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// ways estimates the lengths of paths before they are searched.
type ways struct {
	at       []geom.Point
	mean     float64 // weight of an edge
	perMetre float64 // weight of a metre of an edge's straight line
	across   float64 // metres from corner to corner of the map
}

// waysOf samples edges of a map, evenly spread.
func waysOf(m *scene.Map) *ways {
	const most = 1 << 15 // nodes whose edges are looked at
	g := m.Graph
	weight, metres, edges := 0.0, 0.0, 0.0
	for u := 0; u < g.Nodes(); u += 1 + g.Nodes()/most {
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			if g.Weight[e] != graph.Closed {
				weight, metres, edges = weight+float64(g.Weight[e]), metres+g.At[u].Metres(g.At[g.Head[e]]), edges+1
			}
		}
	}
	box := geom.Bounds(g.At)
	return &ways{g.At, max(1, weight/max(1, edges)), weight / max(1, metres), box.Min.Metres(box.Max)}
}

// values returns the values for a query. Its path has about as many edges as mean edges fit the
// weight of the straight line. Delta is the geometric mean of the two, so that the number of
// buckets equals their width in edges. A bucket takes fifteen to thirty-five rounds per edge of
// its width (Delaware, ranks 2^10 to 2^16): a batch is sixteen.
func (w *ways) values(q Query) compute.Values {
	metres := w.across
	if q.Target != graph.NoNode {
		metres = w.at[q.Source].Metres(w.at[q.Target])
	}
	root := math.Sqrt(max(1, metres*w.perMetre/w.mean))
	delta := uint32(max(1, min(math.Round(w.mean*root), float64(deltaParam.Max))))
	return compute.Values{Delta: delta, Batch: uint32(max(minBatch, min(16*root, maxBatch)))}
}

// Batches chosen by distance. Smaller ones wait for the host too often, and larger ones end
// with rounds without work.
const minBatch, maxBatch = 32, 256

// autos returns the values that the search chooses for a query. If places are only a layout,
// straight lines mean nothing.
func (s *rounds) autos(q Query, v compute.Values) compute.Values {
	switch {
	case v[Rule] == ByGraph:
		return compute.Values{Delta: AutoDelta(s.g)}
	case v[Rule] == Adaptive:
		return firstValues(s.g, s.autoOne)
	case v[Rule] == ByDistance && !s.m.Abstract:
		if s.ways == nil {
			s.ways = waysOf(s.m)
		}
		return s.ways.values(q)
	case q.Target == graph.NoNode:
		return s.autoAll
	}
	return s.autoOne
}

// firstValues returns the values with which an adaptive search begins, given those by the device.
func firstValues(g *graph.Graph, auto compute.Values) compute.Values {
	out := maps.Clone(auto)
	out[Delta], out[Batch] = AutoDelta(g), minBatch
	return out
}

const adaptedBy = 16 // times as wide or as narrow as the first bucket

// nextBatch returns the rounds of the next submission of an adaptive search, after one of n rounds of which some were
// used: twice as many if all were, else as many as were used.
func nextBatch(n, used int) int {
	const fewest = 8
	if used >= n {
		return min(2*n, max(n, maxBatch))
	}
	return max(fewest, 1<<bits.Len(uint(max(1, used)-1)))
}

// Settles returns the distance up to which a search with some values settles nodes before it ends, to a target at distance d: that,
// or the end of its bucket, which an adaptive search may have made wider or narrower.
func Settles(v compute.Values, d uint32) uint32 {
	if delta := uint64(v[Delta]); v[Finish] == withBucket && delta > 0 {
		return uint32(min((uint64(d)/delta+1)*delta-1, graph.Unreached-1))
	}
	return d
}
