package session

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sorting"
	"kernelscope/watch"
	"kernelscope/watch/watchtest"
)

// Every sort goes back and forth on its timeline.
func TestTimeline(t *testing.T) {
	be := gputest.Open(t)
	for _, a := range sorting.Algorithms() {
		t.Run(a.Name(), func(t *testing.T) {
			s := New(be, sorting.Algorithms(), true)
			t.Cleanup(s.Release)
			in := some
			in.Payload = true
			do(t, s, watch.Set{Algorithm: a.Name()}, SetInput{in})
			watchtest.Timeline(t, be, s.Lanes[0], 100)
		})
	}
	for name, set := range map[string]watch.Set{"radix4": {Values: compute.Values{sorting.Counters: 1}}, "batcher": {Values: compute.Values{sorting.Mapping: 2}}} {
		t.Run(name, func(t *testing.T) {
			s := New(be, sorting.Algorithms(), true)
			t.Cleanup(s.Release)
			do(t, s, watch.Set{Algorithm: name}, set, SetInput{some})
			watchtest.Timeline(t, be, s.Lanes[0], 20)
		})
	}
}

// Every sort is dragged to steps that are not computed yet.
func TestTimelineAhead(t *testing.T) {
	be := gputest.Open(t)
	for _, a := range sorting.Algorithms() {
		t.Run(a.Name(), func(t *testing.T) {
			s := New(be, sorting.Algorithms(), true)
			t.Cleanup(s.Release)
			do(t, s, watch.Set{Algorithm: a.Name()}, SetInput{some})
			watchtest.Ahead(t, be, s.Lanes[0])
		})
	}
}
