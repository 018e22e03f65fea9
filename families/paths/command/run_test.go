package command

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/compute/oracle"
	"kernelscope/osmload/osmtest"
	"kernelscope/report"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// mapOf reads a map as the program does.
func mapOf(t *testing.T, file, weight string) *scene.Map {
	t.Helper()
	m, err := (&cli.App{Weight: weight}).LoadMap(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Each value equals the distance of Dijkstra's algorithm, in the unit named in the corner.
func TestTable(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	fast, trees := []string{"--workgroup", "64"}, []string{"-a", "prepared", "--concurrent", "16"}
	for _, c := range []struct {
		name, file, weight string
		sources, targets   int
		unit               string
		per                float64 // distance units per unit of the table
		search             []string
	}{
		{"grid", "gen:grid,width=40,height=30", "time", 19, 30, "distance", 1, fast},
		{"one way", "gen:adversarial,kind=path,nodes=60", "time", 10, 50, "distance", 1, fast},
		{"map", "", "time", 9, 5, "seconds", 10, fast},
		{"map by length", "", "length", 3, 4, "metres", 10, fast},
		{"grid, prepared", "gen:grid,width=40,height=30", "time", 40, 30, "distance", 1, trees},
		{"one way, prepared", "gen:adversarial,kind=path,nodes=60", "time", 10, 50, "distance", 1, trees},
		{"map, prepared", "", "length", 9, 5, "metres", 10, trees},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := mapOf(t, c.file, c.weight)
			n := m.Graph.Nodes()
			path := filepath.Join(t.TempDir(), "table.csv")
			_, stderr, err := clitest.RunBoth(t, tableCommand, append(c.search, c.file, "--weight", c.weight, "--verify", "-o", path,
				"--sources", clitest.Listed(t, clitest.Nodes(c.sources, 7919, n)), "--targets", clitest.Listed(t, clitest.Nodes(c.targets, 104729, n)))...)
			if err != nil || !strings.Contains(stderr, fmt.Sprintf("%d × %d values", c.sources, c.targets)) || !strings.Contains(stderr, "verified") {
				t.Fatalf("%v: %s", err, stderr)
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

// JSON lines agree with CSV. Without targets the sources are the targets.
func TestTableJSON(t *testing.T) {
	places := clitest.Listed(t, "name,lat,lon\nDover,39.158,-75.524\n\"Rehoboth, beach\",38.7209,-75.0760\n")
	path := filepath.Join(t.TempDir(), "table.json")
	if _, stderr, err := clitest.RunBoth(t, tableCommand, "--workgroup", "64", "--sources", places, "-o", path); err != nil {
		t.Fatal(err, stderr)
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
	out, stderr, failed := clitest.RunBoth(t, tableCommand, "--workgroup", "64", "--sources", places)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if failed != nil || err != nil || len(rows) != 3 {
		t.Fatalf("%v, %v: %s%s", failed, err, out, stderr)
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

// Concurrent queries give the same results as single ones and print only what is known of them.
func TestConcurrentRun(t *testing.T) {
	run := func(args ...string) (queries []queryLine, summary manyLine) {
		t.Helper()
		args = append([]string{"gen:grid,width=60,height=40", "-a", "frontier", "--workgroup", "64", "--json", "-n", "11"}, args...)
		out, stderr, err := clitest.RunBoth(t, searchCommand, args...)
		if err != nil {
			t.Fatalf("%v: %v: %s", args, err, stderr)
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
	if len(got) != 11 || len(plain) != 11 || s.Queries != 11 || s.Verified == nil || *s.Verified != 11 || s.AtOnce != 4 || s.Batches != 3 || s.Efficiency == nil ||
		s.Wall <= 0 || math.Abs(s.MeanWall-s.Wall/11) > 1e-5 || s.GPU <= 0 || s.GPU > s.Wall {
		t.Fatalf("%d queries, %+v", len(got), s)
	}
	for i, q := range got {
		if *q.Distance != *alone[i].Distance || *plain[i].Distance != *q.Distance || q.Target.Node != alone[i].Target.Node || q.Verified == nil || !*q.Verified || plain[i].Verified != nil {
			t.Errorf("query %d is %+v, alone %+v", i, q, alone[i])
		}
		if q.Wall != nil || q.GPU != nil || q.Dijkstra == nil || plain[i].Dijkstra != nil || plain[i].Efficiency != nil || alone[i].Wall == nil || alone[i].Dijkstra == nil {
			t.Errorf("query %d says too much or too little: %+v, %+v, %+v", i, q, plain[i], alone[i])
		}
	}
	for _, args := range [][]string{{"-t", "all"}, {"--ranks", "-n", "1"}} {
		out, stderr, err := clitest.RunBoth(t, searchCommand, append([]string{"gen:grid,width=60,height=40", "-a", "frontier", "-n", "3", "--concurrent", "auto", "--verify"}, args...)...)
		if err != nil || strings.Count(out, "✓") < 3 || !strings.Contains(out, "concurrent") {
			t.Errorf("%v: %v: %s%s", args, err, out, stderr)
		}
	}
}

// TestRunSSSP searches and verifies on all real extracts.
func TestRunSSSP(t *testing.T) {
	files := []string{""}
	for _, name := range []string{"andorra-roads.osm.gz", "berlin-neukoelln.osm", "berlin-siegessaeule.osm.gz", "helsinki.osm.pbf",
		"liechtenstein-2013.osm.bz2", "liechtenstein-2013.osm.pbf", "stockholm-small.osm.pbf"} {
		files = append(files, osmtest.Data(t, "osm", name))
	}
	for _, f := range files {
		args := []string{"--verify", "-n", "4", "--json", "--path", filepath.Join(t.TempDir(), "route.geojson")}
		if f != "" {
			args = append(args, f)
		}
		out, stderr, err := clitest.RunBoth(t, searchCommand, args...)
		if err != nil {
			t.Errorf("%s: %v: %s", f, err, stderr)
			continue
		}
		var types []string
		for line := range strings.Lines(out) {
			var l struct {
				Type     string
				Verified any
				Snap     float64
			}
			if err := json.Unmarshal([]byte(line), &l); err != nil {
				t.Fatal(err)
			}
			types = append(types, l.Type)
			if l.Type == "query" && l.Verified != true || l.Type == "summary" && l.Verified != 4.0 {
				t.Errorf("%s: %s", f, line)
			}
		}
		if got := strings.Join(types, " "); got != "meta query query query query summary" {
			t.Errorf("%s: the lines are %s", f, got)
		}
	}
}

func TestPlaces(t *testing.T) {
	dir := t.TempDir()
	route := filepath.Join(dir, "route.geojson")
	out, stderr, err := clitest.RunBoth(t, searchCommand, "-s=-75.5466,39.7459", "-t", "#5000", "--json", "--verify", "--path", route, "--trace", filepath.Join(dir, "trace"))
	if err != nil {
		t.Fatal(err, stderr)
	}
	// The trace has the search that was asked for, not the one before that warms up.
	if trace, err := os.ReadFile(filepath.Join(dir, "trace")); err != nil || strings.Count(string(trace), `"done":true`) != 1 {
		t.Errorf("the trace ends %d times, %v", strings.Count(string(trace), `"done":true`), err)
	}
	var q queryLine
	if err := json.Unmarshal([]byte(strings.Split(out, "\n")[1]), &q); err != nil {
		t.Fatal(err)
	}
	if q.Source.Snap <= 0 || q.Source.Snap > 500 || q.Target.Node != 5000 || q.Target.Snap != 0 || q.Distance == nil || *q.Metres < 1000 {
		t.Errorf("got %+v", q)
	}
	var r struct {
		Features []struct {
			Geometry   struct{ Coordinates [][2]float64 }
			Properties struct {
				Length float64 `json:"length_m"`
			}
		}
	}
	b, err := os.ReadFile(route)
	if err == nil {
		err = json.Unmarshal(b, &r)
	}
	if err != nil || len(r.Features) != 1 || len(r.Features[0].Geometry.Coordinates) < 10 || r.Features[0].Properties.Length != *q.Metres {
		t.Errorf("the route is %.200s (%v)", b, err)
	}
	if at := r.Features[0].Geometry.Coordinates[0]; at[0] != report.Rounded(*q.Source.Lon) || at[1] != report.Rounded(*q.Source.Lat) {
		t.Errorf("the route begins at %v, not at the source", at)
	}
	// The same places by their ids in the file, then to all nodes.
	out, stderr, err = clitest.RunBoth(t, searchCommand, "-s", fmt.Sprintf("id:%d", q.Source.ID), "-t", "all", "--json", "--verify")
	if err != nil || !strings.Contains(out, `"target":null`) || !strings.Contains(out, fmt.Sprintf(`"node":%d`, q.Source.Node)) {
		t.Errorf("%v: %s%s", err, out, stderr)
	}
}

// Commands that answer queries or measure use Frontier by default; commands that compare searches
// also use Near-Far.
func TestDefaultSearches(t *testing.T) {
	app := &cli.App{}
	both := map[string]string{"rank": "nearfar,frontier", "efficiency": "nearfar,frontier", "scale": "nearfar,frontier", "auto": "frontier,nearfar"}
	for _, c := range append(benchCommands(app), searchCommand(app), tableCommand(app)) {
		flag := c.Flag("algorithm")
		if flag == nil {
			continue
		}
		if want := cmp.Or(both[c.Name()], "frontier"); flag.DefValue != want {
			t.Errorf("%s searches with %s, want %s", c.Name(), flag.DefValue, want)
		}
	}
}

// All backends find the same distances, and a wrong mirror is detected.
func TestRunBackends(t *testing.T) {
	const grid = "gen:grid,width=20,height=15"
	distances := func(out string) (found string) {
		for line := range strings.Lines(out) {
			if !strings.HasPrefix(line, `{"type":"query"`) {
				continue
			}
			var l queryLine
			if err := json.Unmarshal([]byte(line), &l); err != nil || l.Verified == nil || !*l.Verified {
				t.Fatalf("%s (%v)", line, err)
			}
			found += fmt.Sprintf("%d ", *l.Distance)
		}
		return found
	}
	for _, a := range []string{"nearfar", "frontier", "deltastep", "bellmanford"} {
		clitest.OnBackends(t, searchCommand, distances, grid, "-a", a, "-n", "2", "--verify", "--json")
	}
	file := filepath.Join(t.TempDir(), "table.csv")
	clitest.OnBackends(t, tableCommand, func(string) string {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}, grid, "--verify", "-o", file, "--sources", clitest.Listed(t, clitest.Nodes(4, 71, 300)))
	clitest.Differing(t, searchCommand, "sssp_relax", grid, "-a", "nearfar")
}
