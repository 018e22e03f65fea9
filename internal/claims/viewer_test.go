package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute/gpu/gputest"
)

// built builds the program.
func built(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "viewer")
	if out, err := exec.Command("go", "build", "-o", path, "kernelscope/cmd/viewer").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// The tool runs some of the claims and writes a page of all: what is not asked for is left out.
func TestMeasure(t *testing.T) {
	gputest.Open(t) // skips without a device
	page := filepath.Join(t.TempDir(), "claims.md")
	var out bytes.Buffer
	o := options{viewer: built(t), only: "batcher-stages,vren-example,stack-monoid-example,thesis-new-york", csv: true, output: page}
	if err := measure(t.Context(), &out, o); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(lines) != 5 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	for _, line := range lines[1:] {
		want := "yes"
		if line[0] == "thesis-new-york" {
			want = "not run"
		}
		if line[5] != want {
			t.Errorf("%s: %q, %q", line[0], line[5], line[4])
		}
	}
	text, err := os.ReadFile(page)
	if err != nil || !strings.Contains(string(text), "| `viewer run sort -a batcher -n 2^10 --verify` | 2^10 keys: 55 | yes |") {
		t.Errorf("%v: %s", err, text)
	}
}

// Every command of the page has flags that the program knows: the command of every claim, its short
// form and the example of every article. With --help the program reads the flags and stops.
func TestCommands(t *testing.T) {
	o := options{viewer: built(t)}
	lines := map[string]bool{}
	for _, a := range articles {
		lines[strings.TrimPrefix(a.example, "viewer ")] = true
		for _, c := range a.claims {
			for _, command := range []string{c.command, c.quick} {
				if command != "" && command != notQuick {
					_, shown, _ := o.line(command)
					lines[strings.TrimPrefix(shown, "viewer ")] = true
				}
			}
		}
	}
	for line := range lines {
		if out, err := o.execute(t.Context(), append(strings.Fields(line), "--measured", "", "--help")...); err != nil || !strings.Contains(string(out), "Usage:") {
			t.Errorf("%s: %v", line, err)
		}
	}
	if _, err := o.execute(t.Context(), "bench", "clip", "--no-such-flag", "--help"); err == nil {
		t.Error("a flag that does not exist is not refused")
	}
	if len(lines) < 40 {
		t.Errorf("there are only %d commands", len(lines))
	}
}
