package sssp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/open/graphload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// published is a graph with distances that others have computed.
type published struct {
	name      string
	graph     []string // path in the data
	answers   []string
	source    int64
	direction graphload.Direction
	hops      bool // the answers count edges
	adjacency bool // the graph is a list of neighbours, which the test rewrites
}

// Distances are those that the makers of the graphs publish, by every search and by the
// oracle.
func TestPublishedGraphs(t *testing.T) {
	ldbc := func(elements ...string) []string { return append([]string{"graphs", "graphalytics"}, elements...) }
	grape := func(name string) []string { return []string{"graphs", "grape", name} }
	for _, p := range []published{
		{name: "directed example", graph: ldbc("example", "example-directed.v"), answers: ldbc("example", "example-directed-SSSP"), source: 1},
		{name: "its hops", graph: ldbc("example", "example-directed.e"), answers: ldbc("example", "example-directed-BFS"), source: 1, hops: true},
		{name: "undirected example", graph: ldbc("example", "example-undirected.v"), answers: ldbc("example", "example-undirected-SSSP"), source: 2},
		{name: "its hops", graph: ldbc("example", "example-undirected.e"), answers: ldbc("example", "example-undirected-BFS"), source: 2, hops: true},
		{name: "directed test", graph: ldbc("sssp", "dir-input.e"), answers: ldbc("sssp", "dir-output"), source: 1, direction: graphload.Directed},
		{name: "undirected test", graph: ldbc("sssp", "undir-input.v"), answers: ldbc("sssp", "undir-output"), source: 1, direction: graphload.Undirected},
		{name: "directed neighbours", graph: ldbc("bfs", "dir-input"), answers: ldbc("bfs", "dir-output"), source: 1, hops: true, adjacency: true},
		{name: "undirected neighbours", graph: ldbc("bfs", "undir-input"), answers: ldbc("bfs", "undir-output"), source: 1, hops: true, adjacency: true},
		{name: "p2p-31", graph: grape("p2p-31.e"), answers: grape("p2p-31-sssp"), source: 6, direction: graphload.Undirected},
		{name: "p2p-31 hops", graph: grape("p2p-31.v"), answers: grape("p2p-31-bfs_auto"), source: 6, direction: graphload.Undirected, hops: true},
	} {
		t.Run(p.name, func(t *testing.T) { p.test(t) })
	}
}

func (p published) test(t *testing.T) {
	path := osmtest.Data(t, p.graph...)
	if p.adjacency {
		path = pairs(t, path)
	}
	m, err := graphload.Load(context.Background(), path, graphload.Options{Direction: p.direction})
	if err != nil {
		t.Fatal(err)
	}
	if p.hops {
		m = unweighted(m)
	}
	want := answers(t, osmtest.Data(t, p.answers...))
	for name, dist := range allSearches(t, m, p.source) {
		compared := 0
		for v, id := range m.Graph.ID {
			w, ok := want[id]
			if !ok {
				continue // of unreached nodes some files are silent
			}
			compared++
			got := m.Given(dist[v])
			if dist[v] == graph.Unreached {
				got = math.Inf(1)
			}
			if got != w && !(math.Abs(got-w) < 1e-9) {
				t.Errorf("%s: node %d is at %v, want %v", name, id, got, w)
			}
		}
		if compared != len(want) || compared == 0 {
			t.Errorf("%s: %d of %d answers were compared", name, compared, len(want))
		}
	}
}

