package graphload_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute/oracle"
	"kernelscope/graphload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene/graph"
)

const (
	arcs   = "c a triangle and a loop\np sp 3 5\na 1 2 10\na 2 1 10\na 2 3 5\na 3 1 7\na 3 3 1\n"
	places = "p aux sp co 3\nv 1 10000000 50000000\nv 2 10010000 50000000\nv 3 10010000 50010000\n"
)

func write(t *testing.T, gr, co string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"g.gr": gr, "g.co": co} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "g.gr")
}

func TestLoad(t *testing.T) {
	path := write(t, arcs, places)
	if !graphload.Detect(path) || graphload.Detect(filepath.Join(filepath.Dir(path), "g.co")) || graphload.Detect("nothing") {
		t.Error("the kinds of files were not told apart")
	}
	m, err := graphload.Load(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	g := m.Graph
	if g.Nodes() != 3 || g.Edges() != 4 || len(m.Lines) != 4 {
		t.Fatalf("%d nodes, %d edges, %d lines", g.Nodes(), g.Edges(), len(m.Lines))
	}
	for u := range g.Nodes() {
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			points := m.EdgePoints(nil, e)
			if points[0] != g.At[u] || points[len(points)-1] != g.At[g.Head[e]] {
				t.Errorf("edge %d is drawn elsewhere", e)
			}
		}
	}
}

func TestRefuses(t *testing.T) {
	for name, c := range map[string]struct{ gr, co, want string }{
		"no problem line":  {"a 1 2 3\n", places, "line 1"},
		"cut off":          {strings.TrimSuffix(arcs, "a 3 3 1\n"), places, "cut off"},
		"too many":         {arcs + "a 1 3 4\n", places, "line 8"},
		"bad node":         {strings.Replace(arcs, "a 2 3", "a 2 4", 1), places, "line 5"},
		"bad weight":       {strings.Replace(arcs, "a 2 3 5", "a 2 3 -5", 1), places, "line 5"},
		"heavy":            {strings.Replace(arcs, "a 2 3 5", "a 2 3 3000000000", 1), places, "line 5"},
		"words":            {strings.Replace(arcs, "a 2 3 5", "a 2 three 5", 1), places, "line 5"},
		"huge":             {"p sp 999999999999 1\na 1 2 3\n", places, "line 1"},
		"empty promise":    {"p sp 200000000 1\na 1 2 3\n", places, "200000000 nodes"},
		"another graph":    {arcs, strings.Replace(places, "co 3", "co 4", 1), "g.co: line 1"},
		"out of the world": {arcs, strings.Replace(places, "50010000", "150010000", 1), "g.co: line 4"},
		"no place":         {arcs, strings.Replace(places, "v 2", "c 2", 1), "node 2"},
	} {
		_, err := graphload.Load(context.Background(), write(t, c.gr, c.co))
		if !errors.Is(err, graphload.ErrInput) || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := graphload.Load(ctx, write(t, arcs, places)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// New York is what others have found it to be.
func TestNewYork(t *testing.T) {
	m, err := graphload.Load(context.Background(), osmtest.Data(t, "dimacs", "USA-road-d.NY.gr.gz"))
	if err != nil {
		t.Fatal(err)
	}
	if m.Graph.Nodes() != 264346 {
		t.Fatalf("%d nodes", m.Graph.Nodes())
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
