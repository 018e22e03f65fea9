package command

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/cli/clitest"
	"kernelscope/compute"
	"kernelscope/internal/fault"
)

const small = "gen:grid,width=12,height=9"

// The order of a map is computed once, and again if its file is damaged.
func TestPrepare(t *testing.T) {
	folder := filepath.Join(clitest.OwnCache(t), "kernelscope")
	prepare := func(fromCache bool, more ...string) (f findings) {
		t.Helper()
		text, err := clitest.Run(t, prepareCommand, append([]string{small, "--json"}, more...)...)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			t.Fatal(err)
		}
		if f.FromCache != fromCache {
			t.Errorf("%v: from the cache: %t", more, f.FromCache)
		}
		return f
	}
	f := prepare(false)
	if f.Nodes != 108 || f.Fronts == 0 || f.Depths == 0 || f.Lengths == 0 || f.KeptBytes == 0 || filepath.Dir(f.Kept) != folder {
		t.Errorf("%+v", f)
	}
	count := 0
	for _, s := range f.Sizes {
		count += s.Fronts
	}
	if count != f.Fronts {
		t.Errorf("%d of %d fronts have a size", count, f.Fronts)
	}
	prepare(true)
	prepare(false, "--again", "--threads", "1")
	if err := os.WriteFile(f.Kept, []byte("damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	prepare(false)
	prepare(true)
	text, err := clitest.Run(t, prepareCommand, small)
	if err != nil || !strings.Contains(text, "read from the cache") || !strings.Contains(text, "108 nodes") {
		t.Errorf("%v: %s", err, text)
	}
}

// Every workload has a row, and distances are verified.
func TestBench(t *testing.T) {
	clitest.OwnCache(t)
	text, err := clitest.Run(t, benchCommand, small, "-r", "1", "--check", "3", "--table", "20")
	if err != nil {
		t.Fatal(err)
	}
	for _, work := range []string{"| order |", "| new weights |", "| one tree |", "6 trees verified, by two sets of weights", "| 16 concurrent trees, each |",
		"| 256 concurrent trees, each |", "what all nodes reach", "3 nodes verified", "table of 20 × 20, on the device", "3 rows verified", "reading it", "one tree, on the host", "Dijkstra's algorithm"} {
		if !strings.Contains(text, work) {
			t.Errorf("no %q in:\n%s", work, text)
		}
	}
	text, err = clitest.Run(t, benchCommand, "--bars", "--again", "-r", "1", "--check", "2", "--table", "5", "--million", small, "--subtree", "50,20", "--rows", "1,8")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"newyork: not measured", "tiles: not measured", "≤ 0.16 ms", "≤ 0.003 ms", "≤ 2.2 ms", "≤ 6000 ms",
		"10 trees verified, by two sets of weights; not copied to the host; subtree 20, upper 768, rows 8, climbers 512"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in:\n%s", part, text)
		}
	}
}

func TestErrors(t *testing.T) {
	clitest.OwnCache(t)
	for _, c := range []struct {
		args []string
		kind error
	}{
		{[]string{"--bars", small}, fault.Usage}, {[]string{"--bars", "--only", "mars"}, fault.Usage}, {[]string{small, "-r", "0"}, fault.Usage},
		{[]string{small, "--check", "-1"}, fault.Usage}, {[]string{small, "--table", "100000"}, fault.Usage}, {[]string{"no-such.gr"}, fault.Input},
		{[]string{small, "--subtree", "9000"}, compute.ErrValue},
	} {
		if _, err := clitest.Run(t, benchCommand, c.args...); !errors.Is(err, c.kind) {
			t.Errorf("%v: %v", c.args, err)
		}
	}
	if _, err := clitest.Run(t, prepareCommand, small, "--threads", "-2"); !errors.Is(err, fault.Usage) {
		t.Errorf("-2 threads: %v", err)
	}
}

// Each goal belongs to a map and a kind that are measured.
func TestGoals(t *testing.T) {
	for _, c := range []struct {
		name, kind string
		bar        float64
		others     string
	}{{"newyork", "tree", 0.10, "0.38"}, {"newyork", "trees", 0.0017, "0.052"}, {"million", "weights", 2.2, ""}, {"tiles", "trees", 0.4, "2.2"}, {"map", "tree", 0, ""}, {"newyork", "", 0, ""}} {
		if g := goalOf(c.name, c.kind); g.Number("bar") != c.bar || g["others"] != c.others {
			t.Errorf("%s %s: %v", c.name, c.kind, g)
		}
	}
}
