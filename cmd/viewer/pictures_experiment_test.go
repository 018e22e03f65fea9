package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A picture shows an experiment at its end, with its chart, beside the panel alone.
func TestPictureOfExperiment(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "rank.png")
	words := []string{"render", "gen:grid,width=12,height=10", "--experiment", "rank:nearfar", "--size", "1000x700", "--force", "-o", out}
	if _, stderr, code := viewer(t, nil, words...); code != exitUsage || !strings.Contains(stderr, "--ui") {
		t.Errorf("without the panel: %d, %s", code, stderr)
	}
	if _, stderr, code := viewer(t, nil, append(words, "--ui")...); code != 0 {
		t.Fatal(stderr)
	}
	m := readPNG(t, out)
	ground, drawn := m.At(990, 400), 0
	for y := 420; y < 650; y++ { // of the chart
		for x := 400; x < 980; x++ {
			if m.At(x, y) != ground {
				drawn++
			}
		}
	}
	if drawn < 2000 {
		t.Errorf("the chart has %d pixels", drawn)
	}
}
