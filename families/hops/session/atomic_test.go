package session_test

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/sssp/ssspgen"
	hops "kernelscope/families/hops/session"
	"kernelscope/scene/geom"
	"kernelscope/watch"
	"kernelscope/watch/watchtest"
)

func TestFailingActionChangesNothing(t *testing.T) {
	m := ssspgen.Grid(1, 8, 8, 40)
	m.Box = geom.Bounds(m.Graph.At)
	at := func(node int) *geom.Point { return &m.Graph.At[node] }
	far := geom.Point{X: 1 << 29, Y: 1 << 29}
	watchtest.Actions{
		Open: func(t *testing.T, be compute.Backend) (watchtest.Watched, func() any) {
			s := hops.New(be, true)
			if err := s.Open(m); err != nil {
				t.Fatal(err)
			}
			return s, func() any { return s.Snapshot() }
		},
		All: []watch.Action{
			hops.SetInput{Input: hops.Input{N: 5, Seed: 3}}, hops.SetPairs{Name: "some", Pairs: []bfs.Pair{{Source: 3, Target: 60}, {Source: 1, Target: 9}}}, hops.SetEnds{Source: at(5), Target: at(60)},
			hops.Follow{Pair: 1}, hops.SetView{View: hops.View{Colour: hops.BySearches}}, watch.Set{Algorithm: bfs.Coalesced.Name()}, watch.Set{Lane: 1, Algorithm: bfs.Paired.Name()},
		},
		Wrong: []watch.Action{hops.SetInput{}, hops.SetEnds{Source: &far, Within: 5}, hops.Follow{Pair: 1 << 20}, watch.Set{Values: compute.Values{"nonsense": 1}}},
	}.FailingChangesNothing(t)
}
