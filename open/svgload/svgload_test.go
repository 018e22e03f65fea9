package svgload_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"kernelscope/compute/oracle/oracletest"
	"kernelscope/internal/fault"
	"kernelscope/open/svgload"
	"kernelscope/scene/clipscene"
	"kernelscope/scene/clipseq"
)

// svg returns a picture of 100 by 100 pixels with the given content.
func svg(content string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">` + content + `</svg>`
}

func read(t *testing.T, file string) *clipscene.Scene {
	t.Helper()
	s, err := svgload.Read(context.Background(), "test.svg", strings.NewReader(file))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if err := s.Check(); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return s
}

const square = `<rect width="100" height="100" clip-path="url(#c)"/>`

func clip(attributes, content string) string {
	return `<clipPath id="c" ` + attributes + `>` + content + `</clipPath>` + square
}

// areas maps names to drawings and the areas that they cover.
var areas = map[string]struct {
	content string
	area    float64
}{
	"rect":             {`<rect x="10" y="20" width="30" height="40"/>`, 1200},
	"rect, rounded":    {`<rect x="10" y="20" width="30" height="40" rx="5"/>`, 1200 - 100 + 25*math.Pi},
	"rect, too round":  {`<rect x="10" y="20" width="30" height="30" rx="500"/>`, 225 * math.Pi},
	"rect, percent":    {`<rect x="10%" width="50%" height="10%"/>`, 500},
	"rect, negative":   {`<rect width="-5" height="10"/>`, 0},
	"circle":           {`<circle cx="50" cy="50" r="40"/>`, 1600 * math.Pi},
	"ellipse":          {`<ellipse cx="50" cy="50" rx="40" ry="20"/>`, 800 * math.Pi},
	"ellipse, auto":    {`<ellipse cx="50" cy="50" ry="20"/>`, 400 * math.Pi},
	"polygon":          {`<polygon points="0,0 100,0 0,100"/>`, 5000},
	"polyline":         {`<polyline points="0,0 100,0 0,100"/>`, 5000},
	"points, odd":      {`<polyline points="0,0 100,0 0,100 7"/>`, 5000},
	"line has no area": {`<line x2="50" y2="50"/>`, 0},
	"path":             {`<path d="M0 0h10v10h-10zm20 20h10v10z"/>`, 150},
	"evenodd":          {`<path fill-rule="evenodd" d="M0 0h40v40h-40zM10 10h20v20h-20z"/>`, 1200},
	"nonzero":          {`<path d="M0 0h40v40h-40zM10 10h20v20h-20z"/>`, 1600},
	"path, error":      {`<path d="M0 0h10v10h-10zM20 20h10v10 oops"/>`, 150},

	"stroke":              {`<line x1="10" y1="50" x2="60" y2="50" stroke="red" stroke-width="4"/>`, 200},
	"stroke, round":       {`<line x1="10" y1="50" x2="60" y2="50" stroke="red" stroke-width="20" stroke-linecap="round"/>`, 1000 + 100*math.Pi},
	"stroke, square":      {`<line x1="10" y1="50" x2="60" y2="50" stroke="red" stroke-width="20" stroke-linecap="square"/>`, 1400},
	"stroke, scaled":      {`<line x1="10" y1="10" x2="20" y2="10" stroke="red" stroke-width="2" transform="scale(2 4)"/>`, 160},
	"stroke, dot":         {`<path d="M50 50z" stroke="red" stroke-width="20" stroke-linecap="round"/>`, 100 * math.Pi},
	"stroke, no dot":      {`<path d="M50 50z" stroke="red" stroke-width="20"/>`, 0},
	"join, miter":         {`<path d="M20 20h50v50" fill="none" stroke="red" stroke-width="10"/>`, 1000},
	"join, bevel":         {`<path d="M20 20h50v50" fill="none" stroke="red" stroke-width="10" stroke-linejoin="bevel"/>`, 1000 - 12.5},
	"join, round":         {`<path d="M20 20h50v50" fill="none" stroke="red" stroke-width="10" stroke-linejoin="round"/>`, 1000 - 25 + 25*math.Pi/4},
	"join, over limit":    {`<path d="M20 20h50v50" fill="none" stroke="red" stroke-width="10" stroke-miterlimit="1.3"/>`, 1000 - 12.5},
	"stroke, closed":      {`<rect x="20" y="20" width="40" height="40" fill="none" stroke="red" stroke-width="10"/>`, 50*50 - 30*30},
	"stroke, thick curve": {`<circle cx="50" cy="50" r="10" fill="none" stroke="red" stroke-width="40"/>`, 900 * math.Pi},
	"dashes":              {`<path d="M10 50h60" stroke="red" stroke-width="10" stroke-dasharray="10 5"/>`, 400},
	"dashes, odd":         {`<path d="M10 50h60" stroke="red" stroke-width="10" stroke-dasharray="10"/>`, 300},
	"dashes, offset":      {`<path d="M10 50h60" stroke="red" stroke-width="10" stroke-dasharray="10 10" stroke-dashoffset="-5"/>`, 300},
	"dashes, corner":      {`<path d="M10 10h20v20" fill="none" stroke="red" stroke-width="2" stroke-dasharray="25 100"/>`, 50},
	"dashes, too many":    {`<path d="M10 50h60" stroke="red" stroke-width="10" stroke-dasharray="1e-9"/>`, 600},
	"dashes, zero":        {`<path d="M10 50h60" stroke="red" stroke-width="10" stroke-dasharray="0 0"/>`, 600},

	"clip":                    {clip("", `<rect x="10" y="10" width="20" height="20"/>`), 400},
	"clip, in object's box":   {`<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height=".5"/></clipPath><g clip-path="url(#c)"><rect x="20" y="20" width="20" height="10"/><rect x="40" y="30" width="20" height="10"/></g>`, 200},
	"clip, box of use":        {`<defs><rect id="r" width="40" height="20"/></defs><clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height=".5"/></clipPath><use href="#r" x="30" y="30" clip-path="url(#c)"/>`, 200},
	"clip, box of nothing":    {`<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath><line x2="100" stroke="red" stroke-width="50" clip-path="url(#c)"/>`, 0},
	"clip, transform":         {clip(`transform="translate(90)"`, `<rect width="20" height="20"/>`), 200},
	"clip, child's transform": {clip("", `<rect width="20" height="20" transform="scale(2)"/>`), 1600},
	"clip, in a transform":    {clip("", `<rect width="20" height="20"/>`) + `<g transform="translate(50 50)">` + square + `</g>`, 800},
	"clip, rule":              {clip("", `<path clip-rule="evenodd" d="M0 0h40v40h-40zM10 10h20v20h-20z"/>`), 1200},
	"clip, rule of fills":     {clip("", `<path fill-rule="evenodd" d="M0 0h40v40h-40zM10 10h20v20h-20z"/>`), 1600},
	"clip, rule inherited":    {clip(`clip-rule="evenodd"`, `<path d="M0 0h40v40h-40zM10 10h20v20h-20z"/>`), 1200},
	"clip, rule from outside": {`<g clip-rule="evenodd">` + clip("", `<path d="M0 0h40v40h-40zM10 10h20v20h-20z"/>`) + `</g>`, 1200},
	"clip, union":             {clip("", `<rect width="20" height="20"/><rect x="10" width="20" height="20"/>`), 600},
	"clip, opposite windings": {clip("", `<path d="M0 0h20v20h-20z"/><path d="M10 0v20h20v-20z"/>`), 600},
	"clip on clip":            {`<clipPath id="d"><rect width="15" height="100"/></clipPath>` + clip(`clip-path="url(#d)"`, `<rect x="10" width="20" height="20"/>`), 100},
	"clip on a child":         {`<clipPath id="d"><rect width="15" height="100"/></clipPath>` + clip("", `<rect x="10" width="20" height="20" clip-path="url(#d)"/><rect x="50" width="10" height="10"/>`), 200},
	"clips on a used child":   {`<clipPath id="d"><rect width="15" height="100"/></clipPath><clipPath id="e"><rect width="100" height="5"/></clipPath><rect id="r" fill="none" x="10" width="20" height="20" clip-path="url(#d)"/>` + clip("", `<use href="#r" clip-path="url(#e)"/>`), 25},
	"clip with use":           {`<defs><rect id="r" width="20" height="20"/></defs>` + clip("", `<use href="#r" x="90"/>`), 200},
	"clip of the use":         {`<defs><rect id="r" width="20" height="20"/></defs><clipPath id="c"><rect width="5" height="100"/></clipPath><use href="#r" x="50" clip-path="url(#c)"/>`, 100},
	"clip, hidden child":      {clip("", `<rect width="20" height="20" visibility="hidden"/>`), 0},
	"clip, child without":     {clip("", `<rect width="20" height="20" display="none"/>`), 0},
	"clip without children":   {clip("", ``), 0},
	"clip that is missing":    {square, 10000},
	"clip that is no clip":    {`<g id="c"/>` + square, 10000},
	"clip, quoted":            {`<clipPath id="c"><rect width="10" height="10"/></clipPath><rect width="100" height="100" style="clip-path: url( &quot;#c&quot; )"/>`, 100},

	"use":                {`<rect id="r" width="10" height="10"/><use href="#r" x="50"/><use xlink:href="#r" y="50"/>`, 300},
	"use of itself":      {`<g id="a"><rect width="10" height="10"/><use href="#a" x="50"/></g>`, 100},
	"use of each other":  {`<g id="a"><rect width="10" height="10"/><use href="#b" x="20"/></g><defs><g id="b"><use href="#a" x="20"/><rect y="50" width="10" height="10"/></g></defs>`, 200},
	"symbol":             {`<symbol id="s" viewBox="0 0 10 10"><rect width="20" height="5"/></symbol><use href="#s" width="40" height="40"/>`, 800},
	"symbol, not used":   {`<symbol id="s"><rect width="20" height="5"/></symbol>`, 0},
	"nested":             {`<svg x="50" y="50" width="20" height="20" viewBox="0 0 10 10"><rect width="5" height="50"/></svg>`, 200},
	"nested, visible":    {`<svg x="50" y="50" width="20" height="20" overflow="visible"><rect width="5" height="50"/></svg>`, 250},
	"nested, percent":    {`<svg width="50" height="50" viewBox="0 0 10 10"><rect width="50%" height="50%"/></svg>`, 625},
	"display":            {`<g display="none"><rect width="10" height="10"/></g>`, 0},
	"visibility":         {`<g visibility="hidden"><rect width="10" height="10"/><rect x="20" width="10" height="10" visibility="visible"/></g>`, 100},
	"switch":             {`<switch><foreignObject/><rect width="10" height="10"/><rect x="50" width="10" height="10"/></switch>`, 100},
	"another language":   {`<x:g xmlns:x="urn:x"><rect width="10" height="10"/></x:g><rect width="5" height="5"/>`, 25},
	"opacity":            {`<rect width="10" height="10" opacity=".5"/>`, 100 * 128.0 / 255},
	"opacity of a group": {`<g opacity=".5"><rect width="10" height="10"/><rect width="10" height="10"/></g>`, 100 * 128.0 / 255},
	"opacities":          {`<rect width="10" height="10" fill-opacity="50%" opacity=".5"/>`, 100 * 64.0 / 255},
	"no transform back":  {`<rect width="10" height="10" transform="scale(0)"/>`, 0},
	"far away":           {`<rect width="10" height="1e30"/><rect width="10" height="10"/>`, 100},
}

