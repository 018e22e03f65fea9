package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What is misspelt is asked about, and a flag without effect is refused.
func TestUsage(t *testing.T) {
	t.Parallel()
	for _, c := range []refusal{
		{"a command", nil, "rendre", exitInput, "did you mean render?"},
		{"a command with a file", nil, "benhc load", exitUsage, "did you mean bench?"},
		{"two files", nil, "a.osm b.osm", exitUsage, "one file, not 2"},
		{"a command of another", nil, "run ssps", exitUsage, "did you mean sssp?"},
		{"a generator", nil, "gen gird", exitUsage, "did you mean grid?"},
		{"a generator in memory", nil, "info gen:gird,width=3", exitUsage, "did you mean grid?"},
		{"a flag", nil, "run sssp --verfy", exitUsage, "did you mean --verify?"},
		{"an algorithm", nil, "run sssp -a fronteir", exitUsage, "did you mean frontier?"},
		{"another command", nil, "run nonsense", exitUsage, "no command \"nonsense\"; choose from access"},
		{"weights of keys", nil, "run sort --weight length", exitUsage, "reads none"},
		{"weights of values", nil, "sums --weight length", exitUsage, "reads none"},
		{"the time of a picture", nil, "sort -n 9 -o x.png --fps 3", exitUsage, "is a picture"},
		{"the length of a window", nil, "sort -n 9 --seconds 3", exitUsage, "without -o"},
		{"the speed of a picture", nil, "sums -n 9 -o x.png --speed 3", exitUsage, "for the window"},
		{"a scale without a place", nil, "render --scale 3", exitUsage, "--centre"},
		{"a clock without a comparison", nil, "render --clock time", exitUsage, "--compare"},
		{"directions without names", nil, "run sssp gen:grid,width=4,height=4 --directions", exitUsage, "needs names of roads"},
		{"a step after the end", nil, "render gen:grid,width=4,height=4 --step 9999 -o " + filepath.Join(t.TempDir(), "x.png"), exitUsage, "the last step is"},
	} {
		c.check(t)
	}
}

// One thing is not several.
func TestOne(t *testing.T) {
	t.Parallel()
	needDevice(t)
	dir := t.TempDir()
	for name, text := range map[string]string{"two.gr": "p sp 2 1\na 1 2 1\n", "place.csv": "#0\n", "pairs.csv": "source,target\n#0,#1\n", "pair.csv": "1,2\n", "one.txt": "(\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	several := regexp.MustCompile(`(?m)(^|[^0-9.,:-])1 [a-z-]+s\b`)
	harmless := regexp.MustCompile(`1 (ms|ns|us|is|has)\b`)
	for _, line := range strings.Split(`run sssp DIR/two.gr -s #0 -t #1 -n 1 --verify
run sssp DIR/two.gr -t all -n 1 --concurrent 1 --verify
run table DIR/two.gr --sources DIR/place.csv --verify
run table DIR/two.gr --pairs DIR/pairs.csv
run sort -n 1 --verify
run clip DIR/one.txt -a shuffle --back-links
run bfs DIR/two.gr --pairs DIR/pair.csv --verify
run bfs DIR/two.gr -n 1 --betweenness 1
run sums -n 1
info DIR/two.gr
prepare DIR/two.gr
gen clip --elements 1 -o DIR/g.txt
bfs DIR/two.gr --pairs DIR/pair.csv -o DIR/x.png
bench load DIR/two.gr -n 1
bench sort --min 1 --max 1 -r 1
bench clip --sizes 1 -r 1`, "\n") {
		stdout, stderr, code := viewer(t, nil, strings.Fields(strings.ReplaceAll(line, "DIR", dir))...)
		if code != 0 {
			t.Errorf("%s: exit code %d: %s", line, code, stderr)
		}
		for _, found := range several.FindAllString(stdout+stderr, -1) {
			if !harmless.MatchString(found) {
				t.Errorf("%s: it says %q", line, found)
			}
		}
	}
}
