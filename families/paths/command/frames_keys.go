package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"time"

	"kernelscope/cli"
	"kernelscope/compute/timing"
	"kernelscope/families/paths/view"
	"kernelscope/internal/clock"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/render/input"
	"kernelscope/studio"
)

// benchKeys measures frames of quads: all segments of a map are found, sorted and drawn with a
// casing.
func (f *frameFlags) benchKeys(ctx context.Context, out io.Writer, file string) error {
	if f.onWindow || f.painter == "splat" {
		return cli.Usage("--keys draws quads off-screen; it cannot be combined with --window or --painter splat")
	}
	f.painter, f.Panel = "quads", false
	return f.onMap(ctx, file, func(c *studio.Canvas, v *view.View) error {
		v.Full = true
		return measureKeys(ctx, out, c, v, f.each)
	})
}

// keyTimes holds the parts of a frame, named by keyParts.
type keyTimes [len(keyParts)]time.Duration

var keyParts = [...]string{"wall", "GPU", "cull", "sort", "layout", "draw"}

// measureKeys prints medians over frames in which the camera moves by a pixel.
func measureKeys(ctx context.Context, out io.Writer, s *studio.Canvas, v *view.View, each time.Duration) error {
	const warmUp = 5
	if _, err := s.Interact(input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1}); err != nil {
		return err
	}
	var frames []keyTimes
	home, begin := v.Camera, clock.Now()
	for n := 0; len(frames) == 0 || clock.Since(begin) < each; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if n <= warmUp {
			begin = clock.Now()
		}
		v.Camera = home
		v.Camera.Pan(math.Sin(float64(n)), math.Cos(float64(n)))
		t, err := keyFrame(ctx, s, v)
		if err != nil {
			return err
		}
		if v.Roads.Keys().Made == 0 {
			return fmt.Errorf("%w: %s has no room for the quads of its segments; use a smaller map", fault.Limit, s.GPU.Info().Name)
		}
		if n >= warmUp {
			frames = append(frames, t)
		}
	}
	k := v.Roads.Keys()
	if _, err := fmt.Fprintf(out, "%s on %s, %d × %d: %s segments in view, %s keys, order %s, passes %d, drawn as %s\n%s frames, medians in ms:",
		v.Session.Snapshot().Map.Name, s.GPU.Info().Name, home.Width, home.Height,
		format.Thousands(k.Number/2), format.Thousands(k.Number), k.Order, k.Passes, k.Drawn, format.Thousands(len(frames))); err != nil {
		return err
	}
	for i, name := range keyParts {
		var ms []float64
		for _, t := range frames {
			ms = append(ms, timing.Milliseconds(t[i]))
		}
		if _, err := fmt.Fprintf(out, " %s %.3f", name, timing.Median(ms)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(out, "\nGPU time covers cull, sort, layout, draw and the colours of nodes; wall time also covers reading back the picture.")
	return err
}

// keyFrame draws a frame and returns its times.
func keyFrame(ctx context.Context, s *studio.Canvas, v *view.View) (keyTimes, error) {
	sum := func() keyTimes {
		k := v.Roads.Keys()
		return keyTimes{0, s.Times.GPU, k.Cull, k.Sort, k.Layout, s.Times.Painting}
	}
	before, begin := sum(), clock.Now()
	if err := s.Present(ctx); err != nil {
		return before, err
	}
	t := sum()
	t[0] = clock.Since(begin)
	for i := 1; i < len(t); i++ {
		t[i] -= before[i]
	}
	return t, nil
}
