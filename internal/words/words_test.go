// Package words holds the project to its vocabulary: the table of docs/style.md lists
// patterns of words that are not used, and the test searches all comments, string
// literals and documents for them. It checks words, not grammar.
package words

import (
	"bytes"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// unswept are the folders whose texts are not rewritten yet. Remove one as soon as it is
// clean: the test fails if it is.
var unswept = []string{}

// A rule is a row of the table: use word instead of what the pattern not matches,
// unless it is part of a match of except.
type rule struct {
	word        string
	not, except []*regexp.Regexp
}

// rules reads the table of a style guide.
func rules(guide string) (out []rule, err error) {
	_, table, found := strings.Cut(guide, "| word | meaning | not | except |\n")
	if !found {
		return nil, fmt.Errorf("there is no table with the columns word, meaning, not, except")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	for _, line := range strings.Split(table, "\n")[1:] {
		cells := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|")
		if len(cells) != 6 {
			return nil, fmt.Errorf("row %q has not four cells", line)
		}
		r := rule{word: strings.TrimSpace(cells[1])}
		if r.not, err = patterns(cells[3]); err != nil {
			return nil, err
		}
		if r.except, err = patterns(cells[4]); err != nil {
			return nil, err
		}
		if len(r.not) == 0 {
			return nil, fmt.Errorf("row %q has no pattern", r.word)
		}
		out = append(out, r)
	}
	return out, nil
}

// patterns compiles the quoted code of a cell; a space matches any white space.
func patterns(cell string) (out []*regexp.Regexp, err error) {
	for i, code := range strings.Split(cell, "`") {
		if i%2 == 1 {
			code = strings.NewReplacer("\x00", "|", " ", `\s+`).Replace(code)
			re, err := regexp.Compile("(?i)" + code)
			if err != nil {
				return nil, err
			}
			out = append(out, re)
		}
	}
	return out, nil
}

// find returns the offsets in text of all that the rule forbids.
func (r rule) find(text []byte) (at [][]int) {
	text = slices.Clone(text)
	for _, re := range r.except {
		for _, m := range re.FindAllIndex(text, -1) {
			blank(text[m[0]:m[1]])
		}
	}
	for _, re := range r.not {
		at = append(at, re.FindAllIndex(text, -1)...)
	}
	return at
}

// blank overwrites all but white space with a character that no pattern matches.
func blank(text []byte) {
	for i, c := range text {
		if c != ' ' && c != '\t' && c != '\n' {
			text[i] = '`'
		}
	}
}

var (
	cComment = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)
	mdCode   = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
)

// prose returns a file with all blanked but comments and string literals; of a document all
// but quoted code remains.
func prose(path string, source []byte) []byte {
	out := slices.Clone(source)
	if ext := filepath.Ext(path); ext == ".md" || ext == ".csv" {
		for _, m := range mdCode.FindAllIndex(source, -1) {
			blank(out[m[0]:m[1]])
		}
		return out
	}
	spans := cComment.FindAllIndex(source, -1)
	if filepath.Ext(path) == ".go" {
		spans = goSpans(source, !strings.HasSuffix(path, "_test.go"))
	}
	blank(out)
	for _, m := range spans {
		copy(out[m[0]:m[1]], source[m[0]:m[1]])
	}
	return bytes.ReplaceAll(out, []byte("//"), []byte("  "))
}

// goSpans returns where the comments and perhaps the string literals of a Go file are.
func goSpans(source []byte, literals bool) (spans [][]int) {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		switch {
		case tok == token.EOF:
			return spans
		case tok == token.COMMENT, tok == token.STRING && literals:
			at := file.Offset(pos)
			spans = append(spans, []int{at, at + len(text)})
		}
	}
}

func TestVocabulary(t *testing.T) {
	guide, err := os.ReadFile(filepath.Join(root, "docs/style.md"))
	if err != nil {
		t.Fatal(err)
	}
	all, err := rules(string(guide))
	if err != nil {
		t.Fatal("docs/style.md: ", err)
	}
	files, left := 0, map[string]int{}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		isTable := filepath.Ext(path) == ".csv" && strings.HasPrefix(path, root+"/docs/")
		if !isTable && !slices.Contains([]string{".go", ".comp", ".vert", ".frag", ".glsl", ".c", ".h", ".md"}, filepath.Ext(path)) {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		path = strings.TrimPrefix(path, root+"/")
		text := prose(path, source)
		for _, r := range all {
			for _, m := range r.find(text) {
				folder := slices.IndexFunc(unswept, func(f string) bool { return strings.HasPrefix(path, f+"/") })
				if folder >= 0 {
					left[unswept[folder]]++
					continue
				}
				line := 1 + bytes.Count(text[:m[0]], []byte("\n"))
				t.Errorf("%s:%d: %q; write %s", path, line, text[m[0]:m[1]], r.word)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range unswept {
		t.Logf("%s: %d left", f, left[f])
		if left[f] == 0 {
			t.Errorf("%s is clean: remove it from unswept", f)
		}
	}
	if files < 400 {
		t.Errorf("only %d files were searched", files)
	}
}

// TestFind keeps the search itself honest: what it must find and what it must leave.
func TestFind(t *testing.T) {
	all, err := rules("| word | meaning | not | except |\n|---|---|---|---|\n| after | | `\\bbehind\\b` | `behind (a\\|the) curtain` |\n\nbehind")
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	for _, c := range []struct {
		name, path, text string
		found            int
	}{
		{"comment", "a.go", "// it comes\n// Behind the end", 1},
		{"code", "a.go", "var behind = 1", 0},
		{"literal", "a.go", `var s = "behind the end"`, 1},
		{"literal of a test", "a_test.go", `var s = "behind the end"`, 0},
		{"exception over two lines", "a.go", "\t// behind a\n\t// curtain", 0},
		{"shader", "a.comp", "uint behind; // behind it\n/* behind */", 2},
		{"document", "a.md", "behind `behind`\n```\nbehind\n```\n", 1},
	} {
		if got := len(all[0].find(prose(c.path, []byte(c.text)))); got != c.found {
			t.Errorf("%s: found %d, want %d", c.name, got, c.found)
		}
	}
}
