package chart

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"html"
	"io"
	"regexp"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// SVG writes a figure as an SVG file that needs no fonts. Data show their texts when the
// mouse rests on them.
func (f Figure) SVG(w io.Writer, o Options) error {
	p := o.pen()
	p.scale = 1
	c := vgsvg.New(vg.Length(o.Width), vg.Length(o.Height))
	spots := f.draw(draw.New(c), p)
	var out bytes.Buffer
	if _, err := c.WriteTo(&out); err != nil {
		return err
	}
	// gonum writes sizes in points; here a point stands for a pixel, so the drawing gets a
	// new root element.
	svg := out.String()
	from, to := strings.Index(svg, "<g "), strings.LastIndex(svg, "</svg>")
	if from < 0 || to < from {
		return fmt.Errorf("chart: the drawing has no frame")
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" role="img">`+"\n", o.Width, o.Height, o.Width, o.Height)
	if f.Title != "" {
		fmt.Fprintf(&b, "<title>%s</title>\n<desc>%s</desc>\n", html.EscapeString(f.Title), html.EscapeString(f.Note))
	}
	b.WriteString(shared(svg[from:to]))
	for _, s := range spots {
		fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill-opacity="0"><title>%s</title></rect>`+"\n",
			s.X, s.Y, s.W, s.H, html.EscapeString(s.Text))
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// placed is a group that only moves one outline, which can move itself.
var placed = regexp.MustCompile(`<g transform="translate\(([-0-9.e]+), ([-0-9.e]+)\)">\s*<use ([^>]*)/>\s*</g>`)

var outlinePath = regexp.MustCompile(`<path d="([^"]{100,})" style="([^"]*)" />`)

// shared draws outlines that occur more than once from one definition: letters, which
// would make up nine tenths of a file.
func shared(svg string) string {
	count := map[string]int{}
	for _, m := range outlinePath.FindAllStringSubmatch(svg, -1) {
		count[m[1]]++
	}
	id := map[string]string{}
	var defs strings.Builder
	body := outlinePath.ReplaceAllStringFunc(svg, func(path string) string {
		m := outlinePath.FindStringSubmatch(path)
		if count[m[1]] < 2 {
			return path
		}
		if id[m[1]] == "" {
			h := fnv.New64a() // of the outline: a page may hold several drawings
			io.WriteString(h, m[1])
			id[m[1]] = fmt.Sprintf("g%x", h.Sum64())
			fmt.Fprintf(&defs, `<path id="%s" d="%s"/>`+"\n", id[m[1]], m[1])
		}
		return fmt.Sprintf(`<use href="#%s" style="%s"/>`, id[m[1]], m[2])
	})
	if defs.Len() == 0 {
		return svg
	}
	return "<defs>\n" + defs.String() + "</defs>\n" + placed.ReplaceAllString(body, `<use x="$1" y="$2" $3/>`)
}
