package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"kernelscope/cli/clitest"
	"kernelscope/compute/bfs"
	"kernelscope/internal/fault"
)

// write creates a file in a temporary folder.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const (
	diamond = "1 2\n1 3\n2 4\n3 4\n4 50\n7 8\n" // the last edge is a second component
	asked   = "src,dst\n1,50\n50,1\n4,4\n1,8\n1,50\n"
)

// Answers are in the order of the pairs and have the requested columns.
func TestRun(t *testing.T) {
	graph, pairs := write(t, "graph.el", diamond), write(t, "pairs.csv", asked)
	for _, scheme := range []string{"auto", "pair", "rows", "workgroups", "coalesced", "bottom-up", "naive", "single", "host"} {
		out := filepath.Join(t.TempDir(), "lengths.csv")
		text, err := clitest.Run(t, runCommand, graph, "--pairs", pairs, "--scheme", scheme, "--verify", "--count", "--paths", "-o", out)
		if err != nil {
			t.Fatalf("%s: %v", scheme, err)
		}
		got, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		either := strings.ReplaceAll(string(got), "1 3 4 50", "1 2 4 50") // both paths are shortest
		if want := "source,target,length,paths,path\n1,50,3,2,1 2 4 50\n50,1,unreachable,0,\n4,4,0,1,4\n1,8,unreachable,0,\n1,50,3,2,1 2 4 50\n"; either != want {
			t.Errorf("%s: %s, want %s", scheme, got, want)
		}
		if !strings.Contains(text, "plan: scheme ") || !strings.Contains(text, "verified: every length") || !strings.Contains(text, "2 pairs are unreachable") {
			t.Errorf("%s: %s", scheme, text)
		}
	}
}

func TestRunJSON(t *testing.T) {
	graph, pairs := write(t, "graph.el", diamond), write(t, "pairs.csv", asked)
	text, err := clitest.Run(t, runCommand, graph, "--pairs", pairs, "--json", "--hybrid")
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for line := range strings.Lines(text) {
		var l struct {
			Type   string
			Length *uint32
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		kinds = append(kinds, l.Type)
		if l.Type == "pair" && strings.Contains(line, `"target":8,`) && l.Length != nil {
			t.Errorf("%s: a length of what is unreachable", line)
		}
	}
	if got := strings.Join(kinds, " "); got != "meta plan pair pair pair pair pair summary" {
		t.Errorf("lines are %s", got)
	}
}

// Parquet output can be read as a file of pairs.
func TestRunParquet(t *testing.T) {
	graph, pairs := write(t, "graph.el", diamond), write(t, "pairs.csv", asked)
	folder := t.TempDir()
	first, second, nodes := filepath.Join(folder, "1.parquet"), filepath.Join(folder, "2.csv"), filepath.Join(folder, "nodes.parquet")
	if text, err := clitest.Run(t, runCommand, graph, "--pairs", pairs, "--count", "--paths", "--all-paths", "2", "-o", first); err != nil {
		t.Fatalf("%s%v", text, err)
	}
	if text, err := clitest.Run(t, runCommand, graph, "--pairs", first, "--all-paths", "2", "-o", second, "--betweenness", "all", "--closeness", "--nodes", nodes); err != nil ||
		!strings.Contains(text, "betweenness, from all nodes: the greatest\n           4 3\n") {
		t.Fatalf("%s%v", text, err)
	}
	got, err := os.ReadFile(second)
	if want := "source,target,length,every_path\n1,50,3,1 2 4 50;1 3 4 50\n50,1,unreachable,\n4,4,0,4\n1,8,unreachable,\n1,50,3,1 2 4 50;1 3 4 50\n"; err != nil || string(got) != want {
		t.Errorf("%s, want %s (%v)", got, want, err)
	}
	rows, err := parquet.ReadFile[struct {
		Source int64   `parquet:"source"`
		Length *uint32 `parquet:"length,optional"`
		Paths  uint64  `parquet:"paths"`
		Path   []int64 `parquet:"path,list"`
	}](first)
	if err != nil || len(rows) != 5 || *rows[0].Length != 3 || rows[0].Paths != 2 || len(rows[0].Path) != 4 || rows[1].Length != nil || rows[1].Source != 50 {
		t.Errorf("%+v, %v", rows, err)
	}
	centralities, err := parquet.ReadFile[nodeLine](nodes)
	if err != nil || len(centralities) != 7 || centralities[0].Node != 4 || *centralities[0].Betweenness != 3 || *centralities[0].Closeness != 1 {
		t.Errorf("%+v, %v", centralities, err)
	}
}

// --counters prints the levels with their counters.
func TestRunCounters(t *testing.T) {
	graph, pairs := write(t, "graph.el", diamond), write(t, "pairs.csv", asked)
	text, err := clitest.Run(t, runCommand, graph, "--pairs", pairs, "--scheme", "coalesced", "--counters", "--json")
	if err != nil || !strings.Contains(text, `"level":1,"nodes":2,"edges":2,"searches":2,"bottom_up":false,"active":2,"edges_walked":2,"workgroups":1,"imbalance":1}`) {
		t.Errorf("%s%v", text, err)
	}
}

// Invalid input is reported with its kind and its place.
func TestRunRefuses(t *testing.T) {
	graph := write(t, "graph.el", diamond)
	for _, c := range []struct {
		pairs string
		args  []string
		kind  fault.Kind
		want  string
	}{
		{"1,2\n9,2\n", nil, fault.Input, "pair 1 (line 2): the graph has no node 9"},
		{"1,2\nx,2\n", nil, fault.Input, "line 2"},
		{asked, []string{"--scheme", "none"}, fault.Usage, "--scheme"},
		{asked, []string{"--form", "none"}, fault.Usage, "--form"},
		{asked, []string{"-n", "5"}, fault.Usage, "--pairs"},
		{asked, []string{"-o", "x.json"}, fault.Usage, ".csv"},
		{asked, []string{"-r", "0"}, fault.Usage, "--repeat"},
		{asked, []string{"--all-paths", "1"}, fault.Limit, "pair 0 has 2 shortest paths, more than 1"},
		{asked, []string{"--all-paths", "-1"}, fault.Usage, "--all-paths"},
		{asked, []string{"--betweenness", "some"}, fault.Usage, "--betweenness"},
		{asked, []string{"--nodes", "x.csv"}, fault.Usage, "--nodes"},
		{asked, []string{"--closeness", "--nodes", "x.txt"}, fault.Usage, "--nodes"},
	} {
		_, err := clitest.Run(t, runCommand, append([]string{graph, "--pairs", write(t, "pairs.csv", c.pairs)}, c.args...)...)
		if fault.Code(err) != int(c.kind) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q of kind %d", c.args, err, c.want, c.kind)
		}
	}
}

