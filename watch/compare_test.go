package watch

import (
	"math"
	"testing"

	"kernelscope/watch/timeline"
)

// A ratio is the second number by the first, and unknown where either is.
func TestMeasures(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		m                    Measure
		first, second, ratio string
	}{
		{Measure{Of: [2]float64{1200, 300}}, "1,200", "300", "0.25"},
		{Measure{Unit: Milliseconds, Of: [2]float64{2, 5}}, "2.000 ms", "5.000 ms", "2.50"},
		{Measure{Unit: Share, Of: [2]float64{0.5, nan}}, "50.0 %", "-", "-"},
		{Measure{Unit: PerSecond, Of: [2]float64{inf, 5}}, "-", "5.00 ", "-"},
		{Measure{Unit: Bytes, Of: [2]float64{2048, 1024}}, "2 KiB", "1 KiB", "0.50"},
		{Measure{Of: [2]float64{0, 7}}, "0", "7", "-"},
		{Measure{Of: [2]float64{0, 0}}, "0", "0", "-"},
	} {
		if a, b, r := c.m.Text(0), c.m.Text(1), c.m.RatioText(); a != c.first || b != c.second || r != c.ratio {
			t.Errorf("%+v: %q, %q, %q", c.m, a, b, r)
		}
	}
}

// Steps play at a speed, any other clock within some seconds.
func TestSetClock(t *testing.T) {
	x := timeline.New(3)
	SetClock(&x, timeline.DeviceTime)
	if s := x.State(); s.Clock != timeline.DeviceTime || s.Fit == 0 {
		t.Errorf("got %+v", s)
	}
	SetClock(&x, timeline.Steps)
	if s := x.State(); s.Clock != timeline.Steps || s.Fit != 0 || s.Speed != 3 {
		t.Errorf("got %+v", s)
	}
}
