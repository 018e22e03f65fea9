package render

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sorting"
)

// Both sorts, with any sizes, give identical pictures. Without a sort, each tile has only one fill.
func TestClipOrders(t *testing.T) {
	d := gputest.Open(t)
	s := randomScene(7, 60)
	c, err := NewClips(d, s, &Dark, clip.Tree{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	camera := PictureCamera(s, 1)
	look := ClipLook{Peel: -1, Hover: -1, Ratio: 1}
	paint := func() []byte {
		img, err := c.Picture(context.Background(), camera, look)
		if err != nil {
			t.Fatal(err)
		}
		return img.Pix
	}
	want := paint()
	for _, order := range []sorting.Order{
		{By: sorting.RadixOrder}, {By: sorting.BatcherOrder}, {By: sorting.BatcherOrder, Workgroup: 64, Items: 4}, {By: sorting.NoOrder},
		{By: sorting.RadixOrder, Workgroup: 64, Items: 4},
	} {
		look.Order = order
		got, sorted, state := paint(), order.By != sorting.NoOrder, c.State()
		if bytes.Equal(got, want) != sorted {
			t.Errorf("%+v: the picture is the same: %v", order, !sorted)
		}
		if state.Order != order.By || state.Number != state.Pairs || state.Number == 0 || (state.Passes > 0) != sorted || len(state.Sizes) != 2 && sorted {
			t.Errorf("%+v: %+v", order, state.Ordered)
		}
		for _, p := range state.Sizes {
			if given := map[string]uint32{sorting.OrderWorkgroup: order.Workgroup, sorting.OrderItems: order.Items}[p.Name]; given != 0 && p.Value != given || p.IsAuto != (given == 0) {
				t.Errorf("%+v: %s is %d", order, p.Name, p.Value)
			}
		}
	}
}

// The draw keys are those of all pairs, in the order of steps, and the next picture is correct.
func TestClipDrawKeys(t *testing.T) {
	d := gputest.Open(t)
	s := randomScene(7, 60)
	c, err := NewClips(d, s, &Dark, clip.Tree{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	camera, look := PictureCamera(s, 1), ClipLook{Peel: -1, Hover: -1, Ratio: 1}
	want, err := c.Picture(t.Context(), camera, look)
	if err != nil {
		t.Fatal(err)
	}
	k, err := c.DrawKeys(t.Context(), camera, look)
	if err != nil {
		t.Fatal(err)
	}
	if len(k.Keys) != c.State().Pairs || len(k.Values) != len(k.Keys) || !slices.IsSorted(k.Values) || slices.IsSorted(k.Keys) || int(slices.Max(k.Keys)) >= c.State().Tiles || k.Bits < 1 {
		t.Errorf("%d keys of %d bits in %d tiles, %d pairs", len(k.Keys), k.Bits, c.State().Tiles, c.State().Pairs)
	}
	if got, err := c.Picture(t.Context(), camera, look); err != nil || !bytes.Equal(got.Pix, want.Pix) {
		t.Errorf("after the keys were read the picture is another one, or %v", err)
	}
}

// emptied is a form that makes every box empty.
type emptied struct{ clip.Form }

func (f emptied) Prepare(be compute.Backend, capacity int, boxes bool, v compute.Values) (*clip.Clip, error) {
	c, err := f.Form.Prepare(be, capacity, boxes, v)
	if err == nil {
		c.Steps = append(c.Steps, clip.Step{Title: "nothing", Parts: compute.Whole(0, func(e compute.Encoder) { e.Fill(c.Resolved, 0, c.Resolved.Len(), 0) })})
	}
	return c, err
}

// The selected form resolves the painted boxes: all forms give the same picture, a wrong form gives
// none, and after a refused form the previous one stays.
func TestClipForms(t *testing.T) {
	d := gputest.Open(t)
	s := randomScene(8, 60)
	c, err := NewClips(d, s, &Dark, clip.Tree{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	paint := func() []byte {
		img, err := c.Picture(context.Background(), PictureCamera(s, 1), ClipLook{Peel: -1, Hover: -1, Ratio: 1})
		if err != nil {
			t.Fatal(err)
		}
		return img.Pix
	}
	want := paint()
	for _, f := range clip.Forms() {
		for _, v := range []compute.Values{nil, {clip.Workgroup: 64, clip.Items: 1}} {
			if err := c.Match(f, v); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(paint(), want) {
				t.Errorf("%s, %v: another picture", f.Name(), v)
			}
			if c.State().Made == 0 || c.State().Clip <= 0 {
				t.Errorf("%s: the clip step took %v in %d frames", f.Name(), c.State().Clip, c.State().Made)
			}
		}
	}
	if err := c.Match(clip.Tree{}, compute.Values{clip.Workgroup: 63}); err == nil || !bytes.Equal(paint(), want) {
		t.Errorf("a workgroup of 63: %v", err)
	}
	if err := c.Match(emptied{clip.Tree{}}, nil); err != nil {
		t.Fatal(err)
	}
	if got := paint(); !same(got) {
		t.Error("boxes are empty, and something is painted")
	}
}
