package bfs_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
)

// history searches on a graph with hubs and returns what its levels tell.
func history(t *testing.T, be compute.Backend, o bfs.Options) bfs.Answer {
	t.Helper()
	rnd := rand.New(rand.NewPCG(35, 36))
	b, err := bfs.New(be, fromEdges(700, bothWays(hubs(rnd, 700, 3000))), bfs.Hubs)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	a, err := b.Search(context.Background(), drawn(rnd, 700, 300, 700, 700), o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Counters are those of the mirrors, level by level, and where a row is one word they say
// what is known without them. Instances leave the history in the order of sweeps.
func TestCounters(t *testing.T) {
	be := host.NewLockstep(context.Background(), gputest.Open(t))
	for _, scheme := range []bfs.Scheme{bfs.Workgroups, bfs.BottomUp, bfs.MSBFS, bfs.Naive} {
		v := compute.Values{bfs.Batch: 2, bfs.Instances: 2, bfs.Workgroup: 64}
		if v[bfs.Columns] = 128; scheme == bfs.Workgroups {
			v[bfs.Columns], v[bfs.Share] = 32, 1
		}
		a := history(t, be, bfs.Options{Scheme: scheme, Values: v, Counters: true})
		counted := 0
		for i, l := range a.History {
			if i > 0 && (l.Sweep < a.History[i-1].Sweep || l.Sweep == a.History[i-1].Sweep && l.Level != a.History[i-1].Level+1) {
				t.Fatalf("%s: level %d of sweep %d comes after level %d of sweep %d", scheme, l.Level, l.Sweep, a.History[i-1].Level, a.History[i-1].Sweep)
			}
			if l.Groups == 0 {
				continue
			}
			counted++
			switch {
			case (scheme == bfs.Workgroups || scheme == bfs.MSBFS) && (l.Active != l.Nodes || l.Walked != l.Edges),
				scheme == bfs.Naive && l.Active != l.Searches,
				l.Imbalance() < 1 && l.Walked > 0 || l.Most > l.Walked:
				t.Errorf("%s: %+v", scheme, l)
			}
		}
		if counted < a.Levels {
			t.Errorf("%s: %d levels of %d are counted", scheme, counted, a.Levels)
		}
	}
	for _, l := range history(t, host.New(), bfs.Options{Scheme: bfs.Coalesced}).History {
		if l.Groups != 0 || l.Imbalance() != 0 {
			t.Errorf("not asked for, counters are %+v", l)
		}
	}
}

// Sources that reach the same hub share more of their frontiers.
func TestSharing(t *testing.T) {
	of := func(order uint32) float64 {
		a := history(t, host.New(), bfs.Options{Scheme: bfs.Workgroups, Values: compute.Values{bfs.Columns: 32, bfs.Order: order}})
		return a.Sharing()
	}
	if asGiven, grouped := of(1), of(groupBy); grouped <= asGiven || asGiven < 1 {
		t.Errorf("a node serves %g searches as given, and %g by GroupBy", asGiven, grouped)
	}
}
