package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
)

// Every claim has a name of its own, a text, a command and a way to be read, and every article
// its place in the docs.
func TestComplete(t *testing.T) {
	names := map[string]bool{}
	for _, a := range articles {
		for what, text := range map[string]string{"title": a.title, "author": a.author, "page": a.page, "figure": a.figure, "example": a.example} {
			if text == "" {
				t.Errorf("%s has no %s", a.name, what)
			}
		}
		for _, c := range a.claims {
			if names[c.name] || !strings.HasPrefix(c.name, a.name+"-") {
				t.Errorf("%q is not a name of its own that begins with %q", c.name, a.name)
			}
			names[c.name] = true
			if c.says == "" || c.place == "" || c.command == "" || c.read == nil || strings.HasPrefix(c.command, "viewer") || !strings.HasSuffix(c.says, ".") {
				t.Errorf("%s is not complete: %+v", c.name, c)
			}
		}
	}
	if len(names) < 25 {
		t.Errorf("there are only %d claims", len(names))
	}
}

// A reader finds nothing in no rows, and says so.
func TestNothingToRead(t *testing.T) {
	for _, a := range articles {
		for _, c := range a.claims {
			r, err := result{claim: c, agrees: notRun}.read(outcome{})
			if err != nil || r.agrees != notRun || r.here != "not measured" {
				t.Errorf("%s: %q, %q, %v", c.name, r.here, r.agrees, err)
			}
		}
	}
}

func row(algorithm string, ms float64, v compute.Values) experiment.Row {
	return experiment.Row{Algorithm: algorithm, GPU: ms, Wall: ms, Values: v, Verified: true}
}

// claimOf returns a claim by its name.
func claimOf(t *testing.T, name string) claim {
	t.Helper()
	for _, a := range articles {
		for _, c := range a.claims {
			if c.name == name {
				return c
			}
		}
	}
	t.Fatalf("there is no claim %s", name)
	return claim{}
}

// A claim agrees or not by the rows alone. Rows that are not verified do not count, and a difference
// within the spread of repeated runs is none.
func TestRead(t *testing.T) {
	windows := func(one ...float64) (rows []experiment.Row) {
		for i, ms := range one {
			rows = append(rows, row("lookback", ms, compute.Values{"window": []uint32{1, 128}[i%2]}))
		}
		return rows
	}
	unverified := windows(77, 48)
	unverified[1].Verified = false
	leftOut := append(windows(77, 48)[:1], experiment.Row{LeftOut: "no room"})
	for _, test := range []struct {
		rows         []experiment.Row
		agrees, here string
	}{
		{windows(77, 48), yes, "window of 1: 77, 128: 48 ms: 1.6 times as fast"},
		{windows(48, 77), no, ": 0.623 times as fast"},
		{windows(77, 48, 80, 40), yes, ": 1.8 (1.6 to 2) times as fast"},
		{windows(77, 75, 74, 76), same, ": 1 (0.974 to 1.03) times as fast"},
		{unverified, notRun, "not measured"},
		{leftOut, notRun, "no room"},
	} {
		r, err := result{claim: claimOf(t, "stack-monoid-window"), agrees: notRun}.read(outcome{runs: slices.Collect(slices.Chunk(test.rows, 2))})
		if err != nil || r.agrees != test.agrees || !strings.HasSuffix(r.here, test.here) {
			t.Errorf("%q, %q, %v; want %q, %q", r.here, r.agrees, err, test.here, test.agrees)
		}
	}
}

// TestCrossing compares ranks with Dijkstra's algorithm.
func TestCrossing(t *testing.T) {
	var rows []experiment.Row
	for k := 18; k <= 22; k++ {
		timed := func(r experiment.Row, ms float64) experiment.Row {
			r.Group, r.Wall = 1<<k, ms
			return r
		}
		dijkstra := row("oracle", 0, nil)
		dijkstra.Setting = experiment.Reference
		rows = append(rows, timed(dijkstra, float64(int(1)<<k)), timed(row("nearfar", 0, compute.Values{"delta": 512, "batch": 32}), 1<<20), timed(row("frontier", 0, nil), 1<<17))
	}
	here, verdict := crossing(&reading{rows: rows})
	if want := "512/32 is faster from 2^20, up to 4 times; Frontier is faster from 2^18, up to 32 times"; here != want || verdict != yes {
		t.Errorf("%q, %q; want %q", here, verdict, want)
	}
}

// A command runs once for all claims that it serves; a wrong result ends the page, and other
// failures only their own claims.
func TestJudge(t *testing.T) {
	runs := 0
	j := job{known: map[string]outcome{}, run: func(context.Context, []string) ([]experiment.Row, error) {
		runs++
		return nil, fault.Limit.Errorf("too large")
	}}
	for range 2 {
		if r, err := j.judge(t.Context(), claimOf(t, "vren-radix"), nil); err != nil || r.agrees != notRun || r.here != "too large" || runs != 1 {
			t.Errorf("%+v, %v after %d runs", r, err, runs)
		}
	}
	j.run = func(context.Context, []string) ([]experiment.Row, error) {
		runs++
		return []experiment.Row{row("lookback", float64(runs), compute.Values{"window": 1}), row("lookback", 1, compute.Values{"window": 128})}, nil
	}
	j.options.runs, runs = 3, 0
	if r, err := j.judge(t.Context(), claimOf(t, "stack-monoid-window"), nil); err != nil || runs != 3 || r.runs != 3 || !strings.HasSuffix(r.here, ": 2 (1 to 3) times as fast") || r.agrees != same {
		t.Errorf("%+v, %v after %d runs", r, err, runs)
	}
	j.run = func(context.Context, []string) ([]experiment.Row, error) {
		return nil, fault.Wrong.Errorf("a key is missing")
	}
	_, err := j.judge(t.Context(), claimOf(t, "vren-runs"), nil)
	if !errors.Is(err, fault.Wrong) {
		t.Errorf("a wrong result: %v", err)
	}
	if r, _ := j.judge(t.Context(), claimOf(t, "vren-large"), context.Canceled); r.here != "cancelled" || r.agrees != notRun {
		t.Errorf("after the end: %+v", r)
	}
}

