package svgload

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute/oracle"
)

// seeds has every tag and property that is understood, so that a fuzzer need not guess
// them; testdata/seeds has them as files.
func seeds(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "seeds", "*.svg"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
}

// FuzzSVG: whatever is in a file, it is a scene that is as it should be and can be
// painted, or one error that names the file.
func FuzzSVG(f *testing.F) {
	seeds(f)
	most := limits{bytes: 1 << 16, entities: 1 << 14, entity: 1 << 8, tags: 2000, depth: 1000, text: 1 << 12, selectors: 100, visits: 5000, work: 1 << 18, points: 1 << 16}
	f.Fuzz(func(t *testing.T, file []byte) {
		s, err := read(context.Background(), strings.NewReader(string(file)), most)
		if err != nil {
			if s != nil {
				t.Error("a scene and an error")
			}
			return
		}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		for _, n := range s.Notes {
			if n.Count < 1 || n.Line < 1 || len(n.What) > 200 {
				t.Errorf("note %v", n)
			}
		}
		const side = 24 // pixels
		if _, err := oracle.Picture(s, side/float64(max(s.Width, s.Height))); err != nil && !errors.Is(err, oracle.ErrMasks) {
			t.Fatal(err)
		}
	})
}
