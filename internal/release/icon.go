package main

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"math"
)

// The icon: a graph around a node that a search begins from, with the path to another one. Lengths
// are in parts of its side, the origin is in the middle.
const (
	iconRadius = 0.20 // of the corners
	ringRadius = 0.31 // on which six nodes are
	edgeWidth  = 0.026
	pathWidth  = 0.062
)

var (
	iconGround = color.NRGBA{0x14, 0x1a, 0x24, 0xff}
	iconEdge   = color.NRGBA{0x53, 0x62, 0x78, 0xff}
	iconNode   = color.NRGBA{0x3f, 0xa7, 0xc4, 0xff}
	iconPath   = color.NRGBA{0xff, 0xb4, 0x3b, 0xff}
	iconSource = color.NRGBA{0xff, 0xf3, 0xd6, 0xff}
)

type point struct{ x, y float64 }

// ring are the nodes around the middle, from the top on, clockwise, and the first one again.
var ring = func() (nodes [7]point) {
	for i := range nodes {
		a := math.Pi*float64(i)/3 - math.Pi/2
		nodes[i] = point{ringRadius * math.Cos(a), ringRadius * math.Sin(a)}
	}
	return nodes
}()

// toSegment is the distance of p to the segment from a to b.
func (p point) toSegment(a, b point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	t := 0.0
	if n := dx*dx + dy*dy; n > 0 {
		t = max(0, min(1, ((p.x-a.x)*dx+(p.y-a.y)*dy)/n))
	}
	return math.Hypot(p.x-a.x-t*dx, p.y-a.y-t*dy)
}

// iconAt is the colour of the icon at a point.
func iconAt(p point) color.NRGBA {
	corner := point{max(0, math.Abs(p.x)-0.5+iconRadius), max(0, math.Abs(p.y)-0.5+iconRadius)}
	if math.Hypot(corner.x, corner.y) > iconRadius {
		return color.NRGBA{}
	}
	centre, c := point{}, iconGround
	path := [...]point{ring[5], centre, ring[1], ring[2]} // the source is the first
	for i := range 6 {
		if min(p.toSegment(centre, ring[i]), p.toSegment(ring[i], ring[i+1])) < edgeWidth/2 {
			c = iconEdge
		}
	}
	for i := range 6 {
		if p.toSegment(ring[i], ring[i]) < 0.062 {
			c = iconNode
		}
	}
	for i, node := range path {
		if p.toSegment(node, node) < 0.078 || i > 0 && p.toSegment(path[i-1], node) < pathWidth/2 {
			c = iconPath
		}
	}
	if p.toSegment(path[0], path[0]) < 0.045 {
		c = iconSource
	}
	return c
}

// icon draws the icon, each pixel from many points.
func icon(size int) image.Image {
	const samples = 5 // a side of a pixel
	m := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			var r, g, b, a float64
			for k := range samples * samples {
				at := point{(float64(x)+(float64(k%samples)+0.5)/samples)/float64(size) - 0.5, (float64(y)+(float64(k/samples)+0.5)/samples)/float64(size) - 0.5}
				if c := iconAt(at); c.A > 0 {
					r, g, b, a = r+float64(c.R), g+float64(c.G), b+float64(c.B), a+1
				}
			}
			if a > 0 {
				m.SetNRGBA(x, y, color.NRGBA{uint8(r/a + 0.5), uint8(g/a + 0.5), uint8(b/a + 0.5), uint8(255*a/(samples*samples) + 0.5)})
			}
		}
	}
	return m
}

// iconPNG is the icon as PNG.
func iconPNG(size int) []byte {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestCompression}
	_ = e.Encode(&b, icon(size)) // a buffer takes everything
	return b.Bytes()
}

// iconICO is the icon as Windows wants it, in several sizes.
func iconICO() []byte {
	sizes := []int{16, 32, 48, 256}
	var head, pictures bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			_ = binary.Write(&head, binary.LittleEndian, v)
		}
	}
	put(uint16(0), uint16(1), uint16(len(sizes)))
	for _, size := range sizes {
		b := iconPNG(size)
		put(uint8(size), uint8(size), uint16(0), uint16(1), uint16(32), uint32(len(b)), uint32(6+16*len(sizes)+pictures.Len()))
		pictures.Write(b)
	}
	return append(head.Bytes(), pictures.Bytes()...)
}
