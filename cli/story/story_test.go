package story

import (
	"context"
	"errors"
	"math"
	"testing"

	"kernelscope/internal/fault"
	"kernelscope/internal/tomlfile"
	"kernelscope/render"
)

// A camera on its way sees, at each moment, the point where it is at last in the same place of
// the picture; and it arrives exactly.
func TestBetween(t *testing.T) {
	from, to := render.Camera{X: 100, Y: 50, Scale: 0.5}, render.Camera{X: 300, Y: -70, Scale: 8}
	if between(from, to, 0) != from || between(from, to, 1) != to {
		t.Error("it does not begin or end where it should")
	}
	// What keeps its place is where the lines of sight of both cameras meet.
	k := 1 / (1 - from.Scale/to.Scale)
	x := from.X + (to.X-from.X)*k
	want := (x - from.X) * from.Scale
	before := from.Scale
	for i := 1; i < 10; i++ {
		c := between(from, to, float64(i)/10)
		if got := (x - c.X) * c.Scale; math.Abs(got-want) > 1e-6 {
			t.Errorf("at %d the point is at %g, not %g", i, got, want)
		}
		if ratio := c.Scale / before; math.Abs(ratio-math.Pow(16, 0.1)) > 1e-9 {
			t.Errorf("at %d the scale changes by %g", i, ratio)
		}
		before = c.Scale
	}
	same := render.Camera{X: 10, Y: 20, Scale: from.Scale}
	if c := between(from, same, 0.5); c.X != 55 || c.Y != 35 {
		t.Errorf("half of a way without a change of scale is %+v", c)
	}
}

// What Text writes is read again; other texts are not.
func TestSums(t *testing.T) {
	s := Sums{Frames: 12, Events: "0a", Results: "1b", Pixels: "2c", Driver: "a driver, drawn by hand (3)"}
	if got, ok := parseSums(s.Text()); !ok || got != s {
		t.Errorf("%q is read as %+v", s.Text(), got)
	}
	for _, text := range []string{"", "12 frames", "12 frames, events 0a results 1b"} {
		if _, ok := parseSums(text); ok {
			t.Errorf("%q is read", text)
		}
	}
	for _, o := range []Sums{{Frames: 11}, {Frames: 12, Events: "x", Results: "1b"}, {Frames: 12, Events: "0a", Results: "x"}} {
		if s.compare(o) == nil {
			t.Errorf("%+v is the same as %+v", o, s)
		}
	}
	if err := s.compare(Sums{Frames: 12, Events: "0a", Results: "1b", Pixels: "other"}); err != nil {
		t.Error(err)
	}
}

// An error of the command line is one of the storyboard; others keep their kind.
func TestAt(t *testing.T) {
	place := tomlfile.Position{File: "a.toml", Line: 3, Column: 1}
	for _, c := range []struct {
		err  error
		code int
		text string
	}{
		{nil, 0, ""},
		{fault.Usage.Errorf("-a is wrong"), 3, "a.toml:3:1: -a is wrong"},
		{errors.New("unknown flag"), 3, "a.toml:3:1: unknown flag"},
		{fault.Wrong.Errorf("not sorted"), 5, "a.toml:3:1: not sorted"},
		{fault.Limit.Errorf("too large"), 6, "a.toml:3:1: too large"},
		{context.Canceled, 0, "context canceled"},
	} {
		err := At(place, c.err)
		if fault.Code(err) != c.code || err != nil && err.Error() != c.text {
			t.Errorf("%v: %v, code %d", c.err, err, fault.Code(err))
		}
	}
}
