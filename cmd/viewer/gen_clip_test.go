package main

import (
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/scene/clipseq"
)

func TestGenClip(t *testing.T) {
	t.Parallel()
	for _, shape := range clipseq.Shapes() {
		for _, bare := range []string{"--bare", "--bare=false"} {
			out := filepath.Join(t.TempDir(), "clips.txt")
			stdout, stderr, code := viewer(t, nil, "gen", "clip", "--elements", "1234", "--shape", shape, "--seed", "7", bare, "-o", out)
			if code != 0 || !strings.Contains(stdout, "1,234 elements") {
				t.Fatalf("%s: %d, %s%s", shape, code, stdout, stderr)
			}
			s, err := clipseq.ReadFile(t.Context(), out)
			if err != nil || len(s.Elements) != 1234 || (s.Boxes == nil) != (bare == "--bare") {
				t.Errorf("%s %s: %d elements, %d boxes, %v", shape, bare, len(s.Elements), len(s.Boxes), err)
			}
		}
	}
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"no output", nil, exitUsage, "-o"},
		{"no such shape", []string{"--shape", "round", "-o", "a.txt"}, exitUsage, "zigzag"},
		{"fewer than none", []string{"--elements", "-1", "-o", "a.txt"}, exitUsage, `--elements is "-1"`},
		{"half of one", []string{"--elements", "2.5", "-o", "a.txt"}, exitUsage, "2^20"},
		{"too many", []string{"--elements", "1000000000", "-o", "a.txt"}, exitUsage, "268435456"},
		{"no folder", []string{"--elements", "1", "-o", "/nonexistent/a.txt"}, exitOutput, "nonexistent"},
	} {
		_, stderr, code := viewer(t, nil, append([]string{"gen", "clip"}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: %d, %s", c.name, code, stderr)
		}
	}
}
