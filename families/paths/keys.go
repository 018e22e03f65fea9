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

// ShowTrees asks for prepared trees of the map, from the same source to the same target.
type ShowTrees struct{}

// hand hands the map with its ends and roads to the view of prepared trees, which makes their order
// while others go on.
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

// writeKeys writes them to a file, as 'run sort --input' and 'sort --input' read it.
func (v *View) writeKeys(ctx context.Context, path string) error {
	k, err := v.Roads.DrawKeys(ctx)
	if err != nil {
		return err
	}
	return output.File(path, func(w io.Writer) error { return keygen.Write(ctx, w, k.Keys) })
}
