package paths

import (
	"time"

	"kernelscope/render"
	"kernelscope/studio"
)

// times are those of frames that the panel shows.
type times struct {
	since    studio.FrameTimes // when they were renewed last
	ordering time.Duration     // by then
	shown    order
}

// inOrder returns how long making and sorting keys has taken.
func inOrder(k render.Keys) time.Duration { return k.Cull + k.Sort + k.Layout }

// order says how quads are put in order, with times of a frame on average over
// the last ones.
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
