package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/timing"
	"kernelscope/families/maps"
	"kernelscope/families/paths/view"
	"kernelscope/internal/clock"
	"kernelscope/internal/format"
	"kernelscope/render"
	"kernelscope/render/input"
	"kernelscope/studio"
	"kernelscope/ui"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// framesCommand is 'bench frames'.
func framesCommand(app *cli.App) *cobra.Command {
	f := frameFlags{drawing: drawing{app: app, step: "end", camera: maps.Flags{MapCamera: cli.WholeMap()}, Pictures: &cli.Pictures{PictureFlags: studio.PictureFlags{Panel: true, Ratio: 1, ForWindow: true}}}}
	c := &cobra.Command{
		Use:   "frames [FILE]",
		Short: "Time frames while a search runs, with a moving and a resting camera",
		Long: `Draws frames as fast as possible, with a moving and with a resting camera, while a search
plays at 40 rounds per second and the panel is shown. It draws off-screen and reads the
picture back, or draws in a window.

With --keys it measures the worst case of quads: while the camera moves, every frame finds,
sorts and draws every segment of the map at full detail, with a casing, off-screen and
without a search or panel.`,
		Example: "  viewer bench frames\n  viewer bench frames gen:roads,nodes=800000 --keys --size 1920x1080",
		Args:    cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return f.bench(c.Context(), c.OutOrStdout(), cli.Optional(args))
		},
	}
	c.Flags().StringVar(&f.Size, "size", "1280x800", "width and height in pixels, off-screen")
	c.Flags().StringVar(&f.painter, "painter", "", "splat or quads; the better one if empty")
	f.Order.Add(c)
	c.Flags().BoolVar(&f.keys, "keys", false, "measure sorting and drawing the whole map at full detail")
	c.Flags().DurationVar(&f.each, "each", 4*time.Second, "duration of each measurement")
	c.Flags().BoolVar(&f.Panel, "ui", true, "also draw the panel")
	c.Flags().BoolVar(&f.onWindow, "window", false, "draw in a window")
	return c
}

// screen presents measured frames.
type screen interface{ Present(context.Context) error }

func (f *frameFlags) bench(ctx context.Context, out io.Writer, file string) error {
	if f.keys {
		return f.benchKeys(ctx, out, file)
	}
	if f.onWindow {
		return f.benchWindow(ctx, out, file)
	}
	return f.onMap(ctx, file, func(c *studio.Canvas, v *view.View) error {
		return measureFrames(ctx, out, v, c, f.each)
	})
}

// benchWindow measures frames in a window.
func (f *frameFlags) benchWindow(ctx context.Context, out io.Writer, file string) error {
	m, err := f.app.LoadMap(ctx, file)
	if err != nil {
		return err
	}
	return f.app.WithWindow(func(w *studio.Window) error {
		v := w.Shown().(*view.View)
		if err := v.OpenMap(m); err != nil {
			return err
		}
		return measureFrames(ctx, out, v, polled{w}, f.each)
	})
}

// polled handles the events of the window system before each frame.
type polled struct{ *studio.Window }

// Present shows a frame of the window.
func (p polled) Present(ctx context.Context) error {
	p.Poll()
	return p.Window.Present(ctx)
}

// measureFrames draws frames with a moving camera, then with a resting one.
func measureFrames(ctx context.Context, out io.Writer, v *view.View, to screen, each time.Duration) error {
	home := v.Camera
	fmt.Fprintf(out, "%s on %s, %d × %d, painter %s, %s segments in view\n", v.Session.Snapshot().Map.Name, v.GPU.Info().Name,
		home.Width, home.Height, v.Roads.PainterFor(home, v.Look()), format.Thousands(v.Roads.Segments(home, v.Look())))
	if lacks := v.Roads.Note(); lacks != "" {
		fmt.Fprintln(out, lacks)
	}
	for _, moving := range []bool{true, false} {
		for _, x := range []watch.Action{timeline.Rewind{}, timeline.Play{}} {
			if err := v.Session.Apply(x); err != nil {
				return err
			}
		}
		times, err := drawFor(ctx, v, to, each, func(n int) render.Camera {
			c := home
			if moving {
				c.Pan(60*math.Sin(float64(n)*0.07), 60*math.Cos(float64(n)*0.05))
			}
			return c
		})
		if err != nil {
			return err
		}
		slices.Sort(times)
		sum := 0.0
		for _, t := range times {
			sum += t
		}
		what := map[bool]string{true: "camera moving", false: "camera resting"}[moving]
		if _, err := fmt.Fprintf(out, "%-15s %6.1f frames/s   median %5.1f ms, 95 %% below %5.1f ms\n", what,
			float64(len(times))/sum, 1e3*timing.Median(times), 1e3*times[len(times)*95/100]); err != nil {
			return err
		}
	}
	return nil
}

// drawFor draws frames for some time and returns the time of each in seconds, without the first
// ten.
func drawFor(ctx context.Context, v *view.View, to screen, each time.Duration, camera func(n int) render.Camera) (times []float64, err error) {
	const warmUp = 10
	last := clock.Now()
	for n, total := 0, 0.0; total < each.Seconds() || len(times) == 0; n++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if _, err := v.Apply(ui.MoveCamera{Camera: camera(n)}); err != nil {
			return nil, err
		}
		if _, err := v.Interact(input.Frame{Seconds: 1.0 / 60, X: -1, Y: -1}); err != nil {
			return nil, err
		}
		elapsed := clock.Since(last)
		last = clock.Now()
		if n > warmUp {
			times = append(times, elapsed.Seconds())
			total += elapsed.Seconds()
		}
		if err := v.Stage.Advance(elapsed, 8*time.Millisecond); err != nil {
			return nil, err
		}
		if v.Session.Snapshot().Done {
			if err := v.Session.Apply(timeline.Play{}); err != nil { // from the start
				return nil, err
			}
		}
		if err := to.Present(ctx); err != nil {
			return nil, err
		}
	}
	return times, nil
}
