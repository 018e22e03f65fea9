// Package oracletest paints pictures of clip scenes on the host, and compares pictures with these
// or with pictures of other programs.
package oracletest

import (
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kernelscope/osmload/osmtest"
)

// References returns pictures of SVG files made by another program, on white, by the path
// of the file. Without the data the test is skipped.
func References(t testing.TB) map[string]*image.NRGBA {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(osmtest.Data(t, "svg"), "*", "*.png"))
	if err != nil || len(files) < 23 {
		t.Fatalf("%d pictures, %v", len(files), err)
	}
	all := map[string]*image.NRGBA{}
	for _, f := range files {
		r, err := os.Open(f)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(r)
		r.Close()
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(f, ".png")+".svg"] = OnWhite(img)
	}
	return all
}

// OnWhite composites a picture on white.
func OnWhite(img image.Image) *image.NRGBA {
	out := image.NewNRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Over)
	return out
}

// Off returns the share of pixels that differ beyond antialiasing: their colour is
// outside the range of the nine pixels around in the other picture, by more than the
// given number of levels.
func Off(a, b *image.NRGBA, levels int) float64 {
	wrong := 0
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			if beyond(a, b, x, y, levels) || beyond(b, a, x, y, levels) {
				wrong++
			}
		}
	}
	return float64(wrong) / float64(a.Rect.Dx()*a.Rect.Dy())
}

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
