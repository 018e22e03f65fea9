package lens

import (
	"context"

	"kernelscope/cli"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
	"kernelscope/report/inside"
)

// Where lines are counted.
const (
	onInterpreter = "interpreter"
	onDevice      = "device"
)

// checkCounted returns an error for a place that cannot count.
func (f *insideFlags) checkCounted() error {
	switch {
	case f.counted != onInterpreter && f.counted != onDevice:
		return cli.Usage("--counted is %q; choose from %s, %s", f.counted, onInterpreter, onDevice)
	case f.counted == onDevice && (f.word != "" || len(f.compare) > 0):
		return cli.Usage("--counted device counts lines of one dispatch: leave out --word and --compare")
	case f.counted == onDevice && f.width != usualWidth:
		return cli.Usage("--counted device has subgroups of the device: leave out --width")
	}
	return nil
}

// counts are what a device has counted of a dispatch.
type counts struct {
	Width int // invocations of its subgroups
	inside.Device
	Lines []simt.LineCount
}

// findCounted finds a dispatch of a step, and counts it on the device.
func (h Host) findCounted(ctx context.Context, f *insideFlags, kernel string, view []string, tell func(share float64)) (*found, error) {
	d, err := h.OpenDeviceOf(onsimt.CountedCode)
	if err != nil {
		return nil, err
	}
	defer d.Release()
	f.width = d.Limits().Subgroup
	at, err := h.find(ctx, f.place(kernel, nil), view, tell)
	if err != nil {
		return nil, err
	}
	c, buffers := at.Inputs.Call()
	n, err := onsimt.Count(ctx, d, at.Inputs.Grid, c, buffers)
	if err != nil {
		return nil, err
	}
	at.Counts = &counts{f.width, inside.Device{Name: d.Info().Name, Plain: n.Plain, With: n.With}, n.Lines}
	return at, nil
}

// counted finds a dispatch of a step, and executes it on the interpreter and on the device.
func (h Host) counted(ctx context.Context, f *insideFlags, kernel string, view []string) (out insideOf, err error) {
	at, err := h.findCounted(ctx, f, kernel, view, nil)
	if err != nil {
		return out, err
	}
	return at.execute(ctx, how{width: f.width, all: true, precision: f.precision, counted: true}, nil)
}
