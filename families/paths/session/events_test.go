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

// A search by rounds tells the same each time, on the device and on the host.
func TestEventsSameEachTime(t *testing.T) {
	for name, be := range map[string]compute.Backend{"device": gputest.Open(t), "host": host.New()} {
		t.Run(name, func(t *testing.T) {
			s := openOn(t, be)
			do(t, s, watch.Set{Algorithm: sssp.NearFar{}.Name()})
			watchtest.Events(t, "nearfar", s.Lanes[0])
		})
	}
}
