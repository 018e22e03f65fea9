package session

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/sssp"
	"kernelscope/watch"
	"kernelscope/watch/watchtest"
)

// Every search goes back and forth on its timeline, on the device and on the host.
func TestTimeline(t *testing.T) {
	for name, be := range map[string]compute.Backend{"device": gputest.Open(t), "host": host.New()} {
		for _, a := range sssp.Algorithms() {
			t.Run(a.Name()+" on the "+name, func(t *testing.T) {
				s := openOn(t, be)
				do(t, s, watch.Set{Algorithm: a.Name()})
				l := s.Lanes[0]
				l.frames.Wait = 0
				watchtest.Timeline(t, be, l, gputest.Count(1000, 10000)/len(sssp.Algorithms())/2)
			})
		}
	}
}

// Every search is dragged to steps that are not computed yet.
func TestTimelineAhead(t *testing.T) {
	be := gputest.Open(t)
	for _, a := range sssp.Algorithms() {
		t.Run(a.Name(), func(t *testing.T) {
			s := openOn(t, be)
			do(t, s, watch.Set{Algorithm: a.Name()}, watch.Set{Values: compute.Values{sssp.Batch: 8}})
			watchtest.Ahead(t, be, s.Lanes[0])
		})
	}
}
