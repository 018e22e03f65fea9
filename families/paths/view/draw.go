package view

import (
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/session"
	"kernelscope/families/roads"
	"kernelscope/render"
	"kernelscope/scene/graph"
	"kernelscope/ui"
)

// Look returns how the first search of the session is drawn.
func (v *View) Look() render.Look { return v.look(v.Session.Snapshot(), 0) }

// look returns how a search of a snapshot is drawn.
func (v *View) look(n *session.Snapshot, lane int) render.Look {
	l := render.Look{
		ByDistance: n.View.ByDistance, Reach: n.Reach, Ratio: v.Ratio, Painter: n.View.Painter, Order: n.View.Order, Moment: n.Lanes()[lane].Moment, Full: v.Full, Labels: n.View.Labels,
		Covered: v.covered(n, lane), Moving: !v.Steady && render.Moving(v.moved), Live: !v.Steady,
	}
	if n.Other != nil {
		l.Reach = max(l.Reach, n.Other.Reach) // a colour means the same distance in both halves
		l.Part = v.panel.halves(n, v.Width, v.Height)[lane].Area
	}
	return l
}

// covered returns the places without labels: the search field and both markers.
func (v *View) covered(n *session.Snapshot, lane int) render.Covered {
	c := v.panel.halves(n, v.Width, v.Height)[lane].Over(v.Camera)
	all := render.Covered{v.panel.findField(n, v.Width), v.UI.MarkerBox(c, n.Source.At)}
	if !n.All {
		all[2] = v.UI.MarkerBox(c, n.Target.At)
	}
	return all
}

// Calls returns the draw calls of the map.
func (v *View) Calls(cmd *gpu.Commands) (calls []draw.Call, err error) {
	if v.Roads == nil {
		return nil, nil
	}
	n := v.Session.Snapshot()
	if v.twin == nil {
		v.shownPath[1], v.marked[1] = nil, roads.Marked{} // a new twin has no path and no marks
	}
	if v.twin, err = v.Roads.Compared(v.twin, n.Other != nil); err != nil {
		return nil, err
	}
	v.Camera.Width, v.Camera.Height = v.Width, v.Height
	return ui.EachHalf(v.panel.halves(n, v.Width, v.Height), v.Camera, func(lane int, c render.Camera) ([]draw.Call, error) {
		return v.half(cmd, n, lane, c)
	})
}

// half draws a search.
func (v *View) half(cmd *gpu.Commands, n *session.Snapshot, lane int, c render.Camera) ([]draw.Call, error) {
	picture, of := []*render.Map{v.Roads, v.twin}[lane], n.Lanes()[lane]
	if of.Result != v.shownPath[lane] {
		v.shownPath[lane] = of.Result
		picture.SetPath(nil)
		if of.Result != nil {
			picture.SetPath(of.Result.Path)
		}
	}
	v.marked[lane].Mark(picture, n.Roads, v.UI.Theme)
	look := v.look(n, lane)
	for _, l := range v.Session.Layers(v.Encoder(cmd, lane), lane) {
		b, err := v.Drawn(l.Buffer, lane)
		if err != nil {
			return nil, err
		}
		switch l.Kind {
		case sssp.NodeStates:
			look.States = b
		case sssp.NearQueue:
			look.Dots = append(look.Dots, render.Dots{List: b, Count: l.Count, First: l.First, Stride: l.Stride, Tint: v.UI.Theme.States[graph.StateNear]})
		}
	}
	return picture.Frame(cmd, c, look), nil
}
