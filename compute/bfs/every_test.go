package bfs_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute/bfs"
	"kernelscope/compute/host"
	"kernelscope/internal/fault"
)

// Every route is along edges and as long as lengths say; there are as many as are counted,
// each once on graphs without parallel edges.
func TestEveryRoute(t *testing.T) {
	rnd := rand.New(rand.NewPCG(39, 40))
	for _, s := range samples(rnd) {
		b, err := bfs.New(host.New(), s.g, bfs.AutoForm)
		if err != nil {
			t.Fatal(err)
		}
		pairs := drawn(rnd, s.g.Nodes(), 40, s.g.Nodes(), s.g.Nodes())
		counts, err := b.CountPaths(context.Background(), pairs)
		if err != nil {
			t.Fatal(err)
		}
		few := pairs[:0]
		for i, p := range pairs {
			if n := counts[i]; n <= 1000 { // a grid has millions
				counts[len(few)], few = n, append(few, p)
			}
		}
		pairs = few
		routes, err := b.EveryRoute(context.Background(), pairs, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range truth(s.g, pairs) {
			if uint64(len(routes[i])) != counts[i] {
				t.Fatalf("%s: %v has %d routes, but %d are counted", s.name, pairs[i], len(routes[i]), counts[i])
			}
			for k, r := range routes[i] {
				if uint32(len(r)-1) != want || r[0] != pairs[i].Source || r[len(r)-1] != pairs[i].Target {
					t.Fatalf("%s: %v has route %v, and length %d", s.name, pairs[i], r, int32(want))
				}
				for j := range r[1:] {
					if !slices.Contains(s.g.Head[s.g.FirstOut[r[j]]:s.g.FirstOut[r[j]+1]], r[j+1]) {
						t.Fatalf("%s: the route %v has no edge to %d", s.name, r, r[j+1])
					}
				}
				if k > 0 && slices.Equal(r, routes[i][k-1]) && slices.Contains([]string{"path", "cycle", "star", "grid"}, s.name) {
					t.Fatalf("%s: %v twice", s.name, r)
				}
			}
		}
		b.Release()
	}
}

// A pair of more paths than asked for is refused, with their number.
func TestEveryRouteRefuses(t *testing.T) {
	b, err := bfs.New(host.New(), fromEdges(4, []edge{{0, 1}, {0, 2}, {1, 3}, {2, 3}}), bfs.AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	pairs := []bfs.Pair{{Source: 0, Target: 1}, {Source: 0, Target: 3}}
	got, err := b.EveryRoute(context.Background(), pairs, 2)
	if err != nil || len(got[1]) != 2 || !slices.Equal(got[1][0], []uint32{0, 1, 3}) || !slices.Equal(got[1][1], []uint32{0, 2, 3}) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err = b.EveryRoute(context.Background(), pairs, 1); !errors.Is(err, fault.Limit) || !strings.Contains(err.Error(), "pair 1 has 2 shortest paths") {
		t.Errorf("%v", err)
	}
}

// karate are the friendships that W. W. Zachary saw in a karate club ("An information flow
// model for conflict and fission in small groups", J. Anthropol. Res. 33, 1977): of each
// member, from 1 on, those with a smaller number.
var karate = [][]uint32{2: {1}, 3: {1, 2}, 4: {1, 2, 3}, 5: {1}, 6: {1}, 7: {1, 5, 6}, 8: {1, 2, 3, 4}, 9: {1, 3}, 10: {3}, 11: {1, 5, 6}, 12: {1},
	13: {1, 4}, 14: {1, 2, 3, 4}, 17: {6, 7}, 18: {1, 2}, 20: {1, 2}, 22: {1, 2}, 26: {24, 25}, 28: {3, 24, 25}, 29: {3}, 30: {24, 27}, 31: {2, 9},
	32: {1, 25, 26, 29}, 33: {3, 9, 15, 16, 19, 21, 23, 24, 30, 31, 32}, 34: {9, 10, 14, 15, 16, 19, 20, 21, 23, 24, 27, 28, 29, 30, 31, 32, 33}}

// The centralities of the karate club are those that are known of it: what NetworkX says of
// its karate_club_graph, by betweenness_centrality and closeness_centrality.
func TestKarate(t *testing.T) {
	var edges []edge
	for u, smaller := range karate {
		for _, v := range smaller {
			edges = append(edges, edge{uint32(u - 1), v - 1})
		}
	}
	if len(edges) != 78 {
		t.Fatalf("%d friendships, want 78", len(edges))
	}
	b, err := bfs.New(host.New(), fromEdges(34, bothWays(edges)), bfs.AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	between, err := b.Betweenness(context.Background(), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	closeness, err := b.ClosenessOf(context.Background(), []uint32{0, 2, 33, 16})
	if err != nil {
		t.Fatal(err)
	}
	for v, want := range map[int]float64{0: 0.43763528138528146, 33: 0.30407497594997596, 32: 0.145247113997114, 2: 0.14365680615680618, 31: 0.13827561327561325, 7: 0} {
		const pairs = 33 * 32 // of others, each direction
		if got := between[v] / pairs; math.Abs(got-want) > 1e-6 {
			t.Errorf("member %d has betweenness %g, want %g", v+1, got, want)
		}
	}
	for i, want := range []float64{0.5689655172413793, 0.559322033898305, 0.55, 0.28448275862068967} {
		if math.Abs(closeness[i]-want) > 1e-12 {
			t.Errorf("closeness %d is %g, want %g", i, closeness[i], want)
		}
	}
}
