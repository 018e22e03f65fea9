package bfs_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/internal/fault"
)

// Workgroups that wait for each other find all lengths, or give up and say how far they came, on any device and however
// little patience they have. In steps they do the same.
func TestUberGivesUp(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(41, 42))
	g := fromEdges(900, bothWays(hubs(rnd, 900, 3000)))
	pairs := drawn(rnd, 900, 200, 900, 900)
	for _, be := range []compute.Backend{d, host.NewLockstep(context.Background(), d)} {
		b, err := bfs.New(be, g, bfs.AutoForm)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Release()
		for _, v := range []compute.Values{{bfs.Groups: 2}, {bfs.Groups: 64, bfs.Looks: 1, bfs.Workgroup: 32}, {bfs.Groups: 3, bfs.Looks: 100, bfs.Batch: 4, bfs.Workgroup: 64}} {
			o := bfs.Options{Scheme: bfs.Uber, Values: v}
			a, err := b.Search(t.Context(), pairs, o)
			check(t, v, g.Nodes(), a.Lengths, truth(g, pairs), err)
			p, err := b.Plan(pairs, o)
			if err != nil {
				t.Fatal(err)
			}
			s, err := b.Steps(p, -1)
			if err != nil {
				t.Fatal(err)
			}
			for err = nil; err == nil && !s.Progress().Done; {
				err = s.Step(t.Context())
			}
			check(t, v, g.Nodes(), s.Lengths(), truth(g, pairs), err)
			for err = nil; err == nil && !s.Progress().Done; { // a sweep without a level begins anew, others fail again
				err = s.Step(t.Context())
			}
			check(t, v, g.Nodes(), s.Lengths(), truth(g, pairs), err)
			s.Release()
		}
	}
}

// check checks lengths, or an error that says how far a search came.
func check(t *testing.T, v compute.Values, nodes int, got, want []uint32, err error) {
	t.Helper()
	switch {
	case errors.Is(err, fault.Limit):
		for _, word := range []string{"do not all run together", "in level ", "had come to the barrier", "pairs answered"} {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%v: %v does not say %q", v, err, word)
			}
		}
	case err != nil:
		t.Errorf("%v: %v", v, err)
	case !slices.Equal(got, want):
		t.Errorf("%v: lengths of %d nodes are wrong", v, nodes)
	}
}

// On software devices, which stop a loop after some rounds, a plan has few levels in a dispatch, and is refused where one is too long.
func TestUberBounds(t *testing.T) {
	b, err := bfs.New(gputest.Open(t), fromEdges(70_000, bothWays(path(70_000))), bfs.AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	pairs := []bfs.Pair{{Source: 0, Target: 9}}
	if p, err := b.Plan(pairs, bfs.Options{Scheme: bfs.Uber, Values: compute.Values{bfs.Batch: 256, bfs.Looks: 1 << 20, bfs.Groups: 1}}); err != nil || p.Values[bfs.Batch] > 100 || p.Values[bfs.Looks] > 20_000 {
		t.Errorf("%v: %v", p.Values, err)
	}
	if _, err := b.Plan(pairs, bfs.Options{Scheme: bfs.Uber, Values: compute.Values{bfs.Workgroup: 8, bfs.Groups: 1}}); !errors.Is(err, fault.Limit) {
		t.Errorf("a level of 35,000 rounds: %v", err)
	}
}
