package vector

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"io"
	"regexp"
	"strings"
	"testing"

	"kernelscope/internal/fault"
)

var red = color.NRGBA{200, 30, 20, 255}

// sample is a figure with every kind of shape that both formats have.
func sample() *Figure {
	f := New(200, 100, 2, color.RGBA{246, 247, 249, 255})
	f.About = "viewer --theme=light <a & b>"
	f.Line(red, 1.5, Point{10, 10}, Point{50, 20})
	f.Line(red, 1.5, Point{50, 20}, Point{60, 40}) // goes on
	f.Line(red, 1.5, Point{80, 40}, Point{90, 40}) // another line of the same path
	f.Line(red, 3, Point{80, 50}, Point{90, 50})
	f.ClipRect(Point{0, 0}, Point{100, 60})
	f.Area(color.NRGBA{0, 90, 200, 120}, true, []Point{{10, 30}, {150, 30}, {150, 80}}, []Point{{20, 40}, {30, 40}, {30, 50}})
	f.End()
	f.Rect(red, Point{30, 60}, Point{40, 80})
	f.Dot(red, Point{70, 70}, 4)
	f.Write(Text{Text: "Ελλάδα, Москва <1>", At: Point{20, 90}, Size: 11, Width: 90, Colour: red, Halo: 2, Around: color.NRGBA{255, 255, 255, 200}})
	f.Write(Text{Text: "along", At: Point{120, 60}, Size: 11, Width: 30, Angle: 0.5, Bold: true, Colour: red})
	m := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	m.SetNRGBA(1, 0, red)
	f.Picture(Point{100, 20}, Point{120, 30}, m)
	return f
}

func svgOf(t *testing.T, f *Figure) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.SVG(&b); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(b.Bytes()))
	for {
		if _, err := d.Token(); err == io.EOF {
			return b.String()
		} else if err != nil {
			t.Fatalf("not XML: %v\n%s", err, b.String())
		}
	}
}

func TestSVG(t *testing.T) {
	svg := svgOf(t, sample())
	for _, want := range []string{
		`<desc>viewer --theme=light &lt;a &amp; b&gt;</desc>`,
		`<path stroke="#c81e14" stroke-width="1.5" d="M10 10l40 10 10 20M80 40l10 0"/>`,
		`fill="#005ac8" fill-opacity="0.471" fill-rule="evenodd"`,
		`d="M70 70l0 0"`, // a dot
		`>Ελλάδα, Москва &lt;1&gt;</text>`,
		`transform="rotate(28.65 120 60)"`,
		`href="data:image/png;base64,`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("lacks %s:\n%s", want, svg)
		}
	}
	if svg != svgOf(t, sample()) {
		t.Error("the same figure gives other bytes")
	}
}

// A page is as large as what is drawn, with an edge, and a pixel of a plain display is a 96th of an inch.
func TestCropped(t *testing.T) {
	f := New(1000, 800, 2, color.RGBA{A: 255})
	f.Rect(red, Point{400, 300}, Point{496, 492})
	f.Rect(red, Point{-50, 300}, Point{-10, 400}) // outside
	if svg := svgOf(t, f); !strings.Contains(svg, `width="17.99mm" height="30.69mm" viewBox="380 280 136 232"`) || strings.Count(svg, "<path") != 1 {
		t.Error(svg)
	}
}

func TestDropped(t *testing.T) {
	f := New(100, 100, 1, color.RGBA{})
	f.Rect(red, Point{10, 10}, Point{10.05, 10.05})
	f.Line(red, 0.05, Point{10, 10}, Point{10.01, 10})
	f.Rect(color.NRGBA{}, Point{10, 10}, Point{20, 20})
	f.ClipRect(Point{50, 50}, Point{60, 60})
	f.Rect(red, Point{10, 10}, Point{20, 20})
	f.Group(100)
	f.End()
	f.End()
	if svg := svgOf(t, f); strings.Contains(svg, "<path") || strings.Count(svg, "<g") != 1 {
		t.Error(svg)
	}
}

func TestPDF(t *testing.T) {
	var files [2]bytes.Buffer
	for i := range files {
		if err := sample().PDF(&files[i]); err != nil {
			t.Fatal(err)
		}
	}
	got := files[0].String()
	if !strings.HasPrefix(got, "%PDF-") || got != files[1].String() {
		t.Errorf("begins with %.8q, or the same figure gives other bytes", got)
	}
	if dates := regexp.MustCompile(`\(D:([^)]*)\)`).FindAllStringSubmatch(got, -1); len(dates) != 2 || dates[0][1] != "19700101000000" {
		t.Errorf("dates %q", dates)
	}
}

// Names come from files of strangers.
func TestOddText(t *testing.T) {
	f := New(300, 100, 1, color.RGBA{})
	f.About = "\x01"
	f.Write(Text{Text: "東京 😀 \xff\xfe \x00 (a) \\", At: Point{10, 50}, Size: 20, Width: 250, Colour: red})
	svgOf(t, f)
	if err := f.PDF(io.Discard); err != nil {
		t.Error(err)
	}
}

func TestLimits(t *testing.T) {
	large := New(100, 100, 1, color.RGBA{})
	for i := range maxPoints/2 + 1 {
		large.Line(red, 1, Point{0, float64(i % 100)}, Point{50, 50})
	}
	translucent := New(100, 100, 1, color.RGBA{})
	translucent.Group(100)
	translucent.Rect(red, Point{0, 0}, Point{50, 50})
	translucent.End()
	for name, err := range map[string]error{"points": large.SVG(io.Discard), "points of a PDF": large.PDF(io.Discard), "a group": translucent.PDF(io.Discard)} {
		if !errors.Is(err, fault.Limit) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := translucent.SVG(io.Discard); err != nil {
		t.Error(err)
	}
}
