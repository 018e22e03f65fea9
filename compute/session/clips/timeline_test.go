package clips

import (
	"testing"

	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/timeline"
	"kernelscope/watch/watchtest"
)

// Both forms go back and forth on their timelines.
func TestTimeline(t *testing.T) {
	be := gputest.Open(t)
	for _, f := range clip.Forms() {
		t.Run(f.Name(), func(t *testing.T) {
			s := open(t, be, some)
			do(t, s, SetForm{f.Name()}, timeline.Rewind{})
			if s.At() != 0 {
				t.Fatalf("rewound, it is at step %d", s.At())
			}
			watchtest.Timeline(t, be, s, 1000)
		})
	}
}
