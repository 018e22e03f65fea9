package svgload

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"kernelscope/internal/fault"
)

// few has limits that small files reach.
var few = limits{bytes: 20000, entities: 5000, entity: 100, tags: 100, equals: 1000, held: 20000, depth: 20, text: 1000, selectors: 10, visits: 500, work: 10000, points: 2000}

func inSVG(content string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">` + content + `</svg>`
}

// laughs returns a file in which every level uses the level below ten times.
func laughs(levels int) string {
	var b strings.Builder
	b.WriteString(`<defs><rect id="l0" width="1" height="1"/>`)
	for i := 1; i <= levels; i++ {
		fmt.Fprintf(&b, "<g id=\"l%d\">%s</g>\n", i, strings.Repeat(fmt.Sprintf(`<use href="#l%d"/>`, i-1), 10))
	}
	fmt.Fprintf(&b, `</defs><use href="#l%d"/>`, levels)
	return b.String()
}

// Exceeding a limit is an error with the name of the limit and a position.
func TestLimits(t *testing.T) {
	clips := func(n int) string { // nested clip paths
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `<clipPath id="c%d"><rect width="1" height="1" clip-path="url(#c%d)"/></clipPath>`, i, i+1)
		}
		return b.String() + `<rect width="1" height="1" clip-path="url(#c0)"/>`
	}
	pairs := func(n int) string { // clip paths with two children each, which are cut by the next clip path
		var b strings.Builder
		for i := range n {
			rect := fmt.Sprintf(`<rect width="9" height="9" clip-path="url(#c%d)"/>`, i+1)
			fmt.Fprintf(&b, `<clipPath id="c%d">%s%s</clipPath>`, i, rect, rect)
		}
		return b.String() + `<rect width="1" height="1" clip-path="url(#c0)"/>`
	}
	for name, c := range map[string]struct{ file, want string }{
		"bytes":          {inSVG(strings.Repeat(" ", 20000)), "more than 20000 bytes"},
		"entities":       {`<!DOCTYPE svg [<!ENTITY a "` + strings.Repeat("a", 100) + `">]>` + inSVG(strings.Repeat("&a;", 51)), "more than 5000 bytes of expanded entities"},
		"entity":         {`<!DOCTYPE svg [<!ENTITY a "` + strings.Repeat("a", 101) + `">]>` + inSVG(""), "more than 100 bytes in an entity"},
		"tags":           {inSVG(strings.Repeat("<g/>", 100)), "more than 100 tags"},
		"equals":         {inSVG("<g" + strings.Repeat(` a=""`, 2500) + "/>"), "more than 1000 equals signs"},
		"attributes":     {inSVG(strings.Repeat(`<g a="" b="" c="" d="" e="" f="" g="" h=""/>`, 90)), "more than 20000 bytes of attributes"},
		"depth":          {inSVG(strings.Repeat("<g>", 20) + strings.Repeat("</g>", 20)), "more than 20 tags open at a time"},
		"depth, foreign": {inSVG(strings.Repeat(`<x xmlns="y">`, 20) + strings.Repeat("</x>", 20)), "more than 20 tags open at a time"},
		"text":           {inSVG("<style>" + strings.Repeat(" ", 1001) + "</style>"), "more than 1000 bytes of style sheets"},
		"selectors":      {inSVG("<style>" + strings.Repeat("a,", 10) + "a{}</style>"), "more than 10 selectors"},
		"visits":         {inSVG(laughs(3)), "more than 500 tags to draw, each counted as often as it is used"},
		"visits, clips":  {inSVG(`<clipPath id="c">` + strings.Repeat(`<rect/>`, 60) + `</clipPath>` + strings.Repeat(`<g transform="translate(1)" clip-path="url(#c)"><g/>`, 9) + strings.Repeat(`</g>`, 9)), "more than 500 tags to draw"},
		"work":           {inSVG(strings.Repeat(`<g><rect id="r" fill="`+strings.Repeat(" ", 500)+`red"/></g>`, 20) + laughs(1)), "more than 10000 bytes of attributes to read"},
		"points":         {inSVG(`<path d="M0 0` + strings.Repeat("h1", 2001) + `"/>`), "more than 2000 points of paths"},
		"points, curves": {inSVG(strings.Repeat(`<circle r="1000000"/>`, 50)), "more than 2000 points of paths"},
		"points, stroke": {inSVG(`<path stroke="red" stroke-linejoin="round" stroke-width="1000" d="M0 0` + strings.Repeat("h1v1", 200) + `"/>`), "more than 2000 points of paths"},
		"points, dashes": {inSVG(`<path stroke="red" stroke-dasharray="1" d="M0 0h5000"/>`), "more than 2000 points of paths"},
		"pairs in pairs": {inSVG(pairs(60)), "more than 1048576 shapes in one clip path"},
		"chain":          {inSVG(clips(maxChain + 2)), "more than 64 clip paths in each other's children"},
	} {
		most := few
		if name == "chain" || name == "pairs in pairs" {
			most = usual
		}
		_, err := read(context.Background(), strings.NewReader(c.file), most)
		var limit *LimitError
		if !errors.As(err, &limit) || !strings.HasPrefix(err.Error(), "line ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// Nested pictures that become too small for numbers are refused, with the line of the first one.
func TestFlatPictures(t *testing.T) {
	nested := func(n int) string {
		return inSVG("\n" + strings.Repeat(`<svg viewBox="0 0 100 100">`, n) + `<rect width="1" height="1"/>` + strings.Repeat("</svg>", n))
	}
	for name, c := range map[string]struct{ file, want string }{
		"no size":    {inSVG("\n" + `<svg width="1e-200" height="1e-200" viewBox="0 0 1e200 1e200"><rect width="1" height="1"/></svg>`), "line 2: "},
		"no size, 0": {inSVG(`<svg width="0" height="9"><rect width="1" height="1"/></svg>`), ""}, // the standard: not drawn
		"600 deep":   {strings.ReplaceAll(nested(600), `"0 0 100 100"`, `"0 0 100 100" width="50" height="50"`), "line 2: "},
		"600 equal":  {nested(600), ""},
	} {
		s, err := Read(t.Context(), "a.svg", strings.NewReader(c.file))
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, fault.Input) || !strings.Contains(err.Error(), c.want+errFlat.Error())) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if err == nil && s.Check() != nil {
			t.Errorf("%s: %v", name, s.Check())
		}
	}
}