// Shapes, clips and strokes cover the expected numbers of pixels.
func TestAreas(t *testing.T) {
	for name, c := range areas {
		t.Run(name, func(t *testing.T) {
			img, err := oracletest.Picture(read(t, svg(c.content)), 1)
			if err != nil {
				t.Fatal(err)
			}
			if got := covered(img); math.Abs(got-c.area) > 0.003*c.area+0.5 {
				t.Errorf("%.1f pixels are covered, want %.1f", got, c.area)
			}
		})
	}
}

// The colour of a rectangle follows from its attributes, style sheets and style attributes.
func TestStyle(t *testing.T) {
	black, red, lime, blue := color.NRGBA{0, 0, 0, 255}, color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 255, 0, 255}, color.NRGBA{0, 0, 255, 255}
	for content, want := range map[string]color.NRGBA{
		`<rect %s/>`:                              black,
		`<rect fill="red" %s/>`:                   red,
		`<rect fill="red" style="fill:blue" %s/>`: blue,
		`<rect style="fill:red;fill:blue;" %s/>`:  blue,
		`<rect style="fill:red; ; stroke-width : 3 ;junk; fill : blue" %s/>`:                                                                            blue,
		`<rect style="fill:blue!important;fill:red" %s/>`:                                                                                               blue,
		`<g fill="red"><rect %s/></g>`:                                                                                                                  red,
		`<g fill="red"><rect fill="bogus" %s/></g>`:                                                                                                     red,
		`<g fill="red"><rect fill="inherit" %s/></g>`:                                                                                                   red,
		`<g color="red"><rect fill="currentColor" %s/></g>`:                                                                                             red,
		`<style>rect{fill:red}</style><rect %s/>`:                                                                                                       red,
		`<style>.a{fill:red}</style><rect class="b a" fill="blue" %s/>`:                                                                                 red,
		`<style>#i{fill:red}.a{fill:blue}</style><rect class="a" id="i" %s/>`:                                                                           red,
		`<style>.a{fill:blue}.a{fill:red}</style><rect class="a" %s/>`:                                                                                  red,
		`<style>.b{fill:blue}.a{fill:red}</style><rect class="a b" %s/>`:                                                                                red,
		`<style>.a.b{fill:red}.b{fill:blue}</style><rect class="a b" %s/>`:                                                                              red,
		`<style>.a.b{fill:red}</style><rect class="a" %s/>`:                                                                                             black,
		`<style>rect.a{fill:red}circle.a{fill:blue}</style><rect class="a" %s/>`:                                                                        red,
		`<style>circle,rect , g{fill:red}</style><rect %s/>`:                                                                                            red,
		`<style>*{fill:red}</style><rect %s/>`:                                                                                                          red,
		`<style>rect{fill:red!important}</style><rect style="fill:blue" %s/>`:                                                                           red,
		`<style><![CDATA[/* } */ @import "x.css"; @media print{rect{fill:blue}} rect{/*x*/fill:red}]]></style><rect %s/>`:                               red,
		`<style>g rect{fill:blue} rect:hover{fill:blue} rect{fill:red}</style><rect %s/>`:                                                               red,
		`<style>rect{fill:red</style><rect %s/>`:                                                                                                        red,
		`<rect class="a" %s/><style>.a{fill:red}</style>`:                                                                                               red,
		`<style type="text/less">rect{fill:red}</style><rect %s/>`:                                                                                      black,
		`<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#f00"/></linearGradient><rect fill="url(#g)" %s/>`:                red,
		`<radialGradient id="g"><stop offset=".5" stop-color="#000"/><stop offset="50%%" stop-color="#00f"/></radialGradient><rect fill="url(#g)" %s/>`: {0, 0, 128, 255},
		`<linearGradient id="h"><stop style="stop-color:lime"/></linearGradient><linearGradient id="g" href="#h"/><rect fill="url(#g)" %s/>`:            lime,
		`<rect fill="url(#g) lime" %s/>`:                                                                                                                lime,
		`<pattern id="g"/><rect fill="url(#g) lime" %s/>`:                                                                                               lime,
		`<rect fill="#f00" fill-opacity=".2" %s/>`:                                                                                                      {255, 0, 0, 51},
		`<rect fill="rgba(255,0,0,.5)" fill-opacity=".4" %s/>`:                                                                                          {255, 0, 0, 51},
	} {
		s := read(t, svg(fmt.Sprintf(content, `width="9" height="9"`)))
		if len(s.Elements) != 1 || s.Elements[0].Color != want {
			t.Errorf("%s: %v, want %v", content, s.Elements, want)
		}
	}
}