// TestLine puts files into commands.
func TestLine(t *testing.T) {
	for _, test := range []struct {
		o              options
		command, shown string
	}{
		{options{}, "bench rank MAP -n 1", "./viewer bench rank -n 1"},
		{options{}, "bench rank gen:tile,k=8,map=MAP -n 1", "./viewer bench rank gen:tile,k=8 -n 1"},
		{options{delaware: "/a/d.pbf"}, "bench rank gen:tile,k=8,map=MAP -n 1", "./viewer bench rank gen:tile,k=8,map=d.pbf -n 1"},
	} {
		words, shown := test.o.line(test.command)
		if shown != test.shown || len(words) != len(strings.Fields(shown))-1 {
			t.Errorf("%q: %q, %q", test.command, words, shown)
		}
	}
}

// The table of articles in the tour has their examples, figures and numbers of claims, and the sheet
// has every claim with its command.
func TestOverview(t *testing.T) {
	tour, err := os.ReadFile("../../docs/tour.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := readSheet(t, "../../docs/measured/claims.csv")
	for _, a := range articles {
		row := fmt.Sprintf(" | %d |\n", len(a.claims))
		for _, text := range []string{"(" + a.page + ")", "| `" + a.example + "` |", "(" + a.figure + ")", row} {
			if !strings.Contains(string(tour), text) {
				t.Errorf("%s: the tour has no %q", a.name, text)
			}
		}
		for _, c := range a.claims {
			_, shown := (&options{}).line(c.command)
			found := slices.ContainsFunc(lines, func(line []string) bool {
				return slices.Equal(line[:5], []string{c.name, a.title, c.place, format.Cell(c.says), shown})
			})
			if !found {
				t.Errorf("docs/measured/claims.csv lacks %s, %q by %q: 'go run ./internal/claims -o' writes it", c.name, c.says, shown)
			}
		}
	}
}

// readSheet returns the lines of a sheet without its head.
func readSheet(t *testing.T, path string) [][]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	in := csv.NewReader(bytes.NewReader(text))
	in.Comment = '#'
	lines, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return lines[1:]
}

// hops makes a row for a list of pairs.
func hops(scheme string, people int, pairs, ms float64) experiment.Row {
	r := row(scheme, ms, nil)
	r.Size = people
	r.State("pairs", pairs)
	return r
}

// TestHops compares schemes of searches by the number of pairs and by the graph.
func TestHops(t *testing.T) {
	pairs := func(times map[float64][2]float64) (rows []experiment.Row) {
		for n, ms := range times {
			rows = append(rows, hops("single", 10620, n, ms[0]), hops("workgroups", 10620, n, ms[1]))
		}
		return rows
	}
	graphs := func(times map[int][2]float64) (rows []experiment.Row) {
		for people, ms := range times {
			rows = append(rows, hops("coalesced", people, 4096, ms[0]), hops("bottom-up", people, 4096, ms[1]))
		}
		return rows
	}
	for _, test := range []struct {
		claim        string
		rows         []experiment.Row
		agrees, here string
	}{
		{"thesis-single", pairs(map[float64][2]float64{1: {1, 3}, 10: {4, 5}, 100: {40, 20}, 1000: {400, 30}}), yes, "single searches are faster up to 10 pairs, shared ones from 100 on"},
		{"thesis-single", pairs(map[float64][2]float64{1: {5, 3}, 10: {9, 5}}), no, "single searches are faster up to 0 pairs, shared ones from 1 on"},
		{"thesis-single", pairs(map[float64][2]float64{1: {1, 3}, 1000: {4, 5}}), no, "shared traversals are not clearly faster up to 1000 pairs"},
		{"thesis-direction", graphs(map[int][2]float64{10620: {1, 2}, 70800: {3, 2}, 175950: {6, 2}}), yes, "times as fast bottom-up, by the graph: 10620 people: 0.5, 70800 people: 1.5, 175950 people: 3"},
		{"thesis-direction", graphs(map[int][2]float64{10620: {3, 2}, 175950: {6, 2}}), no, "times as fast bottom-up, by the graph: 10620 people: 1.5, 175950 people: 3"},
		{"thesis-direction", graphs(map[int][2]float64{10620: {3, 2}}), open, "times as fast bottom-up, by the graph: 10620 people: 1.5"},
	} {
		r, err := result{claim: claimOf(t, test.claim), agrees: notRun}.read(outcome{runs: [][]experiment.Row{test.rows}})
		if err != nil || r.agrees != test.agrees || r.here != test.here {
			t.Errorf("%s: %q, %q, %v; want %q, %q", test.claim, r.here, r.agrees, err, test.here, test.agrees)
		}
	}
}
