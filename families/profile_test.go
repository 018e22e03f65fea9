package families_test

import (
	"bytes"
	"testing"

	"kernelscope/cli"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/families"
	"kernelscope/render/input"
	"kernelscope/studio"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// The map of a search that has ended stays as it is while its dispatches begin to be timed, for which the search is made anew, and
// is the same afterwards.
func TestProfileHoldsPicture(t *testing.T) {
	d := gputest.Open(t)
	p := &studio.Program{Families: cli.Views(families.All)}
	s, err := studio.NewStage(d, 640, 400, 1, studio.Options{Program: p, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	v := beginWith(t, s, families.All[0])
	s.UI.Panels = false
	apply := func(a watch.Action) {
		t.Helper()
		if _, err := v.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	shot := func() []byte {
		t.Helper()
		for range 2 {
			if _, err := s.Interact(input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1}); err != nil {
				t.Fatal(err)
			}
		}
		c, err := draw.NewCanvas(d, s.Width, s.Height)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Release()
		calls, err := v.Calls(d.Frame())
		if err != nil {
			t.Fatal(err)
		}
		cmd := d.Frame()
		draw.Draw(cmd, &c.Target, [3]float32{}, calls)
		c.Download(cmd)
		d.Finish(cmd)
		if err := d.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		return bytes.Clone(c.Pixels())
	}
	apply(timeline.End{})
	if err := v.Settle(); err != nil {
		t.Fatal(err)
	}
	s.Steady = true // names and details are complete
	before := shot()
	apply(watch.SetProfile{On: true})
	if n := v.Now(); n.Done() {
		t.Fatal("the search is not made anew, so that nothing is to be held")
	}
	if far := unlikeAt(shot(), before); far > 0.01 { // the near nodes of the last round have no dots
		t.Errorf("%.1f %% of the map change", 100*far)
	}
	if err := v.Settle(); err != nil {
		t.Fatal(err)
	}
	if far := unlikeAt(shot(), before); far > 0 {
		t.Errorf("afterwards %.1f %% of the map are others", 100*far)
	}
}
