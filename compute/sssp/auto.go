package sssp

import (
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/scene/graph"
)

// Automatic values. The figures are from sweeps over maps and graphs ('viewer bench auto',
// docs/measured.md): on an H200, where rounds wait and repeated work is cheap, and on a
// software device, where work counts.

// AutoDelta returns the bucket width of the original algorithm: ten times the mean weight
// divided by the mean degree.
func AutoDelta(g *graph.Graph) uint32 {
	d := 10 * g.MeanWeight() / max(1, g.MeanDegree())
	return uint32(max(1, min(math.Round(d), 1<<24)))
}

const (
	softGroup = 32 // a software device runs invocations one after another: those of large workgroups only wait
	hubDegree = 8  // mean degree from which a graph has no long paths
	// Divisor of AutoDelta for such a graph on a software device, for Frontier and Near-Far: wide
	// buckets repeat work.
	softFrontier, softNearFar = 16, 2

	frontierWide = 15 // delta of Frontier and of Near-Far on a device, in long edges
	nearFarWide  = 60
)

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
	mostMany  = 1 << 14 // of them
	manyGroup = 512     // invocations
)

// softWide returns delta of Near-Far on a software device, where rounds and work both cost
// time: three times AutoDelta, and more on graphs that do not fill its rounds.
func softWide(g *graph.Graph) uint32 {
	if g.MeanDegree() >= hubDegree {
		return max(1, AutoDelta(g)/softNearFar)
	}
	const full = 1 << 13 // nodes
	f := 3 * math.Sqrt(max(1, full/float64(max(1, g.Nodes()))))
	return uint32(min(f*float64(AutoDelta(g)), 1<<24))
}

// atOnce returns how many concurrent searches keep a device busy: twice as many as its
// processors hold, so that long searches overlap with the next ones, or those of an H200 if
// unknown.
func atOnce(l compute.Limits) int {
	switch {
	case l.IsSoftware:
		return 2 * max(2, l.Processors)
	case l.Resident > 0:
		return max(1, 2*l.Resident/manyGroup)
	}
	return 1056
}

// autosMany returns the automatic values of concurrent searches: none waits for the latency of
// another, so work counts.
func autosMany(g *graph.Graph, l compute.Limits) compute.Values {
	v := compute.Values{Delta: AutoDelta(g), Rho: 32, Workgroup: manyGroup}
	if l.IsSoftware {
		if v[Workgroup], v[Rho] = softGroup, 8; g.MeanDegree() >= hubDegree {
			v[Delta] = max(1, v[Delta]/softFrontier)
		}
	}
	return v
}

// autos returns the values that a search chooses by the graph.
func autos(a Algorithm, g *graph.Graph, l compute.Limits) compute.Values {
	v := compute.Values{Delta: AutoDelta(g)}
	switch a.(type) {
	case Frontier:
	case NearFar:
		if v[Delta], v[Workgroup] = wide(g, nearFarWide), 256; l.IsSoftware {
			v[Delta], v[Workgroup] = softWide(g), softGroup
		}
		return v
	default:
		return v
	}
	switch root := math.Sqrt(float64(g.Nodes())) / 4; {
	case l.IsSoftware:
		if v[Workgroup], v[Rho] = softGroup, 8; g.MeanDegree() >= hubDegree {
			v[Delta] = max(1, v[Delta]/softFrontier)
		}
	case g.MeanDegree() >= hubDegree: // wide buckets would hold nearly all nodes
		v[Rho], v[Together] = 1024, ref.MostTogether
	case g.Nodes() >= 1<<19:
		v[Delta], v[Rho], v[Together] = wide(g, frontierWide), 256, ref.MostTogether
	default: // a road network's frontier grows with the root of its nodes
		v[Delta], v[Together] = wide(g, frontierWide), uint32(max(2, min(64, root)))
	}
	return v
}
