package command

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kernelscope/cli"
	"kernelscope/cli/clitest"
	"kernelscope/compute/clip"
	"kernelscope/internal/fault"
)

// Tokens of documents for the plain reader: what is skipped, or one bracket or tag.
var plainTokens = map[string]*regexp.Regexp{
	"json": regexp.MustCompile(`"(?:\\.|[^"\\\n])*"|//[^\n]*|(?s:/\*.*?\*/)|[][(){}]`),
	"go":   regexp.MustCompile("\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*'|`[^`]*`|//[^\n]*|(?s:/\\*.*?\\*/)|[][(){}]"),
	"xml":  regexp.MustCompile(`(?s:<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>)|<(?:"[^"]*"|'[^']*'|[^"'>])*>`),
}

// plainly reads a document in the plainest way: by a regular expression and a stack. It returns the lines of --csv.
func plainly(kind, text string) (lines []string) {
	var open []int
	for _, at := range plainTokens[kind].FindAllStringIndex(text, -1) {
		mark := text[at[0]:at[1]]
		switch {
		case strings.HasPrefix(mark, "<!") || strings.HasPrefix(mark, "<?"):
			continue
		case strings.HasSuffix(mark, "/>"):
			mark = "."
		case strings.HasPrefix(mark, "</"):
			mark = ">"
		case strings.HasPrefix(mark, "<"):
			mark = "<"
		case len(mark) > 1:
			continue
		}
		element, link := "push", ""
		if len(open) > 0 {
			link = fmt.Sprint(open[len(open)-1])
		}
		switch {
		case strings.Contains("([{<", mark):
			open = append(open, len(lines))
		case mark == ".":
			element = "leaf"
		default:
			element = "pop"
			open = open[:max(0, len(open)-1)]
		}
		before := text[:at[0]]
		line, column := strings.Count(before, "\n")+1, len([]rune(before[strings.LastIndex(before, "\n")+1:]))+1
		lines = append(lines, fmt.Sprintf("%d,%s,%s,,,,,%s,%d,%d", len(lines), element, link, mark, line, column))
	}
	return lines
}

// plainPieces are pieces of JSON without comments.
var plainPieces = []string{"[", "]", "{", "}", "[", "]", "(", ", ", "\n", `"]"`, `"\"]"`, `"\\"`, `"\u005b\\\"{"`, `"é" : `, "-1.5", "\t"}

// The brackets of random documents, with escapes in strings, brackets in comments and unbalanced, are matched as the plain
// reader matches them.
func TestDocuments(t *testing.T) {
	pieces := map[string][]string{
		"json": append(plainPieces, "//]\n", "/*[\n/* ] */"),
		"go":   {"(", ")", "[", "]", "{", "}", "(", ")", "\n", "`(\n\\`", "'('", `'\''`, `'"'`, `"'("`, `"\\"`, "é ", "+", "//)\n", "/*{/**/", "*", "% "},
		"xml":  {"<a>", "</a>", "<b c='>'>", "</b>", "<c/>", `<c d="/>" />`, `<d e = "<">`, "<!-- <a> -- -->", "<![CDATA[<a>]] >]]>", "<?a <b> ?>", "it's 1 > 0\n", "é", "</a >"},
	}
	for kind, pieces := range pieces {
		for seed := range uint64(12) {
			r, pieces := rand.New(rand.NewPCG(seed, 3)), pieces
			if kind == "json" && seed%4 < 2 {
				pieces = plainPieces
			}
			text := map[string]string{"json": "[0, ", "go": "package a\n", "xml": "<?xml version='1.0'?>"}[kind]
			for range 20 << r.IntN(8) {
				text += pieces[r.IntN(len(pieces))]
			}
			form := cli.Names(clip.Forms())[seed%3]
			out, err := clitest.Run(t, runCommand, write(t, []string{"a." + kind, "a"}[seed%2], text), "-a", form, "--workgroup", "64", "--verify", "--csv")
			want := "index,kind,link,left,top,right,bottom,mark,line,column\n" + strings.Join(append(plainly(kind, text), ""), "\n")
			if out != want || err != nil {
				t.Errorf("%s, seed %d, %s, %.300q: %v\n%.300s\nwant\n%.300s", kind, seed, form, text, err, out, want)
			}
			if kind == "json" { // the same brackets if the device finds them, and where it leaves that to the host
				out, err := clitest.Run(t, runCommand, write(t, "a.json", text), "-a", form, "--workgroup", "64", "--read", "device", "--verify", "--csv")
				if out != want || err != nil {
					t.Errorf("on the device, seed %d, %s, %.300q: %v\n%.300s\nwant\n%.300s", seed, form, text, err, out, want)
				}
			}
			if _, err := csv.NewReader(strings.NewReader(out)).ReadAll(); err != nil {
				t.Error(err)
			}
		}
	}
}

// Places are in the lines of JSON and in the summary; a text that does not end is an error with its place.
func TestPlacesInDocuments(t *testing.T) {
	out, err := clitest.Run(t, runCommand, write(t, "a.json", "[\n {}]}"), "--json")
	if want := `{"type":"element","index":1,"kind":"push","link":0,"box":null,"mark":"{","line":2,"column":2}`; err != nil || !strings.Contains(out, want+"\n") {
		t.Errorf("%s (%v), want %s", out, err, want)
	}
	out, err = clitest.Run(t, runCommand, write(t, "a.json", "[\n {}]}["))
	for _, want := range []string{"pops without a push: 1, the first is element 4, } in line 2, column 5\n", "pushes without a pop: 1, the first is element 5, [ in line 2, column 6\n"} {
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("%s (%v), want %s", out, err, want)
		}
	}
	_, err = clitest.Run(t, runCommand, write(t, "a.go", "package a\n\nvar b = `("))
	if want := "a.go: line 3, column 9: a raw string begins here and does not end"; !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// The device reads JSON, and says where a text is not plain JSON; errors are the host's.
func TestReadOnDevice(t *testing.T) {
	for text, want := range map[string]string{
		`{"a[": [1, {}]}`:    "verified: every bracket, its place and its link\n",
		"[1, // a\n 2]":      "what begins in 1:5 is not plain JSON, so the host has found the brackets\n",
		`["` + "\x00" + `"]`: "bytes/s of 5 B\n",
		"{":                  "1 element,",
	} {
		out, err := clitest.Run(t, runCommand, write(t, "a.json", text), "--read", "device", "--verify")
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("%q: %s (%v), want %s", text, out, err, want)
		}
	}
	out, err := clitest.Run(t, runCommand, "gen:json,bytes=9999", "--read", "device", "--verify", "--json", "-o", filepath.Join(t.TempDir(), "a.csv"))
	for _, want := range []string{`"text":{"bytes":9999,"bytes_per_s":`, `{"title":"count brackets","gpu_ms":`, `"verified":true`} {
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("%s (%v), want %s", out, err, want)
		}
	}
	for _, c := range []struct {
		name, text string
		flags      []string
		want       int
	}{
		{"a.json", `["a`, nil, 3}, {"a.json", "[\"\n\"]", nil, 3}, {"a.json", "[\x00]", nil, 3}, {"a.json", "[]", []string{"--boxes"}, 3},
		{"a.go", "package a\n", nil, 3}, {"a.json", "[]", []string{"--read", "disk"}, 2},
	} {
		if _, err := clitest.Run(t, runCommand, append([]string{write(t, c.name, c.text), "--read", "device"}, c.flags...)...); fault.Code(err) != c.want {
			t.Errorf("%q %v: %v", c.text, c.flags, err)
		}
	}
}
