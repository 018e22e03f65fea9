package roads

import (
	"fmt"
	"math"

	"kernelscope/compute"
	"kernelscope/compute/ref"
	"kernelscope/shaders"
)

// Elements holds the arguments of roads_elements.
type Elements[B any] struct {
	Side compute.Constant // side of the squares in which elements are transposed; 1 for no transposition

	Segments, Keys, Payload, Count, Widths, Colours, Elements B
	Camera
}

// MirrorElements mirrors roads_elements.
func MirrorElements(_ compute.Grid, a Elements[[]uint32]) {
	n, side := a.Count[0], uint32(a.Side)
	for i := range (n + shaders.RoadsChunk - 1) / shaders.RoadsChunk * shaders.RoadsChunk {
		if i >= n {
			clear(a.Elements[i*shaders.RoadsElementWords:][:shaders.RoadsElementWords])
			continue
		}
		place, j := i, i%(side*side)
		if first, last := i-j, i-j+side*side-1; last < n && a.Keys[first] == a.Keys[last] {
			place = first + j%side*side + j/side
		}
		s := a.Segments[a.Payload[i]>>1*shaders.RoadsSegmentWords:][:shaders.RoadsSegmentWords]
		fill, class := a.Payload[i]&1 != 0, s[5]&15
		width, colour := math.Float32frombits(a.Widths[class]), a.RoadColour(a.Colours[s[4]], class)
		if !fill {
			width, colour = width+a.Widen, a.Rim&0xffffff
		}
		a.element(a.Elements[place*shaders.RoadsElementWords:], s, width, colour)
	}
}

// element writes the element that draws a segment.
func (c *Camera) element(into, s []uint32, width float32, colour uint32) {
	ax, ay := c.onScreen(s[0], s[1])
	bx, by := c.onScreen(s[2], s[3])
	dx, dy := bx-ax, by-ay
	length, x, y := float32(math.Hypot(float64(dx), float64(dy))), float32(1), float32(0)
	if length > 1e-4 {
		x, y = dx/length, dy/length
	}
	strength := min(1, width) * (1 + float32(colour>>24)/16)
	for i, f := range []float32{ax + dx/2, ay + dy/2, x, y, length / 2, max(width, 1)/2 + 0.5, strength} {
		into[i] = math.Float32bits(f)
	}
	into[7] = colour
}

// RoadColour returns the colour of a node or, if no search has reached it, of a class.
func (c *Camera) RoadColour(node, class uint32) (colour uint32) {
	if node>>24 != 0 {
		return node
	}
	for shift := 0; shift < 24; shift += 8 {
		major, minor := float64(c.Major>>shift&255), float64(c.Minor>>shift&255)
		colour |= uint32(math.Round(major+(minor-major)*float64(class)/7)) << shift
	}
	return colour
}

// AgreeOnElements allows rounding errors of floats, and colours to differ by one level.
func AgreeOnElements(_, device, mirror Elements[[]uint32]) error {
	for i, d := range device.Elements {
		m := mirror.Elements[i]
		off := 0.0
		if i%shaders.RoadsElementWords == shaders.RoadsElementWords-1 {
			off = float64(ref.ColourDifference(d, m) - 1)
		} else {
			x, y := float64(math.Float32frombits(d)), float64(math.Float32frombits(m))
			off = math.Abs(x-y) - 1e-3*(1+math.Abs(y))
		}
		if !(off <= 0) && d != m {
			return fmt.Errorf("Elements[%d] is %#x on the device, %#x in the mirror", i, d, m)
		}
	}
	return nil
}
