package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute/experiment"
	"kernelscope/report"
)

const root = "../.."

// linked matches the link of a page to a sheet that it does not show, or to a page of figures.
var linked = regexp.MustCompile(`\((?:[a-z./]*/)?([a-z0-9-]+)\.(csv|md)\)`)

// The tables of all pages are those of the sheets. A sheet stands on one page at most, and is shown
// or linked somewhere.
func TestPages(t *testing.T) {
	all := read(t)
	used := map[string]bool{}
	shown := map[string]string{}
	for name, page := range documents(t) {
		filled, names, err := fill(page, folder(name), all)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if filled != page {
			t.Errorf("%s differs from its sheets: go run ./internal/measured", name)
		}
		for _, s := range names {
			if shown[s] != "" {
				t.Errorf("sheet %s stands on %s and on %s", s, shown[s], name)
			}
			shown[s], used[s] = name, true
		}
		for _, m := range linked.FindAllStringSubmatch(page, -1) {
			used[m[1]] = used[m[1]] || m[2] == "csv"
		}
	}
	for name := range all {
		if !used[name] {
			t.Errorf("no page shows sheet %s or links to it", name)
		}
	}
}

// A figure is one or more numbers with the unit of a bench: "1.5 ms", "7 to 10 ms", "9.7; 5.2 s".
var (
	number = `(?:\d[\d.,]*\d|\d)`
	figure = regexp.MustCompile(`(?m)(?:^|[\s(|\[])(` + number + `(?:(?:,? (?:to|and|or|instead of) |, |; )` + number +
		`)*) (?:ns|µs|ms|s|[GM]/s|[GT]B/s|G keys/s|keys/s|frames/s)(?:[^\w/]|$)`)
	digits = regexp.MustCompile(number)
	code   = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|<!-- sheet.*?<!-- end -->")
)

// unmeasured are figures that no bench measures, by page: limits of the program, patience, goals,
// observations during a test. A page that no longer states one loses it here.
var unmeasured = map[string][]string{
	"docs/architecture.md": {"8 ms"},   // of steps between keyframes
	"docs/kernels.md":      {"250 ms"}, // of a submission
}

// A page states no figure of a bench that is in none of its sheets. These are the sheets that it
// shows or links to, and those of the pages of docs/measured that it links to.
func TestFigures(t *testing.T) {
	all, pages := read(t), documents(t)
	for name, page := range pages {
		known := map[string]bool{}
		for _, s := range sheetsOf(page, pages) {
			for _, row := range all[s].rows {
				for _, cell := range append(row, all[s].source["note"]) {
					for _, word := range digits.FindAllString(cell, -1) {
						known[word] = true
					}
				}
			}
		}
		free := slices.Clone(unmeasured[name])
		for _, found := range figure.FindAllStringSubmatch(code.ReplaceAllString(page, "`"), -1) {
			what := strings.Trim(found[0], " \n(|[.,;:)]*")
			at := slices.Index(free, what)
			if at >= 0 {
				free = slices.Delete(free, at, at+1)
				continue
			}
			for _, word := range digits.FindAllString(found[1], -1) {
				if !known[word] {
					t.Errorf("%s states %q, and no sheet of docs/measured that it links to has %s", name, what, word)
				}
			}
		}
		if len(free) > 0 {
			t.Errorf("%s does not state %q: remove them from unmeasured", name, free)
		}
	}
}

// sheetsOf lists the sheets that a page shows or links to, and those of pages of figures to which it
// links.
func sheetsOf(page string, pages map[string]string) (names []string) {
	for _, m := range regexp.MustCompile(markBegin+`([a-z0-9-]+)[^>\n]* -->`).FindAllStringSubmatch(page, -1) {
		names = append(names, m[1])
	}
	for _, m := range linked.FindAllStringSubmatch(page, -1) {
		figures, found := pages["docs/measured/"+m[1]+".md"]
		switch {
		case m[2] == "csv":
			names = append(names, m[1])
		case found && figures != page && strings.Contains(m[0], "measured/"):
			names = append(names, sheetsOf(figures, nil)...)
		}
	}
	return names
}

