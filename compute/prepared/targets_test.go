package prepared_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/osmload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// all lists the nodes of a graph.
func all(nodes int) (list []uint32) {
	for v := range nodes {
		list = append(list, uint32(v))
	}
	return list
}

// agreed returns what trees of fronts find on the device, which has room for some rows, and fails if the host finds something
// else, or if it does not tell of all trees.
func agreed[T comparable](t *testing.T, be compute.Backend, m *scene.Map, fronts *prepared.Fronts, room, trees int, find func(by prepared.Reacher, told func(int)) ([]T, error)) []T {
	t.Helper()
	device, err := prepared.NewDeviceReacher(be, fronts, m.Graph.Edges(), room)
	if err != nil {
		t.Fatal(err)
	}
	defer device.Release()
	var found [2][]T
	for i, by := range []prepared.Reacher{device, prepared.NewHostAccess(fronts)} {
		heard := 0
		by.Customize(m.Graph.Weight)
		if found[i], err = find(by, func(done int) { heard = done }); err != nil || heard != trees {
			t.Fatalf("%s: %d of %d trees are made: %v", m.Name, heard, trees, err)
		}
	}
	if !slices.Equal(found[0], found[1]) {
		t.Fatalf("%s: the host finds something else", m.Name)
	}
	return found[0]
}

// reachTargets returns what all nodes reach of some targets, on the device and on the host.
func reachTargets(t *testing.T, be compute.Backend, m named, list []uint32, limit uint32) []prepared.Reach {
	t.Helper()
	survey := prepared.Survey{Sources: all(m.Graph.Nodes()), Targets: list, Limit: limit}
	fronts, _ := survey.On(frontsOf(t, m.Map))
	return agreed(t, be, m.Map, fronts, 16, len(list), func(by prepared.Reacher, told func(int)) ([]prepared.Reach, error) {
		return survey.Reach(t.Context(), by, told)
	})
}

// checkTargets compares what nodes reach with Dijkstra's algorithm from each of them.
func checkTargets(t *testing.T, m named, nodes, list []uint32, limit uint32, got []prepared.Reach) {
	t.Helper()
	for _, v := range nodes {
		want := prepared.Reach{}
		truth := oracle.Dijkstra(m.Graph, v, graph.NoNode).Dist
		for i, target := range list {
			d := truth[target]
			if d == graph.Unreached {
				continue
			}
			if want.Nodes == 0 || d < want.Nearest {
				want.Nearest, want.Target = d, uint32(i+1)
			}
			if want.Nodes++; d <= limit {
				want.Within++
			}
			want.Sum, want.Farthest = want.Sum+uint64(d), max(want.Farthest, d)
		}
		if got[v] != want {
			t.Fatalf("%s: node %d reaches %+v of %d targets, want %+v", m.name, v, got[v], len(list), want)
		}
		if mean := float64(want.Sum) / float64(max(1, want.Nodes)); got[v].Mean() != mean {
			t.Fatalf("%s: the mean is %g, not %g", m.name, got[v].Mean(), mean)
		}
	}
}

// All nodes of networks with one-way roads and parts without a path reach of a list of targets what Dijkstra's algorithm
// says, also of more targets than have room together, of one twice, and after changes of weights.
func TestTargets(t *testing.T) {
	be, rnd := gputest.Open(t), rand.New(rand.NewPCG(35, 3))
	list := []named{{"two parts", ssspgen.Map(4, []graph.Arc{arc(0, 1, 3), arc(3, 2, 1)})}, {"circle", circle(60)}, {"long", ssspgen.Grid(8, 12, 9, 20_000_000)}}
	for seed := range uint64(gputest.Count(8, 100)) {
		n := 20 + rnd.IntN(200)
		list = append(list, named{"random", ssspgen.Random(seed, n, n/2+rnd.IntN(2*n), 1+rnd.Uint32N(50))})
	}
	for _, m := range list {
		n := m.Graph.Nodes()
		g, limit := reweighed(m.Graph, slices.Clone(m.Graph.Weight)), 3*m.Graph.Weight[0]
		m.Map.Graph = g
		for range 3 {
			targets := make([]uint32, 1+rnd.IntN(40))
			for i := range targets {
				targets[i] = rnd.Uint32N(uint32(n))
			}
			targets = append(targets, targets[0])
			checkTargets(t, m, all(n), targets, limit, reachTargets(t, be, m, targets, limit))
			change(g, rnd)
		}
	}
}

// The same for all nodes of a real map.
func TestTargetsOfAndorra(t *testing.T) {
	path := osmtest.Data(t, "osm", "andorra-roads.osm.gz")
	loaded, err := osmload.Load(context.Background(), path, osmload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := named{"Andorra", loaded}
	n := m.Graph.Nodes()
	targets := sources(n, 60)
	checkTargets(t, m, all(n), targets, 9000, reachTargets(t, gputest.Open(t), m, targets, 9000))
}
