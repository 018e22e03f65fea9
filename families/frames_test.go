package families_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kernelscope/assets"
	"kernelscope/cli"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/families"
	"kernelscope/internal/clock/clocktest"
	"kernelscope/open"
	"kernelscope/osmload"
	"kernelscope/render/input"
	"kernelscope/studio"
	"kernelscope/watch/timeline"
)

// frames draws each frame of a stage twice: as in a window on a software device, which keeps what does not change, and anew.
type frames struct {
	t          *testing.T
	s          *studio.Stage
	kept, anew *draw.Canvas
}

func newFrames(t *testing.T, width, height int) *frames {
	t.Helper()
	d := gputest.Open(t)
	s, err := studio.NewStage(d, width, height, 1, studio.Options{Program: &studio.Program{Families: cli.Views(families.All)}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	f := &frames{t: t, s: s}
	for _, c := range []**draw.Canvas{&f.kept, &f.anew} {
		if *c, err = draw.NewWindowCanvas(d, width, height); err != nil {
			t.Fatal(err)
		}
		t.Cleanup((*c).Release)
	}
	return f
}

// draw draws a frame, and returns the device times of both drawings.
func (f *frames) draw(in input.Frame) (kept, anew time.Duration) {
	f.t.Helper()
	in.Seconds = 1.0 / 60
	if _, err := f.s.Interact(in); err != nil {
		f.t.Fatal(err)
	}
	if err := f.s.Advance(time.Second/60, 8*time.Millisecond); err != nil {
		f.t.Fatal(err)
	}
	one := func(to *draw.Canvas, steady bool) time.Duration {
		before := f.s.Times.GPU
		f.s.Steady = steady
		defer func() { f.s.Steady = false }()
		cmd, err := f.s.Draw(&to.Target, 0)
		if err == nil {
			to.Download(cmd)
			f.s.GPU.Finish(cmd)
			err = f.s.GPU.Flush(f.t.Context())
		}
		if err != nil {
			f.t.Fatal(err)
		}
		return f.s.Times.GPU - before
	}
	return one(f.kept, false), one(f.anew, true)
}

// differs returns by how much the two drawings of the last frame differ at most, of 255.
func (f *frames) differs() int {
	worst, anew := 0, f.anew.Pixels()
	for i, v := range f.kept.Pixels() {
		worst = max(worst, int(v)-int(anew[i]), int(anew[i])-int(v))
	}
	return worst
}

// What a window keeps from frame to frame is right in each view: while it rests and plays, under the mouse, in other themes, and
// after a seek. The pictures differ by rounding alone.
func TestKeptFrames(t *testing.T) {
	for _, family := range families.All {
		t.Run(family.Name, func(t *testing.T) {
			f := newFrames(t, 800, 500)
			v := beginWith(t, f.s, family)
			look := func(what string, frames int, in input.Frame) {
				t.Helper()
				for i := range frames {
					if f.draw(in); f.differs() > 2 {
						t.Fatalf("%s, frame %d: the picture differs by %d of 255", what, i, f.differs())
					}
				}
			}
			apply := func(a timeline.Action) { _, _ = v.Apply(a) } // a view may have nothing that plays
			away := input.Frame{X: -1, Y: -1}
			apply(timeline.Pause{})
			clocktest.Until(t, "the view is drawn with all detail", func() bool { f.draw(away); return f.differs() <= 2 })
			look("at rest", 14, away)
			apply(timeline.Play{})
			look("playing", 20, away)
			apply(timeline.Pause{})
			look("paused", 12, away)
			look("under the mouse", 3, input.Frame{X: 500, Y: 250})
			look("on the panel", 12, input.Frame{X: 60, Y: 107})
			apply(timeline.Seek{Step: 1})
			look("after a seek", 11, away)
		})
	}
}

// A window on a software device draws a resting frame faster than without what it keeps, by far.
func TestRestingFrame(t *testing.T) {
	if !gputest.Long() {
		t.Skip("the long form compares times")
	}
	m, err := osmload.Read(t.Context(), strings.NewReader(assets.Delaware), int64(len(assets.Delaware)), assets.DelawareName, osmload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := newFrames(t, 1280, 800)
	if f.s.GPU.Limits().TimestampsNS == 0 {
		t.Skip("the device takes no times")
	}
	if err := f.s.Open(open.Input{Map: m}); err != nil {
		t.Fatal(err)
	}
	var times [2][]float64
	for i := range 120 {
		if _, err := f.s.Shown().Apply(timeline.Play{}); err != nil {
			t.Fatal(err)
		}
		if kept, anew := f.draw(input.Frame{X: -1, Y: -1}); i >= 20 {
			times[0], times[1] = append(times[0], kept.Seconds()), append(times[1], anew.Seconds())
		}
	}
	for i := range times {
		slices.Sort(times[i])
	}
	kept, anew := times[0][50], times[1][50]
	t.Logf("%.2f ms, anew %.2f ms: %.2f times as fast", 1e3*kept, 1e3*anew, anew/kept)
	if anew < 1.4*kept {
		t.Errorf("a resting frame takes %.2f ms, and %.2f ms if nothing is kept: want 1.4 times as much", 1e3*kept, 1e3*anew)
	}
}
