package studio

import (
	"errors"
	"testing"

	"kernelscope/internal/fault"
)

// FuzzPixels: whatever is typed as a size is one that can be drawn, or is refused.
func FuzzPixels(f *testing.F) {
	for _, text := range []string{"1280x800", "16x16", "0x0", "100000x100000", "x", "1280X800", " 64x64", "64x64x64", "-64x64", "6_4x64", "+64x64"} {
		f.Add(text, 1.0)
	}
	f.Fuzz(func(t *testing.T, text string, ratio float64) {
		width, height, err := (&PictureFlags{Size: text, Ratio: ratio}).Pixels()
		switch {
		case err != nil && !errors.Is(err, fault.Usage):
			t.Errorf("%q: %v", text, err)
		case err == nil && (min(width, height) < 16 || max(width, height) > 16384):
			t.Errorf("%q is %d x %d", text, width, height)
		}
	})
}
