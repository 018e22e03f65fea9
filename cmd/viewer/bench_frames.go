package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/draw"
	"kernelscope/compute/session"
	"kernelscope/render"
	"kernelscope/ui"
)

// frameFlags are those of 'bench frames'.
type frameFlags struct {
	pictureFlags
	each     time.Duration
	onWindow bool
	keys     bool
}

func (a *app) benchFramesCommand() *cobra.Command {
	f := frameFlags{pictureFlags: pictureFlags{delta: "auto", panel: true, metres: 10, ratio: 1}}
	c := &cobra.Command{
		Use:   "frames [FILE]",
		Short: "Time frames while a search runs, with the camera moving and resting",
		Long: `Draws frames as fast as they go, each with a step of the camera or none, while a
search plays at 40 rounds a second and the panel is shown: off-screen with the
picture read back, or in a window.

With --keys it measures the most that quads can have to do: every segment of the
map at full detail, with a casing, found, sorted and drawn anew in every frame while
the camera moves, off-screen and without a search or panel.`,
		Example: "  viewer bench frames\n  viewer bench frames gen:roads,nodes=800000 --keys --size 1920x1080",
		Args:    cobra.MaximumNArgs(1), ValidArgsFunction: completeMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return a.benchFrames(c.Context(), c.OutOrStdout(), optional(args), f)
		},
	}
	c.Flags().StringVar(&f.size, "size", "1280x800", "width and height in pixels, off-screen")
	c.Flags().StringVar(&f.painter, "painter", "", "splat or quads; the better one if empty")
	c.Flags().StringVar(&f.order, "order", "", orderHelp)
	c.Flags().BoolVar(&f.keys, "keys", false, "measure the sorting and drawing of all there is")
	c.Flags().DurationVar(&f.each, "each", 4*time.Second, "how long to measure each")
	c.Flags().BoolVar(&f.panel, "ui", true, "draw the panel too")
	c.Flags().BoolVar(&f.onWindow, "window", false, "draw in a window")
	return c
}

// screen is where measured frames go.
type screen interface {
	begin(context.Context) (t *draw.Target, slot int, err error)
	end(context.Context, *gpu.Commands) error
}

// canvasScreen reads every frame back.
type canvasScreen struct{ *studio }

func (s canvasScreen) begin(context.Context) (*draw.Target, int, error) {
	return &s.canvas.Target, 0, nil
}

func (s canvasScreen) end(ctx context.Context, cmd *gpu.Commands) error {
	s.canvas.Download(cmd)
	s.d.Finish(cmd)
	return s.d.Flush(ctx)
}

func (a *app) benchFrames(ctx context.Context, out io.Writer, file string, f frameFlags) error {
	if f.keys {
		return a.benchKeys(ctx, out, file, f)
	}
	if f.onWindow {
		return a.benchWindow(ctx, out, file, f)
	}
	s, err := a.openStudio(ctx, file, f.pictureFlags)
	if err != nil {
		return err
	}
	defer s.close()
	return measureFrames(ctx, out, s.stage, canvasScreen{s}, f.each)
}

// measureFrames draws frames with the camera moving over the map, then resting.
func measureFrames(ctx context.Context, out io.Writer, s *stage, to screen, each time.Duration) error {
	home := s.camera
	fmt.Fprintf(out, "%s on %s, %d × %d, painter %s, %s segments in view\n", s.session.Snapshot().Map.Name, s.d.Info().Name,
		home.Width, home.Height, s.roads.PainterFor(home, s.look(s.session.Snapshot())), ui.Thousands(s.roads.Segments(home, s.look(s.session.Snapshot()))))
	for _, moving := range []bool{true, false} {
		for _, x := range []session.Action{session.Rerun{}, session.Play{}} {
			if err := s.session.Apply(x); err != nil {
				return err
			}
		}
		times, err := drawFor(ctx, s, to, each, func(n int) render.Camera {
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
			float64(len(times))/sum, 1e3*times[len(times)/2], 1e3*times[len(times)*95/100]); err != nil {
			return err
		}
	}
	return nil
}

// drawFor draws frames for some time, the first ten not counted, and returns how
// long each took, in seconds.
func drawFor(ctx context.Context, s *stage, to screen, each time.Duration, camera func(n int) render.Camera) (times []float64, err error) {
	const warmUp = 10
	last := time.Now()
	for n, total := 0, 0.0; total < each.Seconds() || len(times) == 0; n++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.camera = camera(n)
		if _, err := s.interact(ui.Input{Seconds: 1.0 / 60, X: -1, Y: -1}); err != nil {
			return nil, err
		}
		took := time.Since(last)
		last = time.Now()
		if n > warmUp {
			times = append(times, took.Seconds())
			total += took.Seconds()
		}
		if err := s.advance(took, 8*time.Millisecond); err != nil {
			return nil, err
		}
		if s.session.Snapshot().Done {
			if err := s.session.Apply(session.Play{}); err != nil { // again
				return nil, err
			}
		}
		t, slot, err := to.begin(ctx)
		if err != nil {
			return nil, err
		}
		cmd, err := s.draw(t, slot)
		if err != nil {
			return nil, err
		}
		if err := to.end(ctx, cmd); err != nil {
			return nil, err
		}
	}
	return times, nil
}
