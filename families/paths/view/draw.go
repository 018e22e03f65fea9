package view

import (
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/session"
	"kernelscope/render"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// Look returns how the first search of the session is drawn.
func (v *View) Look() render.Look {
	n := v.Session.Snapshot()
	return v.look(n, 0, v.View.Look(v.panel.onMap(n, v.Camera), 0))
}

// look completes how a search of a snapshot is drawn.
func (v *View) look(n *session.Snapshot, lane int, l render.Look) render.Look {
	l.ByDistance, l.Reach, l.Painter, l.Order, l.Moment, l.Full = n.View.ByDistance, n.Reach, n.View.Painter, n.View.Order, n.Lanes()[lane].Moment, v.Full
	if n.Other != nil {
		l.Reach = max(l.Reach, n.Other.Reach) // a colour means the same distance in both halves
	}
	return l
}

// Calls returns the draw calls of the map.
func (v *View) Calls(cmd *gpu.Commands) ([]draw.Call, error) {
	n := v.Session.Snapshot()
	return v.Runs(func(lane int, roads *render.Map, c render.Camera, look render.Look) ([]draw.Call, error) {
		return v.half(cmd, n, lane, roads, c, v.look(n, lane, look))
	})
}

// half draws a search.
func (v *View) half(cmd *gpu.Commands, n *session.Snapshot, lane int, roads *render.Map, c render.Camera, look render.Look) ([]draw.Call, error) {
	if v.holds(n) {
		look.Held, look.Moment = true, v.held.moments[lane]
		return roads.Frame(cmd, c, look), nil
	}
	result := n.Lanes()[lane].Result
	v.SetPath(lane, result, func() []geom.Point {
		if result == nil {
			return nil
		}
		return result.Path
	})
	v.Mark(lane, n.Roads)
	for _, l := range v.Session.Layers(v.Encoder(cmd, lane), lane) {
		b, err := v.Drawn(l.Buffer, lane)
		if err != nil {
			return nil, err
		}
		switch l.Kind {
		case sssp.NodeStates:
			look.States = b
		case sssp.NearQueue:
			look.Dots = append(look.Dots, render.Dots{List: b, Count: l.Count, First: l.First, Stride: l.Stride, Tint: v.UI.Theme.States[graph.StateNear], Size: 1.4, Halo: true})
		}
	}
	return roads.Frame(cmd, c, look), nil
}
