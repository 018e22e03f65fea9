package session

import (
	"testing"

	"kernelscope/compute/bfs"
	"kernelscope/compute/host"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// Every scheme that can be watched has a title and a description.
func TestAbout(t *testing.T) {
	for _, s := range bfs.Stepped() {
		if Title(s) == "" || About(s) == "" {
			t.Errorf("%s: %q, %q", s, Title(s), About(s))
		}
	}
}

// The line above the picture says what a phase of a level did.
func TestStory(t *testing.T) {
	s := New(host.New(), true)
	t.Cleanup(s.Release)
	if err := s.Open(mapOf(t, "gen:example,kind=bits")); err != nil {
		t.Fatal(err)
	}
	for _, a := range []watch.Action{SetInput{Input{N: 5, Seed: 2}}, watch.Set{Algorithm: bfs.BottomUp.Name()}} {
		if err := s.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	for step, want := range []string{
		"Level 0, identify: 4 of 9 nodes are in the joint frontier; 0 of 5 pairs answered.",
		"Level 0, expand: the 4 nodes of the joint frontier set 10 bits; 0 of 5 pairs answered.",
	} {
		if err := s.Apply(timeline.Seek{Step: step}); err != nil {
			t.Fatal(err)
		}
		if err := s.Settle(); err != nil {
			t.Fatal(err)
		}
		n := s.Snapshot()
		if got := n.Story(&n.Lanes[0]); got != want {
			t.Errorf("step %d: %q, want %q", step, got, want)
		}
	}
}
