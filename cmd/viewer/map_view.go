package main

import (
	"time"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/session"
	"kernelscope/render"
	"kernelscope/ui"
)

// mapView shows a map and its searches.
type mapView struct{ *stage }

func (s mapView) frame(in ui.Input) []any {
	n := s.session.Snapshot()
	state := ui.State{Snapshot: n, Camera: s.camera, Loading: s.loading, Problem: s.problem, FPS: s.fps, Steady: s.steady}
	if s.roads != nil {
		state.Painter = s.roads.PainterFor(s.camera, s.look(n))
		state.DrawOrder = s.drawOrder()
	}
	return s.ui.Frame(state, in)
}

func (s mapView) apply(action any) (taken bool, err error) {
	switch a := action.(type) {
	case session.Action:
		return true, s.session.Apply(a)
	case ui.MoveCamera:
		s.camera = a.Camera
	case ui.FitMap:
		s.fit()
	default:
		return false, nil
	}
	return true, nil
}

// look is how the snapshot wants to be shown.
func (s *stage) look(n *session.Snapshot) render.Look {
	return render.Look{
		ByDistance: n.View.ByDistance, Reach: n.Reach, Ratio: s.ratio, Painter: n.View.Painter, Order: n.View.Order, Moment: n.Moment, Full: s.full,
	}
}

func (s mapView) calls(cmd *gpu.Commands) []draw.Call {
	if s.roads == nil {
		return nil
	}
	n := s.session.Snapshot()
	if n.Result != s.shownPath {
		s.shownPath = n.Result
		s.roads.SetPath(nil)
		if n.Result != nil {
			s.roads.SetPath(n.Result.Path)
		}
	}
	s.mark(n)
	look := s.look(n)
	for _, l := range s.session.Layers(cmd) {
		switch l.Kind {
		case compute.NodeStates:
			look.States = l.Buffer
		case compute.NodeList:
			look.Dots = append(look.Dots, render.Dots{List: l.Buffer, Count: l.Count, First: l.First, Stride: l.Stride, Tint: render.Dark.States[l.State]})
		}
	}
	return s.roads.Frame(cmd, s.camera, look)
}

func (s mapView) Advance(dt, budget time.Duration) error { return s.session.Advance(dt, budget) }

func (s mapView) Waiting() bool {
	n := s.session.Snapshot()
	return n.Playing || n.Experiment != nil && n.Experiment.Running || n.Result != nil && !n.Result.Checked
}