// Pictures have the expected size, and (10, 10) the expected place.
func TestSize(t *testing.T) {
	for attributes, want := range map[string][4]float32{
		`width="100" height="50"`:                                             {100, 50, 10, 10},
		`width="1in" height="50mm"`:                                           {96, 50 * 96 / 25.4, 10, 10},
		`viewBox="0 0 20 40"`:                                                 {20, 40, 10, 10},
		`viewBox="0 0 20 40" width="100%" height="100%"`:                      {20, 40, 10, 10},
		`viewBox="0 0 20 40" width="40"`:                                      {40, 80, 20, 20},
		`viewBox="0 0 20 40" height="40"`:                                     {20, 40, 10, 10},
		`viewBox="5 5 20 20" width="100" height="200"`:                        {100, 200, 25, 75},
		`viewBox="0,0,20,20" width="9" height="9" preserveAspectRatio="none"`: {9, 9, 4.5, 4.5},
		`viewBox="0 0 0 20"`:                                                  {30, 30, 10, 10},
		``:                                                                    {30, 30, 10, 10},
	} {
		s := read(t, `<svg xmlns="http://www.w3.org/2000/svg" `+attributes+`><rect x="10" y="10" width="20" height="20"/></svg>`)
		at := s.Elements[0].Box
		if got := [4]float32{s.Width, s.Height, at[0], at[1]}; got != want {
			t.Errorf("%s: %v, want %v", attributes, got, want)
		}
	}
}

