package view

import (
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kernelscope/render"
	"kernelscope/scene/graph"
)

// word names a colour as people do, by its hue (HSV).
func word(c color.RGBA) string {
	r, g, b := float64(c.R), float64(c.G), float64(c.B)
	high, low := max(r, g, b), min(r, g, b)
	hue := 0.0
	switch span := max(1, high-low); high {
	case r:
		hue = 60 * (g - b) / span
	case g:
		hue = 60*(b-r)/span + 120
	default:
		hue = 60*(r-g)/span + 240
	}
	switch {
	case low > 240:
		return "white"
	case high < 16:
		return "black"
	case high-low < 0.2*high:
		return "grey"
	case hue < -60:
		hue += 360
	}
	for _, of := range []struct {
		below float64
		name  string
	}{{-10, "pink"}, {20, "red"}, {38, "orange"}, {70, "yellow"}, {170, "green"}, {265, "blue"}} {
		if hue < of.below {
			return of.name
		}
	}
	return "pink"
}

// shown are the colours of a map by the names in the table of docs/families/paths.md.
var shown = map[string]func(*render.Theme) color.RGBA{
	"unreached": func(t *render.Theme) color.RGBA { return t.States[graph.StateUnreached] },
	"far":       func(t *render.Theme) color.RGBA { return t.States[graph.StateFar] },
	"near":      func(t *render.Theme) color.RGBA { return t.States[graph.StateNear] },
	"relaxed":   func(t *render.Theme) color.RGBA { return t.States[graph.StateRelaxed] },
	"settled":   func(t *render.Theme) color.RGBA { return t.States[graph.StateRelaxed] },
	"path":      func(t *render.Theme) color.RGBA { return t.Path },
	"source":    func(t *render.Theme) color.RGBA { return t.Source },
	"target":    func(t *render.Theme) color.RGBA { return t.Target },
}

// told returns how the table tells a colour: by its word in the default theme and, where it is another one, in others.
func told(of func(*render.Theme) color.RGBA) string {
	text := word(of(render.Themes[0]))
	for _, t := range render.Themes[1:] {
		if w := word(of(t)); w != word(of(render.Themes[0])) {
			text += fmt.Sprintf(" (%s: %s)", t.Name, w)
		}
	}
	return text
}

// The table of colours, and every sentence that gives a state or a ball its colour, agree with the themes.
func TestColours(t *testing.T) {
	const docs = "../../../docs"
	page, err := os.ReadFile(filepath.Join(docs, "families", "paths.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| colour | name | meaning |\n")
	rows := map[string]string{}
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		cells := strings.Split(line, "|")
		name, _, _ := strings.Cut(strings.TrimSpace(cells[2]), ",")
		colour, _, _ := strings.Cut(strings.TrimSpace(cells[1]), ",")
		rows[name] = colour
	}
	for name, of := range shown {
		if want := told(of); rows[name] != want {
			t.Errorf("docs/families/paths.md calls %s %q, and the themes have %s", name, rows[name], want)
		}
	}
	sentences := regexp.MustCompile(`(?i)(\w+)(?: nodes are \*| ball (?:grows )?around the )(near|far|source|target)`)
	found := 0
	pages, err := filepath.Glob(filepath.Join(docs, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range pages {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range sentences.FindAllStringSubmatch(string(text), -1) {
			found++
			if want := word(shown[m[2]](render.Themes[0])); strings.ToLower(m[1]) != want {
				t.Errorf("%s has %q, and it is %s", path, m[0], want)
			}
		}
	}
	if found < 4 {
		t.Errorf("%d sentences name a colour", found)
	}
}
