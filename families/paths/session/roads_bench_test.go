package session

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"kernelscope/compute/gpu"
	"kernelscope/compute/sssp"
	"kernelscope/osmload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene"
	"kernelscope/watch"
)

// What it costs to change the speed of a road of Delaware and to search again from
// the north to the south, in microseconds and milliseconds, medians: one stretch of
// road, and the longest primary one.
func BenchmarkRoads(b *testing.B) {
	runtime.LockOSThread()
	d, err := gpu.Open(gpu.Options{Device: cmp.Or(os.Getenv("KERNELSCOPE_TEST_DEVICE"), "llvmpipe")}) // without the layers that watch tests and take most of the time
	if err != nil {
		b.Skip(err)
	}
	b.Cleanup(func() { d.Release() })
	m, err := osmload.Load(context.Background(), osmtest.Module(b, "delaware-latest.osm.pbf"), osmload.Options{})
	if err != nil {
		b.Fatal(err)
	}
	long := longest(m)
	for _, a := range sssp.Algorithms() {
		for _, lines := range [][]uint32{long[:1], long} {
			b.Run(fmt.Sprintf("%s, lines %d", a.Name(), len(lines)), func(b *testing.B) {
				s := New(d, sssp.Algorithms(), Options{})
				defer s.Release()
				if err := s.Open(m); err != nil {
					b.Fatal(err)
				}
				apply(b, s, watch.Set{Algorithm: a.Name()})
				var changes, searches []time.Duration
				for i := range b.N {
					apply(b, s, SetRoadSpeed{lines, float64(20 + i%100)})
					changes = append(changes, s.Snapshot().Reweighed)
					begin := time.Now()
					if err := s.Run(math.MaxInt32); err != nil {
						b.Fatal(err)
					}
					searches = append(searches, time.Since(begin))
				}
				slices.Sort(changes)
				slices.Sort(searches)
				edges, _ := edgesOf(s.m, lines)
				b.ReportMetric(float64(len(edges)), "edges")
				b.ReportMetric(float64(changes[len(changes)/2].Microseconds()), "us/change")
				b.ReportMetric(float64(searches[len(searches)/2].Microseconds())/1000, "ms/search")
			})
		}
	}
}

func apply(b *testing.B, s *Session, a watch.Action) {
	b.Helper()
	if err := s.Apply(a); err != nil {
		b.Fatal(err)
	}
}

// longest returns the primary road of the most lines.
func longest(m *scene.Map) (road []uint32) {
	seen := map[uint32]bool{}
	for i, l := range m.Lines {
		if l.Class != scene.Primary || seen[uint32(i)] {
			continue
		}
		r := m.Road(uint32(i))
		for _, line := range r {
			seen[line] = true
		}
		if len(r) > len(road) {
			road = r
		}
	}
	return road
}
