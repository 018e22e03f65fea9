package clip

import "kernelscope/compute"

// Lookback holds the buffers of clip_lookback.
type Lookback[B any] struct {
	Walks[B]
	Traced compute.Constant // 1: write events to Trace
	Window compute.Constant // partitions that a workgroup reads together

	Trace B // words from ClipTraceHappened on, then events
	Far   B // partitions that a walk notes beyond its shared memory, two words for each element; free after a run

	Patience uint32 // number of failed looks before a fallback
	Groups   uint32 // workgroups of all dispatches of a run
}

// MirrorLookback mirrors clip_lookback.
func MirrorLookback(g compute.Grid, a Lookback[[]uint32]) {
	MirrorLookbackBoxes(g, LookbackBoxes[[]uint32]{Walks: a.Walks, Traced: a.Traced, Trace: a.Trace, Groups: a.Groups})
}

// AgreeOnLookback compares the results of clip_lookback with its mirror, except for the lengths of
// walks, which depend on timing. It checks that the trace is valid for some order of events.
func AgreeOnLookback(_, device, mirror Lookback[[]uint32]) error {
	return agreeOnWalks(device.Walks, mirror.Walks, device.Trace)
}
