package vector

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"

	"kernelscope/internal/fault"
)

// pdf writes a figure as a page.
type pdf struct {
	*fpdf.Fpdf
	page  box
	scale float64   // points per pixel
	alpha []float64 // of each open clip, the present one last
}

// PDF writes the figure as a PDF file of one page, with the fonts of the program. Its date is always
// the same, so that equal figures are equal files.
func (f *Figure) PDF(to io.Writer) error {
	if err := f.Err(); err != nil {
		return err
	}
	p := pdf{page: f.page(), scale: 72.0 / inch / f.Ratio, alpha: []float64{1}}
	size := fpdf.SizeType{Wd: (p.page.high.X - p.page.low.X) * p.scale, Ht: (p.page.high.Y - p.page.low.Y) * p.scale}
	p.Fpdf = fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: size})
	p.SetCatalogSort(true)
	p.SetCreationDate(time.Unix(0, 0).UTC())
	p.SetModificationDate(time.Unix(0, 0).UTC())
	p.SetSubject(f.About, true)
	p.SetAutoPageBreak(false, 0)
	p.AddUTF8FontFromBytes("go", "", goregular.TTF)
	p.AddUTF8FontFromBytes("go", "B", gomedium.TTF)
	p.AddPageFormat("", size)
	p.SetLineCapStyle("round")
	p.SetLineJoinStyle("round")
	if f.Ground.A > 0 {
		p.fill(color.NRGBA(f.Ground))
		p.Rect(0, 0, size.Wd, size.Ht, "F")
	}
	for i := range f.shapes {
		p.shape(&f.shapes[i], i)
	}
	return p.Output(to)
}

// known replaces the letters that fpdf has no room for. Others that the fonts lack are boxes.
func known(text string) string {
	return strings.Map(func(r rune) rune { return min(r, '\uFFFD') }, text)
}

// at returns a point on the page, from its upper left corner.
func (p *pdf) at(q Point) (x, y float64) {
	return (q.X - p.page.low.X) * p.scale, (q.Y - p.page.low.Y) * p.scale
}

func (p *pdf) shape(s *shape, number int) {
	switch s.kind {
	case stroke:
		p.opacity(s.colour)
		p.SetDrawColor(int(s.colour.R), int(s.colour.G), int(s.colour.B))
		p.SetLineWidth(s.width * p.scale)
		p.outline(s.lines, false)
		p.RawWriteStr("S")
	case area:
		p.fill(s.colour)
		p.outline(s.lines, true)
		p.RawWriteStr("f" + star(s.odd))
	case clip:
		p.RawWriteStr("q")
		p.alpha = append(p.alpha, p.alpha[len(p.alpha)-1])
		p.outline(s.lines, true)
		p.RawWriteStr("W" + star(s.odd) + " n")
	case group:
		p.SetError(fault.Limit.Errorf("a group of elements with an opacity of its own cannot be written as PDF: write .svg"))
	case end:
		p.RawWriteStr("Q")
		p.alpha = p.alpha[:len(p.alpha)-1]
	case text:
		p.text(s.Text)
	case picture:
		p.picture(s, fmt.Sprint(number))
	}
}

// star ends the operators of the rule of odd windings.
func star(odd bool) string {
	if odd {
		return "*"
	}
	return ""
}

// fill sets the colour of areas.
func (p *pdf) fill(c color.NRGBA) {
	p.opacity(c)
	p.SetFillColor(int(c.R), int(c.G), int(c.B))
}

func (p *pdf) opacity(c color.NRGBA) {
	if now, a := &p.alpha[len(p.alpha)-1], float64(c.A)/255; *now != a {
		*now = a
		p.SetAlpha(a, "Normal")
	}
}

// outline writes the operators of lines.
func (p *pdf) outline(lines [][]Point, closed bool) {
	var b bytes.Buffer
	_, tall := p.GetPageSize()
	for _, l := range lines {
		for i, q := range l {
			x, y := p.at(q)
			fmt.Fprintf(&b, "%g %g %c ", short(x), short(tall-y), "lm"[max(0, 1-i)])
		}
		if closed {
			b.WriteString("h ")
		}
	}
	p.RawWriteStr(b.String())
}

// text writes a text, after its halo.
func (p *pdf) text(t Text) {
	x, y := p.at(t.At)
	letters := known(t.Text)
	style := ""
	if t.Bold {
		style = "B"
	}
	p.TransformBegin()
	p.alpha = append(p.alpha, p.alpha[len(p.alpha)-1])
	p.SetFont("go", style, t.Size*p.scale)
	p.TransformRotate(-t.Angle*180/math.Pi, x, y)
	if own := p.GetStringWidth(letters); own > 0 {
		p.RawWriteStr(fmt.Sprintf("%.2f Tz", 100*t.Width*p.scale/own))
	}
	if t.Halo > 0 {
		p.opacity(t.Around)
		p.SetDrawColor(int(t.Around.R), int(t.Around.G), int(t.Around.B))
		p.SetLineWidth(2 * t.Halo * p.scale)
		p.SetTextRenderingMode(1)
		p.Text(x, y, letters)
		p.SetTextRenderingMode(0)
	}
	p.opacity(t.Colour)
	p.SetTextColor(int(t.Colour.R), int(t.Colour.G), int(t.Colour.B))
	p.Text(x, y, letters)
	p.TransformEnd()
	p.alpha = p.alpha[:len(p.alpha)-1]
}

func (p *pdf) picture(s *shape, name string) {
	var b bytes.Buffer
	if err := png.Encode(&b, s.pixels); err != nil {
		p.SetError(err)
		return
	}
	p.opacity(s.colour)
	p.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "png"}, &b)
	x, y := p.at(s.lines[0][0])
	right, bottom := p.at(s.lines[0][1])
	p.ImageOptions(name, x, y, right-x, bottom-y, false, fpdf.ImageOptions{}, 0, "")
}
