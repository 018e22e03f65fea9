package svgload

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"
)

// lines formats an outline as text; a closed polyline ends in z.
func lines(o *outline) string {
	var b strings.Builder
	for i, l := range o.lines {
		if i > 0 {
			b.WriteString(" | ")
		}
		for j, p := range o.points[l.first:l.end] {
			if j > 0 {
				b.WriteString(" ")
			}
			fmt.Fprintf(&b, "%.4g,%.4g", p.x+0, p.y+0)
		}
		if l.closed {
			b.WriteString(" z")
		}
	}
	return b.String()
}

func TestPathData(t *testing.T) {
	for data, want := range map[string]string{
		"":                         "",
		"M1 2":                     "",
		"M1 2L3 4":                 "1,2 3,4",
		"m1 2 3 4":                 "1,2 4,6",
		"M1,2,3,4,5,6":             "1,2 3,4 5,6",
		"M1-2L.5.5":                "1,-2 0.5,0.5",
		"M1e1 2E-1L+3-4e0":         "10,0.2 3,-4",
		"M0 0h5v5H0z":              "0,0 5,0 5,5 0,5 z",
		"M0 0H1 2 3":               "0,0 1,0 2,0 3,0",
		"M0 0h1zl2 2":              "0,0 1,0 z | 0,0 2,2",
		"M5 5h1zm1 1h1":            "5,5 6,5 z | 6,6 7,6",
		"M1 1z":                    "1,1 1,1 z",
		"M0 0M1 1L2 2":             "1,1 2,2",
		" \n M 0 0 \t L 1 1 \r\n ": "0,0 1,1",
		"M0 0Q1 0 1 1":             "0,0 0.75,0.25 1,1",
		"M0 0q1 0 1 1t0 0":         "0,0 0.75,0.25 1,1 1,1.5 1,1",
		"M0 0C0 0 1 0 1 0S2 0 2 0": "0,0 0.5,0 1,0 1.5,0 2,0",
		"M0 0A0 5 0 0 1 3 3":       "0,0 3,3",
		"M0 0A1 1 0 0 1 0 0L1 1":   "0,0 1,1",
		"M0 0a1 1 0 012 0":         "0,0 0.2929,-0.7071 1,-1 1.707,-0.7071 2,0",
		"M0 0a1 1 0 002 0":         "0,0 0.2929,0.7071 1,1 1.707,0.7071 2,0",
		"M0 0a.5 .5 0 0 1 2,0":     "0,0 0.2929,-0.7071 1,-1 1.707,-0.7071 2,0",
		"L1 1":                     "! ",
		"M0 0L1 1L2":               "! 0,0 1,1",
		"M0 0L1 1 2 x":             "! 0,0 1,1",
		"M0 0L1 1,":                "! 0,0 1,1",
		"M0 0L1 1 X 5 5":           "! 0,0 1,1",
		"M0 0L1e999 1":             "! ",
		"M0 0a1 1 0 2 0 1 1":       "! ",
		"M0 0L1 1é":                "! 0,0 1,1",
		"M0 0,,1 1":                "! ",
		"M.":                       "! ",
		"M0 0L1 1Z5 5":             "! 0,0 1,1 z",
	} {
		p := &pen{tolerance: 0.2}
		err := p.path(data, 1000)
		got := lines(&p.outline)
		if err != nil {
			got = "! " + got
		}
		if got != want {
			t.Errorf("%q is %q, want %q (%v)", data, got, want, err)
		}
	}
}

// All points of an arc lie on its circle, and the flags select the correct one of four arcs.
func TestArcs(t *testing.T) {
	for _, c := range []struct {
		data   string
		centre vec
		length float64
	}{
		{"M10 0A10 10 0 0 1 0 10", vec{0, 0}, math.Pi / 2 * 10},
		{"M10 0A10 10 0 1 0 0 10", vec{0, 0}, 0}, // in the other direction, below
		{"M10 0A10 10 0 1 1 0 10", vec{10, 10}, 3 * math.Pi / 2 * 10},
		{"M10 0A10 10 0 0 0 0 10", vec{10, 10}, math.Pi / 2 * 10},
		{"M10 0A10 10 77 1 0 0 10", vec{0, 0}, 3 * math.Pi / 2 * 10},
	} {
		p := &pen{tolerance: 1e-4}
		if err := p.path(c.data, 1<<20); err != nil {
			t.Fatal(err)
		}
		length := 0.0
		for i, v := range p.points {
			if r := v.sub(c.centre).length(); math.Abs(r-10) > 1e-9 {
				t.Errorf("%s: a point is %g from the centre", c.data, r)
				break
			}
			if i > 0 {
				length += v.sub(p.points[i-1]).length()
			}
		}
		if c.length > 0 && math.Abs(length-c.length) > 0.01 {
			t.Errorf("%s is %g long, want %g", c.data, length, c.length)
		}
	}
}

// Polylines stay within the tolerance of the curve.
func TestTolerance(t *testing.T) {
	const radius = 100
	for _, tolerance := range []float64{1, 0.1, 0.025} {
		p := &pen{tolerance: tolerance}
		p.ellipse(vec{}, radius, radius)
		worst := 0.0
		for i := 1; i < len(p.points); i++ {
			worst = max(worst, radius-p.points[i].mix(p.points[i-1], 0.5).length())
		}
		if worst > tolerance || worst < tolerance/4 {
			t.Errorf("a circle is off by %g at a tolerance of %g, with %d points", worst, tolerance, len(p.points))
		}
	}
}

