package svgload_test

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/assets"
	"kernelscope/compute/oracle/oracletest"
	"kernelscope/open/svgload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene/clipscene"
)

// load reads a file of the shared data and checks the scene.
func load(t *testing.T, path string) *clipscene.Scene {
	t.Helper()
	s, err := svgload.Load(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	return s
}

// picture paints a scene on white, scaled to a width.
func picture(t *testing.T, s *clipscene.Scene, width int) *image.NRGBA {
	t.Helper()
	img, err := oracletest.Picture(s, float64(width)/float64(s.Width))
	if err != nil {
		t.Fatal(err)
	}
	return oracletest.OnWhite(img)
}

// Pictures match references made by other programs.
func TestReferencePictures(t *testing.T) {
	for path, want := range oracletest.References(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			s := load(t, path)
			got := picture(t, s, want.Rect.Dx())
			if got.Rect.Size() != want.Rect.Size() {
				t.Fatalf("%v pixels, want %v", got.Rect.Size(), want.Rect.Size())
			}
			share := oracletest.Off(got, want, 8)
			t.Logf("%.3f %% of pixels off beyond antialiasing; notes %v", 100*share, s.Notes)
			if share > 0.02 {
				t.Errorf("%.2f %% of pixels off", 100*share)
			}
		})
	}
}