// Each kind of unsupported content is listed once, with its number of occurrences and the line of
// the first.
func TestNotes(t *testing.T) {
	for content, want := range map[string]string{
		"\n<text/>\n<text/>":                                                    "<text>: not drawn 2 2",
		`<image href="file:///etc/passwd"/>`:                                    "<image>: not drawn 1 1",
		`<rect filter="url(#f)"/>`:                                              "filters: drawn without 1 1",
		`<rect mask="url(#f)"/>`:                                                "masks: drawn without 1 1",
		`<path d="M0 0" marker-end="url(#m)"/>`:                                 "markers: not drawn 1 1",
		`<rect fill="bogus"/>`:                                                  `fill: "bogus" is not understood 1 1`,
		`<rect width="5wide" height="2"/>`:                                      `width: "5wide" is not understood 1 1`,
		`<g transform="turn(3)"/>`:                                              `transform "turn(3)" is not understood 1 1`,
		`<path d="M0 0L1 1!"/>`:                                                 "path data with an error: drawn up to there 1 1",
		`<use href="other.svg#a"/>`:                                             "use of another file: not drawn 1 1",
		`<use href="http://example.com/a.svg#a"/>`:                              "use of another file: not drawn 1 1",
		`<use href="#a"/>`:                                                      `use of "#a", which is not in the file: not drawn 1 1`,
		`<g id="a"><use href="#a"/></g>`:                                        "use of an element that contains it: not drawn 1 1",
		`<rect clip-path="circle()" width="1" height="1"/>`:                     `clip-path "circle()" is not supported: drawn without 1 1`,
		`<style>a b{fill:red}</style>`:                                          `selector "a b" : ignored 1 1`,
		`<style>@import "x";</style>`:                                           "@import in a style sheet: ignored 1 1",
		`<linearGradient id="g"><stop/></linearGradient><rect fill="url(#g)"/>`: "linearGradient: drawn in its mean colour 1 1",
		`<animate/>`: "<animate>: not drawn 1 1",
		`<rect width="1" height="1"><title/><animate/></rect>`:       "<animate>: not drawn 1 1",
		`<path d="M0 0h1" style="d:none"/>`:                          "d in a style: ignored; only attributes are supported 1 1",
		`<rect width="2em" height="1"/>`:                             "lengths in em, ex or ch: of a font of 16 pixels 1 1",
		`<path d="M10 50h60" stroke="red" stroke-dasharray="1e-9"/>`: "more than 65536 dashes: drawn without gaps 1 1",
		`<?xml-stylesheet href="a.css"?>`:                            "style sheet in another file: ignored 1 1",
		`<g vector-effect="non-scaling-stroke"/>`:                    "vector-effect: drawn without 1 1",
		`<g style="transform-origin: 5px"/>`:                         "transform-origin: transformed around the origin of the coordinates 1 1",
		`<rect width="10" height="1e30"/>`:                           "places further than 2^30 pixels: not drawn 1 1",
	} {
		s := read(t, svg(content))
		got := ""
		for _, n := range s.Notes {
			got += fmt.Sprintf("%s %d %d", n.What, n.Count, n.Line)
		}
		if strings.ReplaceAll(got, " :", ":") != strings.ReplaceAll(want, " :", ":") {
			t.Errorf("%s: %q, want %q", content, got, want)
		}
	}
	for _, content := range []string{`<title/><desc/><metadata/><defs/><g/>`, `<rect filter="none" mask="none" marker="none"/>`} {
		if s := read(t, svg(content)); len(s.Notes) > 0 {
			t.Errorf("%s: %v", content, s.Notes)
		}
	}
	var many strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&many, "<tag%d/>", i)
	}
	if s := read(t, svg(many.String())); len(s.Notes) > 110 || s.Notes[len(s.Notes)-1].Count < 800 {
		t.Errorf("%d notes, the last %v", len(s.Notes), s.Notes[len(s.Notes)-1])
	}
}

