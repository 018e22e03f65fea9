package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kernelscope/compute/oracle"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// listed writes a file of places.
func listed(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "places.csv")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// nodes lists some nodes of a graph, one a line.
func nodes(count, step, of int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, "#%d\n", i*step%of)
	}
	return b.String()
}

// mapOf reads what the program would.
func mapOf(t *testing.T, file, weight string) *scene.Map {
	t.Helper()
	m, err := (&app{weight: weight}).loadMap(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Each value is that of Dijkstra's algorithm in the unit that the corner names.
func TestTable(t *testing.T) {
	needDevice(t)
	for _, c := range []struct {
		name, file, weight string
		sources, targets   int
		unit               string
		per                float64 // distances for one of the unit
	}{
		{"grid", "gen:grid,width=40,height=30", "time", 19, 30, "distance", 1},
		{"one way", "gen:adversarial,kind=path,nodes=60", "time", 10, 50, "distance", 1},
		{"map", "", "time", 9, 5, "seconds", 10},
		{"map by length", "", "length", 3, 4, "metres", 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := mapOf(t, c.file, c.weight)
			n := m.Graph.Nodes()
			path := filepath.Join(t.TempDir(), "table.csv")
			_, stderr, code := viewer(t, nil, "run", "table", c.file, "--weight", c.weight, "--workgroup", "64", "--verify", "-o", path,
				"--sources", listed(t, nodes(c.sources, 7919, n)), "--targets", listed(t, nodes(c.targets, 104729, n)))
			if code != 0 || !strings.Contains(stderr, fmt.Sprintf("%d × %d values", c.sources, c.targets)) || !strings.Contains(stderr, "verified") {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			lines, err := csv.NewReader(f).ReadAll()
			if err != nil || len(lines) != 1+c.sources || len(lines[0]) != 1+c.targets || lines[0][0] != c.unit {
				t.Fatalf("%d lines, the first is %q (%v)", len(lines), lines[0], err)
			}
			empty := 0
			for i, line := range lines[1:] {
				source := uint32(i * 7919 % n)
				truth := oracle.Dijkstra(m.Graph, source, graph.NoNode)
				if line[0] != fmt.Sprintf("#%d", source) {
					t.Errorf("row %d is called %q", i, line[0])
				}
				for k, got := range line[1:] {
					want := ""
					if d := truth.Dist[k*104729%n]; d != graph.Unreached {
						want = strconv.FormatFloat(float64(d)/c.per, 'f', -1, 64)
					} else {
						empty++
					}
					if got != want {
						t.Errorf("row %d, column %d: %q, want %q", i, k, got, want)
					}
				}
			}
			if c.name == "one way" && empty == 0 {
				t.Error("everything is reached; the test shows less than it should")
			}
		})
	}
}

// JSON lines tell the same as CSV, and the sources are the targets where there are no
// others.
func TestTableJSON(t *testing.T) {
	needDevice(t)
	places := listed(t, "name,lat,lon\nDover,39.158,-75.524\n\"Rehoboth, beach\",38.7209,-75.0760\n")
	path := filepath.Join(t.TempDir(), "table.json")
	if _, stderr, code := viewer(t, nil, "run", "table", "--workgroup", "64", "--sources", places, "-o", path); code != 0 {
		t.Fatal(stderr)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	var meta struct {
		Type, Unit string
		Targets    []struct {
			Name string
			Lon  float64
			Snap float64 `json:"snap_m"`
		}
	}
	if err := json.Unmarshal([]byte(lines[0]), &meta); err != nil || len(lines) != 3 || meta.Unit != "seconds" || len(meta.Targets) != 2 ||
		meta.Targets[1].Name != "Rehoboth, beach" || meta.Targets[0].Lon > -75 || meta.Targets[0].Snap <= 0 {
		t.Fatalf("%v: %s", err, b)
	}
	out, stderr, code := viewer(t, nil, "run", "table", "--workgroup", "64", "--sources", places)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if code != 0 || err != nil || len(rows) != 3 {
		t.Fatalf("%v, exit code %d: %s%s", err, code, out, stderr)
	}
	for i, line := range lines[1:] {
		var row struct {
			Source struct{ Name string }
			Values []float64
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil || row.Source.Name != rows[i+1][0] || row.Values[i] != 0 || row.Values[1-i] < 1000 {
			t.Errorf("%v: %s", err, line)
		}
		if text := fmt.Sprint(row.Values[1-i]); text != rows[i+1][2-i] {
			t.Errorf("%s in JSON, %s in CSV", text, rows[i+1][2-i])
		}
	}
}

func TestBadTables(t *testing.T) {
	needDevice(t)
	good := listed(t, "#1\n#2\n")
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"no sources", []string{"run", "table"}, exitUsage, "--sources"},
		{"no such file", []string{"run", "table", "--sources", "nothing.csv"}, exitInput, "nothing.csv"},
		{"a folder", []string{"run", "table", "--sources", "."}, exitInput, "directory"},
		{"not a place", []string{"run", "table", "--sources", listed(t, "#1\n\nnowhere\n")}, exitInput, "places.csv: line 3"},
		{"one input twice", []string{"run", "table", "--sources", "-", "--targets", "-"}, exitUsage, "standard input"},
		{"another form", []string{"run", "table", "--sources", good, "-o", "table.xls"}, exitUsage, ".csv or .json"},
		{"two forms", []string{"run", "table", "--sources", good, "-o", "table.csv", "--json"}, exitUsage, "--json"},
		{"no folder", []string{"run", "table", "--sources", good, "-o", "/nonexistent/a.csv"}, exitOutput, "nonexistent"},
		{"one at a time only", []string{"run", "table", "--sources", good, "-a", "nearfar"}, exitUsage, "-a frontier"},
		{"no room", []string{"run", "table", "--sources", good, "--concurrent", "100000"}, exitUsage, "room for"},
		{"no number", []string{"run", "table", "--sources", good, "--concurrent", "0"}, exitUsage, "--concurrent"},
		{"run: one at a time only", []string{"run", "sssp", "-a", "dijkstra", "--concurrent", "4"}, exitUsage, "-a frontier"},
		{"run: no number", []string{"run", "sssp", "-a", "frontier", "--concurrent", "many"}, exitUsage, "many"},
		{"run: no room", []string{"run", "sssp", "-a", "frontier", "--concurrent", "100000"}, exitUsage, "room for"},
		{"run: a route", []string{"run", "sssp", "-a", "frontier", "--concurrent", "4", "--path", "a.geojson"}, exitUsage, "--path"},
		{"run: a trace", []string{"run", "sssp", "-a", "frontier", "--concurrent", "4", "--trace", "a"}, exitUsage, "--trace"},
		{"bench: one at a time only", []string{"bench", "throughput", "-a", "dial"}, exitUsage, "-a frontier"},
		{"bench: no number", []string{"bench", "throughput", "--at-once", "1,0"}, exitUsage, "--at-once"},
		{"bench: no room", []string{"bench", "throughput", "--at-once", "1,100000"}, exitUsage, "room for"},
		{"bench: both kinds", []string{"bench", "throughput", "--to-all", "--ranks"}, exitUsage, "ranks"},
		{"timeout", []string{"run", "table", "gen:grid,width=300,height=300", "--sources", listed(t, nodes(5000, 7, 90000)), "--timeout", "3s"}, exitTimeout, "timeout"},
	} {
		_, stderr, code := viewer(t, nil, c.args...)
		if code != c.code || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d, want %d; it says %q", c.name, code, c.code, stderr)
		}
	}
}

// Queries side by side find what they find one by one, and say no more than is known.
func TestConcurrentRun(t *testing.T) {
	needDevice(t)
	run := func(args ...string) (queries []queryLine, summary manyLine) {
		t.Helper()
		args = append([]string{"run", "sssp", "gen:grid,width=60,height=40", "-a", "frontier", "--workgroup", "64", "--json", "-n", "11"}, args...)
		out, stderr, code := viewer(t, nil, args...)
		if code != 0 {
			t.Fatalf("%v: exit code %d: %s", args, code, stderr)
		}
		lines := strings.Split(strings.TrimSpace(out), "\n")
		for _, line := range lines[1 : len(lines)-1] {
			var q queryLine
			if err := json.Unmarshal([]byte(line), &q); err != nil {
				t.Fatal(err)
			}
			queries = append(queries, q)
		}
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &summary); err != nil {
			t.Fatal(err)
		}
		return queries, summary
	}
	alone, _ := run()
	plain, _ := run("--concurrent", "auto")
	got, s := run("--concurrent", "4", "--verify")
	if len(got) != 11 || len(plain) != 11 || s.Queries != 11 || s.Verified != 11 || s.AtOnce != 4 || s.Batches != 3 || s.Efficiency == nil ||
		s.Wall <= 0 || s.MeanWall != s.Wall/11 || s.GPU <= 0 || s.GPU > s.Wall {
		t.Fatalf("%d queries, %+v", len(got), s)
	}
	for i, q := range got {
		if *q.Distance != *alone[i].Distance || *plain[i].Distance != *q.Distance || q.Target.Node != alone[i].Target.Node || !q.Verified || plain[i].Verified {
			t.Errorf("query %d is %+v, alone %+v", i, q, alone[i])
		}
		if q.Wall != nil || q.GPU != nil || q.Dijkstra == nil || plain[i].Dijkstra != nil || plain[i].Efficiency != nil || alone[i].Wall == nil || alone[i].Dijkstra == nil {
			t.Errorf("query %d says too much or too little: %+v, %+v, %+v", i, q, plain[i], alone[i])
		}
	}
	for _, args := range [][]string{{"-t", "all"}, {"--ranks", "-n", "1"}} {
		out, stderr, code := viewer(t, nil, append([]string{"run", "sssp", "gen:grid,width=60,height=40", "-a", "frontier", "-n", "3", "--concurrent", "auto", "--verify"}, args...)...)
		if code != 0 || strings.Count(out, "✓") < 3 || !strings.Contains(out, "at once") {
			t.Errorf("%v: exit code %d: %s%s", args, code, out, stderr)
		}
	}
}
