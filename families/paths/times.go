package paths

import (
	"time"

	"kernelscope/render"
	"kernelscope/studio"
	"kernelscope/ui"
)

// times are those of frames that the panel shows.
type times struct {
	since    studio.FrameTimes // when they were renewed last
	ordering time.Duration     // by then
	shown    ui.DrawOrder
}

// ordering is what making and sorting keys has taken.
func ordering(k render.Keys) time.Duration { return k.Cull + k.Sort + k.Layout }

// drawOrder says how quads are put in order, with times of a frame on average over
// the last ones.
func (v *View) drawOrder() ui.DrawOrder {
	const over = 30 // frames
	t, now, keys := &v.times, v.Times, v.Roads.Keys()
	t.shown.Keys = keys
	if n := now.Drawn - t.since.Drawn; n >= over && !v.Steady {
		t.shown.Took, t.shown.Frame = (ordering(keys)-t.ordering)/time.Duration(n), (now.GPU-t.since.GPU)/time.Duration(n)
		t.since, t.ordering = now, ordering(keys)
	}
	return t.shown
}
