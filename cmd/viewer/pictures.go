package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/session"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths"
	"kernelscope/flags"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/scene/place"
)

// pictureFlags are those of 'render' and 'record'.
type pictureFlags struct {
	out, size       string
	source, target  string
	params          *flags.Params
	algorithm       string
	at              string
	panel, distance bool
	tuned           bool
	painter, order  string
	fps             int
	seconds         float64
	centre          string
	metres          float64
	ratio           float64
	clip            clipFlags
}

func (a *app) addPictures(root *cobra.Command) {
	root.AddCommand(a.renderCommand(), a.recordCommand(), a.demoCommand())
}

const orderHelp = "how quads are put in order: radix or batcher sort their keys, none shows what is wrong without"

func (f *pictureFlags) add(c *cobra.Command) {
	fs := c.Flags()
	fs.StringVarP(&f.source, "source", "s", "", "where to start: "+place.Help)
	fs.StringVarP(&f.target, "target", "t", "", "where to go: the same, or all")
	cli.AddAlgorithm(c, &f.algorithm, "search", "nearfar", sssp.Algorithms())
	f.params = flags.Add(fs, sssp.Algorithms())
	fs.BoolVar(&f.tuned, "tuned", false, paths.TunedHelp)
	fs.BoolVar(&f.panel, "ui", false, "draw the panel too")
	fs.BoolVar(&f.distance, "by-distance", false, "colour by distance instead of state")
	fs.StringVar(&f.painter, "painter", "", "splat or quads; the better one if empty")
	fs.StringVar(&f.order, "order", "", orderHelp)
	fs.StringVar(&f.centre, "centre", "", "lon,lat of the middle of the picture; the whole map if empty")
	fs.Float64Var(&f.metres, "scale", 10, "metres per pixel, with --centre")
	fs.Float64Var(&f.ratio, "ratio", 1, "pixels for one of a plain display; 2 makes everything twice as large")
	_ = c.RegisterFlagCompletionFunc("painter", cli.Fixed(render.Painters...))
	_ = c.RegisterFlagCompletionFunc("order", cli.Fixed(render.Orders...))
}

func (a *app) renderCommand() *cobra.Command {
	var f pictureFlags
	c := &cobra.Command{
		Use: "render [FILE]", Short: "Write a picture of a map and a search, or of an SVG file", Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		Example: "  viewer render -o map.png --at 300\n  viewer render city.osm.pbf -o city.png --size 1920x1080 -t all --by-distance\n  viewer render nest.svg -o nest.png --boxes",
		RunE: func(c *cobra.Command, args []string) error {
			if file := cli.Optional(args); open.Detect(file) == open.Drawing {
				f.clip.sized = c.Flags().Changed("size")
				return a.renderClips(c.Context(), c.OutOrStdout(), file, f)
			}
			return a.render(c.Context(), c.OutOrStdout(), cli.Optional(args), f)
		},
	}
	c.Flags().StringVarP(&f.out, "output", "o", "map.png", "the PNG file to write")
	c.Flags().StringVar(&f.size, "size", "1280x800", "width and height in pixels; an SVG file has its own")
	c.Flags().StringVar(&f.at, "at", "end", "the round to show, or end")
	f.add(c)
	f.clip.add(c)
	return c
}

func (a *app) recordCommand() *cobra.Command {
	var f pictureFlags
	c := &cobra.Command{
		Use: "record [FILE]", Short: "Record a search: GIF, MP4 or numbered pictures", Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		Long: `Records a search from its first round to its end. The output's name says what is
written: .gif, .mp4 (by ffmpeg), or pictures, such as frames/%04d.png. The search
is spread over the time given; the same command writes the same bytes on the same
driver, but for videos.`,
		RunE: func(c *cobra.Command, args []string) error {
			return a.record(c.Context(), c.OutOrStdout(), cli.Optional(args), f)
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
		return 0, 0, cli.Usage("--size is %q; give width and height such as 1280x800, 16 to 16384 each", text)
	}
	return w, h, nil
}

// checkFilm checks the flags of recordings.
func checkFilm(fps int, seconds float64) error {
	if fps < 1 || fps > 100 {
		return cli.Usage("--fps is %d, not within 1 and 100", fps)
	}
	if !(seconds >= 0.1 && seconds <= 3600) {
		return cli.Usage("--seconds is %g, not within 0.1 and 3600", seconds)
	}
	return nil
}

// check looks at the flags that both commands have.
func (f *pictureFlags) check() error {
	if _, err := f.search(); err != nil {
		return err
	}
	if f.painter != "" && f.painter != "splat" && f.painter != "quads" {
		return cli.Usage("--painter is %q, not splat or quads", f.painter)
	}
	if f.order != "" && !slices.Contains(render.Orders, f.order) {
		return cli.Usage("--order is %q, not one of %s", f.order, strings.Join(render.Orders, ", "))
	}
	if !(f.metres > 0) {
		return cli.Usage("--scale is %g, not above zero", f.metres)
	}
	return nil
}

// search returns the actions that choose the search and its parameters.
func (f *pictureFlags) search() (out []session.Action, err error) {
	if f.algorithm == "" {
		return nil, nil
	}
	a, err := cli.Named("-a", f.algorithm, sssp.Algorithms())
	if err != nil {
		return nil, err
	}
	values, err := flags.Values(f.params, a)
	if err != nil {
		return nil, err
	}
	out = append(out, session.SetAlgorithm{Name: f.algorithm})
	for _, p := range a.Params() {
		if x := values[p.Name]; x != 0 {
			out = append(out, session.SetParam{Name: p.Name, Value: x})
		}
	}
	return out, nil
}

func (a *app) render(ctx context.Context, out io.Writer, file string, f pictureFlags) error {
	round := uint32(math.MaxUint32)
	if f.at != "end" {
		n, err := strconv.ParseUint(f.at, 10, 32)
		if err != nil {
			return cli.Usage("--at is %q, not a round or end", f.at)
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
	if err := s.picture(ctx, f.out); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %d × %d, round %d\n", f.out, s.canvas.Width, s.canvas.Height, s.session.Snapshot().Event.Round)
	return err
}

// applyAll carries out actions of one sort of session.
func applyAll[A any](s interface{ Apply(A) error }, actions ...A) error {
	for _, a := range actions {
		if err := s.Apply(a); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) record(ctx context.Context, out io.Writer, file string, f pictureFlags) error {
	if err := checkFilm(f.fps, f.seconds); err != nil {
		return err
	}
	s, err := a.openStudio(ctx, file, f)
	if err != nil {
		return err
	}
	defer s.close()
	reel := film{f.out, f.fps, f.seconds, gifPalette(&render.Dark, f.panel)}
	written, err := s.shootFilm(ctx, reel, func() error { // the search runs once to learn how long it is
		if err := s.session.Run(math.MaxUint32); err != nil {
			return err
		}
		rounds := int(s.session.Snapshot().Event.Round)
		return applyAll[session.Action](s.session, session.Rerun{}, session.SetSpeed{RoundsPerSecond: reel.pace(rounds)}, session.Play{})
	})
	if err != nil {
		return err
	}
	n := s.session.Snapshot()
	if err := checkVerdict(n); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s, %d rounds\n", written, n.Event.Round)
	return err
}
