package record

import "image/color"

// dither maps colours to a palette. A colour in the palette, or close to one, maps to that entry,
// so that plain areas stay plain. Other colours alternate between two entries in a fixed pattern,
// so that an unchanged pixel keeps its entry (ordered dither, Bayer 1973; the choice of the two
// entries by their mixture is Yliluoma's, 2011).
type dither struct {
	palette []color.RGBA
	mixes   [1 << 16]mix // cache, indexed by a hash of the colour
}

// mix is a mixture of two entries of a palette.
type mix struct {
	of    uint32 // the colour, with alpha; zero if the slot is empty
	a, b  byte
	share byte // number of pixels of b out of patternSize
}

const (
	patternSize = 16
	// near is the distance of colours that look the same: 4 of 255 in each channel.
	near = 10 * 4 * 4
	// far is the distance of colours whose mixture would look grainy: 64 of 255.
	far = 10 * 64 * 64
	// rough weights the distance of the two entries, which causes grain, against the distance of
	// their mixture from the colour.
	rough = 0.4
)

// pattern is the order in which the pixels of a 4 by 4 square get the second entry.
var pattern = [patternSize]byte{0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5}

func newDither(palette []color.RGBA) *dither { return &dither{palette: palette} }

// indices writes the palette entries of pixels, row by row, for a picture of a given width.
func (d *dither) indices(to, pixels []byte, width int) {
	var now mix
	for i := range to {
		p := pixels[4*i : 4*i+3]
		if c := 0xFF<<24 | uint32(p[0])<<16 | uint32(p[1])<<8 | uint32(p[2]); c != now.of {
			now = d.mix(c)
		}
		to[i] = now.a
		if now.share > 0 && pattern[i/width&3<<2|i%width&3] < now.share {
			to[i] = now.b
		}
	}
}

// mix returns the mixture for a colour.
func (d *dither) mix(c uint32) mix {
	m := &d.mixes[c*0x9E3779B1>>16]
	if m.of != c {
		*m = d.find(c)
	}
	return *m
}

// find chooses the nearest entry, and a second one if a mixture of both is better.
func (d *dither) find(c uint32) mix {
	at := color.RGBA{byte(c >> 16), byte(c >> 8), byte(c), 0xFF}
	m, best := mix{of: c}, 1<<30
	for i, p := range d.palette {
		if x := distance(at, p); x < best {
			best, m.a = x, byte(i)
		}
	}
	if best <= near {
		return m
	}
	a, least := d.palette[m.a], float64(best)
	for i, b := range d.palette {
		apart := float64(distance(a, b))
		// The share at which the mixture is nearest to the colour, by the law of cosines.
		t := (apart + float64(best) - float64(distance(at, b))) / (2 * apart)
		n := int(t*patternSize + 0.5)
		if apart == 0 || apart > far || n <= 0 || n >= patternSize {
			continue
		}
		t = float64(n) / patternSize
		off := float64(best) + t*(t*apart-(apart+float64(best)-float64(distance(at, b))))
		if off += rough * apart * t * (1 - t); off < least {
			least, m.b, m.share = off, byte(i), byte(n)
		}
	}
	return m
}

// distance compares two colours with weights that approximate the eye's.
func distance(a, b color.RGBA) int {
	dr, dg, db := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return 3*dr*dr + 6*dg*dg + db*db
}
