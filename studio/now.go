package studio

import (
	"context"
	"slices"

	"kernelscope/compute"
	"kernelscope/render"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Now describes the present moment of a view. Captions, storyboards and the hashes of
// recordings read it.
type Now struct {
	Time timeline.State
	Runs []Run // one, or two that are compared; none where nothing is shown
}

// Done reports whether all runs have ended.
func (n Now) Done() bool { return !slices.ContainsFunc(n.Runs, func(r Run) bool { return !r.Done }) }

// Run describes a running algorithm.
type Run struct {
	Title   string // of the algorithm
	Params  []compute.ParamState
	Event   compute.Event // of the last step
	Done    bool          // the present state is the end
	Verdict watch.Verdict
}

// Eye is a view of a map, with a camera. The view takes ui.MoveCamera and ui.Fit as actions.
type Eye interface {
	View
	// Eye returns it.
	Eye() render.Camera
}

// Finisher is a view that paints a new picture in parts, frame by frame.
type Finisher interface {
	View
	Finish(ctx context.Context) error // paints all there is to paint
}
