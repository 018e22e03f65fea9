package watch

import (
	"kernelscope/compute"
	"kernelscope/watch/timeline"
)

// Subject is an algorithm running on an input, on its timeline.
type Subject interface {
	timeline.Line
	// Layers updates the layers of the present state and returns them, for drawing and inspection.
	Layers(compute.Encoder) []compute.Layer
	// Event returns the event of the step that led to the present state. Events differ from run to
	// run if the subject's steps do.
	Event() compute.Event
}
