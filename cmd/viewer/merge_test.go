package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"kernelscope/cli/clitest"
	"kernelscope/compute/experiment"
)

// cells are those of a Parquet file, row by row.
func cells(t *testing.T, path string) (out []string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := parquet.NewReader(f)
	defer in.Close()
	rows := make([]parquet.Row, 64)
	for {
		n, err := in.ReadRows(rows)
		for _, r := range rows[:n] {
			out = append(out, fmt.Sprintf("%+v", r))
		}
		if err != nil {
			return out
		}
	}
}

// Parts that are put together have the cells of the whole.
func TestShards(t *testing.T) {
	t.Parallel()
	needDevice(t)
	places := clitest.Listed(t, clitest.Nodes(11, 7, 90))
	pairs := clitest.Listed(t, "source,target\n#0,#29\n#5,#7\n#0,#400\n#0,#5\n#9,#9\n")
	for _, words := range []string{
		"run table gen:grid,width=9,height=10 --workgroup 64 --sources " + places,
		"run table gen:grid,width=9,height=10 --workgroup 64 --pairs " + pairs,
		"run bfs gen:grid,width=9,height=10 -n 50 --count --paths",
	} {
		line, parts, dir := strings.Fields(words), t.TempDir(), t.TempDir()
		whole, merged := filepath.Join(dir, "whole.parquet"), filepath.Join(dir, "merged.parquet")
		mustRun(t, append(line, "-o", whole)...)
		for i := range 3 {
			mustRun(t, append(line, "-o", filepath.Join(parts, "t.parquet"), "--shard", fmt.Sprintf("%d/3", i))...)
		}
		if _, stderr, code := viewer(t, nil, append(line, "-o", filepath.Join(parts, "t.parquet"), "--shard", "1/3")...); code != exitOutput || !strings.Contains(stderr, "t-0001-of-0003.parquet: it exists") {
			t.Errorf("%s: a part is made twice: %d, %s", words, code, stderr)
		}
		mustRun(t, "merge", parts, "-o", merged)
		if got, want := cells(t, merged), cells(t, whole); !slices.Equal(got, want) || len(want) < 5 {
			t.Errorf("%s: the parts have %d rows, want %d", words, len(got), len(want))
		}
		if err := os.Remove(filepath.Join(parts, "t-0002-of-0003.parquet")); err != nil {
			t.Fatal(err)
		}
		if _, stderr, code := viewer(t, nil, "merge", parts, "-o", merged, "--force"); code != exitInput || !strings.Contains(stderr, "1 of 3 parts are missing: 2") {
			t.Errorf("%s: a part is missing: %d, %s", words, code, stderr)
		}
		other := append(slices.Clone(line), "-o", filepath.Join(parts, "t.parquet"), "--shard", "2/3")
		other[2] = "gen:grid,width=9,height=11"
		mustRun(t, other...)
		if _, stderr, code := viewer(t, nil, "merge", parts, "-o", merged, "--force"); code != exitInput || !strings.Contains(stderr, "of another graph") {
			t.Errorf("%s: a part of another graph: %d, %s", words, code, stderr)
		}
	}
}

// The parts of an experiment have its rows, and make a file that can be drawn.
func TestShardedExperiment(t *testing.T) {
	t.Parallel()
	needDevice(t)
	line := strings.Fields("bench rank gen:grid,width=9,height=10 -n 2 -r 1 -a frontier --workgroup 64,128")
	dir, parts := t.TempDir(), t.TempDir()
	read := func(path string) (*experiment.Result, string) {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		r, err := experiment.ReadJSON(f)
		if err != nil {
			t.Fatal(err)
		}
		var rows []string
		for _, row := range r.Rows {
			rows = append(rows, fmt.Sprintln(row.Case, row.Repetition, row.Setting, row.Group, row.Values, row.Verified))
		}
		slices.Sort(rows)
		return r, strings.Join(rows, "")
	}
	mustRun(t, append(line, "-o", filepath.Join(dir, "whole.json"))...)
	for i := range 4 { // of three settings, the reference among them
		mustRun(t, append(line, "-o", filepath.Join(parts, "r.json"), "--shard", fmt.Sprintf("%d/4", i))...)
	}
	merged := filepath.Join(dir, "merged.json")
	mustRun(t, "merge", parts, "-o", merged)
	mustRun(t, "bench", "draw", merged, "--chart", filepath.Join(dir, "r.svg"))
	_, want := read(filepath.Join(dir, "whole.json"))
	got, rows := read(merged)
	if rows != want || got.Plan.Part.On() || !got.Whole {
		t.Errorf("the parts have\n%s, want\n%s", rows, want)
	}
	mustRun(t, append(line, "-o", filepath.Join(parts, "r.json"), "--force", "--shard", "1/4", "--seed", "2")...)
	if _, stderr, code := viewer(t, nil, "merge", parts, "-o", merged, "--force"); code != exitInput || !strings.Contains(stderr, "of another command") {
		t.Errorf("a part of another seed: %d, %s", code, stderr)
	}
}

func TestBadShards(t *testing.T) {
	t.Parallel()
	needDevice(t)
	places := clitest.Listed(t, "#1\n#2\n")
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"run table --sources " + places + " -o t.parquet --shard 8/8", exitUsage, "8/8"},
		{"run table --sources " + places + " --shard 0/8", exitUsage, ".parquet"},
		{"run table --sources " + places + " -o t.csv --shard 0/8", exitUsage, ".parquet"},
		{"run bfs -o t.csv --shard 0/8", exitUsage, ".parquet"},
		{"run bfs -o t.parquet --shard 0/8 --closeness", exitUsage, "all nodes"},
		{"bench sweep -o t.csv --shard 0/8", exitUsage, ".json"},
		{"bench sweep --shard 0/8", exitUsage, "-o"},
		{"bench sweep -o t.json --shard 0/8 --chart t.svg", exitUsage, "draw"},
		{"bench sweep -o t.json --shard 0/8 --auto", exitUsage, "--auto"},
		{"merge " + t.TempDir() + " -o t.parquet", exitInput, "no parts"},
		{"merge /nonexistent -o t.parquet", exitInput, "nonexistent"},
		{"merge " + t.TempDir() + " -o t.csv", exitUsage, ".parquet or .json"},
		{"merge " + t.TempDir(), exitUsage, ".parquet or .json"},
	} {
		_, stderr, code := viewer(t, nil, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d, want %d; it says %q", c.args, code, c.code, stderr)
		}
	}
}

// mustRun runs a command that must succeed.
func mustRun(t *testing.T, args ...string) {
	t.Helper()
	if _, stderr, code := viewer(t, nil, args...); code != 0 {
		t.Fatalf("%q: exit code %d, %s", args, code, stderr)
	}
}
