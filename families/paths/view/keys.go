package view

import (
	"context"
	"io"

	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	sorts "kernelscope/families/sorts/session"
	"kernelscope/internal/output"
)

// SortKeys asks to sort the draw keys of the current frame in the view of sorts.
type SortKeys struct{}

func (SortKeys) Action() {}

// hand passes the keys that order the quads of the frame to the view of sorts.
func (SortKeys) hand(v *View) error {
	k, err := v.Roads.DrawKeys(context.Background())
	if err == nil {
		_, err = v.Hand(sorts.SetKeys{Name: sorts.FrameKeys, Type: sorting.U32, Bits: k.Bits, Words: k.Keys})
	}
	return err
}

// WriteKeys writes the draw keys to a file that 'run sort --input' and 'sort --input' can read.
func (v *View) WriteKeys(ctx context.Context, path string) error {
	k, err := v.Roads.DrawKeys(ctx)
	if err != nil {
		return err
	}
	return output.File(path, func(w io.Writer) error { return keygen.Write(ctx, w, k.Keys) })
}
