package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Every command has a manual page that groff reads without a warning, and every shell a
// completion.
func TestManual(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, stderr, code := viewer(t, nil, "docs", dir); code != 0 {
		t.Fatal(stderr)
	}
	pages, _ := filepath.Glob(filepath.Join(dir, "man1", "*.1"))
	completions, _ := filepath.Glob(filepath.Join(dir, "completion", "*"))
	if len(pages) < 40 || len(completions) != 4 {
		t.Errorf("there are %d pages and %d completions", len(pages), len(completions))
	}
	text, _ := os.ReadFile(filepath.Join(dir, "man1", "viewer-run-sssp.1"))
	for _, want := range []string{".SH EXAMPLES", `.B \-\-verify`, "EXIT STATUS", "viewer\\-run (1)"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page of 'run sssp' does not have %q", want)
		}
	}
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip(err)
	}
	out, err := exec.Command("groff", append([]string{"-Kutf8", "-man", "-ww", "-Tutf8", "-z"}, pages...)...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v: groff says %.300s", err, out)
	}
}
