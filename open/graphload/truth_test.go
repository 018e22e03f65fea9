package graphload_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"kernelscope/compute/oracle"
	"kernelscope/internal/fault"
	"kernelscope/open/graphload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene/graph"
)

// New York and smaller files have the published properties.
func TestNewYork(t *testing.T) {
	m, err := graphload.Load(context.Background(), osmtest.Data(t, "dimacs", "USA-road-d.NY.gr.gz"), graphload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if m.Graph.Nodes() != 264346 || m.Metric != graph.ByLength || m.Abstract {
		t.Fatalf("%d nodes, weight %s", m.Graph.Nodes(), m.Metric)
	}
	f, err := os.Open(osmtest.Data(t, "dimacs", "truth", "USA-road-d.NY.dist.from190295.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	node := make([]uint32, m.Graph.Nodes()+1) // by the file's number
	for v, id := range m.Graph.ID {
		node[id] = uint32(v)
	}
	dist := oracle.Dijkstra(m.Graph, node[190295], graph.NoNode).Dist
	lines := 0
	for s := bufio.NewScanner(z); s.Scan(); {
		var id, d uint32
		if n, _ := fmt.Sscan(s.Text(), &id, &d); n != 2 {
			continue
		}
		lines++
		if dist[node[id]] != d {
			t.Fatalf("node %d is at %d, want %d", id, dist[node[id]], d)
		}
	}
	if lines != m.Graph.Nodes() {
		t.Errorf("%d distances were compared", lines)
	}
}

func TestSmallFiles(t *testing.T) {
	for name, c := range map[string]struct {
		path         []string
		nodes, edges int
		abstract     bool
	}{
		"Rome":   {[]string{"dimacs", "rome99-modified.gr"}, 3353, 4444, true},
		"sample": {[]string{"dimacs", "sample.gr.txt"}, 6, 8, false},
		"people": {[]string{"graphs", "social", "ldbc10k.csv"}, 9987, 296130, true},
	} {
		m, err := graphload.Load(context.Background(), osmtest.Data(t, c.path...), graphload.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if g := m.Graph; g.Nodes() != c.nodes || g.Edges() != c.edges || m.Abstract != c.abstract || m.Metric != graph.ByWeight {
			t.Errorf("%s: %d nodes, %d edges, abstract %v, weight %s", name, g.Nodes(), g.Edges(), m.Abstract, m.Metric)
		}
	}
}

// Any file gives either a graph or an error with the reason.
func FuzzLoad(f *testing.F) {
	for _, text := range []string{arcs, places, "1 2\n2 3\n", "# x\n1 2 0.5\n", "a,b\n1,2\n", mtx + "real symmetric\n3 3 1\n2 1 5\n", "\x1f\x8b", "p sp 9 0\n", "1 1\n"} {
		f.Add([]byte(text), []byte(text))
	}
	f.Fuzz(func(t *testing.T, first, second []byte) {
		if len(first)+len(second) > 1<<12 {
			return
		}
		for _, files := range []files{{{"g.gr", string(first)}, {"g.co", string(second)}}, {{"g.v", string(first)}, {"g.e", string(second)}}, {{"g.mtx", string(first)}}, {{"g.el.gz", string(second)}}} {
			m, err := graphload.Load(context.Background(), files.write(t), graphload.Options{Contract: len(first)%2 == 1})
			switch {
			case err != nil && !errors.Is(err, fault.Input):
				t.Fatalf("%q, %q: %v", first, second, err)
			case err == nil:
				checkLines(t, "fuzz", m)
			}
		}
	})
}
