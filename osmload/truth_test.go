package osmload

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/internal/fault"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// TestTruth compares the counts of real extracts with those of libosmium.
func TestTruth(t *testing.T) {
	b, err := os.ReadFile(osmtest.Data(t, "osm", "TRUTH-counts.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth []struct {
		File      string
		Nodes     int
		Ways      int
		Relations int
		Highways  int `json:"hw_ways"`
		HwNodes   int `json:"hw_nodes"`
		Missing   int `json:"hw_missing_nodes"`
		Short     int `json:"hw_ways_lt2"`
	}
	if err := json.Unmarshal(b, &truth); err != nil {
		t.Fatal(err)
	}
	if len(truth) != 9 {
		t.Fatalf("%d files in the truth, want 9", len(truth))
	}
	for _, want := range truth {
		t.Run(want.File, func(t *testing.T) {
			path := ""
			if strings.Contains(want.File, "-latest") {
				path = osmtest.Module(t, want.File)
			} else {
				path = osmtest.Data(t, "osm", want.File)
			}
			m, err := Load(context.Background(), path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			c := m.Counts
			got := [...]int{c.Nodes, c.Ways, c.Relations, c.HighwayWays, c.HighwayNodes, c.MissingNodes, c.ShortWays}
			if w := [...]int{want.Nodes, want.Ways, want.Relations, want.Highways, want.HwNodes, want.Missing, want.Short}; got != w {
				t.Errorf("nodes, ways, relations, highways, their nodes, missing, short: got %v, want %v", got, w)
			}
			checkMap(t, m)
		})
	}
}

// checkMap checks properties that every map has.
func checkMap(t *testing.T, m *scene.Map) {
	t.Helper()
	g := m.Graph
	n, e := g.Nodes(), g.Edges()
	if len(g.At) != n || len(g.ID) != n || len(g.Component) != n || int(g.FirstOut[n]) != e || int(g.FirstIn[n]) != e {
		t.Fatalf("the arrays of a graph of %d nodes and %d edges do not fit", n, e)
	}
	drawn := make([]bool, n)
	for i, l := range m.Lines {
		if l.End < l.First+2 || int(l.End) > len(m.Points) || l.Class >= scene.Classes {
			t.Fatalf("line %d is %+v", i, l)
		}
		if (l.From == graph.NoNode) != (l.To == graph.NoNode) || l.From != graph.NoNode && int(max(l.From, l.To)) >= n {
			t.Fatalf("line %d joins %d and %d", i, l.From, l.To)
		}
		if l.From != graph.NoNode {
			drawn[l.From], drawn[l.To] = true, true
			if g.At[l.From] != m.Points[l.First] || g.At[l.To] != m.Points[l.End-1] {
				t.Fatalf("line %d does not end at its nodes", i)
			}
		}
	}
	for u := range uint32(n) {
		if !drawn[u] {
			t.Fatalf("node %d is on no line", u)
		}
		for k := g.FirstOut[u]; k < g.FirstOut[u+1]; k++ {
			v := g.Head[k]
			if v == u || int(v) >= n || k > g.FirstOut[u] && g.Head[k-1] >= v {
				t.Fatalf("node %d: edge to %d is a loop, out of range or out of order", u, v)
			}
			points := m.EdgePoints(nil, k)
			if points[0] != g.At[u] || points[len(points)-1] != g.At[v] {
				t.Fatalf("the line of the edge from %d to %d does not join them", u, v)
			}
			if g.Time[k] == 0 || g.Length[k] == 0 {
				t.Fatalf("the edge from %d to %d costs nothing", u, v)
			}
			// No edge is shorter than the straight line.
			if straight := points[0].Metres(points[len(points)-1]); float64(g.Length[k]) < straight*10*0.999-2 {
				t.Fatalf("the edge from %d to %d has %d dm, the straight line %.1f m", u, v, g.Length[k], straight)
			}
		}
	}
}

// TestDamaged reads the collection of damaged and odd files and compares each result with the
// expected one.
func TestDamaged(t *testing.T) {
	root := osmtest.Data(t, "osm-bad")
	good := map[string]bool{ // files without a rule below
		"coordinates-problems.osm": true, "missing-node.osm": true, "ways_with_zero_or_one_nodes.osm": true,
		"username.osm": false, // one of its comments begins with "<--"
	}
	var expect []struct{ File, Expect string }
	b, err := os.ReadFile(filepath.Join(root, "generated", "EXPECT.json"))
	if err == nil {
		err = json.Unmarshal(b, &expect)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range expect {
		good[filepath.Join("generated", e.File)] = strings.HasPrefix(e.Expect, "ok")
	}
	tried := 0
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		base := d.Name()
		if err != nil || d.IsDir() || base == "EXPECT.json" || base == "description.txt" || base == "result" ||
			base == "out.osm" || base == "osmosis-out.osm" {
			return err
		}
		want, known := good[name]
		switch {
		case known:
		case strings.HasPrefix(name, "osm-testdata-xml"):
			result, err := os.ReadFile(filepath.Join(filepath.Dir(path), "result"))
			want = err == nil && strings.TrimSpace(string(result)) == "valid" // an empty or absent result means an old version
		default:
			want = !strings.Contains(base, "broken")
		}
		tried++
		m, err := Load(context.Background(), path, Options{})
		if (err == nil) != want {
			t.Errorf("%s: accepted %v, want %v (%v)", name, err == nil, want, err)
		}
		if err != nil && (!errors.Is(err, fault.Input) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: %q is no single sentence about the input", name, err)
		}
		if err == nil {
			checkMap(t, m)
		} else {
			t.Logf("%v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if tried < 45 {
		t.Errorf("only %d files were tried", tried)
	}
}

// TestGrid checks the grid of 10 × 10 junctions, which is available in every format.
func TestGrid(t *testing.T) {
	var first *scene.Map
	for _, name := range []string{
		"000-good-grid.osm.pbf", "049-nodense.osm.pbf", "051-granularity-10000-offset.osm.pbf",
		"100-good-grid.osm", "101-good-grid.osm.bz2", "102-good-grid.osm.gz",
	} {
		m, err := Load(context.Background(), osmtest.Data(t, "osm-bad", "generated", name), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if m.Counts.Nodes != 100 || m.Counts.Ways != 20 {
			t.Errorf("%s: %d nodes, %d ways", name, m.Counts.Nodes, m.Counts.Ways)
		}
		// 180 stretches, each open in both directions.
		if m.Graph.Nodes() != 100 || m.Graph.Edges() != 2*180 {
			t.Errorf("%s: a graph of %d nodes and %d edges", name, m.Graph.Nodes(), m.Graph.Edges())
		}
		if first == nil {
			first = m
		}
		for _, d := range []int32{m.Box.Min.X - first.Box.Min.X, m.Box.Min.Y - first.Box.Min.Y, m.Box.Max.X - first.Box.Max.X, m.Box.Max.Y - first.Box.Max.Y} {
			if d < -1200 || d > 1200 { // 1e-5 degrees
				t.Errorf("%s: the box is off by %d units", name, d)
			}
		}
	}
}
