package session

import (
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sorting"
	"kernelscope/watch/watchtest"
)

// Every sort goes back and forth on its timeline.
func TestTimeline(t *testing.T) {
	be := gputest.Open(t)
	for _, a := range sorting.Algorithms() {
		t.Run(a.Name(), func(t *testing.T) {
			s := New(be, sorting.Algorithms(), Options{Wait: true})
			t.Cleanup(s.Release)
			in := some
			in.Payload = true
			do(t, s, SetAlgorithm{Name: a.Name()}, SetInput{in})
			watchtest.Timeline(t, be, s.lanes[0], 100)
		})
	}
	for name, set := range map[string]SetParam{"radix4": {Name: sorting.Counters, Value: 1}, "batcher": {Name: sorting.Mapping, Value: 2}} {
		t.Run(name+" "+set.Name, func(t *testing.T) {
			s := New(be, sorting.Algorithms(), Options{Wait: true})
			t.Cleanup(s.Release)
			do(t, s, SetAlgorithm{Name: name}, set, SetInput{some})
			watchtest.Timeline(t, be, s.lanes[0], 20)
		})
	}
}

// Every sort is dragged to steps that are not computed yet.
func TestTimelineAhead(t *testing.T) {
	be := gputest.Open(t)
	for _, a := range sorting.Algorithms() {
		t.Run(a.Name(), func(t *testing.T) {
			s := New(be, sorting.Algorithms(), Options{Wait: true})
			t.Cleanup(s.Release)
			do(t, s, SetAlgorithm{Name: a.Name()}, SetInput{some})
			watchtest.Ahead(t, be, s.lanes[0])
		})
	}
}
