package command

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/internal/fault"
	"kernelscope/report/matrix"
	"kernelscope/scene/graph"
)

// entry is a distance of a table in tenths; negative if there is none.
type entry struct{ source, target, distance int64 }

// fromParquet reads a table and its metadata.
func fromParquet(t *testing.T, path string) (entries []entry, facts map[string]string) {
	t.Helper()
	type row struct {
		Source   int64  `parquet:"source_id"`
		Target   int64  `parquet:"target_id"`
		Distance *int64 `parquet:"distance,optional"`
	}
	rows, err := parquet.ReadFile[row](path)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		e := entry{r.Source, r.Target, -1}
		if r.Distance != nil {
			e.distance = *r.Distance
		}
		entries = append(entries, e)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	facts = map[string]string{}
	for _, kv := range file.Metadata().KeyValueMetadata {
		facts[kv.Key] = kv.Value
	}
	return entries, facts
}

// Parquet and CSV contain the distances of Dijkstra's algorithm.
func TestTableForms(t *testing.T) {
	m := mapOf(t, "gen:adversarial,kind=path,nodes=60", "time")
	places, dir := clitest.Listed(t, clitest.Nodes(40, 7, 60)), t.TempDir()
	for _, ending := range []string{"csv", "parquet"} {
		if _, stderr, err := clitest.RunBoth(t, tableCommand, "gen:adversarial,kind=path,nodes=60", "--workgroup", "64", "--sources", places, "--verify",
			"-o", filepath.Join(dir, "t."+ending)); err != nil {
			t.Fatal(err, stderr)
		}
	}
	var want []entry
	b, err := os.ReadFile(filepath.Join(dir, "t.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range lines[1:] {
		source := uint32(i * 7 % 60)
		truth := oracle.Dijkstra(m.Graph, source, graph.NoNode)
		for k, cell := range line[1:] {
			target := k * 7 % 60
			e := entry{m.Graph.ID[source], m.Graph.ID[target], -1}
			if d := truth.Dist[target]; d != graph.Unreached {
				e.distance = int64(d)
			}
			if got, err := strconv.ParseInt(cell, 10, 64); e.distance >= 0 && (err != nil || got != e.distance) || e.distance < 0 && cell != "" {
				t.Errorf("row %d, column %d: %q, want %d", i, k, cell, e.distance)
			}
			want = append(want, e)
		}
	}
	got, facts := fromParquet(t, filepath.Join(dir, "t.parquet"))
	if !slices.Equal(got, want) {
		t.Errorf("Parquet differs: %d entries, want %d", len(got), len(want))
	}
	if facts["unit"] != "distance" || facts["graph_sha256"] != m.Graph.Checksum() || facts["algorithm"] != "frontier" || !strings.Contains(facts["parameters"], "workgroup 64") {
		t.Errorf("its metadata are %v", facts)
	}
}

// Pairs are in the order of their file, and those without a distance give the reason.
func TestPairs(t *testing.T) {
	m := mapOf(t, "gen:grid,width=20,height=15", "time")
	file := clitest.Listed(t, "source,target\n#0,#299\n#5,#7\n#0,#400\nid:-5,#1\n#0,#5\n#9,#9\n")
	for _, search := range [][]string{{"--workgroup", "64"}, {"-a", "prepared-host"}, {"-a", "prepared"}} {
		if search[1] == "prepared-host" {
			continue // it computes one tree at a time
		}
		out, stderr, err := clitest.RunBoth(t, tableCommand, append(search, "gen:grid,width=20,height=15", "--pairs", file, "--verify")...)
		if err != nil {
			t.Fatal(err, stderr)
		}
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if err != nil || len(rows) != 7 {
			t.Fatalf("%v: %s", err, out)
		}
		for i, want := range [][2]int{{0, 299}, {5, 7}, {-1, 0}, {-1, 0}, {0, 5}, {9, 9}} {
			row := rows[i+1]
			if want[0] < 0 {
				if row[2] != "" || row[3] == "" {
					t.Errorf("line %d is %q", i, row)
				}
				continue
			}
			d := oracle.Dijkstra(m.Graph, uint32(want[0]), graph.NoNode).Dist[want[1]]
			if row[2] != fmt.Sprint(d) || row[3] != "" {
				t.Errorf("line %d is %q, want %d", i, row, d)
			}
		}
	}
	for _, text := range []string{"", "source\n#1\n", "#1\n", "#1,#2,#3\n", "source_lon,target\n1,#2\n"} {
		if _, _, err := clitest.RunBoth(t, tableCommand, "gen:grid,width=20,height=15", "--pairs", clitest.Listed(t, text)); !errors.Is(err, fault.Input) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A pair with a place too far from the map reports it as a problem of its row.
func TestPairsSnap(t *testing.T) {
	file := clitest.Listed(t, "source_lon,source_lat,source_name,target_lon,target_lat\n-75.524,39.158,Dover,-75.076,38.7209\n13.4,52.5,Berlin,-75.524,39.158\n")
	out, stderr, err := clitest.RunBoth(t, tableCommand, "--workgroup", "64", "--pairs", file, "--snap", "1000")
	rows, bad := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || bad != nil || len(rows) != 3 {
		t.Fatalf("%v, %v: %s%s", err, bad, out, stderr)
	}
	if rows[1][0] != "Dover" || rows[1][2] == "" || rows[1][3] != "" || rows[2][2] != "" || !strings.Contains(rows[2][3], "away from the nearest road") {
		t.Errorf("got %q", rows)
	}
}

// counted counts the batches of a search that takes no time.
type counted struct {
	sssp.Concurrent
	started chan int
	n       int
}

func (c *counted) StartMany(queries []sssp.Query, _ compute.Values) (sssp.Many, error) {
	c.n++
	c.started <- c.n
	return &nothing{n: len(queries)}, nil
}

type nothing struct {
	sssp.Many
	n int
}

func (m *nothing) Finish(context.Context) ([]sssp.Event, error)    { return make([]sssp.Event, m.n), nil }
func (m *nothing) Table(context.Context, []uint32, []uint32) error { return nil }
func (m *nothing) Release()                                        {}

// stuck blocks each write until the test allows it.
type stuck struct{ release chan struct{} }

func (w stuck) Write(b []byte) (int, error) {
	<-w.release
	return len(b), nil
}

// While a batch is written, the next one is computed, but no third.
func TestTableMemory(t *testing.T) {
	c := &counted{started: make(chan int, 100)}
	tab := &table{targets: []uint32{0, 1}, searchers: &searchers{pool: &cli.Pool{Members: make([]*cli.Member, 1)}, solvers: []sssp.Concurrent{c}, costs: make([]cost, 1), atOnce: 1}}
	tab.pool.Members[0] = &cli.Member{}
	for range 9 {
		tab.sources, tab.rows.Sources = append(tab.sources, 0), append(tab.rows.Sources, matrix.End{})
	}
	tab.rows.Targets = tab.rows.Sources[:2]
	w := stuck{make(chan struct{}, 1)}
	w.release <- struct{}{} // the header
	done := make(chan error)
	go func() { done <- tab.fill(t.Context(), nil, w, matrix.CSV) }()
	for n := range c.started {
		if n == 2 {
			break
		}
	}
	select {
	case n := <-c.started:
		t.Errorf("batch %d is made while the first one is written", n)
	case err := <-done:
		t.Error("it ended", err)
	default:
	}
	close(w.release)
	if err := <-done; err != nil || c.n != 9 {
		t.Errorf("%d batches, %v", c.n, err)
	}
}