// Clips and groups are nested as in the file and have the correct origins.
func TestSequence(t *testing.T) {
	s := read(t, svg(`
<clipPath id="d"><rect width="9" height="9"/></clipPath>
<clipPath id="c" clip-path="url(#d)"><rect width="8" height="8"/></clipPath>
<g id="g" clip-path="url(#c)" opacity=".5">
<rect id="a" width="1" height="2" stroke="red"/>
<g opacity=".1"></g>
</g>`))
	got := ""
	for _, e := range s.Elements {
		o := s.Origins[e.Origin]
		got += fmt.Sprintf("%s %s#%s:%d%s; ", e.Kind, o.Tag, o.ID, o.Line, o.Clip)
	}
	const want = "begin clip g#g:4d; begin clip g#g:4c; begin group g#g:4; fill rect#a:5; fill rect#a:5; end group g#g:4; end clip g#g:4c; end clip g#g:4d; "
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if s.Sequence().Depth() != 3 {
		t.Errorf("depth %d", s.Sequence().Depth())
	}
	box := clipseq.Box{-0.5, -0.5, 1.5, 2.5}
	if g := s.Elements[2]; g.Box != box || g.Color.A != 128 {
		t.Errorf("the group is %v, want the box %v", g, box)
	}
}

func zipped(s []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(s)
	z.Close()
	return b.Bytes()
}