// A page that differs from a sheet by one figure is noticed, and so are damaged sheets and marks.
func TestFill(t *testing.T) {
	const data = "# command: viewer bench x\n# device: D\n# date: 2026-11-26\nwork,goal,wall (ms)\na,2,1.5\n"
	s, err := parse(data)
	if err != nil {
		t.Fatal(err)
	}
	page := "Before.\n<!-- sheet: x 1 3 -->\n<!-- end -->\nAfter.\n"
	filled, names, err := fill(page, "measured/", map[string]sheet{"x": s})
	if err != nil {
		t.Fatal(err)
	}
	want := "Before.\n<!-- sheet: x 1 3 -->\n| work | wall (ms) |\n|---|---|\n| a | 1.5 |\n\n*[x.csv](measured/x.csv): D, 2026-11-26.*\n<!-- end -->\nAfter.\n"
	if filled != want || !slices.Equal(names, []string{"x"}) {
		t.Errorf("got %q of %q", filled, names)
	}
	const some = "<!-- sheet: x 1 goal=3 goal=2 -->\n| work |\n|---|\n| a |\n"
	for marks, want := range map[string]string{"1 goal=3 goal=2": some, "1 goal=3": strings.Replace(some[:len(some)-len("| a |\n")], " goal=2", "", 1) + "\n*"} {
		if got, _, err := fill("<!-- sheet: x "+marks+" -->\n<!-- end -->", "", map[string]sheet{"x": s}); err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, %v", marks, got, err)
		}
	}
	changed, err := parse(strings.Replace(data, "1.5", "1.6", 1))
	if err != nil {
		t.Fatal(err)
	}
	if second, _, _ := fill(filled, "measured/", map[string]sheet{"x": changed}); second == filled {
		t.Error("a changed figure leaves the page as it is")
	}
	for _, bad := range []string{
		strings.Replace(data, "# date: 2026-11-26\n", "", 1), strings.Replace(data, "a,2,1.5\n", "", 1),
		data + "b\n", strings.Replace(data, ": D", "", 1),
	} {
		if _, err := parse(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
	for _, bad := range []string{"<!-- sheet: y -->\n<!-- end -->", "<!-- sheet: x -->\n", "<!-- sheet: x 4 -->\n<!-- end -->", "<!-- sheet: x gaol=2 -->\n<!-- end -->", page + page} {
		if _, _, err := fill(bad, "", map[string]sheet{"x": s}); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

// What commands save is a sheet: rows or, of a table of goals, goals.
func TestSaved(t *testing.T) {
	r, err := report.NewRows(io.Discard, report.CSV, nil, report.Sheet{
		Words: experiment.Words{Columns: []string{"algorithm", "gpu_ms"}, Algorithm: "algorithm"},
		Goal:  func(experiment.Row, experiment.Goal) string { return "" },
	})
	if err != nil {
		t.Fatal(err)
	}
	row := experiment.Row{Algorithm: "radix", GPU: 0.5, Wall: 0.75}
	save := func() sheet {
		t.Helper()
		var out strings.Builder
		if err := r.Save(&out, report.Source{Command: "viewer bench sort", Device: "D", Driver: "1", Version: "v"}); err != nil {
			t.Fatal(err)
		}
		s, err := parse(out.String())
		if err != nil {
			t.Fatalf("%v: %s", err, out.String())
		}
		return s
	}
	if err := r.Row(row); err != nil {
		t.Fatal(err)
	}
	if s := save(); s.source["command"] != "viewer bench sort" || s.source["commit"] != "v" || !slices.Equal(s.rows[1], []string{"radix", "0.5"}) {
		t.Errorf("%+v", s)
	}
	g := experiment.NewGoal("keys", 1, "ms")
	g.Reach(0.75)
	if err := r.Goal(row, g); err != nil {
		t.Fatal(err)
	}
	if s := save(); len(s.rows) != 2 || !slices.Equal(s.rows[1], []string{"keys", "radix", "", "≤ 1 ms", "0.750", "ms", "0.500", "0.750", "met"}) {
		t.Errorf("%q", s.rows)
	}
}

func read(t *testing.T) map[string]sheet {
	t.Helper()
	all, err := sheets(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 20 {
		t.Fatalf("there are only %d sheets", len(all))
	}
	return all
}

// documents returns the pages by their paths.
func documents(t *testing.T) map[string]string {
	t.Helper()
	paths, err := pages(root)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name, _ := filepath.Rel(root, path)
		out[filepath.ToSlash(name)] = string(b)
	}
	return out
}

// The line of a proof has the sums of its sheets.
func TestBadge(t *testing.T) {
	sheets := map[string]sheet{
		"proof":   {rows: [][]string{{"algorithm", "trials", "dispatches", "fails"}, {"a", "1000", "20", "no"}, {"b", "234", "5", "trial 7"}}},
		"mutants": {rows: [][]string{{"algorithm", "mutants", "found", "by work", "equivalent"}, {"a", "100", "70", "15", "10"}, {"all", "1100", "700", "250", "100"}}},
	}
	const want = "1,234 trials with 25 dispatches, 1 of 2 algorithms fail; 950 of 1,000 faults put into kernels are found, 95.0 %"
	if got, _, err := fill("a <!-- proof -->old<!-- end --> b", "", sheets); err != nil || got != "a <!-- proof -->"+want+"<!-- end --> b" {
		t.Errorf("%q, %v", got, err)
	}
	for _, bad := range []string{"<!-- proof -->", "<!-- proof --><!-- end -->"} {
		if _, _, err := fill(bad, "", nil); err == nil {
			t.Errorf("%q was filled without sheets", bad)
		}
	}
}
