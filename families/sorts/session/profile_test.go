package session

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/profile"
	"kernelscope/compute/sorting"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// The dispatches of each step that is made are told while they are timed, on the device and on
// the host; the sort stays where it was, and its result is right.
func TestProfile(t *testing.T) {
	for name, be := range map[string]compute.Backend{"host": host.New(), "device": gputest.Open(t)} {
		s := New(be, sorting.Algorithms(), true)
		t.Cleanup(s.Release)
		do(t, s, watch.Set{Algorithm: "radix4"}, SetInput{some}, timeline.Seek{Step: 3}, watch.SetProfile{On: true})
		n := s.Snapshot()
		if l := n.Lanes[0]; l.Position != 3 || !n.Profiled || len(l.Steps[2].Kernels) == 0 || l.Steps[3].Kernels != nil {
			t.Fatalf("%s: at step %d: %+v", name, l.Position, l.Steps[2].Kernels)
		}
		do(t, s, timeline.End{})
		l := s.Snapshot().Lanes[0]
		for i, step := range l.Steps {
			if sum := profile.Total(step.Kernels); sum.Dispatches == 0 || sum.GPU <= 0 || sum.Bytes == 0 {
				t.Errorf("%s: step %d dispatches %+v", name, i+1, step.Kernels)
			}
		}
		if parts := s.Dispatches(); len(parts) != len(l.Steps) || l.Verdict.Wrong != nil || !l.Verdict.Heard {
			t.Errorf("%s: %d parts of %d steps, %+v", name, len(parts), len(l.Steps), l.Verdict)
		}
		do(t, s, watch.SetProfile{}, timeline.Rewind{}, timeline.End{})
		if n := s.Snapshot(); n.Profiled || n.Lanes[0].Steps[0].Kernels != nil || s.Dispatches() != nil {
			t.Errorf("%s: dispatches are timed still", name)
		}
	}
}
