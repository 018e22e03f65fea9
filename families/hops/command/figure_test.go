package command

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kernelscope/cli/clitest"
)

// Rows, the sheet and the chart that is drawn again from it agree.
func TestFactors(t *testing.T) {
	folder := t.TempDir()
	sheet, first, second := filepath.Join(folder, "f.csv"), filepath.Join(folder, "a.svg"), filepath.Join(folder, "b.svg")
	text, err := clitest.Run(t, benchCommand, "--pairs", "1,16..64", "-r", "1", "--limit", "1h", "--schemes", "coalesced,bottom-up,pair", "--normalized", "--csv", "--save", sheet, "--chart", first)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 1+4*3 || strings.Join(rows[0], ",") != strings.Join(columns, ",") {
		t.Fatalf("%v: %s", err, text)
	}
	best := 0
	for _, r := range rows[1:] {
		if r[1] != "snb,sf=1" || r[2] != "10620" || r[3] != "219450" || r[9] != "true" || r[10] != "" {
			t.Errorf("row %v", r)
		}
		if r[8] == "1" || r[8] == "1.0000" {
			best++
		}
	}
	if best != 4 {
		t.Errorf("%d rows are the best of a list, want 4:\n%s", best, text)
	}
	f, err := readFactors(sheet)
	if err != nil {
		t.Fatal(err)
	}
	if g := f.graphs[0]; len(f.graphs) != 1 || g.people != 10620 || len(g.lists) != 4 || g.lists[3] != 64 || strings.Join(f.schemes, " ") != "coalesced bottom-up pair" {
		t.Errorf("read %+v", f)
	}
	if _, err := clitest.Run(t, benchCommand, "--rows", sheet, "--normalized", "--chart", second); err != nil {
		t.Fatal(err)
	}
	a, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(second)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(a), "<path") != strings.Count(string(b), "<path") {
		t.Errorf("the chart that is drawn again differs")
	}
}

// A scheme whose run would exceed the limit is left out, and stays out for longer lists.
func TestTooLong(t *testing.T) {
	before := factor{sf: 1, edges: 100, lists: []int{1}, wall: [][]float64{{200, 17000}}}
	c := cells{trial: &trial{factors: &factors{}, flags: benchFlags{limit: 10 * time.Second}}}
	f := &factor{sf: 3, edges: 1000}
	if why := c.tooLong(f, 1, 1); why != "" {
		t.Errorf("the first list of the first graph: %s", why)
	}
	c.graphs = []factor{before}
	for scheme, want := range []string{"", "a shorter list took 17s, the limit is 10s"} {
		if why := c.tooLong(f, 1, scheme); why != want {
			t.Errorf("scheme %d: %q, want %q", scheme, why, want)
		}
	}
	f.lists, f.wall = []int{1, 100}, [][]float64{{1, 1, 1}, {50, 0, 9000}}
	for scheme, want := range []string{"", "a shorter list took too long", "in proportion it would take 15m0s, the limit is 10s"} {
		if why := c.tooLong(f, 10000, scheme); why != want {
			t.Errorf("scheme %d of the next list: %q, want %q", scheme, why, want)
		}
	}
}

// The flags read what they say.
func TestLists(t *testing.T) {
	for pairs, want := range map[string][]int{"64": {1, 4, 16, 64}, "5": {1, 4}, "7..7": {7}, "10,1,2048..8192,10": {1, 10, 2048, 4096, 8192}} {
		f := benchFlags{pairs: pairs}
		if err := f.readLists(); err != nil || len(f.lists) != len(want) || f.lists[len(want)-1] != want[len(want)-1] || f.lists[0] != want[0] {
			t.Errorf("%s: %v, %v, want %v", pairs, f.lists, err, want)
		}
	}
	sheet := write(t, "f.csv", "sf,people,edges,pairs,x\n1,2,3,4,-5\n")
	for want, args := range map[string][]string{
		"one number":                        {"--study", "--pairs", "1,10"},
		"one scale factor":                  {"--study", "--sf", "1,3"},
		"not 1, 3, 10, 30, 100 or 300":      {"--sf", "1,2"},
		"at least one pair":                 {"--pairs", "0"},
		"must not be less":                  {"--pairs", "8..4"},
		"at most 16777216":                  {"--pairs", "2^30"},
		"--json and --csv":                  {"--json", "--csv"},
		"needs --chart":                     {"--rows", sheet},
		"cannot be combined with --sf":      {"--rows", sheet, "--sf", "1"},
		`line 2 has the time "-5" for x`:    {"--rows", sheet, "--chart", filepath.Join(t.TempDir(), "x.svg")},
		"the columns are not sf, people, e": {"--rows", write(t, "g.csv", "a,b\n1,2\n"), "--chart", filepath.Join(t.TempDir(), "x.svg")},
	} {
		if _, err := clitest.Run(t, benchCommand, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
}

// A run that does not end in time is left out, with the reason.
func TestLimit(t *testing.T) {
	text, err := clitest.Run(t, benchCommand, "--pairs", "1..2", "-r", "1", "--limit", "1ns", "--schemes", "coalesced", "--json")
	if err != nil || strings.Count(text, `"left_out":"it takes longer than 1ns"`) != 1 || strings.Count(text, `"left_out":"a shorter list took too long"`) != 1 || strings.Contains(text, "wall_ms") {
		t.Errorf("%v: %s", err, text)
	}
}
