package families_test

import (
	"math"
	"testing"

	"kernelscope/cli"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/families"
	clips "kernelscope/families/clips/view"
	"kernelscope/render/input"
	"kernelscope/studio"
	"kernelscope/ui"
)

// In twice the pixels each view shows the same, wherever its camera is, and afterwards as well.
func TestMagnified(t *testing.T) {
	d := gputest.Open(t)
	for _, f := range families.All {
		p := &studio.Program{Families: cli.Views(families.All)}
		s, err := studio.NewStage(d, 640, 400, 1, studio.Options{Program: p, Steady: true, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Release)
		v := beginWith(t, s, f)
		follow := func() {
			t.Helper()
			if _, err := s.Interact(input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1}); err != nil {
				t.Fatal(err)
			}
		}
		shot := func() []byte {
			t.Helper()
			c, err := draw.NewCanvas(d, s.Width, s.Height)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Release()
			if v, ok := v.(studio.Finisher); ok {
				if err := v.Finish(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			cmd, err := s.Draw(&c.Target, 0)
			if err != nil {
				t.Fatal(err)
			}
			c.Download(cmd)
			d.Finish(cmd)
			if err := d.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
			return append([]byte(nil), c.Pixels()...)
		}
		follow()
		switch v := v.(type) {
		case studio.Eye:
			c := v.Eye()
			c.Scale *= 3
			if _, err := v.Apply(ui.MoveCamera{Camera: c}); err != nil {
				t.Fatal(err)
			}
		case *clips.View:
			v.Eye.Scale *= 3
		}
		follow()
		follow()
		small := shot()
		var large []byte
		if err := s.Magnified(t.Context(), 2, func() error { large = shot(); return nil }); err != nil {
			t.Fatal(err)
		}
		if got := unlike(large, small, 640); got > 0.075 {
			t.Errorf("%s: %.1f %% of the pixels differ", f.Name, 100*got)
		}
		follow()
		if again := shot(); unlikeAt(again, small) > 0 {
			t.Errorf("%s: afterwards the picture is another one", f.Name)
		}
	}
}

// unlike returns how many pixels of a picture of a width are far from the mean of four in one of twice the size.
func unlike(large, small []byte, width int) float64 {
	mean := make([]byte, len(small))
	for i := range mean {
		x, y := i/4%width, i/4/width
		at := 4*(2*y*2*width+2*x) + i%4
		mean[i] = byte((int(large[at]) + int(large[at+4]) + int(large[at+8*width]) + int(large[at+8*width+4])) / 4)
	}
	return unlikeAt(mean, small)
}

// unlikeAt returns how many pixels of two pictures are far from each other.
func unlikeAt(a, b []byte) (share float64) {
	for i := 0; i < len(a); i += 4 {
		far := 0.0
		for k := range 3 {
			far = max(far, math.Abs(float64(a[i+k])-float64(b[i+k])))
		}
		if far > 64 {
			share += 4 / float64(len(a))
		}
	}
	return share
}
