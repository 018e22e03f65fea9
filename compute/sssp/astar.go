package sssp

import (
	"math"

	"kernelscope/compute"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// AStar is Dijkstra's algorithm directed to the target (Hart, Nilsson and Raphael, "A
// formal basis for the heuristic determination of minimum cost paths", IEEE Trans. SSC 4,
// 1968) on the host: it settles nodes by the distance from the source and a lower bound of the
// rest. The bound is the straight line to the target at the greatest speed on any edge. If
// there is none, to all nodes or on a map without coordinates, it is Dijkstra's algorithm.
type AStar struct{}

// Name returns the name, as on the command line.
func (AStar) Name() string { return "astar" }

// Title returns the name for people.
func (AStar) Title() string { return "A*" }

// Params returns the parameters.
func (AStar) Params() []compute.Param { return []compute.Param{nodesParam} }

// Prepare keeps the graph of a map on the host.
func (a AStar) Prepare(be compute.Backend, m *scene.Map) (Solver, error) {
	return newOnHost(be, m, a, &goalQueue{bound: boundOf(m)})
}

// goalQueue is a heap of nodes by distance and bound.
type goalQueue struct {
	heapQueue
	*bound
	unbound []uint64 // what near returns
}

func (q *goalQueue) begin(g *graph.Graph, ends Query, v compute.Values) {
	q.heapQueue.begin(g, ends, v)
	q.bound.aim(g, ends)
}

// push drops a node through which the target would be farther than any distance.
func (q *goalQueue) push(key uint64) {
	v, d := nodeAndDist(key)
	if ahead := q.ahead(v); uint64(d)+uint64(ahead) < graph.Unreached {
		q.heap.push(keyOf(v, d+ahead))
	}
}

func (q *goalQueue) pop() (key uint64, ok bool) {
	key, ok = q.heapQueue.pop()
	if ok {
		key = q.without(key)
	}
	return key, ok
}

// without returns a key without the bound.
func (q *goalQueue) without(key uint64) uint64 {
	v, d := nodeAndDist(key)
	return keyOf(v, d-q.ahead(v))
}

func (q *goalQueue) near() []uint64 {
	q.unbound = q.unbound[:0]
	for _, key := range q.heapQueue.near() {
		q.unbound = append(q.unbound, q.without(key))
	}
	return q.unbound
}

// tell reports no threshold, since settled nodes are not the nearest ones.
func (q *goalQueue) tell(e *Event) {
	q.heapQueue.tell(e)
	e.Threshold = graph.Unreached
	e.More = []compute.Fact{{Name: FactBound, Value: float64(q.ahead(q.source)), Unit: "weight"}}
}

func (q *goalQueue) clone() queue {
	return &goalQueue{heapQueue{q.heap.clone(), q.reach}, q.bound, nil}
}

// bound is a lower bound of distances: straight lines through the Earth at the greatest speed
// on any edge. It holds for all weights and, by the triangle inequality, for every path. Lines
// connect rounded places.
type bound struct {
	at    [][3]int32   // centimetres from the centre of the Earth; nil for a map without coordinates
	g     *graph.Graph // of which least is
	least float64      // weight of a centimetre, on the fastest edge

	source, target uint32
}

func boundOf(m *scene.Map) *bound {
	b := &bound{}
	if m.Abstract {
		return b
	}
	b.at = make([][3]int32, m.Graph.Nodes())
	for v, p := range m.Graph.At {
		lon, lat := p.Degrees()
		sinLon, cosLon := math.Sincos(lon * math.Pi / 180)
		sinLat, cosLat := math.Sincos(lat * math.Pi / 180)
		for i, x := range [3]float64{cosLat * cosLon, cosLat * sinLon, sinLat} {
			b.at[v][i] = int32(math.Round(100 * geom.EarthRadius * x))
		}
	}
	return b
}

// aim sets the ends, and finds the fastest edge if the weights have changed.
func (b *bound) aim(g *graph.Graph, q Query) {
	b.source, b.target = q.Source, q.Target
	if b.g == g || b.at == nil {
		return
	}
	b.g, b.least = g, math.Inf(1)
	for u := range g.Nodes() {
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			if line := b.line(uint32(u), g.Head[e]); line > 0 {
				b.least = min(b.least, float64(g.Weight[e])/line)
			}
		}
	}
	const rounding = 1e-12 // of sums of floats, and more
	b.least *= 1 - rounding
	if math.IsInf(b.least, 1) { // all nodes are at one place
		b.least = 0
	}
}

// line is the length of a straight line, in centimetres.
func (b *bound) line(u, v uint32) float64 {
	p, q := b.at[u], b.at[v]
	x, y, z := float64(p[0])-float64(q[0]), float64(p[1])-float64(q[1]), float64(p[2])-float64(q[2])
	return math.Sqrt(x*x + y*y + z*z)
}

// ahead is a lower bound of the distance from a node to the target.
func (b *bound) ahead(v uint32) uint32 {
	if b.at == nil || b.target == graph.NoNode {
		return 0
	}
	return uint32(min(b.least*b.line(v, b.target), graph.Unreached))
}
