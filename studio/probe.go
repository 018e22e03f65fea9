package studio

import (
	"context"

	"kernelscope/compute"
	"kernelscope/ui"
)

// Layered is a view whose buffers can be looked at between two steps.
type Layered interface {
	// Layers updates the layers of a lane and returns them; nil where there is no such lane.
	Layers(lane int) []compute.Layer
}

// probe reads what the view that is shown computes.
func (s *Stage) probe() (p ui.Probe) {
	p.Steady = s.Steady
	if v, ok := s.Shown().(Profiled); ok {
		p.Dispatches = v.Dispatches
	}
	if v, ok := s.Shown().(Layered); ok {
		p.Layers = v.Layers
		p.Read = func(lane int, l compute.Layer, first int, to []uint32) error {
			return s.Side(lane).Read(context.Background(), l.Buffer, l.First+first, to)
		}
	}
	return p
}
