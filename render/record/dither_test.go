package record

import (
	"image/color"
	"math"
	"testing"
)

// greys are distant plain colours and some between them.
var greys = []color.RGBA{{A: 255}, {40, 40, 40, 255}, {72, 72, 72, 255}, {104, 104, 104, 255}, {255, 255, 255, 255}}

// plain returns a picture of one colour.
func plain(c color.RGBA, width, height int) (pixels []byte) {
	for range width * height {
		pixels = append(pixels, c.R, c.G, c.B, c.A)
	}
	return pixels
}

// A colour close to a palette entry stays plain. A colour between two entries becomes a mixture
// whose mean is closer than either. Distant entries are not mixed, because that would look grainy.
func TestDither(t *testing.T) {
	d := newDither(greys)
	for level := range 256 {
		c := color.RGBA{uint8(level), uint8(level), uint8(level), 255}
		got := make([]byte, 64*64)
		d.indices(got, plain(c, 64, 64), 64)
		sum, nearest, low, high := 0.0, 256.0, 255, 0
		for _, i := range got {
			v := int(greys[i].R)
			sum, low, high = sum+float64(v), min(low, v), max(high, v)
		}
		for _, g := range greys {
			nearest = min(nearest, math.Abs(float64(level)-float64(g.R)))
		}
		off := math.Abs(sum/float64(len(got)) - float64(level))
		switch {
		case nearest <= 4 && low != high:
			t.Errorf("%d is a mixture of %d and %d", level, low, high)
		case off > nearest+0.01:
			t.Errorf("%d becomes %.1f, farther than the nearest colour", level, sum/float64(len(got)))
		case nearest == 16 && level > 40 && level < 104 && off > 1:
			t.Errorf("%d becomes %.1f", level, sum/float64(len(got)))
		case high-low > 64:
			t.Errorf("%d is a mixture of %d and %d", level, low, high)
		}
	}
}

// A pixel keeps its entry when others change.
func TestDitherStandsStill(t *testing.T) {
	d, a, b := newDither(greys), make([]byte, 32*32), make([]byte, 32*32)
	pixels := plain(color.RGBA{56, 56, 56, 255}, 32, 32)
	d.indices(a, pixels, 32)
	for i := range 4 * 32 * 7 {
		pixels[i] = 255
	}
	d.indices(b, pixels, 32)
	mixed := false
	for i := 32 * 7; i < len(a); i++ {
		if mixed = mixed || a[i] != a[i-1]; a[i] != b[i] {
			t.Fatalf("pixel %d changes from %d to %d", i, a[i], b[i])
		}
	}
	if !mixed {
		t.Error("nothing is mixed")
	}
}
