package record

import (
	"image/color"
	"slices"
)

// Fewer returns at most n distinct colours of a palette, each the farthest from all previous
// ones.
func Fewer(palette []color.RGBA, n int) []color.RGBA {
	slices.SortFunc(palette, func(a, b color.RGBA) int { return weight(a) - weight(b) })
	palette = slices.Compact(palette)
	if len(palette) <= n {
		return palette
	}
	far := make([]int, len(palette)) // distance of each colour from the nearest chosen one
	for i := range far {
		far[i] = 1 << 30
	}
	out := make([]color.RGBA, 0, n)
	for next := 0; len(out) < n; {
		chosen := palette[next]
		out = append(out, chosen)
		for i, c := range palette {
			far[i] = min(far[i], distance(c, chosen))
		}
		next = slices.Index(far, slices.Max(far))
	}
	return out
}

// weight returns a number that orders colours.
func weight(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