// pairs rewrites lists of neighbours as a graph of vertices and edges. A vertex may have no
// list.
func pairs(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	vertices, edges := map[string]bool{}, ""
	for line := range strings.Lines(string(b)) {
		words := strings.Fields(line)
		for _, w := range words {
			vertices[w] = true
			if w != words[0] {
				edges += words[0] + " " + w + "\n"
			}
		}
	}
	out := filepath.Join(t.TempDir(), "g")
	list := strings.Join(slices.Sorted(maps.Keys(vertices)), "\n")
	for ext, text := range map[string]string{".v": list, ".e": edges} {
		if err := os.WriteFile(out+ext, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return out + ".v"
}

// unweighted is a map whose edges all weigh 1.
func unweighted(m *scene.Map) *scene.Map {
	out, g := *m, *m.Graph
	g.Weight = slices.Repeat([]uint32{1}, g.Edges())
	g.Time, g.Length = g.Weight, g.Weight
	out.Graph, out.Scale = &g, 1
	return &out
}

// answers reads lines of a node and a distance.
func answers(t *testing.T, path string) map[int64]float64 {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	out := map[int64]float64{}
	for line := range strings.Lines(string(b)) {
		words := strings.Fields(line)
		id, err0 := strconv.ParseInt(words[0], 10, 64)
		x, err1 := strconv.ParseFloat(words[1], 64)
		if err0 != nil || err1 != nil {
			t.Fatalf("%s: %q", path, line)
		}
		if x == math.MaxInt64 {
			x = math.Inf(1)
		}
		out[id] = x
	}
	return out
}

// allSearches returns what every search, and the oracle, finds from a node to all.
func allSearches(t *testing.T, m *scene.Map, source int64) map[string][]uint32 {
	t.Helper()
	d := gputest.Open(t)
	q := sssp.Query{Source: uint32(slices.Index(m.Graph.ID, source)), Target: graph.NoNode}
	out := map[string][]uint32{"oracle": oracle.Dijkstra(m.Graph, q.Source, q.Target).Dist}
	for _, a := range sssp.Algorithms() {
		r, err := prepare(t, a, d, m).Start(q, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range r.Steps(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if out[a.Name()], err = r.Distances(context.Background()); err != nil {
			t.Fatal(err)
		}
		r.Release()
	}
	return out
}

// The tree that is published with p2p-31 is one of shortest paths.
func TestPublishedTree(t *testing.T) {
	m, err := graphload.Load(context.Background(), osmtest.Data(t, "graphs", "grape", "p2p-31.e"), graphload.Options{Direction: graphload.Undirected})
	if err != nil {
		t.Fatal(err)
	}
	node := map[int64]int{}
	for v, id := range m.Graph.ID {
		node[id] = v
	}
	b, err := os.ReadFile(osmtest.Data(t, "graphs", "grape", "p2p-31-bfs"))
	if err != nil {
		t.Fatal(err)
	}
	for name, dist := range allSearches(t, unweighted(m), 6) {
		for line := range strings.Lines(string(b)) {
			var parent, child int64
			if n, _ := fmt.Sscan(line, &parent, &child); n != 2 || dist[node[child]] != dist[node[parent]]+1 {
				t.Fatalf("%s: %d is at %d, its parent %d at %d", name, child, dist[node[child]], parent, dist[node[parent]])
			}
		}
	}
}

// Levels of social graphs and the sum of distances of a weighted one are those that others
// have counted.
func TestPublishedLevels(t *testing.T) {
	b, err := os.ReadFile(osmtest.Data(t, "graphs", "social", "TRUTH.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth map[string]struct {
		BFS []struct {
			Source  int64
			Reached int
			Levels  []int
		}
		SSSP []struct {
			Source   int64
			Reached  int
			Max, Sum uint64
		}
	}
	if err := json.Unmarshal(b, &truth); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		file      string
		direction graphload.Direction
	}{
		"facebook_combined": {"facebook_combined.txt", graphload.Undirected},
		"kron16":            {"kron16.el.gz", graphload.AsFile},
		"kron14w":           {"kron14.wel.gz", graphload.AsFile},
	} {
		m, err := graphload.Load(context.Background(), osmtest.Data(t, "graphs", "social", c.file), graphload.Options{Direction: c.direction})
		if err != nil {
			t.Fatal(err)
		}
		if len(truth[name].BFS)+len(truth[name].SSSP) == 0 {
			t.Errorf("%s: there are no answers", name)
		}
		for _, want := range truth[name].BFS {
			for search, dist := range allSearches(t, m, want.Source) {
				levels := make([]int, len(want.Levels))
				for _, x := range dist {
					if x < uint32(len(levels)) {
						levels[x]++
					} else if x != graph.Unreached {
						t.Fatalf("%s from %d: a node at %d", name, want.Source, x)
					}
				}
				if !slices.Equal(levels, want.Levels) {
					t.Errorf("%s from %d, %s: levels %v, want %v", name, want.Source, search, levels, want.Levels)
				}
			}
		}
		for _, want := range truth[name].SSSP {
			for search, dist := range allSearches(t, m, want.Source) {
				reached, most, sum := 0, uint64(0), uint64(0)
				for _, x := range dist {
					if x != graph.Unreached {
						reached, most, sum = reached+1, max(most, uint64(x)), sum+uint64(x)
					}
				}
				if reached != want.Reached || most != want.Max || sum != want.Sum {
					t.Errorf("%s, %s: %d reached, greatest %d, sum %d; want %+v", name, search, reached, most, sum, want)
				}
			}
		}
	}
}
