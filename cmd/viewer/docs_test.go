package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernelscope/internal/format"
)

// pages are the documents for people who use the program.
func pages(t *testing.T) map[string]string {
	t.Helper()
	names, _ := filepath.Glob("../../docs/*.md")
	below, _ := filepath.Glob("../../docs/*/*.md")
	families, _ := filepath.Glob("../../families/*/*.md")
	out := map[string]string{}
	for _, name := range slices.Concat(names, below, families, []string{"../../README.md", "../../CONTRIBUTING.md"}) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(text)
	}
	return out
}

// Links of documents lead to files that exist, and to headings that they have.
func TestLinks(t *testing.T) {
	link, heading := regexp.MustCompile(`\]\(([^)# ]*)(#[^) ]*)?\)`), regexp.MustCompile(`(?m)^#+ (.*)$`)
	drop := regexp.MustCompile("[^a-z0-9 _-]")
	all := pages(t)
	for name, text := range all {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			to := filepath.Join(filepath.Dir(name), m[1])
			if strings.Contains(m[1], "://") || strings.Contains(m[1], "@") {
				continue
			}
			if m[1] == "" {
				to = name
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: there is no %s", name, m[1])
				continue
			}
			page, isPage := all[to]
			if m[2] == "" || !isPage {
				continue
			}
			found := false
			for _, h := range heading.FindAllStringSubmatch(page, -1) {
				anchor := strings.ReplaceAll(drop.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")
				found = found || "#"+anchor == m[2]
			}
			if !found {
				t.Errorf("%s: %s has no heading %s", name, to, m[2])
			}
		}
	}
}

// Every command is in the table of commands or in a page in its family's folder, and the program understands every command line of
// the tour and of the table of articles.
func TestTour(t *testing.T) {
	all := pages(t)
	table := all["../../docs/commands.md"]
	for name, text := range all {
		if strings.HasPrefix(name, "../../families/") {
			table += text
		}
	}
	for path, c := range withFlag(newApp().command(), "") {
		if !c.HasSubCommands() && c.Name() != "help" && c.Parent() != nil && c.Parent().Name() != "completion" && c.Parent().Name() != "gen" && !c.Hidden && !mentions(table, path) {
			t.Errorf("docs/commands.md lacks '%s'", path)
		}
	}
	n := 0
	for _, line := range regexp.MustCompile("(?m)^(?:\\./)viewer.*$|`(?:\\./)?viewer [^`]*`").FindAllString(all["../../docs/tour.md"], -1) {
		n++
		understood(t, strings.Trim(line, "`"))
	}
	if n < 15 {
		t.Errorf("the tour has %d commands", n)
	}
}

// The program understands the command of each figure that runs in the site of the documents.
func TestFiguresRun(t *testing.T) {
	list, err := os.ReadFile("../../internal/site/figures.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(list)) {
		if _, words, ok := strings.Cut(strings.TrimSpace(line), " "); ok && line[0] != '#' {
			n++
			understood(t, "viewer export figure.html "+words)
		}
	}
	if n < 5 {
		t.Errorf("there are %d figures", n)
	}
}

// understood fails if the program has no such command, or the command no such flag.
func understood(t *testing.T, line string) {
	t.Helper()
	line, _, _ = strings.Cut(line, " 2>&1")
	words, err := format.ParseShell(line)
	if err == nil {
		c, rest, missing := newApp().command().Find(words[1:])
		if err = missing; err == nil {
			err = c.ParseFlags(rest)
		}
	}
	if err != nil {
		t.Errorf("%s: %v", line, err)
	}
}

// mentions reports whether the table has a command, perhaps among others: bench a|b.
func mentions(table, path string) bool {
	group, name, below := strings.Cut(path, " ")
	if !below {
		name = group
		return regexp.MustCompile("`viewer " + name + "\\b").MatchString(table)
	}
	return regexp.MustCompile("`viewer " + group + " ([a-z-]+\\\\?\\|)*" + name + "\\b").MatchString(table)
}

// The list of expectations has all rows, the program understands the commands that it names, and the
// tests that it names exist.
func TestExpectations(t *testing.T) {
	file, err := os.Open("../../docs/expectations.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1+54 {
		t.Errorf("there are %d rows", len(rows)-1)
	}
	shown := ""
	for i, row := range rows[1:] {
		if row[0] != strconv.Itoa(i+1) || !slices.Contains([]string{"yes", "in part", "no"}, row[2]) {
			t.Errorf("row %d is %q", i+1, row)
		}
		if row[2] != "no" && row[3] == "" {
			t.Errorf("nothing shows %q", row[1])
		}
		shown += row[3] + "\n"
	}
	for _, line := range regexp.MustCompile("`(viewer [^`…]*)`").FindAllStringSubmatch(shown, -1) {
		understood(t, line[1])
	}
	var tests strings.Builder
	err = filepath.WalkDir("../..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		tests.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile("`(Test[A-Za-z]+)`").FindAllStringSubmatch(shown, -1) {
		if !strings.Contains(tests.String(), "func "+name[1]+"(") {
			t.Errorf("there is no %s", name[1])
		}
	}
}
