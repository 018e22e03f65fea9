package main

import (
	"strings"
	"testing"
)

// TestAuto compares what the smallest sorts choose, prints a sweep over a map, and refuses bad flags.
func TestAuto(t *testing.T) {
	t.Parallel()
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
