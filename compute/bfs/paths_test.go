package bfs_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle/oracletest"
)

// checkPaths compares numbers of paths and betweenness with the oracle.
func checkPaths(t *testing.T, be compute.Backend, s sample, rnd *rand.Rand) {
	t.Helper()
	b, err := bfs.New(be, s.g, bfs.AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	centrality, counts := oracletest.Brandes(s.g.FirstOut, s.g.Head)
	pairs := drawn(rnd, s.g.Nodes(), 300, 40, s.g.Nodes())
	got, err := b.CountPaths(context.Background(), pairs)
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	for i, p := range pairs {
		if want := counts[p.Source][p.Target]; float64(got[i]) != want {
			t.Fatalf("%s: %v has %d shortest paths, want %g", s.name, p, got[i], want)
		}
	}
	between, err := b.Betweenness(context.Background(), 0, 1)
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	for v, want := range centrality {
		if !similar(between[v], want) {
			t.Fatalf("%s: node %d has betweenness %g, want %g", s.name, v, between[v], want)
		}
	}
}

func similar(a, b float64) bool { return math.Abs(a-b) <= 1e-4*math.Max(1, math.Max(a, b)) }

func TestPaths(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(23, 24))
	for _, s := range samples(rnd) {
		if s.g.Nodes() <= 500 {
			checkPaths(t, host.New(), s, rnd)
			checkPaths(t, d, s, rnd)
		}
	}
	small := sample{"small", fromEdges(40, bothWays(random(rnd, 40, 70))), true}
	checkPaths(t, host.NewLockstep(context.Background(), d), small, rnd)
}

// The numbers of two small graphs can be had without a program: in a star all
// paths between leaves lead over the centre, and in a path of n nodes node i lies
// between i nodes and n-1-i others.
func TestKnownBetweenness(t *testing.T) {
	b, err := bfs.New(host.New(), fromEdges(9, bothWays(star(9))), bfs.AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	if got, err := b.Betweenness(context.Background(), 0, 1); err != nil || !similar(got[0], 8*7) || got[3] != 0 {
		t.Errorf("star: %v, %v", got, err)
	}
	line, err := bfs.New(host.New(), fromEdges(11, bothWays(path(11))), bfs.AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	defer line.Release()
	got, err := line.Betweenness(context.Background(), 0, 1)
	for i := range got {
		if want := float64(2 * i * (10 - i)); err != nil || !similar(got[i], want) {
			t.Errorf("path: node %d has %g, want %g (%v)", i, got[i], want, err)
		}
	}
}

// A chain of bundles multiplies its paths by eight with every bundle: more than fit into
// 64 bits, and then into a float.
func TestManyPaths(t *testing.T) {
	var edges []edge
	const bundles, wide = 44, 8
	for k := range uint32(bundles) {
		begin := (wide + 1) * k
		for middle := begin + 1; middle <= begin+wide; middle++ {
			edges = append(edges, edge{begin, middle}, edge{middle, begin + wide + 1})
		}
	}
	g := fromEdges(bundles*(wide+1)+1, bothWays(edges))
	b, err := bfs.New(gputest.Open(t), g, bfs.AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	got, err := b.CountPaths(context.Background(), []bfs.Pair{{Source: 0, Target: 9 * 21}, {Source: 0, Target: 9 * 22}, {Source: 0, Target: 9 * bundles}})
	if err != nil || got[0] != 1<<63 || got[1] != math.MaxUint64 || got[2] != math.MaxUint64 {
		t.Errorf("%v, %v", got, err)
	}
	between, err := b.Betweenness(context.Background(), 0, 1)
	centrality, _ := oracletest.Brandes(g.FirstOut, g.Head)
	for v, want := range centrality {
		if err != nil || !similar(between[v], want) {
			t.Fatalf("node %d has betweenness %g, want %g (%v)", v, between[v], want, err)
		}
	}
}
