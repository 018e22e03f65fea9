package svgload

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
)

// parseColor parses a colour; current is the value of currentColor.
func parseColor(s string, current color.NRGBA) (color.NRGBA, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	switch {
	case s == "currentcolor":
		return current, true
	case s == "transparent":
		return color.NRGBA{}, true
	case strings.HasPrefix(s, "#"):
		return hexColor(s[1:])
	case strings.HasPrefix(s, "rgb(") || strings.HasPrefix(s, "rgba("):
		return rgbColor(s[strings.IndexByte(s, '(')+1:])
	case strings.HasPrefix(s, "hsl(") || strings.HasPrefix(s, "hsla("):
		return hslColor(s[strings.IndexByte(s, '(')+1:])
	}
	c, ok := colornames.Map[s]
	return color.NRGBA(c), ok
}

// hexColor parses a colour of 3, 4, 6 or 8 digits.
func hexColor(s string) (color.NRGBA, bool) {
	v, err := strconv.ParseUint(s, 16, 32)
	if err != nil {
		return color.NRGBA{}, false
	}
	short := func(shift int) uint8 { return uint8(v>>shift&15) * 17 }
	switch len(s) {
	case 3:
		return color.NRGBA{short(8), short(4), short(0), 255}, true
	case 4:
		return color.NRGBA{short(12), short(8), short(4), short(0)}, true
	case 6:
		return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}, true
	case 8:
		return color.NRGBA{uint8(v >> 24), uint8(v >> 16), uint8(v >> 8), uint8(v)}, true
	}
	return color.NRGBA{}, false
}

// channels parses three or four numbers up to a bracket, separated by commas, spaces or a slash.
// Percentages are relative to whole.
func channels(s string, whole [4]float64) (n [4]float64, ok bool) {
	t := text{s: s}
	n[3] = 1
	for i := range n {
		t.spaces()
		if t.accept(')') {
			return n, i == 3 && t.end()
		}
		if i > 0 && !t.accept(',') {
			t.accept('/')
		}
		t.spaces()
		if n[i], ok = t.number(); !ok {
			return n, false
		}
		if t.accept('%') {
			n[i] *= whole[i] / 100
		} else if i == 0 && strings.HasPrefix(t.s[t.i:], "deg") {
			t.i += 3
		}
	}
	t.spaces()
	return n, t.accept(')') && t.end()
}

// byteOf rounds a fraction of one to a byte.
func byteOf(f float64) uint8 { return uint8(math.Round(255 * max(0, min(1, f)))) }

func rgbColor(s string) (color.NRGBA, bool) {
	n, ok := channels(s, [4]float64{255, 255, 255, 1})
	return color.NRGBA{byteOf(n[0] / 255), byteOf(n[1] / 255), byteOf(n[2] / 255), byteOf(n[3])}, ok
}

func hslColor(s string) (color.NRGBA, bool) {
	n, ok := channels(s, [4]float64{360, 1, 1, 1})
	light, strength := n[2], n[1]*min(n[2], 1-n[2])
	part := func(shift float64) uint8 {
		at := math.Mod(math.Mod(shift+n[0]/30, 12)+12, 12)
		return byteOf(light - strength*max(-1, min(at-3, 9-at, 1)))
	}
	return color.NRGBA{part(0), part(8), part(4), byteOf(n[3])}, ok
}

// fade multiplies the alpha of a colour.
func fade(c color.NRGBA, by float64) color.NRGBA {
	c.A = byteOf(float64(c.A) / 255 * by)
	return c
}
