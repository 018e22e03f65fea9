package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/cli/claims"
)

// TestClaims runs some of the claims, and writes the page of all: what is not asked for is left
// out, and each command that it names has a command line that can be read.
func TestClaims(t *testing.T) {
	page := filepath.Join(t.TempDir(), "claims.md")
	out, errs, code := viewer(t, nil, "bench", "claims", "--only", "batcher-stages,vren-example,stack-monoid-example,thesis-new-york", "--csv", "-o", page)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	lines, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(lines) != 5 {
		t.Fatalf("%d lines, %v: %s", len(lines), err, out)
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

// Every command of the page of claims can be read: that of every claim, its short form and the
// example of every article.
func TestClaimsCommands(t *testing.T) {
	lines := claims.Commands()
	for _, line := range lines {
		c, args, err := newApp().command().Find(strings.Fields(line)[1:])
		if err == nil {
			err = c.ParseFlags(args)
		}
		if err != nil || !c.Runnable() {
			t.Errorf("%s: %v", line, err)
		}
	}
	if len(lines) < 50 {
		t.Errorf("there are only %d commands", len(lines))
	}
}

// TestAuto compares what the smallest sorts choose, prints a sweep over a map, and refuses bad flags.
func TestAuto(t *testing.T) {
	out, errs, code := viewer(t, nil, "bench", "auto", "--only", "sorts", "--sizes", "64", "-r", "1")
	if code != 0 || strings.Count(out, "\n| 64 | ") != 4 || !strings.Contains(out, "| 64 | Batcher | workgroup 256 |") {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
	out, errs, code = viewer(t, nil, "bench", "auto", "gen:grid,width=30,height=20", "--only", "map", "--work", "all", "-a", "nearfar", "-n", "1", "-r", "1", "--sweep")
	if code != 0 || !strings.Contains(out, " rounds, efficiency ") || strings.Contains(out, " 0 rounds") || strings.Contains(out, "efficiency 0.0 %") {
		t.Errorf("%d, %s%s", code, out, errs)
	}
	for _, args := range []string{"--only nothing", "--only sorts --sizes x", "--only clips --sizes 0", "-r 0"} {
		if _, errs, code := viewer(t, nil, append([]string{"bench", "auto"}, strings.Fields(args)...)...); code != exitUsage || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: %d, %s", args, code, errs)
		}
	}
}
