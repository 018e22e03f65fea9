package bfs_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/open/graphload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene/graph"
)

// load reads a graph of the data folder.
func load(t *testing.T, d graphload.Direction, elements ...string) (g *graph.Graph, node map[int64]uint32) {
	t.Helper()
	m, err := graphload.Load(context.Background(), osmtest.Data(t, elements...), graphload.Options{Direction: d})
	if err != nil {
		t.Fatal(err)
	}
	node = map[int64]uint32{}
	for v, id := range m.Graph.ID {
		node[id] = uint32(v)
	}
	return m.Graph, node
}

// adjacency reads lines of a node and at most most neighbours, whose edges run both ways if
// asked for. It makes no layout, which takes longer than all searches.
func adjacency(t *testing.T, path string, most int, both bool) (*graph.Graph, map[int64]uint32) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var text io.Reader = f
	if filepath.Ext(path) == ".gz" {
		if text, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	node := map[int64]uint32{}
	of := func(word string) uint32 {
		id, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := node[id]; !ok {
			node[id] = uint32(len(node))
		}
		return node[id]
	}
	var edges []edge
	for lines := bufio.NewScanner(text); lines.Scan(); {
		words := strings.Fields(lines.Text())
		for i, w := range words[:min(len(words), 1+most)] {
			if v := of(w); i > 0 {
				edges = append(edges, edge{of(words[0]), v})
			}
		}
	}
	if both {
		edges = bothWays(edges)
	}
	return fromEdges(len(node), edges), node
}

// Others have computed these levels: from one source to every node, 2^63-1 if no
// path leads.
func TestGraphalytics(t *testing.T) {
	d := gputest.Open(t)
	loaded := func(d graphload.Direction, elements ...string) func() (*graph.Graph, map[int64]uint32) {
		return func() (*graph.Graph, map[int64]uint32) { return load(t, d, append([]string{"graphs"}, elements...)...) }
	}
	listed := func(most int, both bool, elements ...string) func() (*graph.Graph, map[int64]uint32) {
		return func() (*graph.Graph, map[int64]uint32) {
			return adjacency(t, osmtest.Data(t, append([]string{"graphs"}, elements...)...), most, both)
		}
	}
	for _, c := range []struct {
		graph  func() (*graph.Graph, map[int64]uint32)
		truth  []string
		source int64
	}{
		{loaded(graphload.Directed, "graphalytics", "example", "example-directed.v"), []string{"graphalytics", "example", "example-directed-BFS"}, 1},
		{loaded(graphload.Undirected, "graphalytics", "example", "example-undirected.v"), []string{"graphalytics", "example", "example-undirected-BFS"}, 2},
		{listed(math.MaxInt-1, false, "graphalytics", "bfs", "dir-input"), []string{"graphalytics", "bfs", "dir-output"}, 1},
		{listed(math.MaxInt-1, false, "graphalytics", "bfs", "undir-input"), []string{"graphalytics", "bfs", "undir-output"}, 1},
		{listed(1, true, "grape", "p2p-31.e"), []string{"grape", "p2p-31-bfs_auto"}, 6},
	} {
		g, node := c.graph()
		f, err := os.Open(osmtest.Data(t, append([]string{"graphs"}, c.truth...)...))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var pairs []bfs.Pair
		var want []uint32
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var id, level int64
			if _, err := fmt.Sscan(lines.Text(), &id, &level); err != nil {
				t.Fatalf("%v: %v", c.truth, err)
			}
			if v, ok := node[id]; ok {
				pairs = append(pairs, bfs.Pair{Source: node[c.source], Target: v})
				want = append(want, uint32(min(level, bfs.Unreachable)))
			}
		}
		if len(pairs) == 0 {
			t.Fatalf("%v says nothing", c.truth)
		}
		b, err := bfs.New(d, g, bfs.AutoForm)
		if err != nil {
			t.Fatal(err)
		}
		for _, scheme := range []bfs.Scheme{bfs.Rows, bfs.BottomUp, bfs.Host} {
			a, err := b.Search(context.Background(), pairs, bfs.Options{Scheme: scheme})
			if err != nil || !slices.Equal(a.Lengths, want) {
				t.Errorf("%v, %s: %d levels differ from those published (%v)", c.truth, scheme, count(a.Lengths, want), err)
			}
		}
		b.Release()
	}
}

func count(a, b []uint32) (differ int) {
	for i := range a {
		if a[i] != b[i] {
			differ++
		}
	}
	return differ
}

// TestSocial compares the sizes of levels with those that others have counted.
func TestSocial(t *testing.T) {
	text, err := os.ReadFile(osmtest.Data(t, "graphs", "social", "TRUTH.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth map[string]struct {
		BFS []struct {
			Source int64
			Levels []uint32
		}
	}
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	d := gputest.Open(t)
	for name, file := range map[string]string{"facebook_combined": "facebook_combined.txt", "kron16": "kron16.el.gz"} {
		g, node := adjacency(t, osmtest.Data(t, "graphs", "social", file), 1, true)
		b, err := bfs.New(d, g, bfs.AutoForm)
		if err != nil {
			t.Fatal(err)
		}
		var sources []uint32
		for _, c := range truth[name].BFS {
			sources = append(sources, node[c.Source])
		}
		got, err := b.Levels(context.Background(), sources, nil)
		if err != nil || len(got) == 0 {
			t.Fatalf("%s: %d sources, %v", name, len(got), err)
		}
		for i, c := range truth[name].BFS {
			if !slices.Equal(got[i], c.Levels) {
				t.Errorf("%s: from %d the levels are %v, want %v", name, c.Source, got[i], c.Levels)
			}
		}
		b.Release()
	}
}

// New York's lengths in hops are those that others have computed.
func TestNewYork(t *testing.T) {
	g, node := load(t, graphload.AsFile, "dimacs", "USA-road-d.NY.gr.gz")
	f, err := os.Open(osmtest.Data(t, "dimacs", "truth", "USA-road-d.NY.p2p.chk"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var pairs []bfs.Pair
	var want []uint32
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var from, to int64
		var dist, hops uint32
		if n, _ := fmt.Sscanf(lines.Text(), "q %d %d %d %d", &from, &to, &dist, &hops); n == 4 {
			pairs = append(pairs, bfs.Pair{Source: node[from], Target: node[to]})
			want = append(want, hops)
		}
	}
	if len(pairs) < 100 {
		t.Fatalf("%d pairs", len(pairs))
	}
	b, err := bfs.New(gputest.Open(t), g, bfs.AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Release()
	for _, c := range []struct {
		scheme bfs.Scheme
		n      int // of the pairs: the software device takes its time
	}{{bfs.Host, gputest.Count(64, len(pairs))}, {bfs.Paired, 40}} {
		a, err := b.Search(context.Background(), pairs[:c.n], bfs.Options{Scheme: c.scheme})
		if err != nil || !slices.Equal(a.Lengths, want[:c.n]) {
			t.Errorf("%s: %d of %d lengths differ from those published (%v)", c.scheme, count(a.Lengths, want[:c.n]), c.n, err)
		}
	}
}
