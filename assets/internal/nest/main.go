// Command nest makes the embedded clip scene: discs that touch, and in every disc that is
// large enough a rotated copy of the scene, clipped by the disc's rim. The largest disc has a
// chain of rounded squares instead, each clipped by the one around it.
package main

import (
	"bytes"
	"fmt"
	"image/color"
	"log"
	"math"
	"math/cmplx"
	"os"
)

// The picture is a strip of discs as high as it is; those left and right of the middle
// one reach beyond its edges.
const (
	width, height = 1280, 800
	radius        = height / 2

	smallest = 3.6 // pixels of radius of a disc that is drawn
	filled   = 21  // of one that has others in it
	gutter   = 0.95
)

func main() {
	log.SetFlags(0)
	var p printer
	p.open(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">`, width, height)
	p.line(`<title>Discs in discs, and squares in squares</title>`)
	p.line(`<clipPath id="frame"><rect width="%d" height="%d"/></clipPath>`, width, height)
	p.line(`<clipPath id="disc"><circle r="1"/></clipPath>`)
	p.line(`<clipPath id="square"><rect x="-1" y="-1" width="2" height="2" rx="0.42"/></clipPath>`)
	p.open(`<g id="strip" clip-path="url(#frame)">`)
	p.line(`<rect width="%d" height="%d" fill="%s"/>`, width, height, hex(ground))
	p.strip()
	p.close()
	p.close()
	if err := os.WriteFile("nest.svg", p.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
	log.Printf("nest.svg: %d bytes, %d discs, %d squares", p.Len(), p.discs, p.squares)
}

// circle is a centre and a curvature, which is negative for a circle that encloses the
// others.
type circle struct {
	at complex128
	k  float64
}

func round(x, y, r float64) circle { return circle{complex(x, y), 1 / r} }

func (c circle) r() float64 { return 1 / c.k }

// between returns the circle in the gap of three that touch each other (R. Descartes,
// 1643; for its centre J. Lagarias, C. Mallows, A. Wilks, Beyond the Descartes circle
// theorem, 2002).
func between(a, b, c circle) circle {
	k := a.k + b.k + c.k + 2*math.Sqrt(max(0, a.k*b.k+b.k*c.k+c.k*a.k))
	za, zb, zc := a.at*complex(a.k, 0), b.at*complex(b.k, 0), c.at*complex(c.k, 0)
	root := 2 * cmplx.Sqrt(za*zb+zb*zc+zc*za)
	best, worst := circle{}, math.Inf(1)
	for _, sign := range []complex128{1, -1} {
		d := circle{(za + zb + zc + sign*root) / complex(k, 0), k}
		off := 0.0
		for _, o := range []circle{a, b, c} {
			off += math.Abs(cmplx.Abs(d.at-o.at) - math.Abs(d.r()+o.r()))
		}
		if off < worst {
			best, worst = d, off
		}
	}
	return best
}

// fill appends the circles in a gap that are no smaller than least.
func fill(all []circle, a, b, c circle, least float64) []circle {
	d := between(a, b, c)
	if d.r() < least {
		return all
	}
	all = append(all, d)
	all = fill(all, a, b, d, least)
	all = fill(all, b, c, d, least)
	return fill(all, c, a, d, least)
}

// strip draws the discs between two lines, which are very large circles.
func (p *printer) strip() {
	const far = 1e7
	top, bottom := round(width/2, -far, far), round(width/2, height+far, far)
	middle := round(width/2, radius, radius)
	all := []circle{}
	for _, side := range []float64{-1, 1} {
		next := round(width/2+side*height, radius, radius)
		all = append(all, next)
		for _, line := range []circle{top, bottom} {
			all = fill(all, middle, next, line, smallest)
		}
	}
	for i, c := range all {
		p.disc(c, c.r(), 0, 17+23*float64(i))
	}
	p.vortex(middle)
}

// disc draws a disc of a radius in pixels, and its contents.
func (p *printer) disc(c circle, pixels float64, depth int, turn float64) {
	x, y, r := real(c.at), imag(c.at), c.r()*gutter
	if depth == 0 && (x+c.r() < 0 || x-c.r() > width) {
		return
	}
	p.discs++
	if pixels < filled {
		p.line(`<circle cx="%s" cy="%s" r="%s" fill="%s"/>`, num(x), num(y), num(r), hex(leaf(depth, pixels, p.discs)))
		return
	}
	base, lit := shades(depth)
	p.open(`<g id="disc%d" transform="translate(%s %s) scale(%s)" clip-path="url(#disc)">`, p.discs, num(x), num(y), num(r))
	p.line(`<circle r="1" fill="%s"/>`, hex(base))
	p.line(`<circle cx="-0.09" cy="-0.12" r="1" fill="%s"/>`, hex(lit))
	p.open(`<g transform="rotate(%s)">`, num(math.Mod(turn, 360)))
	for i, inner := range inside(smallest / (pixels * gutter)) {
		p.disc(inner, inner.r()*pixels*gutter, depth+1, turn+31+17*float64(i))
	}
	p.close()
	p.close()
}

// inside returns the circles in a disc of radius one: three, and those that fill their
// gaps.
func inside(least float64) []circle {
	rim := circle{0, -1}
	r := 2*math.Sqrt(3) - 3 // of three that touch each other and the rim
	var three [3]circle
	for i := range three {
		three[i] = circle{cmplx.Rect(1-r, 2*math.Pi*float64(i)/3), 1 / r}
	}
	all := three[:]
	all = fill(all, three[0], three[1], three[2], least)
	for i := range three {
		all = fill(all, rim, three[i], three[(i+1)%3], least)
	}
	return all
}

// vortex draws the chain of squares in a disc.
func (p *printer) vortex(c circle) {
	const (
		levels = 36
		shrink = 0.912
		turn   = 10.0 // degrees
	)
	p.open(`<g id="vortex" transform="translate(%s %s) scale(%s)" clip-path="url(#disc)">`, num(real(c.at)), num(imag(c.at)), num(c.r()*gutter))
	p.line(`<circle r="1" fill="%s"/>`, hex(ramp(0)))
	for i := range levels {
		p.squares++
		s := shrink
		if i == 0 {
			s = 0.8
		}
		t := float64(i+1) / levels
		p.open(`<g id="square%d" transform="rotate(%g) scale(%s)" clip-path="url(#square)">`, i+1, turn, num(s))
		p.line(`<rect x="-1" y="-1" width="2" height="2" fill="%s"/>`, hex(mix(ramp(t), ground, 0.55)))
		p.line(`<circle cx="-0.1" cy="-0.14" r="1.13" fill="%s"/>`, hex(ramp(t)))
	}
	p.line(`<circle r="0.8" fill="%s"/>`, hex(mix(amber, pale, 0.25)))
	for range levels {
		p.close()
	}
	p.close()
}

// The colours are the program's: its ground, its blue, and its amber for the
// deepest discs.
var (
	ground = color.NRGBA{0x0F, 0x13, 0x18, 0xFF}
	deep   = color.NRGBA{0x17, 0x20, 0x2C, 0xFF}
	slate  = color.NRGBA{0x2A, 0x3B, 0x55, 0xFF}
	blue   = color.NRGBA{0x62, 0x89, 0xCF, 0xFF}
	pale   = color.NRGBA{0xC9, 0xD8, 0xF2, 0xFF}
	amber  = color.NRGBA{0xFC, 0xC6, 0x21, 0xFF}
)

func mix(a, b color.NRGBA, t float64) color.NRGBA {
	m := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + (float64(y)-float64(x))*t)) }
	return color.NRGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}