func TestTransforms(t *testing.T) {
	for s, want := range map[string]vec{ // images of (1, 2)
		"":                                 {1, 2},
		"none":                             {1, 2},
		"translate(3)":                     {4, 2},
		"translate(3,4)":                   {4, 6},
		" translate ( 3 4 ) ":              {4, 6},
		"scale(2)":                         {2, 4},
		"scale(2 -1)":                      {2, -2},
		"rotate(90)":                       {-2, 1},
		"rotate(90 1 2)":                   {1, 2},
		"rotate(180,1,1)":                  {1, 0},
		"skewX(45)":                        {3, 2},
		"skewY(45)":                        {1, 3},
		"matrix(1 2 3 4 5 6)":              {12, 16},
		"translate(10)scale(2)":            {12, 4},
		"scale(2),translate(10)":           {22, 4},
		"translate(1px, 2px) rotate(0deg)": {2, 4},
	} {
		m, ok := parseTransform(s)
		if got := m.apply(vec{1, 2}); !ok || got.sub(want).length() > 1e-9 {
			t.Errorf("%q: %v, %t, want %v", s, got, ok, want)
		}
	}
	for _, s := range []string{"translate", "translate(", "translate(1", "translate()", "translate(1 2 3)", "rotate(1 2)", "matrix(1 2 3 4 5)", "spin(3)", "scale(x)", "scale(2)x", "scale(1e999)"} {
		if m, ok := parseTransform(s); ok || m != identity {
			t.Errorf("%q is taken for %v", s, m)
		}
	}
}

func TestStretch(t *testing.T) {
	for s, want := range map[string]float64{"scale(2 3)": 3, "rotate(33)scale(5)": 5, "skewX(45)": (1 + math.Sqrt(5)) / 2} {
		m, _ := parseTransform(s)
		if got := m.stretch(); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %g, want %g", s, got, want)
		}
	}
}

func TestLengths(t *testing.T) {
	for s, want := range map[string]float64{
		"5": 5, "-.5": -0.5, " 5px ": 5, "50%": 100, "1in": 96, "2.54cm": 96, "25.4mm": 96, "72pt": 96, "6pc": 96, "2em": 32, "2ex": 16, "1e1": 10, "1e1px": 10, "2EM": 32,
	} {
		if got, ok := length(s, 200); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("%q: %g, %t, want %g", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "px", "5 px", "5furlongs", "5px5", "1e999", "NaN", "Inf", "0x10", "1e308cm", "5,"} {
		if got, ok := length(s, 200); ok {
			t.Errorf("%q is taken for %g", s, got)
		}
	}
}

func TestColors(t *testing.T) {
	current := color.NRGBA{1, 2, 3, 255}
	for s, want := range map[string]color.NRGBA{
		"red": {255, 0, 0, 255}, " Red ": {255, 0, 0, 255}, "rebeccapurple": {}, "#f00": {255, 0, 0, 255}, "#F00A": {255, 0, 0, 0xaa},
		"#123456": {0x12, 0x34, 0x56, 255}, "#12345678": {0x12, 0x34, 0x56, 0x78}, "#12345": {}, "#": {}, "#ggg": {}, "#+12": {},
		"rgb(1,2,3)": {1, 2, 3, 255}, "rgb( 10% , 20% , 100% )": {26, 51, 255, 255}, "rgb(1 2 3 / 50%)": {1, 2, 3, 128}, "rgba(300,-5,3,0.5)": {255, 0, 3, 128},
		"rgb(1,2)": {}, "rgb(1,2,3": {}, "rgb(1,2,3,4,5)": {}, "hsl(120,100%,50%)": {0, 255, 0, 255}, "hsl(-120deg, 100%, 50%)": {0, 0, 255, 255},
		"currentColor": current, "bogus": {}, "": {}, "url(#a)": {},
	} {
		got, ok := parseColor(s, current)
		if ok != (want != color.NRGBA{}) || ok && got != want {
			t.Errorf("%q: %v, %t, want %v", s, got, ok, want)
		}
	}
}

func TestFit(t *testing.T) {
	box := [4]float64{10, 20, 100, 50}
	for aspect, want := range map[string][2]vec{ // images of the corners of the box, in 200 by 200
		"":                     {{0, 50}, {200, 150}},
		"xMidYMid meet":        {{0, 50}, {200, 150}},
		"xMinYMin":             {{0, 0}, {200, 100}},
		"xMaxYMax":             {{0, 100}, {200, 200}},
		"xMidYMid slice":       {{-100, 0}, {300, 200}},
		"xMinYMid slice":       {{0, 0}, {400, 200}},
		"defer xMaxYMid slice": {{-200, 0}, {200, 200}},
		"none":                 {{0, 0}, {200, 200}},
	} {
		m, ok := fit(box, vec{200, 200}, aspect)
		a, b := m.apply(vec{10, 20}), m.apply(vec{110, 70})
		if !ok || a.sub(want[0]).length() > 1e-9 || b.sub(want[1]).length() > 1e-9 {
			t.Errorf("%q: %v to %v, want %v", aspect, a, b, want)
		}
	}
	for _, s := range []string{"middle", "xMidYMad", "xMinYMin meet x"} {
		if _, ok := fit(box, vec{200, 200}, s); ok {
			t.Errorf("%q is understood", s)
		}
	}
}
