package ref

import "kernelscope/compute"

// ClipLookback are the buffers of clip_lookback.
type ClipLookback[B any] struct {
	ClipWalks[B]
	Traced compute.Constant // 1: Trace gets events
	Window compute.Constant // partitions that a workgroup looks at together

	Trace B // as ClipTraceHappened says, then events

	Patience uint32 // how often to look in vain
	Groups   uint32 // of all dispatches of a run
}

// MirrorClipLookback mirrors clip_lookback.
func MirrorClipLookback(g compute.Grid, a ClipLookback[[]uint32]) {
	MirrorClipLookbackBoxes(g, ClipLookbackBoxes[[]uint32]{ClipWalks: a.ClipWalks, Traced: a.Traced, Trace: a.Trace, Groups: a.Groups})
}

// AgreeOnLookback compares what clip_lookback left with its mirror: all but the lengths
// of walks, which depend on who was done when. Of the trace it checks what must hold
// in any order.
func AgreeOnLookback(_, device, mirror ClipLookback[[]uint32]) error {
	return agreeOnWalks(device.ClipWalks, mirror.ClipWalks, device.Trace)
}
