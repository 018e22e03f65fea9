package session

import (
	"testing"

	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/profile"
	"kernelscope/watch"
)

// The dispatches of a run without a trace are told while they are timed, of each form. The
// states of partitions after each step are those of the replay.
func TestProfile(t *testing.T) {
	s := open(t, gputest.Open(t), some, watch.SetProfile{On: true})
	for _, f := range clip.Forms() {
		do(t, s, watch.Set{Algorithm: f.Name()})
		n := s.Snapshot()
		if sum := profile.Total(n.Kernels); sum.Dispatches == 0 || sum.GPU <= 0 || !n.Timed {
			t.Errorf("%s: %+v", f.Name(), n.Kernels)
		}
		for step := 0; step <= n.Length; step += 1 + n.Length/50 {
			s.Lanes[0].seek(step)
			var count [Linked + 1]int
			for _, state := range s.Lanes[0].statesNow() {
				count[state]++
			}
			for state, want := range count {
				if got := n.Run.InState(State(state), step); got != want {
					t.Fatalf("%s: after step %d, %d partitions are %s, not %d", f.Name(), step, got, State(state), want)
				}
			}
		}
	}
	if len(s.Dispatches()) != len(clip.Forms())+1 { // that before a form was chosen
		t.Errorf("there are %d parts", len(s.Dispatches()))
	}
}
