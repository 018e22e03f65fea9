package svgload

import (
	"context"
	"encoding/xml"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/compute/oracle/oracletest"
)

// seeds adds every supported tag and property, so that a fuzzer need not guess them. testdata/seeds
// has them as files.
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

// bounded has limits that a fuzzer's file reaches within a few milliseconds.
var bounded = limits{bytes: 1 << 16, entities: 1 << 14, entity: 1 << 8, tags: 2000, equals: 1 << 16, held: 1 << 20, depth: 1000, text: 1 << 12, selectors: 100, visits: 5000, work: 1 << 18, points: 1 << 16}

// holds checks that a file gives either a valid scene that can be painted, or a single error.
func holds(t *testing.T, file string) {
	s, err := read(context.Background(), strings.NewReader(file), bounded)
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
	if _, err := oracletest.Picture(s, side/float64(max(s.Width, s.Height))); err != nil && !errors.Is(err, oracletest.ErrMasks) {
		t.Fatal(err)
	}
}

// FuzzSVG reads files with any contents.
func FuzzSVG(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, file []byte) {
		holds(t, string(file))
	})
}

// FuzzAttributes reads shapes with any attributes.
func FuzzAttributes(f *testing.F) {
	f.Add("M0 0h9v9a1 2 3 0 1 4 5c1 2 3 4 5 6s1 2 3 4q1 2 3 4t5 6z", "matrix(1 0 .5 1 2 3) rotate(3 4 5)", "stroke:rgb(1,2,3);stroke-width:2%;stroke-dasharray:3 4;stroke-linejoin:round;stroke-linecap:square", "0 0 9 9", "xMinYMax slice")
	f.Add("M1 1z", "skewX(1)scale(2)", "opacity:.5;stroke:red;fill-rule:evenodd", "-1e3,2 3,4", "none")
	f.Fuzz(func(t *testing.T, d, transform, style, box, aspect string) {
		var b strings.Builder
		put := func(before, value string) {
			b.WriteString(before)
			xml.EscapeText(&b, []byte(value))
		}
		put(`<svg viewBox="`, box)
		put(`" preserveAspectRatio="`, aspect)
		put(`"><clipPath id="c" clipPathUnits="objectBoundingBox"><path clip-rule="evenodd" transform="scale(.1)" d="`, d)
		put(`"/></clipPath><g clip-path="url(#c)" transform="`, transform)
		put(`"><path d="`, d)
		put(`" style="`, style)
		put(`"/><polygon stroke="red" points="`, box)
		b.WriteString(`"/></g></svg>`)
		holds(t, b.String())
	})
}
