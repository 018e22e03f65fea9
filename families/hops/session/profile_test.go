package session

import (
	"testing"

	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/profile"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// The dispatches of each step are told while they are timed; the search stays where it was, and
// its lengths are right.
func TestProfile(t *testing.T) {
	s := New(gputest.Open(t), true)
	t.Cleanup(s.Release)
	if err := s.Open(mapOf(t, "gen:grid,width=12,height=9")); err != nil {
		t.Fatal(err)
	}
	for _, a := range []watch.Action{watch.Set{Algorithm: bfs.Coalesced.Name()}, timeline.Seek{Step: 3}, watch.SetProfile{On: true}, timeline.End{}} {
		if err := s.Apply(a); err != nil {
			t.Fatal(err)
		}
		if err := s.Settle(); err != nil {
			t.Fatal(err)
		}
		if n := s.Snapshot(); n.Profiled && n.Lanes[0].At < 3 {
			t.Errorf("after %T it is at step %d", a, n.Lanes[0].At)
		}
	}
	l := s.Snapshot().Lanes[0]
	for i, rows := range l.Kernels[1:] {
		if sum := profile.Total(rows); sum.Dispatches == 0 || sum.GPU <= 0 {
			t.Errorf("step %d dispatches %+v", i+1, rows)
		}
	}
	if len(l.Kernels) != len(l.Levels) || len(s.Dispatches()) != len(l.Levels)-1 || !l.Verdict.Heard || l.Verdict.Wrong != nil {
		t.Errorf("of %d steps %d are told, %d as parts; the verdict is %+v", len(l.Levels)-1, len(l.Kernels)-1, len(s.Dispatches()), l.Verdict)
	}
}
