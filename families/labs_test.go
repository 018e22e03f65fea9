package families_test

import (
	"bytes"
	"testing"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/families"
	"kernelscope/open/labload"
	"kernelscope/studio"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// A lab whose parameter changes shows the new numbers, at the step where it was, as a lab does that has begun with the value.
func TestLabFollowsParameters(t *testing.T) {
	saxpy := func(a uint32) *studio.Stage {
		t.Helper()
		d := gputest.OpenWith(t, gpu.Options{})
		s, err := studio.NewStage(d, 640, 400, 1, studio.Options{Program: &studio.Program{Families: cli.Views(families.All)}, Steady: true, Timeless: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Release)
		l, err := labload.Read(t.Context(), labload.Prefix+"saxpy")
		if err != nil {
			t.Fatal(err)
		}
		v, err := s.Show("Lab")
		if err == nil {
			err = v.Open(l)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, action := range []watch.Action{watch.Set{Values: compute.Values{"a": a, "n": 200}}, timeline.Pause{}, timeline.End{}} {
			interact(t, s, action)
		}
		return s
	}
	look := func(s *studio.Stage) []byte {
		t.Helper()
		b, err := picture(t, s)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	const two, three = 4, 5 // places in the list of values
	s, want := saxpy(two), look(saxpy(three))
	before := look(s)
	interact(t, s, watch.Set{Values: compute.Values{"a": three}})
	if after := look(s); bytes.Equal(after, before) || !bytes.Equal(after, want) {
		t.Errorf("the picture changes: %v; it is the one of the value: %v", !bytes.Equal(after, before), bytes.Equal(after, want))
	}
}
