package session

import (
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/sorting"
	"kernelscope/watch"
	"kernelscope/watch/watchtest"
)

// A sort of each kind tells the same each time, on the device and on the host.
func TestEventsSameEachTime(t *testing.T) {
	for name, be := range map[string]compute.Backend{"device": gputest.Open(t), "host": host.New()} {
		for _, algorithm := range []string{"radix4", "batcher"} {
			t.Run(algorithm+" on the "+name, func(t *testing.T) {
				s := New(be, sorting.Algorithms(), true)
				t.Cleanup(s.Release)
				do(t, s, watch.Set{Algorithm: algorithm}, SetInput{Input{N: 40, Distribution: "uniform", Seed: 1}})
				watchtest.Events(t, algorithm, s.Lanes[0])
			})
		}
	}
}
