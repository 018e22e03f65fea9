package sssp

import (
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// Automatic values. The figures are from sweeps over maps and graphs ('viewer bench auto',
// docs/measured/paths.md): on an H200, where rounds wait and repeated work is cheap, and on a
// software device, where work counts.

// AutoDelta returns the bucket width of the original algorithm: ten times the mean weight
// divided by the mean degree.
func AutoDelta(g *graph.Graph) uint32 {
	d := 10 * g.MeanWeight() / max(1, g.MeanDegree())
	return uint32(max(1, min(math.Round(d), 1<<24)))
}

const (
	softGroup = 32 // a software device runs invocations one after another: invocations of large workgroups only wait
	// Road networks with fewer nodes than softSmall have shorter rounds in a few larger workgroups, if
	// they fill one.
	softSmall, softSmallGroup = 1 << 13, 128
	// narrow divides AutoDelta for Frontier on graphs with hubs where work counts, since wide buckets
	// repeat it.
	narrow = 16

	// softRound is the number of nodes per round with which adaptive searches of a software device are fastest: with fewer,
	// rounds cost more than edges, and with more, edges are relaxed repeatedly.
	softRound = 64

	frontierWide = 15 // delta of Frontier and of Near-Far on a device, in long edges
	nearFarWide  = 60
)

// busyRound returns the number of nodes of a round that keep a device busy.
func busyRound(l compute.Limits) uint32 {
	switch {
	case l.IsSoftware:
		return softRound
	case l.Resident > 0:
		return uint32(l.Resident)
	}
	return 1 << 16
}

// hasHubs reports whether a graph has short paths through nodes with many edges, unlike a road
// network.
func hasHubs(g *graph.Graph) bool { return g.MeanDegree() >= 8 }

// longEdge returns the approximate 99th percentile of weights: the mean depends on how finely a
// map's roads are cut, and the greatest weight on a single road.
func longEdge(g *graph.Graph) float64 {
	const most = 1 << 16 // edges that are looked at
	var some []uint32
	for e := 0; e < g.Edges(); e += 1 + g.Edges()/most {
		if w := g.Weight[e]; w != graph.Closed {
			some = append(some, w)
		}
	}
	if len(some) == 0 {
		return 1
	}
	slices.Sort(some)
	return float64(some[len(some)*99/100])
}

// wide returns a number of long edges as a delta.
func wide(g *graph.Graph, edges float64) uint32 {
	return uint32(max(1, min(edges*longEdge(g), 1<<24)))
}

// Concurrent searches have a workgroup each.
const (
	maxMany   = 1 << 14 // of them
	manyGroup = 512     // invocations
)

// softNearFar returns the values of Near-Far on a software device, where rounds and work both cost
// time. On small graphs rounds cost more than their work, and buckets are wider. A path through
// hubs has few rounds anyway.
func softNearFar(g *graph.Graph, toAll bool) compute.Values {
	n, group := max(1, g.Nodes()), uint32(softGroup)
	wider := 3 * math.Sqrt(max(1, 1<<16/float64(n)))
	switch hubs := hasHubs(g); {
	case hubs && toAll:
		wider = max(2, 1<<13/float64(n))
	case hubs:
		wider = 0.5
	case softSmallGroup < n && n < softSmall:
		group = softSmallGroup
	}
	return compute.Values{Delta: uint32(max(1, min(wider*float64(AutoDelta(g)), 1<<24))), Workgroup: group}
}

// atOnce returns how many concurrent searches keep a device busy: with four times as many invocations as its
// processors hold, so that long searches overlap with the next ones, or as many as on an H200 if
// unknown. Small graphs on a software device have more searches, which then share the cost of a
// submission.
func atOnce(g *graph.Graph, l compute.Limits) int {
	const nodes, most = 1 << 18, 16 // of all searches together, and searches of a processor
	switch {
	case l.IsSoftware:
		p := max(2, l.Processors)
		return max(2*p, min(nodes/max(1, g.Nodes()), most*p))
	case l.Resident > 0:
		return max(1, 4*l.Resident/manyGroup)
	}
	return 2112
}

// autosMany returns the automatic values of concurrent searches: none waits for the latency of
// another, so work counts.
func autosMany(g *graph.Graph, l compute.Limits) compute.Values {
	v := compute.Values{Delta: AutoDelta(g), Rho: 32, Workgroup: manyGroup}
	if l.IsSoftware {
		v[Workgroup], v[Rho] = softGroup, 8
	}
	if hasHubs(g) {
		v[Delta] = max(1, v[Delta]/narrow)
	}
	return v
}

// autos returns the values that a search to one node or to all chooses by the graph.
func autos(a Algorithm, g *graph.Graph, l compute.Limits, toAll bool) compute.Values {
	v := compute.Values{Delta: AutoDelta(g)}
	switch a.(type) {
	case Frontier:
	case NearFar:
		if l.IsSoftware {
			return softNearFar(g, toAll)
		}
		v[Delta], v[Workgroup] = wide(g, nearFarWide), 256
		return v
	default:
		return v
	}
	switch root := math.Sqrt(float64(g.Nodes())) / 4; {
	case l.IsSoftware:
		if v[Workgroup], v[Rho] = softGroup, 8; hasHubs(g) {
			v[Delta] = max(1, v[Delta]/narrow)
		}
	case hasHubs(g): // wide buckets would hold nearly all nodes
		v[Rho], v[Together] = 1024, shaders.FrontierMostTogether
	case g.Nodes() >= 1<<19:
		v[Delta], v[Rho], v[Together] = wide(g, frontierWide), 256, shaders.FrontierMostTogether
	default: // a road network's frontier grows with the root of its nodes
		v[Delta], v[Together] = wide(g, frontierWide), uint32(max(2, min(64, root)))
	}
	return v
}