func utf16Of(s string, big bool) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune("\ufeff" + s)) {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

// Files in all supported encodings give the same result.
func TestEncodings(t *testing.T) {
	one := svg(`<rect id="é" width="5" height="5"/>`)
	latin := strings.ReplaceAll(one, "é", "\xe9")
	for name, file := range map[string][]byte{
		"plain":      []byte(one),
		"declared":   []byte(`<?xml version="1.0" encoding="UTF-8"?>` + one),
		"marked":     []byte("\ufeff" + one),
		"gzipped":    zipped([]byte(one)),
		"latin-1":    []byte(`<?xml version="1.0" encoding="ISO-8859-1"?>` + latin),
		"utf-16 le":  utf16Of(`<?xml version="1.0" encoding="UTF-16"?>`+one, false),
		"utf-16 be":  utf16Of(one, true),
		"prefixed":   []byte(`<s:svg xmlns:s="http://www.w3.org/2000/svg" width="9" height="9"><s:rect id="é" width="5" height="5"/></s:svg>`),
		"entities":   []byte("<!DOCTYPE svg PUBLIC \"x\" \"y\" [\n<!ENTITY a \"http://www.w3.org/2000/svg\"> <!ENTITY b '5'> ]><svg xmlns=\"&a;\" width=\"&b;\" height=\"9\"><rect id=\"é\" width=\"&b;\" height=\"5\"/></svg>"),
		"no xmlns":   []byte(`<svg width="9" height="9"><rect id="é" width="5" height="5"/></svg>`),
		"with a DTD": []byte(`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">` + one),
	} {
		t.Run(name, func(t *testing.T) {
			s := read(t, string(file))
			if len(s.Elements) != 1 || s.Origins[0].ID != "é" || s.Elements[0].Box[2] != 5 {
				t.Errorf("%v %v", s.Elements, s.Origins)
			}
		})
	}
}

// A bad file gives a single error with file, line and reason.
func TestBadFiles(t *testing.T) {
	one := svg(`<rect width="5" height="5"/>`)
	for name, c := range map[string]struct{ file, want string }{
		"empty":           {"", "there is no svg tag in it"},
		"text":            {"hello\n", "there is no svg tag in it"},
		"html":            {"\n<html></html>", "line 2: the file begins with <html>, not with <svg>"},
		"truncated":       {"\n\n" + one[:len(one)-8], "line 3: the file ends before its tags do"},
		"not closed":      {"<svg>\n<g>\n</svg>", "line 3: element <g> closed by </svg>"},
		"a long name":     {"<svg>\n<" + strings.Repeat("g", 9000) + "></svg>", "ggg…"},
		"two":             {one + "\n" + one, "line 2: <svg> comes after the end of the picture"},
		"encoding":        {`<?xml version="1.0" encoding="EBCDIC"?>` + one, `the encoding is "EBCDIC": save it as UTF-8`},
		"utf-16":          {string(utf16Of(one, false)[2:]), "UTF-16 that lacks a byte order mark"},
		"not utf-8":       {svg("\xff"), "line 1: invalid UTF-8"},
		"gzip":            {string(zipped([]byte(one))[:50]), "the compressed file ends too early"},
		"unknown entity":  {svg("\n&lol;"), "line 2: invalid character entity &lol;"},
		"external entity": {"<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" + svg("\n&x;"), "line 2: invalid character entity &x;"},
		"nested entity":   {"<!DOCTYPE svg [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;\">]>" + svg("\n&b;"), "line 2: invalid character entity &b;"},
		"no width":        {"\n<svg width=\"0\"/>", "line 2: width is 0: a picture's sides are from 1e-6 to 16777216 pixels"},
		"huge":            {`<svg height="1e30"/>`, "line 1: height is 1e30"},
		"huge box":        {`<svg viewBox="0 0 1e30 5"/>`, "line 1: a picture of 1e+30×5 pixels"},
	} {
		_, err := svgload.Read(context.Background(), "bad.svg", strings.NewReader(c.file))
		if !errors.Is(err, fault.Input) || !strings.HasPrefix(err.Error(), "bad input: bad.svg: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := svgload.Load(context.Background(), filepath.Join(t.TempDir(), "none.svg")); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), "none.svg: no such file") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := svgload.Read(ctx, "a.svg", strings.NewReader(one)); err != context.Canceled {
		t.Error(err)
	}
}

func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "one.svgz")
	if err := os.WriteFile(path, zipped([]byte(svg(`<rect width="5" height="5"/>`))), 0o644); err != nil {
		t.Fatal(err)
	}
	if s := load(t, path); s.Name != "one.svgz" || len(s.Elements) != 1 {
		t.Errorf("%q, %v", s.Name, s.Elements)
	}
}
