package command

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"kernelscope/cli/clitest"
	"kernelscope/internal/fault"
)

// All rows are written, and verified.
func TestAccess(t *testing.T) {
	clitest.OwnCache(t)
	out, messages, err := clitest.RunBoth(t, accessCommand, "gen:grid,width=20,height=15", "--verify", "--within", "200", "-o", "-")
	if err != nil || !strings.Contains(messages, "90,000 distances from 300 nodes") || !strings.Contains(messages, "300 nodes verified") {
		t.Fatalf("%v: %s", err, messages)
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 301 || strings.Join(rows[0], " ") != "node id lon lat reached mean_distance farthest_distance within" || rows[1][4] != "300" {
		t.Errorf("%v: %d rows, of which the first are %v", err, len(rows), rows[:min(2, len(rows))])
	}
	if out, err = clitest.Run(t, accessCommand, "gen:grid,width=20,height=15", "--sample", "40"); err != nil || !strings.HasPrefix(out, "nearest to all others  node ") || strings.Count(out, "\n") != 2 {
		t.Errorf("%v: %s", err, out)
	}
}

// Points of a map have its attribution.
func TestAccessPoints(t *testing.T) {
	clitest.OwnCache(t)
	file := filepath.Join(t.TempDir(), "a.geojson")
	if _, err := clitest.Run(t, accessCommand, "--sample", "20", "-o", file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Attribution string
		Features    []struct{ Properties accessRow }
	}
	if err := json.Unmarshal(text, &all); err != nil || len(all.Features) != 20 || !strings.Contains(all.Attribution, "OpenStreetMap") || all.Features[0].Properties.Unit != "seconds" {
		t.Errorf("%v: %d points, attribution %q", err, len(all.Features), all.Attribution)
	}
}

// Files tell what changed roads cost, in both forms of tables alike.
func TestAccessLoss(t *testing.T) {
	clitest.OwnCache(t)
	folder := t.TempDir()
	args := []string{"gen:grid,width=12,height=11", "--road", "lines:3-9/241=0", "--verify", "-o"}
	for _, name := range []string{"a.csv", "a.parquet"} {
		if _, messages, err := clitest.RunBoth(t, accessCommand, append(args, filepath.Join(folder, name))...); err != nil || !strings.Contains(messages, "132 nodes verified") {
			t.Fatalf("%v: %s", err, messages)
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, "a.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	rows, err := parquet.ReadFile[accessRow](filepath.Join(folder, "a.parquet"))
	if err != nil || len(rows) != 132 || len(lines) != 134 || !strings.HasSuffix(lines[0], ",mean_before_distance,loss_distance") {
		t.Fatalf("%v: %d rows, and %d lines: %s", err, len(rows), len(lines), lines[0])
	}
	if out, err := clitest.Run(t, accessCommand, args[:3]...); err != nil || !strings.Contains(out, "\nloses most ") {
		t.Errorf("%v: %s", err, out)
	}
	losing := 0
	for i, r := range rows {
		if want := fmt.Sprintf(",%.1f,%.1f,%d,%.1f,%.1f", r.Mean, r.Farthest, r.Within, *r.Before, *r.Loss); !strings.HasSuffix(lines[i+1], want) || math.Abs(r.Mean-*r.Before-*r.Loss) > 0.11 {
			t.Errorf("row %d is %s, not %s", i, lines[i+1], want)
		}
		if *r.Loss > 0 {
			losing++
		}
	}
	if losing == 0 {
		t.Error("closed roads cost nothing")
	}
}

func TestAccessRefuses(t *testing.T) {
	for _, args := range [][]string{{"--road", "id:1"}, {"--within", "-1"}, {"--within", "NaN"}, {"--sample", "-1"}, {"-o", "a.txt"}, {"gen:grid,width=4,height=4", "-o", "a.geojson"}} {
		if _, err := clitest.Run(t, accessCommand, args...); !errors.Is(err, fault.Usage) {
			t.Errorf("%v: %v", args, err)
		}
	}
}