// ramp goes from the rim of the vortex, 0, to its middle, 1.
func ramp(t float64) color.NRGBA {
	stops := []color.NRGBA{mix(deep, slate, 0.5), slate, mix(slate, blue, 0.7), mix(blue, pale, 0.35), pale, amber}
	at := math.Pow(t, 0.9) * float64(len(stops)-1)
	i := min(int(at), len(stops)-2)
	return mix(stops[i], stops[i+1], at-float64(i))
}

// shades returns the two colours of a disc: dark and light discs alternate with depth.
func shades(depth int) (base, lit color.NRGBA) {
	lit = []color.NRGBA{mix(slate, ground, 0.35), mix(slate, blue, 0.5), mix(deep, slate, 0.25), mix(blue, pale, 0.2), mix(deep, slate, 0.6)}[min(depth, 4)]
	return mix(lit, ground, 0.45), lit
}

// leaf returns the colour of an empty disc. A few of the small ones are amber.
func leaf(depth int, pixels float64, n int) color.NRGBA {
	if depth > 0 && pixels < 9 && n%19 == 7 {
		return amber
	}
	_, lit := shades(depth)
	return mix(lit, blue, 0.12)
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func num(f float64) string { return fmt.Sprintf("%.4g", f) }

// printer writes tags, each on a line of its own.
type printer struct {
	bytes.Buffer
	tags           []string
	discs, squares int
}

func (p *printer) line(format string, args ...any) {
	fmt.Fprintf(p, "%*s%s\n", len(p.tags), "", fmt.Sprintf(format, args...))
}

func (p *printer) open(format string, args ...any) {
	p.line(format, args...)
	tag := "g"
	if len(p.tags) == 0 {
		tag = "svg"
	}
	p.tags = append(p.tags, tag)
}

func (p *printer) close() {
	tag := p.tags[len(p.tags)-1]
	p.tags = p.tags[:len(p.tags)-1]
	p.line("</%s>", tag)
}
