package session

import (
	"testing"

	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
	"kernelscope/watch/watchtest"
)

// Both forms go back and forth on their timelines.
func TestTimeline(t *testing.T) {
	be := gputest.Open(t)
	for _, f := range clip.Forms() {
		t.Run(f.Name(), func(t *testing.T) {
			s := open(t, be, some)
			do(t, s, watch.Set{Algorithm: f.Name()}, timeline.Rewind{})
			if s.Lanes[0].At() != 0 {
				t.Fatalf("rewound, it is at step %d", s.Lanes[0].At())
			}
			watchtest.Timeline(t, be, s.Lanes[0], 1000)
		})
	}
}

// Both forms are dragged along their timelines, which are computed from the start.
func TestTimelineAhead(t *testing.T) {
	be := gputest.Open(t)
	for _, f := range clip.Forms() {
		t.Run(f.Name(), func(t *testing.T) {
			s := open(t, be, some)
			do(t, s, watch.Set{Algorithm: f.Name()}, timeline.Rewind{})
			watchtest.Ahead(t, be, s.Lanes[0])
		})
	}
}
