package render

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"kernelscope/scene/graph"
)

// Text is readable on all its backgrounds, and drawings contrast with the ground.
func TestContrast(t *testing.T) {
	for _, th := range Themes {
		atLeast := func(least float64, what string, c, ground color.RGBA) {
			if got := ContrastOf(c, ground); got < least {
				t.Errorf("%s: %s has a contrast of %.2f, not %.1f", th.Name, what, got, least)
			}
		}
		for name, ground := range map[string]color.RGBA{
			"the background": th.Background, "panels": th.Panel, "fields": th.Field, "buttons under the mouse": th.Hover, "lists": th.Popup, "charts": th.Chart,
		} {
			atLeast(4.5, "text on "+name, th.Text, ground)
			atLeast(4.5, "dim text on "+name, th.Dim, ground)
		}
		for name, ground := range map[string]color.RGBA{"the background": th.Background, "panels": th.Panel} {
			for what, c := range map[string]color.RGBA{"a problem": th.Error, "a confirmation": th.Good, "the first run": th.LaneText[0], "the second run": th.LaneText[1]} {
				atLeast(4.5, what+" on "+name, c, ground)
			}
		}
		atLeast(4.5, "text on what is chosen", th.OnAccent, th.Accent)
		atLeast(4.5, "text on pressed buttons", th.Text, th.Active)
		for what, c := range map[string]color.RGBA{
			"far": th.States[graph.StateFar], "near": th.States[graph.StateNear], "relaxed": th.States[graph.StateRelaxed], "the path": th.Path, "the source": th.Source,
			"the target": th.Target, "a motorway that no search has reached": th.Major, "a changed road": th.Changed,
		} {
			atLeast(3, what, c, th.Background)
		}
		atLeast(2, "a path that no search has reached", th.Minor, th.Background)
		atLeast(2.3, "unreached", th.States[graph.StateUnreached], th.Background)
		atLeast(2.5, "a closed road", th.Closed, th.Background)
	}
	if got := ContrastOf(color.RGBA{A: 255}, color.RGBA{255, 255, 255, 255}); math.Abs(got-21) > 1e-9 {
		t.Errorf("black on white has a contrast of %v", got)
	}
}

// Meaningful colours differ for all kinds of colour vision.
func TestColourBlindness(t *testing.T) {
	const least = 12
	for _, th := range Themes {
		roles := map[string]color.RGBA{
			"unreached": th.States[graph.StateUnreached], "far": th.States[graph.StateFar], "near": th.States[graph.StateNear], "relaxed": th.States[graph.StateRelaxed],
			"path": th.Path, "source": th.Source, "target": th.Target, "changed": th.Changed, "closed": th.Closed,
		}
		for kind, sight := range sights {
			for a, x := range roles {
				for b, y := range roles {
					if d := difference(seen(sight, x), seen(sight, y)); a < b && d < least {
						t.Errorf("%s: for %s eyes %s and %s differ by %.1f, not %d", th.Name, kind, a, b, d, least)
					}
				}
			}
		}
	}
}

// The simulation and the measure reproduce published numbers and detect a problem of an earlier
// theme.
func TestMeasureOfColours(t *testing.T) {
	// Sharma, Wu, Dalal (2005), "The CIEDE2000 color-difference formula", table 1: pairs 1, 7, 17 and 25.
	for _, c := range []struct {
		a, b [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, 0, 0}, [3]float64{50, -1, 2}, 2.3669},
		{[3]float64{50, 2.5, 0}, [3]float64{73, 25, -18}, 27.1492},
		{[3]float64{60.2574, -34.0099, 36.2677}, [3]float64{60.4626, -34.1751, 39.4387}, 1.2644},
	} {
		if got := difference(c.a, c.b); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("%v and %v differ by %.4f, not %.4f", c.a, c.b, got, c.want)
		}
	}
	for kind, s := range sights { // grey stays grey
		if cielab := seen(s, color.RGBA{128, 128, 128, 255}); math.Abs(cielab[1])+math.Abs(cielab[2]) > 0.1 {
			t.Errorf("grey is %v for %s eyes", cielab, kind)
		}
	}
	was := difference(seen(sights["deuteranope"], hex(0x3DDC97)), seen(sights["deuteranope"], hex(0xFF5C8A)))
	if fmt.Sprintf("%.1f", was) != "7.5" {
		t.Errorf("the source and the target of the first theme differ by %.1f for deuteranopes, not by 7.5", was)
	}
}

// sights are matrices for red, green and blue light: identity, and those of Machado, Oliveira,
// Fernandes (2009), "A physiologically-based model for simulation of color vision deficiency",
// table 1, for eyes that lack one kind of cone.
var sights = map[string][3][3]float64{
	"common":      {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanope":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranope": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanope":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// seen returns a colour as perceived, in CIELAB under D65.
func seen(sight [3][3]float64, c color.RGBA) (cielab [3]float64) {
	light, of := linear(c), [3]float64{}
	for i, row := range sight {
		for k, x := range row {
			of[i] += x * light[k]
		}
		of[i] = max(0, min(1, of[i]))
	}
	f := func(r, g, b, white float64) float64 {
		t := (r*of[0] + g*of[1] + b*of[2]) / white
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x, y, z := f(0.4124564, 0.3575761, 0.1804375, 0.95047), f(0.2126729, 0.7151522, 0.0721750, 1), f(0.0193339, 0.1191920, 0.9503041, 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// difference returns the CIEDE2000 difference (Sharma, Wu, Dalal, 2005).
func difference(p, q [3]float64) float64 {
	rad := math.Pi / 180
	mean := (math.Hypot(p[1], p[2]) + math.Hypot(q[1], q[2])) / 2
	g := 0.5 * (1 - math.Sqrt(math.Pow(mean, 7)/(math.Pow(mean, 7)+math.Pow(25, 7))))
	polar := func(c [3]float64) (chroma, hue float64) {
		a := c[1] * (1 + g)
		if chroma = math.Hypot(a, c[2]); chroma == 0 {
			return 0, 0
		}
		return chroma, math.Mod(math.Atan2(c[2], a)/rad+360, 360)
	}
	c1, h1 := polar(p)
	c2, h2 := polar(q)
	turn, hue := 0.0, h1+h2
	if c1*c2 != 0 {
		turn, hue = h2-h1, (h1+h2)/2
		switch {
		case turn > 180:
			turn -= 360
		case turn < -180:
			turn += 360
		}
		if math.Abs(h1-h2) > 180 {
			if hue += 180; h1+h2 >= 360 {
				hue -= 360
			}
		}
	}
	light, chroma := (p[0]+q[0])/2, (c1+c2)/2
	dl, dc, dh := q[0]-p[0], c2-c1, 2*math.Sqrt(c1*c2)*math.Sin(turn/2*rad)
	cos := func(x float64) float64 { return math.Cos(x * rad) }
	t := 1 - 0.17*cos(hue-30) + 0.24*cos(2*hue) + 0.32*cos(3*hue+6) - 0.20*cos(4*hue-63)
	off := (light - 50) * (light - 50)
	sl, sc, sh := 1+0.015*off/math.Sqrt(20+off), 1+0.045*chroma, 1+0.015*chroma*t
	rt := -2 * math.Sqrt(math.Pow(chroma, 7)/(math.Pow(chroma, 7)+math.Pow(25, 7))) * math.Sin(60*rad*math.Exp(-(hue-275)*(hue-275)/625))
	a, b, c := dl/sl, dc/sc, dh/sh
	return math.Sqrt(a*a + b*b + c*c + rt*b*c)
}
