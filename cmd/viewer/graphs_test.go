package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/osmload/osmtest"
)

// What is generated is the same in memory and in each kind of file.
func TestGen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	describe := func(file string, flags ...string) (nodes, edges int, weight float64) {
		t.Helper()
		out, stderr, code := viewer(t, nil, append([]string{"info", "--json", file}, flags...)...)
		var i mapInfo
		if err := json.Unmarshal([]byte(out), &i); code != 0 || err != nil || i.Box != nil {
			t.Fatalf("%s: exit code %d, %v: %s%s", file, code, err, out, stderr)
		}
		return i.Graph.Nodes, i.Graph.Edges, i.Graph.MeanWeight
	}
	small := filepath.Join(dir, "small.el")
	if err := os.WriteFile(small, []byte("1 2\n2 1\n2 3\n3 2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args []string // of gen
		file string   // that is the same
	}{
		{"grid.gr", []string{"grid", "--width", "20", "--height", "10"}, "gen:grid,width=20,height=10"},
		{"roads.gr.gz", []string{"roads", "--nodes", "500", "--seed", "7"}, "gen:roads,nodes=500,seed=7"},
		{"kronecker.wel", []string{"kronecker", "--scale", "8", "--factor", "4"}, "gen:kronecker,scale=8,factor=4"},
		{"star.wel.gz", []string{"adversarial", "--kind", "star", "--nodes", "300"}, "gen:adversarial,kind=star,nodes=300"},
		{"comb.el", []string{"adversarial", "--kind", "comb", "--nodes", "100"}, "gen:adversarial,kind=comb,nodes=100"},
		{"example.el", []string{"example", "--kind", "hub"}, "gen:example,kind=hub"},
		{"tile.gr", []string{"tile", small, "--k", "2"}, "gen:tile,k=2,map=" + small},
	} {
		out := filepath.Join(dir, c.name)
		if stdout, stderr, code := viewer(t, nil, append(append([]string{"gen"}, c.args...), "-o", out)...); code != 0 || !strings.Contains(stdout, "nodes") {
			t.Fatalf("%s: exit code %d: %s%s", c.name, code, stdout, stderr)
		}
		nodes, edges, weight := describe(out)
		if n, e, w := describe(c.file); n != nodes || e != edges || w != weight || n == 0 {
			t.Errorf("%s has %d nodes, %d edges, mean weight %g; %s has %d, %d, %g", c.name, nodes, edges, weight, c.file, n, e, w)
		}
	}
	if n, _, _ := describe(filepath.Join(dir, "grid.gr"), "--contract"); n != 196 { // without the four corners
		t.Errorf("%d nodes are left of the grid", n)
	}
}

// A graph without places can be searched and drawn, and nothing speaks of kilometres.
func TestGraphFile(t *testing.T) {
	t.Parallel()
	needDevice(t)
	file := osmtest.Data(t, "graphs", "graphalytics", "example", "example-undirected.v")
	for _, c := range []struct {
		name string
		args []string
		says string
	}{
		{"run", []string{"run", "sssp", file, "-s", "id:2", "-t", "id:10", "--verify"}, " 2.41 "},
		{"json", []string{"run", "sssp", file, "-s", "id:2", "-t", "id:10", "--json", "-a", "frontier"}, `"distance":241,`},
		{"directed", []string{"run", "sssp", file, "-s", "id:10", "-t", "id:2", "--directed"}, "unreached"},
		{"info", []string{"info", file}, "the file's times 100; 0 are rounded"},
		{"render", []string{"render", file, "--size", "200x100", "--ui"}, "200 × 100"},
		{"generated", []string{"run", "sssp", "gen:adversarial,kind=path,nodes=50", "-s", "id:1", "-t", "id:50", "--verify"}, " 49 "},
	} {
		out, stderr, code := viewer(t, nil, c.args...)
		if code != 0 || !strings.Contains(out, c.says) {
			t.Errorf("%s: exit code %d, want %q: %s%s", c.name, code, c.says, out, stderr)
		}
		for _, word := range []string{" km", "\"lon", "\"lat", "time_s", "length_m"} {
			if strings.Contains(out, word) {
				t.Errorf("%s speaks of %s: %s", c.name, word, out)
			}
		}
	}
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"coordinates", []string{"run", "sssp", file, "-s", "1.5,2.5"}, exitUsage, "no coordinates"},
		{"a route", []string{"run", "sssp", file, "--path", "a.geojson"}, exitUsage, "--path"},
		{"a centre", []string{"render", file, "--centre", "1,2"}, exitUsage, "--centre"},
		{"both directions", []string{"info", file, "--directed", "--undirected"}, exitUsage, "--directed"},
		{"no such generator", []string{"info", "gen:maze"}, exitUsage, "maze"},
		{"no such value", []string{"info", "gen:grid,depth=3"}, exitUsage, "depth"},
		{"bad value", []string{"info", "gen:grid,width=0"}, exitUsage, "width"},
		{"no value", []string{"info", "gen:grid,width"}, exitUsage, "name=value"},
		{"too many", []string{"info", "gen:grid,width=30000,height=30000"}, exitUsage, "more than"},
		{"no such kind", []string{"gen", "adversarial", "--kind", "maze", "-o", "a.gr"}, exitUsage, "maze"},
		{"no such format", []string{"gen", "grid", "-o", "a.txt"}, exitUsage, ".wel"},
		{"no output", []string{"gen", "grid"}, exitUsage, "output"},
		{"no map", []string{"info", "gen:tile,map=nothing.osm"}, exitInput, "no such file"},
		{"too many tiles", []string{"info", "gen:tile,k=1000"}, exitLimit, "too many"},
		{"no folder", []string{"gen", "grid", "--width", "2", "--height", "2", "-o", "/nonexistent/a.gr"}, exitOutput, "nonexistent"},
		{"timeout", []string{"info", "gen:roads", "--timeout", "50ms"}, exitTimeout, "timeout"},
	} {
		_, stderr, code := viewer(t, nil, c.args...)
		if code != c.code || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d, want %d; it says %q", c.name, code, c.code, stderr)
		}
	}
}
