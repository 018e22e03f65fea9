// Package oracletest compares pictures with those that the oracle or others have painted.
package oracletest

import (
	"image"
	"image/draw"
)

// OnWhite puts a picture on white.
func OnWhite(img image.Image) *image.NRGBA {
	out := image.NewNRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Over)
	return out
}

// Off returns the share of pixels that differ beyond antialiasing: whose colour is outside
// of what the nine pixels around it have in the other picture, by more than some levels.
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
