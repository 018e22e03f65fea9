package ref

import "kernelscope/compute"

// ClipLookback holds the buffers of clip_lookback.
type ClipLookback[B any] struct {
	ClipWalks[B]
	Traced compute.Constant // 1: write events to Trace
	Window compute.Constant // partitions that a workgroup reads together

	Trace B // words from ClipTraceHappened on, then events

	Patience uint32 // number of failed looks before a fallback
	Groups   uint32 // workgroups of all dispatches of a run
}

// MirrorClipLookback mirrors clip_lookback.
func MirrorClipLookback(g compute.Grid, a ClipLookback[[]uint32]) {
	MirrorClipLookbackBoxes(g, ClipLookbackBoxes[[]uint32]{ClipWalks: a.ClipWalks, Traced: a.Traced, Trace: a.Trace, Groups: a.Groups})
}

// AgreeOnLookback compares the results of clip_lookback with its mirror, except for the lengths of
// walks, which depend on timing. It checks that the trace is valid for some order of events.
func AgreeOnLookback(_, device, mirror ClipLookback[[]uint32]) error {
	return agreeOnWalks(device.ClipWalks, mirror.ClipWalks, device.Trace)
}
