package command

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
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
		if want := fmt.Sprintf(",%.1f,%.1f,%d,%.1f,%.1f", *r.Mean, *r.Farthest, r.Within, *r.Before, *r.Loss); !strings.HasSuffix(lines[i+1], want) || math.Abs(*r.Mean-*r.Before-*r.Loss) > 0.11 {
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
	for _, args := range [][]string{{"--road", "id:1"}, {"--within", "-1"}, {"--within", "NaN"}, {"--sample", "-1"}, {"-o", "a.txt"}, {"gen:grid,width=4,height=4", "-o", "a.geojson"}, {"--places", "#99999999"}, {"--between", "1"}, {"--between", "-2"}} {
		if _, err := clitest.Run(t, accessCommand, args...); !errors.Is(err, fault.Usage) {
			t.Errorf("%v: %v", args, err)
		}
	}
	if _, err := clitest.Run(t, accessCommand, "--places", "nothing.csv"); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), "nothing.csv") {
		t.Error(err)
	}
}

// With places, all three forms of files tell the same, and a place that is not reached has no distance.
func TestAccessPlaces(t *testing.T) {
	clitest.OwnCache(t)
	folder := t.TempDir()
	list := filepath.Join(folder, "places.csv")
	if err := os.WriteFile(list, []byte("name,node\nnorth,0\nsouth,130\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, share := range []string{"0", "50"} {
		checkPlaces(t, filepath.Join(folder, share), []string{"gen:grid,width=12,height=11", "--places", list, "--places", "#70", "--within", "900", "--road", "lines:3-9/241=" + share, "--verify", "-o"}, share == "0")
	}
}

// checkPlaces compares the files that a command writes by both algorithms; where it cuts nodes off from places, their loss
// is not a number.
func checkPlaces(t *testing.T, folder string, args []string, cuts bool) {
	for _, algorithm := range []string{"prepared", "prepared-host"} {
		for _, name := range []string{"a.csv", "a.parquet"} {
			if _, messages, err := clitest.RunBoth(t, accessCommand, append(args, folder+algorithm+name, "-a", algorithm)...); err != nil || !strings.Contains(messages, "396 distances to 3 places") || !strings.Contains(messages, "132 nodes verified") {
				t.Fatalf("%v: %s", err, messages)
			}
		}
	}
	text, err := os.ReadFile(folder + "prepareda.csv")
	if err != nil {
		t.Fatal(err)
	}
	if other, err := os.ReadFile(folder + "prepared-hosta.csv"); err != nil || string(other) != string(text) {
		t.Errorf("the host writes something else: %v", err)
	}
	lines := strings.Split(string(text), "\n")
	rows, err := parquet.ReadFile[accessRow](folder + "prepareda.parquet")
	if err != nil || len(rows) != 132 || !strings.HasSuffix(lines[0], ",loss_distance,nearest_distance,place,within_share") {
		t.Fatalf("%v: %d rows: %s", err, len(rows), lines[0])
	}
	cut, losing := 0, 0
	for i, r := range rows {
		near, loss := ",,", ","
		if r.Nearest != nil {
			near = fmt.Sprintf(",%.1f,%s", *r.Nearest, *r.Place)
		}
		if r.Loss != nil {
			loss = fmt.Sprintf(",%.1f", *r.Loss)
		}
		if want := fmt.Sprintf(",%.1f%s%s,%.4f", *r.Before, loss, near, float64(r.Within)/3); !strings.HasSuffix(lines[i+1], want) || (r.Reached > 0) != (r.Nearest != nil) {
			t.Errorf("row %d is %s, not %s", i, lines[i+1], want)
		}
		if r.Loss == nil {
			cut++
		} else if *r.Loss > 0 {
			losing++
		}
	}
	if (cut > 0) != cuts || (losing == 0) != cuts {
		t.Errorf("%d nodes are cut off from places, %d lose", cut, losing)
	}
	if *rows[130].Nearest != 0 || *rows[130].Place != "south" || *rows[70].Place != "#70" {
		t.Errorf("places are %+v and %+v", rows[130], rows[70])
	}
	out, err := clitest.Run(t, accessCommand, args[:5]...)
	if err != nil || !strings.HasPrefix(out, "nearest to all places  node ") || !strings.Contains(out, "\nfarthest from any      node ") {
		t.Errorf("%v: %s", err, out)
	}
}

// Nodes that reach no place are written without one.
func TestAccessUnreached(t *testing.T) {
	clitest.OwnCache(t)
	file := filepath.Join(t.TempDir(), "a.el")
	if err := os.WriteFile(file, []byte("1 2 5\n3 4 6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := clitest.Run(t, accessCommand, file, "--directed", "--places", "id:2", "-o", "-")
	lines := strings.Split(out, "\n")
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[min(2, len(a)):], b[min(2, len(b)):]) }) // by number
	want := []string{"", "1,,,1,5.0,5.0,1,5.0,id:2,1.0000", "2,,,1,0.0,0.0,1,0.0,id:2,1.0000", "3,,,0,,,0,,,0.0000", "4,,,0,,,0,,,0.0000",
		"de,id,lon,lat,reached,mean_distance,farthest_distance,within,nearest_distance,place,within_share"}
	for i, w := range want {
		if err != nil || len(lines) != len(want) || !strings.HasSuffix(lines[i], w) {
			t.Fatalf("%v: %q, want %q", err, lines, want)
		}
	}
}

// The betweenness is written with its error, and verified; from all nodes it has none.
func TestAccessBetween(t *testing.T) {
	clitest.OwnCache(t)
	for count, exact := range map[string]bool{"20": false, "108": true, "1000": true} {
		out, messages, err := clitest.RunBoth(t, accessCommand, "gen:grid,width=12,height=9", "--between", count, "--verify", "-o", "-")
		if err != nil || !strings.Contains(messages, ", betweenness verified") {
			t.Fatalf("%v: %s", err, messages)
		}
		lines := strings.Split(strings.TrimSpace(out), "\n")
		certain := 0
		for _, line := range lines[1:] {
			if strings.HasSuffix(line, ",0.0") {
				certain++
			}
		}
		if len(lines) != 109 || !strings.HasSuffix(lines[0], ",within,betweenness,betweenness_error") || (certain == 108) != exact {
			t.Errorf("from %s sources: %d of %d nodes have no error: %s", count, certain, len(lines), lines[0])
		}
	}
	if out, err := clitest.Run(t, accessCommand, "gen:grid,width=12,height=9", "--between", "40"); err != nil || !strings.Contains(out, "\non most paths          node ") {
		t.Errorf("%v: %s", err, out)
	}
}
