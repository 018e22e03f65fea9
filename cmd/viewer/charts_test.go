package main

import (
	"encoding/csv"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// checkDrawing looks at the drawing of a benchmark, which says some words, and has the same
// benchmark make a picture and a table of so many rows.
func checkDrawing(t *testing.T, drawing string, args []string, rows int, words ...string) {
	t.Helper()
	b, err := os.ReadFile(drawing)
	if err != nil || xml.Unmarshal(b, new(struct{})) != nil {
		t.Errorf("the drawing is bad: %v", err)
	}
	for _, word := range words {
		if !strings.Contains(string(b), word) {
			t.Errorf("the drawing does not say %q", word)
		}
	}

	picture := filepath.Join(t.TempDir(), "a.png")
	out, stderr, code := viewer(t, nil, append(args, "--csv", "-o", picture)...)
	if lines, err := csv.NewReader(strings.NewReader(out)).ReadAll(); code != 0 || err != nil || len(lines) != rows+1 {
		t.Errorf("exit code %d, %d lines, %v: %s", code, len(lines), err, stderr)
	}
	if p := readPNG(t, picture); p.Bounds().Dx() != 2*920 {
		t.Errorf("the picture is bad: %v", p.Bounds())
	}
}
