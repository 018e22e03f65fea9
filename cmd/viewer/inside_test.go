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

	"kernelscope/internal/fault"
)

// insideSearch is the search whose steps are looked into.
const insideSearch = "gen:grid,width=12,height=8 -a nearfar --delta 4000 -s #0 -t all"

// relaxed returns how many edges the search relaxes in how many steps, as it says itself.
func relaxed(t *testing.T) (edges, steps int) {
	t.Helper()
	trace := filepath.Join(t.TempDir(), "trace.json")
	if _, stderr, code := viewer(t, nil, strings.Fields("run sssp --backend simt --trace "+trace+" "+insideSearch)...); code != 0 {
		t.Fatal(stderr)
	}
	text, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	var last struct {
		Step  int
		Facts []struct {
			Name  string
			Value float64
		}
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
		t.Fatal(err)
	}
	for _, f := range last.Facts {
		if f.Name == "relaxed" {
			edges = int(f.Value)
		}
	}
	return edges, last.Step
}

// The edges that all steps of a search relax are those that it reports, and a step after the last one is refused.
func TestInside(t *testing.T) {
	t.Parallel()
	needDevice(t)
	edges, steps := relaxed(t)
	sum := 0
	for step := 1; step <= steps+1; step++ {
		words := fmt.Sprintf("inside sssp_relax --step %d --width 16 --json -- %s", step, insideSearch)
		stdout, stderr, code := viewer(t, nil, strings.Fields(words)...)
		switch {
		case step > steps:
			if want := fmt.Sprintf("the last step is %d", steps); code != exitUsage || !strings.Contains(stderr, want) {
				t.Errorf("step %d: exit code %d: %s", step, code, stderr)
			}
			continue
		case code == exitUsage && strings.Contains(stderr, "it executes [sssp_sift]"):
			continue // a bucket begins
		case code != 0 || !strings.Contains(stdout, `"dispatches":1,`):
			t.Fatalf("step %d: exit code %d: %s%s", step, code, stdout, stderr)
		}
		for line := range strings.Lines(stdout) {
			var r struct {
				Line  int
				File  string
				Lanes int `json:"access_lanes"`
			}
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			if r.File == "sssp_relax.comp" && r.Line == 41 { // loads the head and the weight of an edge
				sum += r.Lanes / 2
			}
		}
	}
	if edges == 0 || sum != edges {
		t.Errorf("%d steps relax %d edges, and the search %d", steps, sum, edges)
	}
}

