package main

import (
	"context"
	"fmt"
	"image/color"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/compute/gpu"
	"kernelscope/compute/session"
	"kernelscope/compute/sssp"
	"kernelscope/render"
	"kernelscope/render/record"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/ui"
)

// pictureFlags are those of 'render' and 'record'.
type pictureFlags struct {
	out, size       string
	source, target  string
	delta           string
	at              string
	panel, distance bool
	painter         string
	fps             int
	seconds         float64
	centre          string
	metres          float64
	ratio           float64
}

func (a *app) addPictures(root *cobra.Command) {
	root.AddCommand(a.renderCommand(), a.recordCommand(), a.demoCommand())
}

func (f *pictureFlags) add(c *cobra.Command) {
	fs := c.Flags()
	fs.StringVarP(&f.source, "source", "s", "", "where to start: "+placeHelp)
	fs.StringVarP(&f.target, "target", "t", "", "where to go: the same, or all")
	fs.StringVarP(&f.delta, "delta", "d", "auto", "width of a bucket, or auto")
	fs.BoolVar(&f.panel, "ui", false, "draw the panel too")
	fs.BoolVar(&f.distance, "by-distance", false, "colour by distance instead of state")
	fs.StringVar(&f.painter, "painter", "", "splat or quads; the better one if empty")
	fs.StringVar(&f.centre, "centre", "", "lon,lat of the middle of the picture; the whole map if empty")
	fs.Float64Var(&f.metres, "scale", 10, "metres per pixel, with --centre")
	fs.Float64Var(&f.ratio, "ratio", 1, "pixels for one of a plain display; 2 makes everything twice as large")
	_ = c.RegisterFlagCompletionFunc("painter", fixed(render.Painters...))
}

func (a *app) renderCommand() *cobra.Command {
	var f pictureFlags
	c := &cobra.Command{
		Use: "render [FILE]", Short: "Write a picture of a map and a search", Args: cobra.MaximumNArgs(1), ValidArgsFunction: completeMaps,
		Example: "  viewer render -o map.png --at 300\n  viewer render city.osm.pbf -o city.png --size 1920x1080 -t all --by-distance",
		RunE: func(c *cobra.Command, args []string) error {
			return a.render(c.Context(), c.OutOrStdout(), optional(args), f)
		},
	}
	c.Flags().StringVarP(&f.out, "output", "o", "map.png", "the PNG file to write")
	c.Flags().StringVar(&f.size, "size", "1280x800", "width and height in pixels")
	c.Flags().StringVar(&f.at, "at", "end", "the round to show, or end")
	f.add(c)
	return c
}

func (a *app) recordCommand() *cobra.Command {
	var f pictureFlags
	c := &cobra.Command{
		Use: "record [FILE]", Short: "Record a search: GIF, MP4 or numbered pictures", Args: cobra.MaximumNArgs(1), ValidArgsFunction: completeMaps,
		Long: `Records a search from its first round to its end. The output's name says what is
written: .gif, .mp4 (by ffmpeg), or pictures, such as frames/%04d.png. The search
is spread over the time given; the same command writes the same bytes on the same
driver, but for videos.`,
		RunE: func(c *cobra.Command, args []string) error {
			return a.record(c.Context(), c.OutOrStdout(), optional(args), f)
		},
	}
	c.Flags().StringVarP(&f.out, "output", "o", "demo.gif", "what to write")
	c.Flags().StringVar(&f.size, "size", "960x600", "width and height in pixels")
	c.Flags().IntVar(&f.fps, "fps", 25, "frames a second")
	c.Flags().Float64Var(&f.seconds, "seconds", 8, "length")
	f.add(c)
	return c
}

// parseSize reads such as 1280x800.
func parseSize(text string) (w, h int, err error) {
	x, y, ok := strings.Cut(text, "x")
	w, err0 := strconv.Atoi(x)
	h, err1 := strconv.Atoi(y)
	if !ok || err0 != nil || err1 != nil || w < 16 || h < 16 || w > 16384 || h > 16384 {
		return 0, 0, usage("--size is %q; give width and height such as 1280x800, 16 to 16384 each", text)
	}
	return w, h, nil
}

// check reads the flags that both commands have.
func (f *pictureFlags) check() (w, h int, err error) {
	if f.painter != "" && f.painter != "splat" && f.painter != "quads" {
		return 0, 0, usage("--painter is %q, not splat or quads", f.painter)
	}
	if !(f.ratio >= 0.5 && f.ratio <= 8) {
		return 0, 0, usage("--ratio is %g, not within 0.5 and 8", f.ratio)
	}
	if !(f.metres > 0) {
		return 0, 0, usage("--scale is %g, not above zero", f.metres)
	}
	return parseSize(f.size)
}

// studio is a stage with a canvas instead of a window.
type studio struct {
	*stage
	canvas *gpu.Canvas
}

