package view

import (
	"time"

	"kernelscope/render"
)

// inOrder returns the time of making and sorting keys.
func inOrder(k render.Keys) time.Duration { return k.Cull + k.Sort + k.Layout }

// order describes how quads are ordered, with the mean times of the latest frames.
func (v *View) order() order {
	const over = 30 // frames
	t, now, keys := &v.times, v.Times, v.Roads.Keys()
	t.shown.Keys = keys
	if n := now.Drawn - t.since.Drawn; n >= over && !v.Steady {
		t.shown.Took, t.shown.Frame = (inOrder(keys)-t.ordering)/time.Duration(n), (now.GPU-t.since.GPU)/time.Duration(n)
		t.since, t.ordering = now, inOrder(keys)
	}
	return t.shown
}