// A pass of a sort moves every key once, and its stores are as many as there are.
func TestInsideSort(t *testing.T) {
	t.Parallel()
	needDevice(t)
	stdout, stderr, code := viewer(t, nil, strings.Fields("inside radix_pass --step 2 --csv -- sort -a radix -n 5000")...)
	rows, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	if code != 0 || err != nil || len(rows) < 20 {
		t.Fatalf("exit code %d, %d rows, %v: %s", code, len(rows), err, stderr)
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	number := func(row []string, name string) int {
		n, err := strconv.Atoi(row[column[name]])
		if err != nil {
			t.Fatalf("%s of %v: %v", name, row, err)
		}
		return n
	}
	barriers, sectors := 0, 0
	for _, row := range rows[1:] {
		barriers += number(row, "barriers")
		sectors += number(row, "sectors")
		if number(row, "least_sectors") > number(row, "sectors") || number(row, "executions") > 0 && row[column["active_percent"]] == "" {
			t.Errorf("row %v", row)
		}
	}
	if barriers == 0 || sectors < 2*5000/8 { // keys are read and written
		t.Errorf("%d waits at barriers, %d sectors", barriers, sectors)
	}
}

// A pass of a sort writes every word of the sorted keys once, from where it was unwritten.
func TestInsideWord(t *testing.T) {
	t.Parallel()
	needDevice(t)
	const n = 3000
	line := fmt.Sprintf("inside radix_pass --step 2 --csv --word NextKeys[0:%d] -- sort -a radix -n %d", n, n)
	stdout, stderr, code := viewer(t, nil, strings.Fields(line)...)
	rows, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	if code != 0 || err != nil || len(rows) != n+1 {
		t.Fatalf("exit code %d, %d rows, %v: %s", code, len(rows), err, stderr)
	}
	words, by := map[string]bool{}, map[string]bool{}
	for _, row := range rows[1:] {
		words[row[1]], by[row[4]+":"+row[5]] = true, true
		if row[0] != "NextKeys" || row[6] != fmt.Sprint(0xdeadbeef) {
			t.Fatalf("row %v", row)
		}
	}
	if len(words) != n || len(by) != 1 {
		t.Errorf("%d words are written, at %v", len(words), by)
	}
}

func TestInsideRefused(t *testing.T) {
	t.Parallel()
	needDevice(t)
	for _, c := range []refusal{
		{"no kernel", nil, "inside", exitUsage, "at least 2"},
		{"no such kernel", nil, "inside sssp_relax --step 1 -- sort -a radix -n 100", exitUsage, "step 1 does not execute sssp_relax; it executes [radix"},
		{"no kernel in the step", nil, "inside clip_link --step 1 -- clip", exitUsage, "step 1 executes no kernel"},
		{"no such dispatch", nil, "inside radix_pass --step 2 --dispatch 9 -- sort -a radix -n 100", exitUsage, "--dispatch is 9"},
		{"no step", nil, "inside radix_pass --step -1 -- sort", exitUsage, "--step is -1"},
		{"no word", nil, "inside radix_pass --word NextKeys -- sort -a radix", exitUsage, "not such as Dist[5]"},
		{"an empty range", nil, "inside radix_pass --word NextKeys[5:5] -- sort -a radix", exitUsage, "not a range of words"},
		{"no such block", nil, "inside radix_pass --step 2 --word Dist[5] -- sort -a radix -n 100", exitUsage, "has no block Dist; it has [Keys"},
		{"no such word", nil, "inside radix_pass --step 2 --word NextKeys[500] -- sort -a radix -n 100", exitUsage, "block NextKeys has 100 words"},
		{"two forms", nil, "inside radix_pass --json --csv -- sort", exitUsage, "cannot be combined"},
		{"no width", nil, "inside radix_pass --width 3 -- sort", exitUsage, "power of two"},
		{"no view", nil, "inside radix_pass -- run sort", int(fault.Input), "shows nothing in a window"},
		{"a backend", nil, "inside radix_pass -- sort --backend ref", int(fault.Input), "has --backend"},
	} {
		c.check(t)
	}
}

// Who wrote a value is printed with the value that it gave; what no kernel has written is refused.
func TestInsideWrote(t *testing.T) {
	t.Parallel()
	needDevice(t)
	_, steps := relaxed(t)
	wrote := func(value string, step int) (out struct{ Kernel, Value string }, stderr string, code int) {
		t.Helper()
		words := fmt.Sprintf("inside --wrote %s --step %d --json -- %s", value, step, insideSearch)
		stdout, stderr, code := viewer(t, nil, strings.Fields(words)...)
		if lines := strings.Split(strings.TrimSpace(stdout), "\n"); code == 0 {
			if err := json.Unmarshal([]byte(lines[len(lines)-1]), &out); err != nil {
				t.Fatal(err)
			}
		}
		return out, stderr, code
	}
	if out, stderr, code := wrote("node=95", steps); code != 0 || out.Kernel != "sssp_relax" || out.Value != "node=95" {
		t.Errorf("exit code %d, %+v: %s", code, out, stderr)
	}
	for value, want := range map[string]string{"node=96": "the last is 95", "edge=1": "there is no \"edge\"", "node": "is not such as", "node=95": "no kernel has written it up to step 1"} {
		if _, stderr, code := wrote(value, 1); code != exitUsage || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d: %s", value, code, stderr)
		}
	}
}
