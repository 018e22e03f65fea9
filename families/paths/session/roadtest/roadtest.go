// Package roadtest has the actions that change roads, for tests of sessions that execute them.
package roadtest

import (
	"kernelscope/families/paths/session"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/watch"
)

// Actions returns an action of each kind on the roads of a map of some dozens of nodes, and actions that fail.
func Actions(m *scene.Map) (all, wrong []watch.Action) {
	at := func(node int) *geom.Point { return &m.Graph.At[node] }
	return []watch.Action{
			session.PointAtRoad{At: at(5), Within: 1000}, session.PickRoad{At: *at(7), Within: 1000}, session.SetWholeRoads{Whole: false}, session.DropRoad{},
			session.SetRoadSpeed{Lines: []uint32{3}, KMH: 7}, session.ScaleRoad{Lines: []uint32{1, 2, 3, 4, 5, 6, 7}, Factor: 3}, session.CloseRoad{Lines: []uint32{9}},
			session.UndoRoad{}, session.ResetRoads{},
		}, []watch.Action{
			session.CloseRoad{Lines: []uint32{1 << 30}}, session.ScaleRoad{Lines: []uint32{1 << 30}},
		}
}
