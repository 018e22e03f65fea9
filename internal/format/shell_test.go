package format

import (
	"slices"
	"strings"
	"testing"
)

func TestShell(t *testing.T) {
	for _, words := range [][]string{
		{"viewer"}, {"viewer", "a b.pbf", "-s", "#12"}, {"it's", `back\slash`, `"q"`, "", "$HOME", "ä", "--centre=-75.5,39.7", "*", "\n"},
	} {
		line := Shell(words)
		if got, err := ParseShell(line + " # a comment"); err != nil || !slices.Equal(got, words) {
			t.Errorf("%q is %s, and that %q: %v", words, line, got, err)
		}
	}
	if got := Shell([]string{"viewer", "city.osm.pbf", "-a", "nearfar"}); got != "viewer city.osm.pbf -a nearfar" {
		t.Error(got)
	}
	for line, want := range map[string]string{`a "b c" d\ e`: "a|b c|d e", "  ": "", "a#b #c": "a#b"} {
		got, err := ParseShell(line)
		if err != nil || strings.Join(got, "|") != want {
			t.Errorf("%s: %q, %v", line, got, err)
		}
	}
	for _, line := range []string{"'a", `"a`, `a\`} {
		if _, err := ParseShell(line); err == nil {
			t.Errorf("%s is allowed", line)
		}
	}
}

func FuzzShell(f *testing.F) {
	f.Add("a b")
	f.Fuzz(func(t *testing.T, word string) {
		if got, err := ParseShell(Shell([]string{word, word})); err != nil || len(got) != 2 || got[0] != word || got[1] != word {
			t.Errorf("%q: %q, %v", word, got, err)
		}
	})
}
