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
	"kernelscope/scene"
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

// large is a device with 128 GiB of memory, buffers of 4 GiB and some resident invocations.
type large struct {
	*host.Host
	resident int
}

func (d large) Limits() compute.Limits {
	l := d.Host.Limits()
	l.Memory, l.BufferWords, l.Resident, l.IsSoftware = 128<<30, 1<<30-1, d.resident, false
	return l
}

// Buffers of concurrent searches are shorter than 2 GiB: kernels divide their length by the number of searches. With hubs the far
// queues are the longest, of 16 words a node.
func TestRoomOfMany(t *testing.T) {
	roads, hubs := ssspgen.Grid(3, 600, 600, 9), ssspgen.Random(4, 60_000, 600_000, 9)
	for _, c := range []struct {
		m        *scene.Map
		resident int
		words    int // of a search in the longest buffer
		atOnce   int
	}{{roads, 270_336, roads.Graph.Nodes(), 1491}, {ssspgen.Grid(3, 300, 300, 9), 270_336, 0, 2112}, {ssspgen.Grid(3, 300, 300, 9), 0, 0, 2112}, {hubs, 270_336, 16 * hubs.Graph.Nodes(), 559}} {
		s := prepare(t, sssp.Frontier{}, large{host.New(), c.resident}, c.m).(sssp.Concurrent)
		if room := s.Room(); c.words > 0 && room != (1<<29-1)/c.words {
			t.Errorf("%d searches of %d nodes have room", room, c.m.Graph.Nodes())
		}
		if got := s.AtOnce(); got != c.atOnce {
			t.Errorf("%d searches of %d nodes at once, want %d", got, c.m.Graph.Nodes(), c.atOnce)
		}
	}
}