// openStudio opens the device, the map and the query that the flags name.
func (a *app) openStudio(ctx context.Context, file string, f pictureFlags) (*studio, error) {
	w, h, err := f.check()
	if err != nil {
		return nil, err
	}
	m, err := a.loadMap(ctx, file)
	if err != nil {
		return nil, err
	}
	d, err := a.openDevice()
	if err != nil {
		return nil, err
	}
	s, err := newStage(d, w, h, f.ratio, session.Options{Wait: true, Seed: 1})
	if err != nil {
		d.Release()
		return nil, err
	}
	s.steady = true
	st := &studio{stage: s}
	if st.canvas, err = d.NewCanvas(w, h); err == nil {
		err = st.begin(m, f)
	}
	if err != nil {
		st.close()
		return nil, err
	}
	return st, nil
}

// begin opens the map and applies the flags as actions, as a person would.
func (s *studio) begin(m *scene.Map, f pictureFlags) error {
	view := session.View{ByDistance: f.distance, Painter: f.painter, Panels: f.panel}
	if err := s.session.Apply(session.SetView{View: view}); err != nil {
		return err
	}
	if err := s.open(m); err != nil {
		return err
	}
	if f.centre != "" {
		if err := s.lookAt(f.centre, f.metres); err != nil {
			return err
		}
	}
	actions, err := f.actions(m)
	if err != nil {
		return err
	}
	for _, a := range actions {
		if err := s.session.Apply(a); err != nil {
			return err
		}
	}
	return nil
}

func (s *studio) lookAt(centre string, metres float64) error {
	x, y, _ := strings.Cut(centre, ",")
	lon, err0 := strconv.ParseFloat(strings.TrimSpace(x), 64)
	lat, err1 := strconv.ParseFloat(strings.TrimSpace(y), 64)
	if err0 != nil || err1 != nil || math.Abs(lon) > 180 || math.Abs(lat) > 90 {
		return usage("--centre is %q, not lon,lat", centre)
	}
	p := geom.FromDegrees(lon, lat)
	s.camera.X, s.camera.Y, s.camera.Scale = float64(p.X), float64(p.Y), p.MetresPerUnit()/metres
	return nil
}

// actions are those that the flags stand for.
func (f *pictureFlags) actions(m *scene.Map) (out []session.Action, err error) {
	if f.delta != "auto" {
		d, err := strconv.ParseUint(f.delta, 10, 32)
		if err != nil {
			return nil, usage("--delta is %q, not a number or auto", f.delta)
		}
		out = append(out, session.SetParam{Name: sssp.Delta, Value: uint32(d)})
	}
	if f.source == "" && f.target == "" {
		return out, nil
	}
	finder, err := newFinder(m)
	if err != nil {
		return nil, err
	}
	ends := session.SetEnds{}
	for _, e := range []struct {
		text string
		to   **geom.Point
	}{{f.source, &ends.Source}, {f.target, &ends.Target}} {
		if e.text == "" || e.text == "all" {
			continue
		}
		p, err := finder.find(e.text, newRandom(1))
		if err != nil {
			return nil, err
		}
		*e.to = &m.Graph.At[p.node]
	}
	out = append(out, ends)
	if f.target == "all" {
		out = append(out, session.SetTargetAll{All: true})
	}
	return append(out, session.Rerun{}), nil
}

func (s *studio) close() {
	if s.canvas != nil {
		s.canvas.Release()
	}
	s.release()
	s.d.Release()
}

// shoot draws a frame and returns its pixels.
func (s *studio) shoot(ctx context.Context) ([]byte, error) {
	if _, err := s.interact(ui.Input{Seconds: 1.0 / 60, X: -1, Y: -1}); err != nil {
		return nil, err
	}
	cmd, err := s.draw(&s.canvas.Target, 0)
	if err != nil {
		return nil, err
	}
	s.canvas.Download(cmd)
	s.d.Finish(cmd)
	if err := s.d.Flush(ctx); err != nil {
		return nil, err
	}
	return s.canvas.Pixels(), nil
}

