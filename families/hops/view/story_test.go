package view

import (
	"testing"

	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// The line above the picture says what a phase of a level did.
func TestStory(t *testing.T) {
	b := openTable(t, 1000, 700, 1, watch.Set{Algorithm: "bottom-up"})
	for step, want := range []string{
		"Level 0, identify: 4 of 9 nodes are in the joint frontier; 0 of 5 pairs answered.",
		"Level 0, expand: the 4 nodes of the joint frontier set 10 bits; 0 of 5 pairs answered.",
	} {
		b.do(timeline.Seek{Step: step})
		n := b.s.Snapshot()
		if got := story(&n.Lanes[0], n.Map.Graph.Nodes()); got != want {
			t.Errorf("step %d: %q, want %q", step, got, want)
		}
	}
}
