package main

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kernelscope/render"
	"kernelscope/scene/graph"
)

// All views write figures that show what their pictures show.
func TestFigures(t *testing.T) {
	t.Parallel()
	needDevice(t)
	dark := render.Dark
	for _, c := range []struct {
		name  string
		args  []string
		tints []color.RGBA // of the shapes that are counted; nil for all
		count int          // of pieces of lines, and of areas; 0 for any
		timed bool         // it says how long something takes
	}{
		// 12 × 7 + 8 × 11 streets, all of them reached, and a line of the legend.
		{"map", []string{"render", "gen:grid,width=12,height=8", "-t", "all", "--step", "end"}, dark.States[3:4], 172 + 1, false},
		{"step", []string{"render", "gen:grid,width=12,height=8", "-a", "frontier", "-s", "#0", "-t", "all", "--step", "4"}, dark.States[1:4], 29 + 3, false},
		{"comparison", []string{"render", "gen:grid,width=12,height=8", "--compare", "frontier", "--step", "5"}, nil, 0, false},
		// 16 values, one partition, 16 sums.
		{"sums", []string{"sums", "-n", "16", "--step", "end"}, nil, 16 + 1 + 16, false},
		// Six keys, and the 32 bits of a key.
		{"bars", []string{"sort", "--list", "10,25,39,4,77,3", "--step", "1"}, nil, 6 + 32, true},
		{"plot", []string{"sort", "-n", "5000", "--step", "2"}, nil, 0, true},
		{"clips", []string{"clip", "-a", "tree"}, nil, 0, false},
		{"partitions", []string{"clip", "--shape", "random", "-a", "tree", "-n", "300"}, nil, 0, true},
		{"hops", []string{"bfs", "gen:example", "--step", "2"}, nil, 0, false},
		{"trees", []string{"trees", "gen:grid,width=12,height=8", "--front"}, nil, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			written := func(name string) []byte {
				file := filepath.Join(folder, name)
				if _, stderr, code := viewer(t, nil, append(slices.Clone(c.args), "--size", "640x480", "-o", file)...); code != 0 {
					t.Fatalf("exit code %d: %s", code, stderr)
				}
				b, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				return b
			}
			picture, err := png.Decode(bytes.NewReader(written("a.png")))
			if err != nil {
				t.Fatal(err)
			}
			svg, pdf := written("a.svg"), written("a.pdf")
			shapes, count, like := shapesOf(t, svg), 0, 0
			for _, s := range shapes {
				if c.tints == nil || slices.Contains(c.tints, s.tint) || isFaded(s.tint) {
					count++
				}
				if r, g, b, _ := picture.At(s.at.X, s.at.Y).RGBA(); near(s.tint.R, r) && near(s.tint.G, g) && near(s.tint.B, b) {
					like++
				}
			}
			if c.count != 0 && count != c.count {
				t.Errorf("%d shapes, want %d", count, c.count)
			}
			if len(shapes) == 0 || like < len(shapes)*7/10 { // others hide some, and soften edges
				t.Errorf("%d of %d shapes are as in the picture", like, len(shapes))
			}
			if !bytes.HasPrefix(pdf, []byte("%PDF-")) {
				t.Errorf("a PDF begins with %.8q", pdf)
			}
			times := regexp.MustCompile(`<text[^>]*>[^<]* ms</text>`)
			switch {
			case c.timed && !bytes.Equal(times.ReplaceAll(svg, nil), times.ReplaceAll(written("b.svg"), nil)):
				t.Error("another run writes another SVG")
			case !c.timed && !bytes.Equal(pdf, written("b.pdf")):
				t.Error("another run writes another PDF")
			}
		})
	}
}

// isFaded reports whether a colour is between those of relaxed nodes at the front and at the source.
func isFaded(c color.RGBA) bool {
	from, to := render.Dark.States[graph.StateRelaxed], render.Dark.States[graph.StateUnreached]
	share := float64(int(from.B)-int(c.B)) / float64(int(from.B)-int(to.B))
	mixed := func(a, b, c uint8) bool { return math.Abs(float64(a)+share*(float64(b)-float64(a))-float64(c)) < 3 }
	return share > 0 && share <= 0.82 && mixed(from.R, to.R, c.R) && mixed(from.G, to.G, c.G)
}

// What a figure cannot show is refused.
func TestFiguresRefused(t *testing.T) {
	t.Parallel()
	needDevice(t)
	out := filepath.Join(t.TempDir(), "a.svg")
	union := write(t, "union.svg", `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><clipPath id="d"><rect width="9" height="9"/></clipPath>
		<clipPath id="c"><rect width="9" height="9" clip-path="url(#d)"/><rect x="10" width="9" height="9"/></clipPath><rect width="20" height="20" clip-path="url(#c)"/></svg>`)
	for _, c := range []refusal{
		{"a panel", nil, "render --ui -o " + out, exitUsage, "--ui draws the panel"},
		{"a panel of another view", nil, "sort --ui -o a.pdf", exitUsage, "--ui draws the panel"},
		{"a recording", nil, "record -o a.svg", exitUsage, "'viewer render' writes it"},
		{"clips of a union", nil, "render " + union + " -o " + out, exitLimit, "write .png"},
	} {
		c.check(t)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a refused figure is written")
	}
}

func near(a uint8, b uint32) bool { return max(a, uint8(b>>8))-min(a, uint8(b>>8)) < 48 }

// drawnShape is an opaque piece of a line, or an area, with a pixel in its middle.
type drawnShape struct {
	tint color.RGBA
	at   image.Point
}

var numbers = regexp.MustCompile(`-?[0-9.]+`)

// shapesOf returns the shapes of an SVG file of a figure, without clips.
func shapesOf(t *testing.T, svg []byte) (all []drawnShape) {
	t.Helper()
	var file struct {
		Width string `xml:"width,attr"`
		G     node   `xml:"g"`
	}
	if err := xml.Unmarshal(svg, &file); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(file.Width, "mm") {
		t.Errorf("the width is %q", file.Width)
	}
	file.G.walk(func(n node) {
		d, _ := n.attr("d")
		stroke, isLine := n.attr("stroke")
		fill, _ := n.attr("fill")
		for _, line := range strings.Split(d, "M")[1:] {
			var x, y, sumX, sumY float64
			words := numbers.FindAllString(line, -1)
			for i := 0; i+1 < len(words); i += 2 {
				dx, _ := strconv.ParseFloat(words[i], 64)
				dy, _ := strconv.ParseFloat(words[i+1], 64)
				if isLine && i > 0 {
					all = append(all, drawnShape{hexColour(stroke), image.Pt(int(x+dx/2), int(y+dy/2))})
				}
				x, y = x+dx, y+dy
				sumX, sumY = sumX+x, sumY+y
			}
			if n := float64(len(words) / 2); !isLine {
				all = append(all, drawnShape{hexColour(fill), image.Pt(int(sumX/n), int(sumY/n))})
			}
		}
	})
	return all
}

func hexColour(s string) color.RGBA {
	v, _ := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32)
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
}

// node is an element of an SVG file.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Nodes   []node     `xml:",any"`
}

func (n node) attr(name string) (string, bool) {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value, true
		}
	}
	return "", false
}

// walk calls do with the opaque paths in an element.
func (n node) walk(do func(node)) {
	for _, of := range n.Nodes {
		_, translucent := of.attr("fill-opacity")
		_, faint := of.attr("stroke-opacity")
		switch {
		case of.XMLName.Local == "path" && !translucent && !faint:
			do(of)
		case of.XMLName.Local == "g":
			of.walk(do)
		}
	}
}
