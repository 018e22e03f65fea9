package paths

import (
	"context"
	"io"

	"kernelscope/compute/sorting"
	"kernelscope/compute/sorting/keygen"
	"kernelscope/families/roads"
	"kernelscope/output"
	"kernelscope/session/sorts"
)

// handing is an action that shows something of the map in the view of another family.
type handing interface{ hand(v *View) error }

// SortKeys asks to sort the draw keys of the current frame in the view of sorts.
type SortKeys struct{}

// hand passes the keys that order the quads of the frame to the view of sorts.
func (SortKeys) hand(v *View) error {
	k, err := v.Roads.DrawKeys(context.Background())
	if err == nil {
		_, err = v.Hand(sorts.SetKeys{Name: sorts.FrameKeys, Type: sorting.U32, Bits: k.Bits, Words: k.Keys})
	}
	return err
}

// ShowTrees asks for prepared trees of the map, from the same source to the same target.
type ShowTrees struct{}

// hand passes the map with its ends and changed roads to the view of prepared trees, which computes
// its order in the background.
func (ShowTrees) hand(v *View) error {
	n := v.Session.Snapshot()
	way := roads.Way{Map: n.Original, Source: n.Source.At, Changes: n.Changes}
	if !v.fitted.Holds(v.Camera) {
		camera := v.Camera
		way.Camera = &camera
	}
	if !n.All {
		way.Target = &n.Target.At
	}
	_, err := v.Hand(way)
	return err
}

// writeKeys writes the draw keys to a file that 'run sort --input' and 'sort --input' can read.
func (v *View) writeKeys(ctx context.Context, path string) error {
	k, err := v.Roads.DrawKeys(ctx)
	if err != nil {
		return err
	}
	return output.File(path, func(w io.Writer) error { return keygen.Write(ctx, w, k.Keys) })
}
