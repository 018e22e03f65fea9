package main

import (
	"strings"
	"testing"

	"kernelscope/cli/clitest"
)

func TestBadTables(t *testing.T) {
	t.Parallel()
	needDevice(t)
	good := clitest.Listed(t, "#1\n#2\n")
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"no sources", []string{"run", "table"}, exitUsage, "--sources"},
		{"no such file", []string{"run", "table", "--sources", "nothing.csv"}, exitInput, "nothing.csv"},
		{"a folder", []string{"run", "table", "--sources", "."}, exitInput, "directory"},
		{"not a place", []string{"run", "table", "--sources", clitest.Listed(t, "#1\n\nnowhere\n")}, exitInput, "places.csv: line 3"},
		{"one input twice", []string{"run", "table", "--sources", "-", "--targets", "-"}, exitUsage, "standard input"},
		{"another form", []string{"run", "table", "--sources", good, "-o", "table.xls"}, exitUsage, ".parquet or .json"},
		{"Arrow", []string{"run", "table", "--sources", good, "-o", "table.arrow"}, exitUsage, "use .parquet"},
		{"two forms", []string{"run", "table", "--sources", good, "-o", "table.csv", "--json"}, exitUsage, "--json"},
		{"no folder", []string{"run", "table", "--sources", good, "-o", "/nonexistent/a.csv"}, exitOutput, "nonexistent"},
		{"one at a time only", []string{"run", "table", "--sources", good, "-a", "nearfar"}, exitUsage, "choose from frontier, prepared"},
		{"no room", []string{"run", "table", "--sources", good, "--concurrent", "100000"}, exitUsage, "room for"},
		{"no number", []string{"run", "table", "--sources", good, "--concurrent", "0"}, exitUsage, "--concurrent"},
		{"run: one at a time only", []string{"run", "sssp", "-a", "dijkstra", "--concurrent", "4"}, exitUsage, "-a frontier"},
		{"run: no number", []string{"run", "sssp", "-a", "frontier", "--concurrent", "many"}, exitUsage, "many"},
		{"run: no room", []string{"run", "sssp", "-a", "frontier", "--concurrent", "100000"}, exitUsage, "room for"},
		{"run: a route", []string{"run", "sssp", "-a", "frontier", "--concurrent", "4", "--path", "a.geojson"}, exitUsage, "--path"},
		{"run: a trace", []string{"run", "sssp", "-a", "frontier", "--concurrent", "4", "--trace", "a"}, exitUsage, "--trace"},
		{"bench: one at a time only", []string{"bench", "throughput", "-a", "dial", "--at-once", "1,8"}, exitUsage, "dial makes one query after another"},
		{"bench: no number", []string{"bench", "throughput", "--at-once", "1,0"}, exitUsage, "--at-once"},
		{"bench: both kinds", []string{"bench", "throughput", "--to-all", "--ranks"}, exitUsage, "ranks"},
		{"timeout", []string{"run", "table", "gen:grid,width=300,height=300", "--sources", clitest.Listed(t, clitest.Nodes(5000, 7, 90000)), "--timeout", "1500ms"}, exitTimeout, "timeout"},
	} {
		_, stderr, code := viewer(t, nil, c.args...)
		if code != c.code || !strings.Contains(stderr, c.says) || strings.Count(stderr, "viewer: ") != 1 { // beside progress, where processors are busy
			t.Errorf("%s: exit code %d, want %d; it says %q", c.name, code, c.code, stderr)
		}
	}
}
