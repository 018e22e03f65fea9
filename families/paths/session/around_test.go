package session

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/watch"
)

// Around has what any of the searches settles, and hardly more.
func TestAround(t *testing.T) {
	s := open(t)
	n := do(t, s, SetEnds{Source: &s.m.Graph.At[150]}, SetRank{Rank: 6})
	g, truth := s.m.Graph, oracle.Dijkstra(s.m.Graph, 150, graph.NoNode).Dist
	check := func(what string, within uint32) {
		t.Helper()
		want := geom.EmptyBox()
		for v, d := range truth {
			if d <= within {
				want = want.Extend(g.At[v])
			}
		}
		for range 2 { // the second time it knows the answer
			got := s.Around()
			if margin := want.Grown(max(want.Width(), want.Height()) / 16); !got.Contains(margin) || !margin.Grown(12000).Contains(got) {
				t.Errorf("%s: %v is around %v", what, got, want)
			}
		}
	}
	d := truth[n.Query.Target]
	check("to the target", d)
	do(t, s, watch.Set{Values: compute.Values{sssp.Delta: 70}})
	check("with another delta", d)
	do(t, s, watch.Set{Values: compute.Values{sssp.Finish: 2}})
	check("with its bucket", d/70*70+69)
	do(t, s, watch.SetCompare{On: true}, watch.Set{Lane: 1, Values: compute.Values{sssp.Delta: 150, sssp.Finish: 2}})
	check("with the wider bucket of two", max(d/70*70+69, d/150*150+149))
	do(t, s, SetTargetAll{All: true})
	check("to all", graph.Unreached-1)
}
