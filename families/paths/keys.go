package paths

import (
	"context"
	"io"

	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/output"
	"kernelscope/session/sorts"
)

// handing asks for something of the map to be shown in the view of another family.
type handing interface{ hand(v *View) error }

// SortKeys asks for the draw keys of the present frame to be sorted where sorts are watched.
type SortKeys struct{}

// hand hands the keys by which the frame orders its quads to the view of sorts.
func (SortKeys) hand(v *View) error {
	k, err := v.Roads.DrawKeys(context.Background())
	if err == nil {
		_, err = v.Hand(sorts.SetKeys{Name: sorts.FrameKeys, Type: sorting.U32, Bits: k.Bits, Words: k.Keys})
	}
	return err
}

// writeKeys writes them to a file, as 'run sort --input' and 'sort --input' read it.
func (v *View) writeKeys(ctx context.Context, path string) error {
	k, err := v.Roads.DrawKeys(ctx)
	if err != nil {
		return err
	}
	return output.File(path, func(w io.Writer) error { return keygen.Write(ctx, w, k.Keys) })
}
