package session_test

import (
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/families/paths/session"
	"kernelscope/families/paths/session/roadtest"
	trees "kernelscope/families/trees/session"
	"kernelscope/scene/geom"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
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
			s := trees.New(be, prepared.Cache{}, true)
			if err := s.Open(m); err != nil {
				t.Fatal(err)
			}
			return s, func() any { return s.Snapshot() }
		},
		All: slices.Concat(roads, []watch.Action{
			watch.Set{Algorithm: trees.OnDevice.Name()}, timeline.End{}, trees.SetSource{At: *at(3)}, trees.SetTarget{At: at(50)}, trees.PointAt{At: at(40)}, trees.SetView{View: trees.View{Colour: trees.Smooth, Follow: true, Front: true}},
			trees.PointAt{At: at(41)}, trees.SetLevel{Depth: 1}, trees.SetBand{Width: 90}, trees.SetView{View: trees.View{Colour: trees.Loss}}, trees.SetWithin{Limit: 200}, trees.CancelOrder{},
			trees.TogglePlace{At: *at(9)}, trees.SetView{View: trees.View{Colour: trees.Nearest}}, trees.SetPlaces{List: []trees.Destination{{Node: 5, Name: "five"}, {Node: 60}}}, trees.TogglePlace{At: *at(5)}, trees.SetView{View: trees.View{Colour: trees.Bands}},
		}, roads, []watch.Action{timeline.Seek{Step: 4}, trees.SetSource{At: *at(8)}, session.CloseRoad{Lines: []uint32{11}}, watch.Set{Values: compute.Values{prepared.Subtree: 20}}}),
		Wrong: slices.Concat(wrongRoads, []watch.Action{trees.SetSource{At: far, Within: 5}, trees.SetTarget{At: &far, Within: 5}, trees.TogglePlace{At: far, Within: 5}, watch.Set{Values: compute.Values{prepared.Subtree: 1 << 20}}}),
	}.FailingChangesNothing(t)
}
