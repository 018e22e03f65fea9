package main

import (
	"time"

	"kernelscope/render"
	"kernelscope/ui"
)

// frameTimes are those of a stage's frames on the device, all together.
type frameTimes struct {
	drawn         int
	gpu, painting time.Duration // of whole frames, and of their passes

	since struct { // when the panel's numbers were renewed last
		drawn         int
		gpu, ordering time.Duration
	}
	shown ui.DrawOrder
}

// ordering is what making and sorting keys has taken.
func ordering(k render.Keys) time.Duration { return k.Cull + k.Sort + k.Layout }

// drawOrder says how quads are put in order, with times of a frame on average over
// the last ones.
func (s *stage) drawOrder() ui.DrawOrder {
	const over = 30 // frames
	f, keys := &s.frames, s.roads.Keys()
	f.shown.Keys = keys
	if n := f.drawn - f.since.drawn; n >= over && !s.steady {
		f.shown.Took, f.shown.Frame = (ordering(keys)-f.since.ordering)/time.Duration(n), (f.gpu-f.since.gpu)/time.Duration(n)
		f.since.drawn, f.since.gpu, f.since.ordering = f.drawn, f.gpu, ordering(keys)
	}
	return f.shown
}