// Hostile files, made to take unlimited time and memory, end soon with the default limits.
func TestHostileFiles(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		want string // part of the error
	}{
		"a million levels":         {inSVG(strings.Repeat("<g>", 1_000_000) + `<rect width="1" height="1"/>` + strings.Repeat("</g>", 1_000_000)), ""},
		"a million clips":          {inSVG(`<clipPath id="c"><rect width="1" height="1"/></clipPath>` + strings.Repeat(`<g clip-path="url(#c)">`, 1_000_000) + strings.Repeat("</g>", 1_000_000)), ""},
		"billion laughs":           {inSVG(laughs(9)), "tags to draw"},
		"laughs in a measured box": {inSVG(`<clipPath id="c" clipPathUnits="objectBoundingBox"><rect/></clipPath>` + strings.Replace(laughs(9), `<use href="#l9"/>`, `<use href="#l9" clip-path="url(#c)"/>`, 1)), "tags to draw"},
		"boxes in boxes":           {inSVG(`<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>` + strings.Repeat(`<g clip-path="url(#c)">`, 10_000) + `<rect width="1" height="1"/>` + strings.Repeat("</g>", 10_000)), "tags to draw"},
		"entities":                 {`<!DOCTYPE svg [<!ENTITY a "` + strings.Repeat("a", 1<<16) + `">]>` + inSVG(`<g id="`+strings.Repeat("&a;", 1<<20)+`"/>`), "bytes of expanded entities"},
		"dashes":                   {inSVG(`<path stroke="red" stroke-dasharray="1e-300 1e-300" d="M0 0H1e300"/>`), ""},
		"wide round pen":           {inSVG(`<path stroke="red" stroke-width="1e9" stroke-linejoin="round" d="M0 0` + strings.Repeat("h1v1", 100_000) + `"/>`), "points of paths"},
		"rules that all fit":       {inSVG("<style>" + strings.Repeat(".a{fill:red}", 60_000) + "</style>" + strings.Repeat(`<g class="a"/>`, 100_000)), "bytes of attributes"},
		"one long attribute":       {inSVG(`<g id="a" transform="` + strings.Repeat("scale(1)", 100_000) + `"/>` + strings.Repeat(`<use href="#a"/>`, 1000)), "bytes of attributes"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := read(context.Background(), strings.NewReader(c.file), usual)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Fatalf("%v, want %q", err, c.want)
			}
			if err == nil {
				if err := s.Check(); err != nil {
					t.Fatal(err)
				}
			}
			t.Logf("%d bytes: %v", len(c.file), err)
		})
	}
}

// TestBombs reads small files that expand to large data. They must be refused before they use much
// memory.
func TestBombs(t *testing.T) {
	const start = `<svg xmlns="http://www.w3.org/2000/svg">`
	for name, c := range map[string]struct {
		head, unit string
		times      int
		want       string
		long       bool // takes seconds
	}{
		"attributes of a tag":  {start + "<g", ` a=""`, 1 << 24, "equals signs", false},
		"attributes":           {start, `<g a="" a="" a="" a="" a="" a="" a="" a=""/>`, 1 << 20, "bytes of attributes", false},
		"points":               {start + `<path d="M0 0`, "h1", 1 << 24, "points of paths", false},
		"tags":                 {start, "<g/>", 1 << 21, "more than 1048576 tags", true},
		"levels":               {start, "<g>", 1 << 21, "tags open", true},
		"levels, not of SVG":   {start, `<x:g xmlns:x="y">`, 1 << 21, "tags open", true},
		"an attribute":         {start + `<g a="`, "aaaa", 1 << 25, "bytes", true},
		"spaces in a tag":      {start + "<g", "    ", 1 << 25, "bytes", true},
		"a comment":            {start + "<!--", "aaaa", 1 << 25, "bytes", true},
		"text that is skipped": {start + "<text>", "aaaa", 1 << 25, "bytes", true},
	} {
		if c.long && os.Getenv("KERNELSCOPE_LONG") == "" {
			continue
		}
		var file bytes.Buffer
		z := gzip.NewWriter(&file)
		block := []byte(strings.Repeat(c.unit, 1024))
		_, _ = z.Write([]byte(c.head))
		for range c.times / 1024 {
			_, _ = z.Write(block)
		}
		if c.unit == "h1" {
			_, _ = z.Write([]byte(`"/></svg>`))
		}
		_ = z.Close()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(t.Context(), name, bytes.NewReader(file.Bytes()))
		runtime.ReadMemStats(&after)
		if !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %d bytes: %v, want %q", name, file.Len(), err, c.want)
		}
		if taken := after.Sys - before.Sys; taken > 768<<20 {
			t.Errorf("%s: took %d MiB", name, taken>>20)
		}
	}
}
