package command

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		Features    []struct{ Properties properties }
	}
	if err := json.Unmarshal(text, &all); err != nil || len(all.Features) != 20 || !strings.Contains(all.Attribution, "OpenStreetMap") || all.Features[0].Properties.Unit != "seconds" {
		t.Errorf("%v: %d points, attribution %q", err, len(all.Features), all.Attribution)
	}
}

func TestAccessRefuses(t *testing.T) {
	for _, args := range [][]string{{"--within", "-1"}, {"--within", "NaN"}, {"--sample", "-1"}, {"-o", "a.txt"}, {"gen:grid,width=4,height=4", "-o", "a.geojson"}} {
		if _, err := clitest.Run(t, accessCommand, args...); !errors.Is(err, fault.Usage) {
			t.Errorf("%v: %v", args, err)
		}
	}
}
