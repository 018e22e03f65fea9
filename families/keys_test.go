package families_test

import (
	"slices"
	"testing"

	"kernelscope/assets"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/sorting"
	clips "kernelscope/families/clips/view"
	"kernelscope/families/paths/session"
	paths "kernelscope/families/paths/view"
	sorts "kernelscope/families/sorts/session"
	sortsview "kernelscope/families/sorts/view"
	"kernelscope/open"
	"kernelscope/watch/timeline"
)

// The draw keys of a frame of roads can be sorted in the view of sorts. Without quads there is a
// message, and the view does not change.
func TestFrameKeys(t *testing.T) {
	s := openStage(t)
	target, err := draw.NewCanvas(s.GPU, s.Width, s.Height)
	if err != nil {
		t.Fatal(err)
	}
	defer target.Release()
	show := func() {
		cmd, err := s.Draw(&target.Target, 0)
		if err != nil {
			t.Fatal(err)
		}
		s.GPU.Finish(cmd)
	}
	if err := s.Open(inputs(t)["Map"]); err != nil {
		t.Fatal(err)
	}
	roads := s.Shown()
	interact(t, s, timeline.Seek{Step: 5}) // roads of several states
	interact(t, s, session.SetView{View: session.View{Painter: "splat"}})
	show()
	if m := interact(t, s, paths.SortKeys{}); m == "" || s.Shown() != roads {
		t.Errorf("a frame without keys: %q", m)
	}
	opened := s.Opened
	for _, order := range []string{"radix", "batcher", "none"} {
		if _, err := s.Show("Map"); err != nil {
			t.Fatal(err)
		}
		interact(t, s, session.SetView{View: session.View{Painter: "quads", Order: sorting.Order{By: order}}})
		show()
		k, err := roads.(*paths.View).Roads.DrawKeys(t.Context())
		want, bits := k.Keys, k.Bits
		if err != nil || len(want) == 0 || slices.IsSorted(want) || slices.Max(want)>>bits != 0 {
			t.Fatalf("%s: %d keys of %d bits: %v", order, len(want), bits, err)
		}
		if m := interact(t, s, paths.SortKeys{}); m != "" || s.Shown() == roads || s.Opened != opened {
			t.Fatalf("%s: %q", order, m)
		}
		v := s.Shown().(*sortsview.View)
		if err := v.Session.Settle(); err != nil {
			t.Fatal(err)
		}
		n := v.Session.Snapshot()
		if n.Input.File != sorts.FrameKeys || n.Input.N != len(want) || n.Input.Bits != bits || len(n.Lanes[0].Steps) != 2 {
			t.Errorf("%s: %+v in %d steps", order, n.Input, len(n.Lanes[0].Steps))
		}
		if v := n.Lanes[0].Verdict; n.Lanes[0].Done() && v.Wrong != nil {
			t.Error(v.Wrong)
		}
	}
}

// The draw keys of a clip scene can be sorted in the view of sorts, as its picture made them.
func TestFrameKeysOfClips(t *testing.T) {
	s := openStage(t)
	target, err := draw.NewCanvas(s.GPU, s.Width, s.Height)
	if err != nil {
		t.Fatal(err)
	}
	defer target.Release()
	scene, err := open.ReadClips(t.Context(), assets.NestName)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Open(open.Input{Clips: scene}); err != nil {
		t.Fatal(err)
	}
	interact(t, s, timeline.Pause{})
	interact(t, s) // now the scene is fitted below the tabs
	cmd, err := s.Draw(&target.Target, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.GPU.Finish(cmd)
	k, err := s.Shown().(*clips.View).DrawKeys(t.Context())
	if err != nil || len(k.Keys) == 0 || slices.IsSorted(k.Keys) {
		t.Fatalf("%d keys: %v", len(k.Keys), err)
	}
	if m := interact(t, s, clips.SortKeys{}); m != "" {
		t.Fatal(m)
	}
	v, ok := s.Shown().(*sortsview.View)
	if !ok {
		t.Fatal("sorts are not shown")
	}
	if n := v.Session.Snapshot().Input; n.File != sorts.FrameKeys || n.N != len(k.Keys) || n.Bits != k.Bits {
		t.Errorf("%+v, want %d keys of %d bits", n, len(k.Keys), k.Bits)
	}
}
