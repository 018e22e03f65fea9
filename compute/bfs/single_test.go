package bfs_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/shaders"
)

// Every way to expand a level gives the lengths of a queue: on the device, by mirrors, and
// in lockstep.
func TestSingle(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(29, 30))
	for i, s := range samples(rnd) {
		for j, set := range singles {
			search(t, host.New(), s, set, nil, drawn(rnd, s.g.Nodes(), 60, 9, s.g.Nodes()), drawn(rnd, s.g.Nodes(), 60, s.g.Nodes(), 6))
			if (i+j)%3 == 0 || gputest.Long() {
				search(t, d, s, set, drawn(rnd, s.g.Nodes(), 60, 3, s.g.Nodes()))
			}
		}
	}
}

func TestSingleLockstep(t *testing.T) {
	be := host.NewLockstep(context.Background(), gputest.Open(t))
	rnd := rand.New(rand.NewPCG(31, 32))
	for i, s := range samples(rnd) {
		if set := singles[i%len(singles)]; s.g.Nodes() > 2 {
			search(t, be, s, set, drawn(rnd, s.g.Nodes(), 8, 2, s.g.Nodes()))
		}
	}
}

// The choice pulls where the frontier is large, pushes before that, and goes through the
// edges where there are fewer than nodes.
func TestSingleChoice(t *testing.T) {
	rnd := rand.New(rand.NewPCG(33, 34))
	for _, c := range []struct {
		edges []edge
		nodes int
		want  []uint32 // some level is expanded by these, and none by others
	}{
		{bothWays(hubs(rnd, 800, 6000)), 800, []uint32{shaders.BFSPush, shaders.BFSPull, shaders.BFSSubgroup}},
		{path(30), 30, []uint32{shaders.BFSEdges, shaders.BFSReverse}},
	} {
		b, err := bfs.New(host.New(), fromEdges(c.nodes, c.edges), bfs.Hubs)
		if err != nil {
			t.Fatal(err)
		}
		a, err := b.Search(context.Background(), drawn(rnd, c.nodes, 50, c.nodes, c.nodes), bfs.Options{Scheme: bfs.Single, Values: compute.Values{bfs.Alpha: 4}})
		if err != nil {
			t.Fatal(err)
		}
		var got []uint32
		for _, l := range a.History {
			got = append(got, l.Variant)
		}
		slices.Sort(got)
		for _, way := range slices.Compact(got) {
			if !slices.Contains(c.want, way) {
				t.Errorf("%d nodes: levels are expanded by %v, want %v", c.nodes, slices.Compact(got), c.want)
			}
		}
		if len(slices.Compact(got)) < 2 {
			t.Errorf("%d nodes: all levels are expanded by %v", c.nodes, got[:1])
		}
		b.Release()
	}
}
