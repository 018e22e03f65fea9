package session_test

import (
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/families/paths/session"
	"kernelscope/families/paths/session/roadtest"
	"kernelscope/scene/geom"
	"kernelscope/watch"
	"kernelscope/watch/watchtest"
)

func TestFailingActionChangesNothing(t *testing.T) {
	m := ssspgen.Grid(1, 8, 8, 40)
	m.Box = geom.Bounds(m.Graph.At)
	at := func(node int) *geom.Point { return &m.Graph.At[node] }
	far := geom.Point{X: 1 << 29, Y: 1 << 29}
	roads, wrongRoads := roadtest.Actions(m)
	watchtest.Actions{
		Open: func(t *testing.T, be compute.Backend) (watchtest.Watched, func() any) {
			s := session.New(be, sssp.Algorithms(), session.Options{Wait: true})
			if err := s.Open(m); err != nil {
				t.Fatal(err)
			}
			return s, func() any { return s.Snapshot() }
		},
		All: slices.Concat(roads, []watch.Action{
			session.SetView{View: session.View{ByDistance: true}}, session.Inspect{At: at(20), Within: 1000}, session.SeekNode{At: *at(30)}, session.SetEnds{Source: at(2), Target: at(50)},
			session.SetEnds{Source: at(4), Drag: true}, session.SetTargetAll{All: true}, session.RandomEnds{}, session.SetRank{Rank: 16}, session.SetTrace{}, session.SetTrace{On: true},
			session.RunExperiment{Kind: experiment.Sweep, Algorithms: []string{"nearfar"}, Axes: []string{sssp.Delta}, Queries: 1, Repetitions: 1}, session.ShowRows{N: 1}, session.CancelExperiment{},
			session.ApplySetting{Setting: experiment.Setting{Algorithm: "dial", Values: compute.Values{}}}, session.UseTuned{}, session.ShowChart{Back: 1},
			watch.Set{Algorithm: "nearfar-append"}, watch.Set{Lane: 1, Algorithm: "frontier"}, watch.Set{Lane: 1, Algorithm: "dijkstra"}, watch.Set{Algorithm: "nearfar"}, watch.Set{Values: compute.Values{sssp.Delta: 77}},
		}),
		Wrong: slices.Concat(wrongRoads, []watch.Action{
			session.SetEnds{Source: &far, Within: 5}, session.SetRank{Rank: 1 << 20}, session.Inspect{Lane: 7, At: at(1)}, session.SeekNode{Lane: 7}, watch.Set{Values: compute.Values{sssp.Delta: 1 << 30}},
			session.ApplySetting{Setting: experiment.Setting{Algorithm: "nonsense"}},
		}),
	}.FailingChangesNothing(t)
}
