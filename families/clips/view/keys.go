package view

import (
	"context"

	"kernelscope/compute/sorting"
	sorts "kernelscope/families/sorts/session"
)

// SortKeys asks to sort the draw keys of the current frame in the view of sorts.
type SortKeys struct{}

func (SortKeys) Action() {}

// sortKeys passes the draw keys of the picture to the view of sorts.
func (v *View) sortKeys() error {
	k, err := v.DrawKeys(context.Background())
	if err == nil {
		_, err = v.Hand(sorts.SetKeys{Name: sorts.FrameKeys, Type: sorting.U32, Bits: k.Bits, Words: k.Keys})
	}
	return err
}
