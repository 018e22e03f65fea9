package bfs_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
)

// checkLevels counts levels from some sources and compares them with the oracle.
func checkLevels(t *testing.T, be compute.Backend, s sample, form bfs.Form, v compute.Values, sources []uint32) {
	t.Helper()
	b, err := bfs.New(be, s.g, form)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	got, err := b.Levels(context.Background(), sources, v)
	if err != nil {
		t.Fatalf("%s, %s, %v: %v", s.name, form, v, err)
	}
	for i, source := range sources {
		var want []uint32
		for _, d := range oracle.BFS(s.g.FirstOut, s.g.Head, source) {
			if d != bfs.Unreachable {
				want = append(want, make([]uint32, max(0, int(d)+1-len(want)))...)
				want[d]++
			}
		}
		if !slices.Equal(got[i], want) {
			t.Fatalf("%s, %s, %v: source %d has levels %v, want %v", s.name, form, v, source, got[i], want)
		}
	}
}

func TestLevels(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(21, 22))
	for _, s := range samples(rnd) {
		sources := make([]uint32, 150)
		for i := range sources {
			sources[i] = rnd.Uint32N(uint32(s.g.Nodes()))
		}
		for _, form := range []bfs.Form{bfs.Hubs, bfs.Roads} {
			if form == bfs.Roads && !s.roads {
				continue
			}
			v := compute.Values{bfs.Columns: 128, bfs.Batch: 4}
			checkLevels(t, host.New(), s, form, v, sources)
			checkLevels(t, d, s, form, v, sources)
			checkLevels(t, host.NewLockstep(context.Background(), d), s, form, nil, sources[:20])
		}
	}
}

func TestCloseness(t *testing.T) {
	for _, c := range []struct {
		levels []uint32
		want   float64
	}{{[]uint32{1}, 0}, {[]uint32{1, 4}, 1}, {[]uint32{1, 2, 2}, 4.0 / 6}} {
		if got := bfs.Closeness(c.levels); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("closeness of %v is %g, want %g", c.levels, got, c.want)
		}
	}
}
