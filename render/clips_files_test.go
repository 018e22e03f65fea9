package render

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"testing"

	"kernelscope/compute/clip"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle/oracletest"
	"kernelscope/internal/fault"
	"kernelscope/open/svgload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene/clipscene"
)

func loadScene(t *testing.T, path string) *clipscene.Scene {
	t.Helper()
	s, err := svgload.Load(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Pictures match references made by other programs: at most 2 % of pixels differ by more than
// antialiasing.
func TestClipsReferences(t *testing.T) {
	d := gputest.Open(t)
	for path, want := range oracletest.References(t) {
		name := filepath.Base(path)
		s := loadScene(t, path)
		got := painted(t, d, s, float64(want.Rect.Dx())/float64(s.Width))
		if got.Rect.Size() != want.Rect.Size() {
			t.Errorf("%s: %v pixels, want %v", name, got.Rect.Size(), want.Rect.Size())
			continue
		}
		mean, share := differ(got, want, 8)
		t.Logf("%-40s %.3f levels, %.3f %% of pixels off beyond antialiasing", name, mean, 100*share)
		if share > 0.02 {
			t.Errorf("%s: %.2f %% of pixels off", name, 100*share)
		}
	}
}

// Generated pictures cover the expected area within 1 %.
func TestClipsAreas(t *testing.T) {
	raw, err := os.ReadFile(osmtest.Data(t, "svg", "generated", "EXPECT.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		File string
		Area *float64 `json:"analytic_area_px"`
		RSVG *float64 `json:"rsvg_covered_px"`
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	d := gputest.Open(t)
	found := 0
	for _, c := range cases {
		path := filepath.Join(osmtest.Data(t, "svg", "generated"), c.File)
		if _, err := os.Stat(path); err != nil {
			continue // svgload's tests make these and compare them with the oracle
		}
		found++
		got, want := 0.0, c.Area
		if want == nil {
			want = c.RSVG
		}
		img := painted(t, d, loadScene(t, path), 1)
		for i := 3; i < len(img.Pix); i += 4 {
			got += float64(img.Pix[i]) / 255
		}
		t.Logf("%-32s %.1f px, want %.1f", c.File, got, *want)
		if math.Abs(got-*want) > 0.01**want {
			t.Errorf("%s: %.1f px are covered, want %.1f", c.File, got, *want)
		}
	}
	if found < 9 {
		t.Errorf("only %d files", found)
	}
}

// Real files match the pictures of the oracle.
func TestClipsRealFiles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(osmtest.Data(t, "svg", "real"), "*.svg"))
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	d := gputest.Open(t)
	for _, f := range files {
		s := loadScene(t, f)
		scale := 400 / float64(s.Width)
		got := painted(t, d, s, scale)
		want, err := oracletest.Picture(s, scale)
		if err != nil {
			t.Fatal(err)
		}
		keep(t, filepath.Base(f), got)
		mean, share := differ(got, want, 16)
		t.Logf("%-32s %.3f levels, %.3f %% of pixels off", filepath.Base(f), mean, 100*share)
		if mean > 1 || share > 0.003 {
			t.Errorf("%s: %.3f levels, %.3f %% of pixels off", filepath.Base(f), mean, 100*share)
		}
	}
}

// Adjacent shapes neither leave gaps nor overlap: an area of 400 wedges around a point has no
// seams, and applying the same clips twice has the same effect as once.
func TestClipsSeams(t *testing.T) {
	d := gputest.Open(t)
	k := newSketch(64, 64)
	around := disc(31.7, 32.3, 100, 400)
	for i, p := range around {
		k.part(clipscene.NonZero, clipscene.None, []clipscene.Point{{X: 31.7, Y: 32.3}, p, around[(i+1)%len(around)]})
	}
	whole := k.area(len(around), clipscene.None)
	star := k.plain(disc(31.7, 32.3, 30, 5)...)
	for range 9 {
		k.clip(whole)
		k.clip(star)
	}
	k.fill(whole, color.NRGBA{0, 0, 255, 255})
	once := newSketch(64, 64)
	once.fill(once.plain(disc(31.7, 32.3, 30, 5)...), color.NRGBA{0, 0, 255, 255})
	for _, scale := range []float64{0.2, 1, 3.7} {
		got, want := painted(t, d, k.done(), scale), painted(t, d, once.done(), scale)
		if !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("scale %g: there are seams", scale)
		}
	}
}

// Extreme scenes: very many sides in one tile, very far and very near views.
func TestClipsExtremes(t *testing.T) {
	d := gputest.Open(t)
	many := newSketch(12, 12)
	square, wide := many.plain(rect(2, 2, 10, 10)...), many.plain(rect(-1e9, -1e9, 1e9, 1e9)...)
	for i := range 100_000 {
		many.fill([]uint32{square, wide}[i&1], color.NRGBA{uint8(i), uint8(i >> 8), 7, 255})
	}
	got := painted(t, d, many.done(), 1)
	for at, want := range map[image.Point]color.NRGBA{{X: 0, Y: 0}: {0x9f, 0x86, 7, 255}, {X: 5, Y: 5}: {0x9f, 0x86, 7, 255}} {
		if c := got.NRGBAAt(at.X, at.Y); c != want {
			t.Errorf("100,000 fills: %v is %v, want %v", at, c, want)
		}
	}
	far := newSketch(100, 100)
	far.clip(far.plain(disc(50, 50, 1e6, 1000)...))
	far.fill(far.plain(disc(50, 50, 40, 300)...), color.NRGBA{A: 255})
	c, err := NewClips(d, far.done(), &Dark, clip.Tree{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	for _, scale := range []float64{1e-3, 0.1, 1, 30, 3000} {
		camera := Camera{X: 50, Y: 50, Scale: scale, Width: 50, Height: 50}
		img, err := c.Picture(context.Background(), camera, ClipLook{Peel: -1})
		if err != nil {
			t.Fatal(err)
		}
		area := 0.0
		for i := 3; i < len(img.Pix); i += 4 {
			area += float64(img.Pix[i]) / 255
		}
		r := 40 * scale
		want := math.Pi * r * r
		if r > 36 {
			want = 50 * 50
		} else if r > 25 {
			continue // partly outside the picture
		}
		if math.Abs(area-want) > 0.02*want+0.02 {
			t.Errorf("scale %g: %.3f pixels are covered, want %.3f", scale, area, want)
		}
	}
	side := 1 + int(math.Sqrt(float64(d.Limits().BufferWords)))
	if _, err := c.Picture(context.Background(), Camera{Width: side, Height: side, Scale: 1}, ClipLook{Peel: -1}); !errors.Is(err, fault.Limit) {
		t.Errorf("a picture that is too large: %v", err)
	}
}

// The topmost element at a point has the colour of the picture there, also when levels are peeled
// off.
func TestClipsAt(t *testing.T) {
	d := gputest.Open(t)
	s := randomScene(5, 70)
	n := 0
	for i, e := range s.Elements { // the colour identifies the element
		switch e.Kind {
		case clipscene.Fill:
			s.Elements[i].Color = color.NRGBA{uint8(6 * n), uint8(250 - 6*n), 1, 255}
			n++
		case clipscene.BeginGroup, clipscene.EndGroup:
			s.Elements[i].Color = color.NRGBA{A: 255}
		}
	}
	c, err := NewClips(d, s, &Dark, clip.Tree{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	hits := 0
	for _, peel := range []int{-1, 0, 1, 3} {
		camera := PictureCamera(s, 1)
		img, err := c.Picture(context.Background(), camera, ClipLook{Peel: peel})
		if err != nil {
			t.Fatal(err)
		}
		for y := range camera.Height {
			for x := range camera.Width {
				p := img.NRGBAAt(x, y)
				near := false
				for _, q := range []image.Point{{X: x - 1, Y: y}, {X: x + 1, Y: y}, {X: x, Y: y - 1}, {X: x, Y: y + 1}} {
					near = near || q.In(img.Rect) && img.NRGBAAt(q.X, q.Y) != p
				}
				if near || p.A > 0 && p.A < 255 {
					continue // an edge
				}
				i := c.At(clipscene.Point{X: float32(x) + 0.5, Y: float32(y) + 0.5}, peel)
				if want := (color.NRGBA{}); i >= 0 {
					hits++
					if want = s.Elements[i].Color; p != want {
						t.Errorf("peel %d: %d, %d is %v, and element %d there has %v", peel, x, y, p, i, want)
					}
				} else if p != want {
					t.Errorf("peel %d: %d, %d is %v, and no element is there", peel, x, y, p)
				}
				if t.Failed() {
					return
				}
			}
		}
	}
	if hits < 5000 {
		t.Errorf("only %d pixels with an element", hits)
	}
}
