package clips

import (
	"context"

	"kernelscope/compute/sorting"
	"kernelscope/session/sorts"
)

// SortKeys asks for the draw keys of the present frame to be sorted where sorts are watched.
type SortKeys struct{}

// sortKeys passes the keys of the picture, tiles of pairs, to the view of sorts.
func (v *View) sortKeys() error {
	k, err := v.DrawKeys(context.Background())
	if err == nil {
		_, err = v.Hand(sorts.SetKeys{Name: sorts.FrameKeys, Type: sorting.U32, Bits: k.Bits, Words: k.Keys})
	}
	return err
}
