package render

import (
	"context"
	"image"
	"image/draw"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kernelscope/assets"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/scene/clipscene"
	"kernelscope/svgload"
)

// painted paints a scene at a scale and returns its pixels.
func painted(t testing.TB, d *gpu.Device, s *clipscene.Scene, scale float64) *image.NRGBA {
	t.Helper()
	c, err := NewClips(d, s, &Dark)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	img, err := c.Picture(context.Background(), PictureCamera(s, scale), ClipLook{Peel: -1, Hover: -1, Ratio: 1})
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// differ compares pictures on white: the mean difference in levels, and the share of pixels that
// differ by more than antialiasing does.
func differ(got, want *image.NRGBA, levels int) (mean, share float64) {
	a, b := onWhite(got), onWhite(want)
	sum, wrong := 0, 0
	for i := range a.Pix {
		d := int(a.Pix[i]) - int(b.Pix[i])
		sum += max(d, -d)
	}
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			if beyond(a, b, x, y, levels) || beyond(b, a, x, y, levels) {
				wrong++
			}
		}
	}
	return float64(sum) / float64(3*len(a.Pix)/4), float64(wrong) / float64(len(a.Pix)/4)
}

func onWhite(img image.Image) *image.NRGBA {
	out := image.NewNRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Over)
	return out
}

// beyond says whether a pixel is outside of what the nine pixels around it have in
// another picture, by more than some levels.
func beyond(a, b *image.NRGBA, x, y, levels int) bool {
	p := a.NRGBAAt(x, y)
	low, high := [3]uint8{255, 255, 255}, [3]uint8{}
	for v := max(0, y-1); v <= min(b.Rect.Max.Y-1, y+1); v++ {
		for u := max(0, x-1); u <= min(b.Rect.Max.X-1, x+1); u++ {
			q := b.NRGBAAt(u, v)
			for i, c := range [3]uint8{q.R, q.G, q.B} {
				low[i], high[i] = min(low[i], c), max(high[i], c)
			}
		}
	}
	for i, c := range [3]uint8{p.R, p.G, p.B} {
		if int(c) < int(low[i])-levels || int(c) > int(high[i])+levels {
			return true
		}
	}
	return false
}

func readScene(t testing.TB, name, text string) *clipscene.Scene {
	t.Helper()
	s, err := svgload.Read(context.Background(), name, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// keep writes a picture into the folder that KERNELSCOPE_PICTURES names, to be looked at.
func keep(t testing.TB, name string, img image.Image) {
	dir := os.Getenv("KERNELSCOPE_PICTURES")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}

// The picture that is there without a file is that of the oracle.
func TestClipsNest(t *testing.T) {
	d := gputest.Open(t)
	s := readScene(t, assets.NestName, assets.Nest)
	for _, scale := range []float64{0.25, 1} {
		start := time.Now()
		got := painted(t, d, s, scale)
		took := time.Since(start)
		keep(t, "nest", got)
		want, err := oracle.Picture(s, scale)
		if err != nil {
			t.Fatal(err)
		}
		mean, share := differ(got, want, 8)
		t.Logf("scale %g: %v; differs by %.3f levels, %.4f %% of pixels beyond antialiasing", scale, took, mean, 100*share)
		if mean > 1 || share > 0.005 || math.IsNaN(mean) {
			t.Errorf("scale %g: differs by %.3f levels, %.3f %% of pixels beyond antialiasing", scale, mean, 100*share)
		}
	}
}