// Both tables are printed, without workloads whose file is not given.
func TestBench(t *testing.T) {
	text, err := clitest.Run(t, benchCommand, "--pairs", "16", "-r", "1", "--schemes", "pair,rows")
	if err != nil || len(strings.Split(strings.TrimSpace(text), "\n")) != 7 {
		t.Errorf("%s%v", text, err)
	}
	chart := filepath.Join(t.TempDir(), "chart.svg")
	text, err = clitest.Run(t, benchCommand, "--pairs", "16", "-r", "1", "--schemes", "pair,host", "--chart", chart)
	if b, e := os.ReadFile(chart); err != nil || e != nil || !strings.Contains(string(b), "<svg") {
		t.Errorf("%s%v, %v", text, err, e)
	}
	text, err = clitest.Run(t, benchCommand, "--study", "--pairs", "16", "-r", "1", "--schemes", "rows")
	if err != nil || !strings.Contains(text, "near") || !strings.Contains(text, "betweenness from 16 of 10620 nodes") {
		t.Errorf("%s%v", text, err)
	}
	text, err = clitest.Run(t, benchCommand, "--bars", "--only", "newyork")
	if err != nil || !strings.Contains(text, "newyork: not measured") {
		t.Errorf("%s%v", text, err)
	}
	if _, err := clitest.Run(t, benchCommand, "--bars", "--study"); fault.Code(err) != int(fault.Usage) {
		t.Errorf("both tables: %v", err)
	}
	if _, err := clitest.Run(t, benchCommand, "--bars", "--only", "paris"); fault.Code(err) != int(fault.Usage) {
		t.Errorf("a work that is not there: %v", err)
	}
}

// All backends find the same lengths, and a wrong mirror is detected.
func TestRunBackends(t *testing.T) {
	graph, pairs := write(t, "graph.el", diamond), write(t, "pairs.csv", asked)
	out := filepath.Join(t.TempDir(), "lengths.csv")
	for _, scheme := range []string{"pair", "rows", "workgroups"} {
		clitest.OnBackends(t, runCommand, func(string) string {
			b, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}, graph, "--pairs", pairs, "--scheme", scheme, "--verify", "-o", out)
	}
	clitest.Differing(t, runCommand, "bfs_expand", graph, "--pairs", pairs, "--scheme", "workgroups")
}

// The chart of expansions needs counters and a scheme with a joint frontier.
func TestBalance(t *testing.T) {
	graph, pairs, file := write(t, "graph.el", diamond), write(t, "pairs.csv", asked), filepath.Join(t.TempDir(), "tail.svg")
	text, err := clitest.Run(t, runCommand, graph, "--pairs", pairs, "--scheme", "coalesced", "--counters", "--chart", file)
	if err != nil || !strings.Contains(text, "imbalance") {
		t.Fatalf("%v: %s", err, text)
	}
	if svg, err := os.ReadFile(file); err != nil || !strings.Contains(string(svg), "<svg") {
		t.Errorf("%v", err)
	}
	for want, args := range map[string][]string{"give both": {"--chart", file}, "scheme pair has none": {"--counters", "--scheme", "pair", "--chart", file, "--force"}, ".svg or .png": {"--counters", "--chart", "x.pdf"}} {
		if _, err := clitest.Run(t, runCommand, append([]string{graph, "--pairs", pairs}, args...)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", args, err, want)
		}
	}
	if got := groupsOf([]bfs.Level{{Groups: 32}, {Groups: 664}, {Groups: 16}}); got != "16 to 664" {
		t.Errorf("groups are %s", got)
	}
}
