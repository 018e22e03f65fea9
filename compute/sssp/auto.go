package sssp

import (
	"math"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/scene/graph"
)

// What searches choose. The figures are of sweeps over eight maps and graphs on an H200
// ('viewer bench auto', docs/measured.md), where rounds wait and repeated work is cheap. On
// software devices work counts, and the origin's delta is near the best.

// AutoDelta returns the width of buckets that the origin starts from: ten times
// the mean weight over the mean degree.
func AutoDelta(g *graph.Graph) uint32 {
	d := 10 * g.MeanWeight() / max(1, g.MeanDegree())
	return uint32(max(1, min(math.Round(d), 1<<24)))
}

const (
	hubDegree    = 8  // mean degree from which a graph has no long ways
	frontierWide = 15 // delta of Frontier and of Near-Far on a device, in long edges
	nearFarWide  = 60
)

// longEdge returns the weight that one edge in a hundred exceeds, about: the mean depends on
// how finely a map's roads are cut, and the greatest weight on a single road.
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

// autos are the values that a search chooses by the graph.
func autos(a Algorithm, g *graph.Graph, l compute.Limits) compute.Values {
	v := compute.Values{Delta: AutoDelta(g)}
	switch a.(type) {
	case Frontier:
	case NearFar:
		if !l.IsSoftware {
			v[Delta], v[Workgroup] = wide(g, nearFarWide), 256
		}
		return v
	default:
		return v
	}
	switch root := math.Sqrt(float64(g.Nodes())) / 4; {
	case l.IsSoftware: // it runs invocations one after the other: large workgroups only wait
		v[Workgroup], v[Rho] = 64, 16
	case g.MeanDegree() >= hubDegree: // wide buckets would hold nearly all nodes
		v[Rho], v[Together] = 1024, ref.MostTogether
	case g.Nodes() >= 1<<19:
		v[Delta], v[Rho], v[Together] = wide(g, frontierWide), 256, ref.MostTogether
	default: // a road network's frontier grows with the root of its nodes
		v[Delta], v[Together] = wide(g, frontierWide), uint32(max(2, min(64, root)))
	}
	return v
}
