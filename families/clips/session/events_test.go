package session

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
	"kernelscope/watch/watchtest"
)

// A tree tells the same each time, on the device and on the host. The events of a look-back
// come in the order in which workgroups happen to run.
func TestEventsSameEachTime(t *testing.T) {
	for name, be := range map[string]compute.Backend{"device": gputest.Open(t), "host": host.New()} {
		t.Run(name, func(t *testing.T) {
			s := open(t, be, some, watch.Set{Algorithm: clip.Tree{}.Name()}, timeline.Rewind{})
			watchtest.Events(t, "tree", s.Lanes[0])
		})
	}
}