// made returns a file that EXPECT.json describes but the data lacks.
func made(file string) string {
	var clips, begin, end strings.Builder
	clip := func(i int, attributes, shape string) {
		fmt.Fprintf(&clips, `<clipPath id="c%d" %s>%s</clipPath>`, i, attributes, shape)
	}
	circle := `<circle cx="256" cy="256" r="100"/>`
	last, color, n := -1, "red", 0
	switch {
	case strings.HasPrefix(file, "nest-circles-"):
		fmt.Sscanf(file, "nest-circles-%d.svg", &n)
		for i := range n {
			clip(i, "", fmt.Sprintf(`<circle cx="256" cy="256" r="%.4f"/>`, 250-150*float64(i)/float64(n)))
			fmt.Fprintf(&begin, `<g clip-path="url(#c%d)">`, i)
			end.WriteString("</g>")
		}
	case file == "wide-10000-siblings.svg":
		for i := range 10000 {
			clip(i, "", fmt.Sprintf(`<rect x="%d" y="%d" width="4" height="4"/>`, i%100*5, i/100*5))
			fmt.Fprintf(&begin, `<g clip-path="url(#c%d)"><rect width="512" height="512"/></g>`, i)
		}
		last = 0
	case file == "clip-on-clip-chain-40.svg":
		for i := range 40 {
			clip(i, fmt.Sprintf(`clip-path="url(#c%d)"`, i+1), fmt.Sprintf(`<rect x="%[1]d" y="%[1]d" width="%[2]d" height="%[2]d"/>`, 117+i, 512-2*(117+i)))
		}
		clip(40, "", `<rect width="512" height="512"/>`)
		last, color = 0, "blue"
	case file == "mutual-recursive-3.svg":
		for i := range 3 {
			clip(i, fmt.Sprintf(`clip-path="url(#c%d)"`, (i+1)%3), circle)
		}
		last = 0
	default:
		last, color = 1000, "green"
	}
	cut := ""
	if last >= 0 {
		cut = fmt.Sprintf(`clip-path="url(#c%d)"`, last)
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><defs>%s</defs>%s<rect width="512" height="512" fill="%s" %s/>%s</svg>`,
		&clips, &begin, color, cut, &end)
}

// Every picture of generated/EXPECT.json covers the expected area.
func TestExpectedAreas(t *testing.T) {
	raw, err := os.ReadFile(osmtest.Data(t, "svg", "generated", "EXPECT.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		File    string
		Nesting int
		Area    *float64 `json:"analytic_area_px"`
		RSVG    *float64 `json:"rsvg_covered_px"`
		Answer  string
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(strings.TrimSuffix(c.File, ".svg"), func(t *testing.T) {
			path := filepath.Join(osmtest.Data(t, "svg", "generated"), c.File)
			if _, err := os.Stat(path); err != nil {
				path = filepath.Join(t.TempDir(), c.File)
				if err := os.WriteFile(path, []byte(made(c.File)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			s := load(t, path)
			img, err := oracletest.Picture(s, 1)
			if err != nil {
				t.Fatal(err)
			}
			got := covered(img)
			want := c.Area
			if want == nil {
				want = c.RSVG
			}
			t.Logf("%.1f px, want %.1f; %d elements, depth %d (%d); %s; notes %v", got, *want, len(s.Elements), s.Sequence().Depth(), c.Nesting, c.Answer, s.Notes)
			if math.Abs(got-*want) > 0.01**want {
				t.Errorf("%.1f px are covered, want %.1f", got, *want)
			}
			if c.File == "nest-rects-64-each-draws.svg" {
				for at, want := range map[image.Point]color.NRGBA{{X: 256, Y: 256}: {252, 3, 0, 255}, {X: 1, Y: 0}: {0, 255, 0, 255}} {
					if got := img.NRGBAAt(at.X, at.Y); got != want {
						t.Errorf("%v is %v, want %v", at, got, want)
					}
				}
			}
		})
	}
	if len(cases) < 24 {
		t.Errorf("only %d cases", len(cases))
	}
}

// covered returns the sum of alpha over all pixels.
func covered(img *image.NRGBA) float64 {
	sum := 0.0
	for i := 3; i < len(img.Pix); i += 4 {
		sum += float64(img.Pix[i]) / 255
	}
	return sum
}

// Real files load, and unsupported contents are listed.
func TestRealFiles(t *testing.T) {
	for file, want := range map[string][]string{
		"Ghostscript_Tiger-noclip.svg": nil,
		"flutter-emoji_u1f600.svg":     {"linearGradient: drawn in its mean colour"},
		"svgnet-issue-247-01.svg":      {"<text>: not drawn", "<image>: not drawn"},
		"svgskia-sign-in.svg":          {"filters: drawn without", "<text>: not drawn"},
		"thorvg-matheusmdx.svg":        {"<image>: not drawn"},
	} {
		t.Run(file, func(t *testing.T) {
			s := load(t, osmtest.Data(t, "svg", "real", file))
			picture(t, s, 400)
			t.Logf("%g×%g, %d elements, depth %d, %d points; notes %v", s.Width, s.Height, len(s.Elements), s.Sequence().Depth(), len(s.Points), s.Notes)
			if len(s.Elements) == 0 {
				t.Error("there is nothing in it")
			}
			for _, w := range want {
				if !noted(s, w) {
					t.Errorf("it is not noted that %q", w)
				}
			}
			if want == nil && len(s.Notes) > 0 {
				t.Errorf("notes %v", s.Notes)
			}
		})
	}
}

func noted(s *clipscene.Scene, what string) bool {
	for _, n := range s.Notes {
		if n.What == what && n.Count > 0 && n.Line > 0 {
			return true
		}
	}
	return false
}

// The built-in picture is completely supported, deeply nested and has many clips.
func TestNest(t *testing.T) {
	s := read(t, assets.Nest)
	clips := 0
	for _, e := range s.Elements {
		if e.Kind == clipscene.BeginClip {
			clips++
		}
	}
	if len(s.Notes) > 0 || s.Sequence().Depth() < 30 || clips < 200 || len(s.Elements) > 5000 {
		t.Errorf("%d elements, %d clips, depth %d, notes %v", len(s.Elements), clips, s.Sequence().Depth(), s.Notes)
	}
	img, err := oracletest.Picture(s, 0.25)
	if err != nil {
		t.Fatal(err)
	}
	if got := covered(img); got != 320*200 {
		t.Errorf("%.0f pixels are covered", got)
	}
}
