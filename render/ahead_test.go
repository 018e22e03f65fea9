package render

import (
	"slices"
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/internal/clock/clocktest"
)

// TestAhead draws as a window does, whose names come later, and compares what other goroutines
// have made with what is made when it is needed.
func TestAhead(t *testing.T) {
	d := gputest.Open(t)
	m := named()
	c := Fit(m.Box, 256, 200, [4]float64{6, 6, 6, 6})
	c.Scale *= 2.5
	live, still := newMap(t, d, m), newMap(t, d, m)
	want := picture(t, d, still, c, Look{Ratio: 1, Painter: "splat", Labels: true})
	wait := func() {
		clocktest.Until(t, "all is made", func() bool {
			making := live.Making()
			live.Prefetch(c)
			return !making
		})
	}
	l := Look{Ratio: 1, Painter: "splat", Labels: true, Live: true}
	level := levelFor(c.Scale)
	live.Prepare(c)
	picture(t, d, live, c, l)
	if live.details[level+1] == nil {
		t.Error("the first picture waited for its full detail")
	}
	wait()
	if got := picture(t, d, live, c, l); differing(got, want, 0) > 0 {
		t.Error("another picture once all is there")
	}
	for range 4 {
		live.Prefetch(c)
		wait()
	}
	for _, n := range []int{level - 1, level, level + 1} {
		u, ok := live.details[n]
		if !ok {
			t.Fatalf("level %d was not made", n)
		}
		if !slices.Equal(u.segments, still.detailOf(n).segments) || u.buffer == nil {
			t.Errorf("level %d differs", n)
		}
	}
}
