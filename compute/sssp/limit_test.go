package sssp_test

import (
	"errors"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/host"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/internal/fault"
)

// small is a host with little memory.
type small struct {
	*host.Host
	made int
}

func (s *small) Limits() compute.Limits {
	l := s.Host.Limits()
	l.Memory = 1 << 20
	return l
}

func (s *small) NewBuffer(name string, words int) compute.Buffer {
	s.made++
	return s.Host.NewBuffer(name, words)
}

// A graph that is too large for the device is refused before anything is put there,
// and the error says what is missing.
func TestTooLarge(t *testing.T) {
	m := ssspgen.Grid(1, 200, 200, 9)
	for _, a := range sssp.Algorithms() {
		be := &small{Host: host.New()}
		_, err := a.Prepare(be, m)
		if a.About().OnHost {
			if err != nil {
				t.Errorf("%s needs the device for layers only, and fails: %v", a.Name(), err)
			}
			continue
		}
		if !errors.Is(err, fault.Limit) || !strings.Contains(err.Error(), "MiB are missing") {
			t.Errorf("%s: %v", a.Name(), err)
		}
		if be.made > 0 {
			t.Errorf("%s: %d buffers were made", a.Name(), be.made)
		}
	}
}

// large is a device with 128 GiB of memory and buffers of 4 GiB.
type large struct{ *host.Host }

func (large) Limits() compute.Limits {
	l := host.New().Limits()
	l.Memory, l.BufferWords = 128<<30, 1<<30-1
	return l
}

// Buffers of concurrent searches are shorter than 2 GiB: kernels divide them by their length.
func TestRoomOfMany(t *testing.T) {
	m := ssspgen.Grid(3, 300, 300, 9)
	room, n := prepare(t, sssp.Frontier{}, large{host.New()}, m).(sssp.Concurrent).Room(), m.Graph.Nodes()
	if words := room * n; words >= 1<<29 || words+n < 1<<29 {
		t.Errorf("%d searches of %d nodes have room: %d MiB of distances", room, n, words>>18)
	}
}