func (a *app) render(ctx context.Context, out io.Writer, file string, f pictureFlags) error {
	round := uint32(math.MaxUint32)
	if f.at != "end" {
		n, err := strconv.ParseUint(f.at, 10, 32)
		if err != nil {
			return usage("--at is %q, not a round or end", f.at)
		}
		round = uint32(n)
	}
	s, err := a.openStudio(ctx, file, f)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.session.Run(round); err != nil {
		return err
	}
	if err := checkVerdict(s.session.Snapshot()); err != nil {
		return err
	}
	if _, err := s.shoot(ctx); err != nil { // the panel finds its size
		return err
	}
	pixels, err := s.shoot(ctx)
	if err != nil {
		return err
	}
	if err := writeFile(f.out, func(w io.Writer) error { return record.Picture(w, pixels, s.canvas.Width, s.canvas.Height) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %d × %d, round %d\n", f.out, s.canvas.Width, s.canvas.Height, s.session.Snapshot().Event.Round)
	return err
}

func (a *app) record(ctx context.Context, out io.Writer, file string, f pictureFlags) error {
	if f.fps < 1 || f.fps > 100 {
		return usage("--fps is %d, not within 1 and 100", f.fps)
	}
	if !(f.seconds >= 0.1 && f.seconds <= 3600) {
		return usage("--seconds is %g, not within 0.1 and 3600", f.seconds)
	}
	s, err := a.openStudio(ctx, file, f)
	if err != nil {
		return err
	}
	defer s.close()
	frames := int(f.seconds*float64(f.fps) + 0.5)
	err = s.toFile(f, func(w record.Writer) error { return s.film(ctx, w, frames, f) })
	if err != nil {
		return err
	}
	n := s.session.Snapshot()
	if err := checkVerdict(n); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %d frames of %d × %d, %d rounds\n", f.out, frames, s.canvas.Width, s.canvas.Height, n.Event.Round)
	return err
}

// film runs the search to learn how long it is, then again, spread over the
// frames, with the last part for the result.
func (s *studio) film(ctx context.Context, w record.Writer, frames int, f pictureFlags) error {
	if err := s.session.Run(math.MaxUint32); err != nil {
		return err
	}
	rounds := float64(s.session.Snapshot().Event.Round)
	rest := min(1.5, f.seconds/4)
	for _, a := range []session.Action{session.Rerun{}, session.SetSpeed{RoundsPerSecond: 1.02 * rounds / (f.seconds - rest)}, session.Play{}} {
		if err := s.session.Apply(a); err != nil {
			return err
		}
	}
	if _, err := s.shoot(ctx); err != nil { // the panel finds its size
		return err
	}
	for range frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.advance(time.Duration(float64(time.Second)/float64(f.fps)), time.Hour); err != nil {
			return err
		}
		pixels, err := s.shoot(ctx)
		if err != nil {
			return err
		}
		if err := w.Frame(pixels); err != nil {
			return err
		}
	}
	return nil
}

// toFile writes what the output's name asks for.
func (s *studio) toFile(f pictureFlags, write func(record.Writer) error) error {
	width, height := s.canvas.Width, s.canvas.Height
	finish := func(w record.Writer, err error) error {
		if err != nil {
			return err
		}
		if err := write(w); err != nil {
			w.Close()
			return err
		}
		return w.Close()
	}
	switch strings.ToLower(filepath.Ext(f.out)) {
	case ".gif":
		return writeFile(f.out, func(w io.Writer) error {
			return finish(record.GIF(w, width, height, f.fps, gifPalette(&render.Dark, f.panel)))
		})
	case ".mp4":
		part := f.out + ".part"
		if err := finish(record.Video(part, width, height, f.fps)); err != nil {
			os.Remove(part)
			return fmt.Errorf("%w %s: %v", errOutput, f.out, err)
		}
		return os.Rename(part, f.out)
	case ".png":
		if !strings.Contains(f.out, "%") {
			return usage("-o is %q: name numbered pictures, such as frames/%%04d.png", f.out)
		}
		if err := os.MkdirAll(filepath.Dir(f.out), 0o755); err != nil {
			return fmt.Errorf("%w: %v", errOutput, err)
		}
		return finish(record.Pictures(func(n int, write func(io.Writer) error) error {
			return writeFile(fmt.Sprintf(f.out, n), write)
		}, width, height), nil)
	}
	return usage("-o is %q: the name must end in .gif, .mp4 or .png", f.out)
}

// gifPalette are the colours that pictures consist of: those of the theme, over
// the background in steps, and those of the panel.
func gifPalette(t *render.Theme, panel bool) (out []color.RGBA) {
	over := func(c, ground color.RGBA, steps int) {
		for i := 1; i <= steps; i++ {
			m := func(a, b uint8) uint8 { return uint8((int(a)*i + int(b)*(steps-i)) / steps) }
			out = append(out, color.RGBA{m(c.R, ground.R), m(c.G, ground.G), m(c.B, ground.B), 255})
		}
	}
	out = append(out, t.Background, color.RGBA{A: 255})
	steps := 18
	if panel {
		steps = 10
	}
	for _, c := range []color.RGBA{t.Major, t.States[1], t.States[2], t.States[3], t.Path} {
		over(c, t.Background, steps)
	}
	for _, c := range []color.RGBA{t.Source, t.Target} {
		over(c, t.Background, 5)
	}
	for _, c := range t.Ramp {
		over(c, t.Background, 6)
	}
	if panel {
		for _, c := range ui.PanelColours() {
			out = append(out, c)
		}
		over(t.Text, ui.PanelColours()[0], 14)
		over(t.States[3], ui.PanelColours()[0], 8)
		over(t.States[2], ui.PanelColours()[0], 6)
		over(t.States[1], ui.PanelColours()[0], 6)
	}
	return out
}
