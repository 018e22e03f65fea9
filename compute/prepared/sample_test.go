package prepared_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene/graph"
)

// reversed opens a device of the reversed network of a map.
func reversed(t *testing.T, be compute.Backend, m named) *prepared.Device {
	t.Helper()
	d, err := prepared.NewDevice(be, frontsOf(t, m.Map).Reversed(), m.Graph.Edges(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Release)
	d.Customize(m.Graph.Weight)
	return d
}

// Trees of the reversed network have the distances to a node, on networks whose edges mostly lead one way.
func TestReversed(t *testing.T) {
	for _, m := range []named{{"scattered", ssspgen.Random(6, 300, 500, 9)}, {"grid", ssspgen.Grid(2, 20, 15, 100)}} {
		d := reversed(t, gputest.Open(t), m)
		all := sources(m.Graph.Nodes(), m.Graph.Nodes())
		for _, target := range all[:min(20, len(all))] {
			d.Tree(target)
			got, err := d.Distances(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range all {
				if want := oracle.Dijkstra(m.Graph, v, target).Dist[target]; got[v] != want {
					t.Fatalf("%s: from %d to %d it is %d, want %d", m.name, v, target, got[v], want)
				}
			}
		}
	}
}

// A sample of all nodes gives exact results; smaller ones have different nodes, one of each stretch.
func TestEstimate(t *testing.T) {
	m := named{"grid", ssspgen.Grid(2, 20, 15, 100)}
	d := reversed(t, gputest.Open(t), m)
	n, rnd := m.Graph.Nodes(), rand.New(rand.NewPCG(1, 2))
	b, err := d.NewBatch(min(n, d.MaxLanes()))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	onHost := prepared.NewHostAccess(frontsOf(t, m.Map).Reversed())
	onHost.Customize(m.Graph.Weight)
	for _, count := range []int{1, 2, 50, min(n, b.Lanes)} {
		targets := d.Sample(count, rnd)
		if distinct := slices.Compact(slices.Sorted(slices.Values(targets))); len(distinct) != count {
			t.Fatalf("%d of %d nodes are drawn", len(distinct), count)
		}
		e, err := prepared.EstimateAll(t.Context(), b, targets, 200)
		if err != nil || len(e.Reach) != n {
			t.Fatal(err)
		}
		if other, err := prepared.EstimateAll(t.Context(), onHost, targets, 200); err != nil || other.Error != e.Error || !slices.Equal(other.Reach, e.Reach) {
			t.Fatalf("%d targets: the host finds something else: %v", count, err)
		}
		for v, got := range e.Reach {
			truth := oracle.Dijkstra(m.Graph, uint32(v), graph.NoNode).Dist
			sum, most := 0.0, uint32(0)
			for _, target := range targets {
				sum, most = sum+float64(truth[target]), max(most, truth[target])
			}
			if want := sum / float64(count) * float64(n); math.Abs(float64(got.Sum)-want) > 1 || got.Farthest != most || got.Nodes != uint32(n) {
				t.Fatalf("%d targets: node %d reaches %+v, want a sum of %g", count, v, got, want)
			}
		}
	}
	if got := d.Sample(10*n, rnd); len(got) != n {
		t.Errorf("%d of %d nodes are drawn", len(got), n)
	}
}
