package vector

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
)

const (
	inch = 96 // pixels of a plain display
	// family lists fonts that viewers have, the first like the program's.
	family = "Go, 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
)

// SVG writes the figure as an SVG file.
func (f *Figure) SVG(to io.Writer) error {
	if err := f.Err(); err != nil {
		return err
	}
	b, p := &bytes.Buffer{}, f.page()
	wide, tall := p.high.X-p.low.X, p.high.Y-p.low.Y
	mm := 25.4 / inch / f.Ratio
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.2fmm" height="%.2fmm" viewBox="%g %g %g %g">`+"\n", wide*mm, tall*mm, short(p.low.X), short(p.low.Y), short(wide), short(tall))
	if f.About != "" {
		fmt.Fprintf(b, "<desc>%s</desc>\n", escaped(f.About))
	}
	if f.Ground.A > 0 {
		fmt.Fprintf(b, `<rect x="%g" y="%g" width="%g" height="%g"%s/>`+"\n", short(p.low.X), short(p.low.Y), short(wide), short(tall), paint("fill", color.NRGBA(f.Ground)))
	}
	fmt.Fprintf(b, `<g fill="none" stroke-linecap="round" stroke-linejoin="round" font-family="%s">`+"\n", family)
	for i := range f.shapes {
		if err := f.shapes[i].svg(b, i); err != nil {
			return err
		}
	}
	b.WriteString("</g>\n</svg>\n")
	_, err := to.Write(b.Bytes())
	return err
}

// escaped returns a text for XML, which has replacements for bytes that XML cannot have.
func escaped(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder has no errors
	return b.String()
}

// short rounds to a hundredth of a pixel.
func short(v float64) float64 { return math.Round(100*v) / 100 }

// svg writes a shape, the number of which is its identity.
func (s *shape) svg(b *bytes.Buffer, number int) error {
	switch s.kind {
	case stroke:
		fmt.Fprintf(b, `<path%s stroke-width="%g" d="`, paint("stroke", s.colour), short(s.width))
		outline(b, s.lines, "")
		b.WriteString("\"/>\n")
	case area:
		fmt.Fprintf(b, `<path%s%s d="`, paint("fill", s.colour), rule("fill", s.odd))
		outline(b, s.lines, "z")
		b.WriteString("\"/>\n")
	case clip:
		fmt.Fprintf(b, `<clipPath id="c%d"><path%s d="`, number, rule("clip", s.odd))
		outline(b, s.lines, "z")
		fmt.Fprintf(b, "\"/></clipPath><g clip-path=\"url(#c%d)\">\n", number)
	case group:
		fmt.Fprintf(b, "<g opacity=\"%.3g\">\n", float64(s.colour.A)/255)
	case end:
		b.WriteString("</g>\n")
	case text:
		s.Text.svg(b)
	case picture:
		low, high := s.lines[0][0], s.lines[0][1]
		fmt.Fprintf(b, `<image x="%g" y="%g" width="%g" height="%g" preserveAspectRatio="none" style="image-rendering:pixelated" href="data:image/png;base64,`, short(low.X), short(low.Y), short(high.X-low.X), short(high.Y-low.Y))
		coded := base64.NewEncoder(base64.StdEncoding, b)
		if err := png.Encode(coded, s.pixels); err != nil {
			return err
		}
		if err := coded.Close(); err != nil {
			return err
		}
		b.WriteString("\"/>\n")
	}
	return nil
}

func (t Text) svg(b *bytes.Buffer) {
	fmt.Fprintf(b, `<text x="%g" y="%g" font-size="%g" textLength="%g" lengthAdjust="spacingAndGlyphs"%s`, short(t.At.X), short(t.At.Y), short(t.Size), short(t.Width), paint("fill", t.Colour))
	if t.Bold {
		b.WriteString(` font-weight="bold"`)
	}
	if t.Halo > 0 {
		fmt.Fprintf(b, ` paint-order="stroke"%s stroke-width="%g"`, paint("stroke", t.Around), short(2*t.Halo))
	}
	if t.Angle != 0 {
		fmt.Fprintf(b, ` transform="rotate(%g %g %g)"`, short(t.Angle*180/math.Pi), short(t.At.X), short(t.At.Y))
	}
	fmt.Fprintf(b, ">%s</text>\n", escaped(t.Text))
}

// paint returns an attribute for a colour.
func paint(what string, c color.NRGBA) string {
	s := fmt.Sprintf(` %s="#%02x%02x%02x"`, what, c.R, c.G, c.B)
	if c.A < 255 {
		s += fmt.Sprintf(` %s-opacity="%.3g"`, what, float64(c.A)/255)
	}
	return s
}

func rule(what string, odd bool) string {
	if odd {
		return " " + what + `-rule="evenodd"`
	}
	return ""
}

// outline writes lines, each from its start in steps of hundredths of a pixel.
func outline(b *bytes.Buffer, lines [][]Point, end string) {
	var number [32]byte
	write := func(v int) {
		n := strconv.AppendFloat(number[:0], float64(v)/100, 'f', -1, 64)
		b.Write(n)
	}
	for _, l := range lines {
		var x, y int
		for i, p := range l {
			nx, ny := int(math.Round(100*p.X)), int(math.Round(100*p.Y))
			switch {
			case i == 0:
				b.WriteByte('M')
			case i == 1:
				b.WriteByte('l')
			default:
				b.WriteByte(' ')
			}
			write(nx - x)
			b.WriteByte(' ')
			write(ny - y)
			x, y = nx, ny
		}
		b.WriteString(end)
	}
}
