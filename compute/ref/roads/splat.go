package roads

import (
	"fmt"
	"math"

	"kernelscope/compute"
	"kernelscope/shaders"
)

// Splat holds the arguments of roads_splat. The word of a pixel has its coverage in the
// highest 7 bits, then the rank of its road, and 20 bits of the node.
type Splat[B any] struct {
	Segments, Visible, Widths, Pixels B
	Camera
}

// splatTag is the part of a pixel's word below the coverage.
const splatTag = 1<<25 - 1

// MirrorSplat mirrors roads_splat.
func MirrorSplat(_ compute.Grid, a Splat[[]uint32]) {
	a.splat(a.Segments, a.Visible, a.Widths, func(pixel int, word, _ uint32) {
		a.Pixels[pixel] = max(a.Pixels[pixel], word)
	})
}

// splat rasterizes segments and calls put for each pixel that a segment touches.
func (c *Camera) splat(segments, visible, widths []uint32, put func(pixel int, word, node uint32)) {
	for i := range c.Chunks * shaders.RoadsChunk {
		s := segments[(visible[i/shaders.RoadsChunk]*shaders.RoadsChunk+i%shaders.RoadsChunk)*shaders.RoadsSegmentWords:][:shaders.RoadsSegmentWords]
		if s[5] != shaders.RoadsNothing {
			c.splatSegment(s, math.Float32frombits(widths[s[5]&15]), put)
		}
	}
}

// splatSegment walks along the longer axis of a segment and, at each pixel, across the width of the
// line.
func (c *Camera) splatSegment(s []uint32, width float32, put func(pixel int, word, node uint32)) {
	var a, b, d, low, high [2]float32
	a[0], a[1] = c.onScreen(s[0], s[1])
	b[0], b[1] = c.onScreen(s[2], s[3])
	h := 0.5 * (width + c.Widen)
	thin := min(1, 2*h)
	h = max(h, 0.5)
	for k := range a {
		a[k], b[k] = a[k]+c.Size[k]/2, b[k]+c.Size[k]/2
		d[k] = b[k] - a[k]
		low[k], high[k] = max(min(a[k], b[k])-h-0.5, 0), min(max(a[k], b[k])+h+0.5, c.Size[k])
		if low[k] > high[k] {
			return
		}
	}
	length, dir := root(d[0]*d[0]+d[1]*d[1]), [2]float32{1, 0}
	if length > 1e-4 {
		dir = [2]float32{d[0] / length, d[1] / length}
	}
	along, over := 0, 1 // axes
	if max(d[1], -d[1]) > max(d[0], -d[0]) {
		along, over = 1, 0
	}
	slope := dir[over] / dir[along]
	across := (h + 0.5) * root(1+slope*slope)
	var at [2]int
	for at[along] = ceiling(low[along] - 0.5); at[along] <= min(floor(high[along]-0.5), int(c.Size[along])-1); at[along]++ {
		middle := a[over] + (float32(at[along])+0.5-a[along])*slope
		for at[over] = max(0, ceiling(middle-across-0.5)); at[over] <= min(floor(middle+across-0.5), int(c.Size[over])-1); at[over]++ {
			px, py := float32(at[0])+0.5-a[0], float32(at[1])+0.5-a[1]
			x, y := px*dir[0]+py*dir[1], px*dir[1]-py*dir[0]
			beyond := max(0, -x, x-length)
			cover := max(0, min(1, h+0.5-root(beyond*beyond+y*y))) * thin
			if level := uint32(cover*127 + 0.5); level > 0 {
				put(at[1]*int(c.Size[0])+at[0], level<<25|roadRank(s[5])<<20|s[4]&0xfffff, s[4])
			}
		}
	}
}

// roadRank returns the drawing order of roads: higher levels above lower ones, then by importance.
func roadRank(kind uint32) uint32 {
	rank := 7 - kind&15
	switch level := kind >> 4 & 15; {
	case level > 8:
		rank += 16
	case level == 8:
		rank += 8
	}
	return rank
}

func root(x float32) float32 { return float32(math.Sqrt(float64(x))) }
func ceiling(x float32) int  { return int(math.Ceil(float64(x))) }
func floor(x float32) int    { return int(math.Floor(float64(x))) }

// splatsAlike reports whether two words are of the same road, with coverages that differ by at most
// one level.
func splatsAlike(a, b uint32) bool { return (a^b)&splatTag == 0 && levelsAlike(a, b) }

func levelsAlike(a, b uint32) bool {
	x, y := int(a>>25), int(b>>25)
	return x-y <= 1 && y-x <= 1
}

// AgreeOnSplat allows coverage to differ by one level, and a different road to win if its coverage
// is within one level.
func AgreeOnSplat(before, device, mirror Splat[[]uint32]) error {
	for i, d := range device.Pixels {
		if !levelsAlike(d, mirror.Pixels[i]) {
			return fmt.Errorf("Pixels[%d] is %#x on the device, %#x in the mirror", i, d, mirror.Pixels[i])
		}
	}
	return explained("Pixels", before.Pixels, device.Pixels, mirror.Pixels, func(explain func(int, func(result uint32) bool)) {
		before.splat(before.Segments, before.Visible, before.Widths, func(pixel int, word, _ uint32) {
			explain(pixel, func(result uint32) bool { return splatsAlike(word, result) })
		})
	})
}

// explained compares the pixels of device and mirror. A difference is allowed if each changed pixel
// matches a road; splat calls explain with the pixels of all roads.
func explained(name string, before, device, mirror []uint32, splat func(explain func(pixel int, fits func(result uint32) bool))) error {
	const onDevice, inMirror = 1, 2
	open := map[int]int{}
	for i, d := range device {
		if d == mirror[i] {
			continue
		}
		if d != before[i] {
			open[i] |= onDevice
		}
		if mirror[i] != before[i] {
			open[i] |= inMirror
		}
	}
	splat(func(pixel int, fits func(uint32) bool) {
		if open[pixel]&onDevice != 0 && fits(device[pixel]) {
			open[pixel] &^= onDevice
		}
		if open[pixel]&inMirror != 0 && fits(mirror[pixel]) {
			open[pixel] &^= inMirror
		}
	})
	for pixel, who := range open {
		if who != 0 {
			return fmt.Errorf("%s[%d] is %#x on the device, %#x in the mirror", name, pixel, device[pixel], mirror[pixel])
		}
	}
	return nil
}
