package main

import (
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

// The tool runs some of the claims and writes a sheet of these.
func TestMeasure(t *testing.T) {
	gputest.Open(t) // skips without a device
	file := filepath.Join(t.TempDir(), "claims.csv")
	o := options{viewer: built(t), only: "batcher-stages,vren-example,stack-monoid-example", output: file}
	if err := measure(t.Context(), t.Output(), o); err != nil {
		t.Fatal(err)
	}
	lines := readSheet(t, file)
	if len(lines) != 3 {
		t.Fatalf("%d lines", len(lines))
	}
	for _, line := range lines {
		if line[6] != "yes" {
			t.Errorf("%s: %q, %q", line[0], line[6], line[5])
		}
	}
	if got := lines[0][4:6]; got[0] != "./viewer run sort -a batcher -n 2^10 --verify" || got[1] != "2^10 keys: 55" {
		t.Errorf("%q", lines[0])
	}
}

// Every command of the page has flags that the program knows: the command of every claim, its short
// form and the example of every article. With --help the program reads the flags and stops.
func TestCommands(t *testing.T) {
	o := options{viewer: built(t)}
	lines := map[string]bool{}
	for _, a := range articles {
		lines[strings.TrimPrefix(a.example, "./viewer ")] = true
		for _, c := range a.claims {
			for _, command := range []string{c.command, c.quick} {
				if command != "" && command != notQuick {
					_, shown := o.line(command)
					lines[strings.TrimPrefix(shown, "./viewer ")] = true
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
	if len(lines) < 36 {
		t.Errorf("there are only %d commands", len(lines))
	}
}
