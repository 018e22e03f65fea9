package bfs_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu/gputest"
)

// The tail of each expansion has the sum, the maximum and the number of workgroups that the device counts.
func TestTail(t *testing.T) {
	rnd := rand.New(rand.NewPCG(51, 52))
	g := fromEdges(900, bothWays(hubs(rnd, 900, 4000)))
	b, err := bfs.New(gputest.Open(t), g, bfs.AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	pairs := drawn(rnd, 900, 100, 900, 900)
	for _, c := range []setting{
		{bfs.Coalesced, bfs.AutoForm, compute.Values{bfs.Columns: 128, bfs.Groups: 5, bfs.Workgroup: 64}},
		{bfs.Workgroups, bfs.AutoForm, compute.Values{bfs.Columns: 128, bfs.Groups: 3, bfs.Share: 8, bfs.Spread: byStride}},
		{bfs.Naive, bfs.AutoForm, compute.Values{bfs.Columns: 128, bfs.Groups: 4}},
	} {
		o := bfs.Options{Scheme: c.scheme, Values: c.values, Counters: true}
		a, err := b.Search(t.Context(), pairs, o)
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.Plan(pairs, o)
		if err != nil {
			t.Fatal(err)
		}
		s, err := b.Steps(p, -1)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Release()
		level := 0
		for ; !s.Progress().Done; level++ {
			tail, err := s.Tail(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if want := a.History[level]; len(tail) != int(want.Groups) || sum(tail) != want.Walked || level == 0 && slices.Max(tail) != want.Most {
				t.Errorf("%s, level %d: %d workgroups walk %d edges, want %+v", c.scheme, level, len(tail), sum(tail), want)
			}
			for range 2 {
				if err := s.Step(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		if level < 2 {
			t.Errorf("%s: %d levels", c.scheme, level)
		}
	}
}

func sum(of []uint32) (sum uint32) {
	for _, x := range of {
		sum += x
	}
	return sum
}
