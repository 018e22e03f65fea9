package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/session"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths"
	"kernelscope/fault"
	"kernelscope/flags"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/place"
	"kernelscope/studio"
	"kernelscope/timeline"
)

// pictureFlags are those of 'render' and 'record'.
type pictureFlags struct {
	studio.PictureFlags
	source, target string
	params         *flags.Params
	algorithm      string
	compare        cli.Comparison
	at             string
	distance       bool
	tuned          bool
	painter, order string
	centre         string
	metres         float64
	clip           clipFlags
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
	f.compare.Add(c, timeline.Steps)
	fs.BoolVar(&f.tuned, "tuned", false, paths.TunedHelp)
	fs.BoolVar(&f.distance, "by-distance", false, "colour by distance instead of state")
	fs.StringVar(&f.painter, "painter", "", "splat or quads; the better one if empty")
	fs.StringVar(&f.order, "order", "", orderHelp)
	fs.StringVar(&f.centre, "centre", "", "lon,lat of the middle of the picture; the whole map if empty")
	fs.Float64Var(&f.metres, "scale", 10, "metres per pixel, with --centre")
	_ = c.RegisterFlagCompletionFunc("painter", cli.Fixed(render.Painters...))
	_ = c.RegisterFlagCompletionFunc("order", cli.Fixed(render.Orders...))
}

func (a *app) renderCommand() *cobra.Command {
	f := pictureFlags{PictureFlags: studio.PictureFlags{Out: "map.png", Size: "1280x800"}}
	c := &cobra.Command{
		Use: "render [FILE]", Short: "Write a picture of a map and a search, or of an SVG file", Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		Example: "  viewer render -o map.png --at 300\n  viewer render --delta 512 --batch 32 --compare delta=4096,batch=512 --at 100 -o two.png\n  viewer render city.osm.pbf -o city.png --size 1920x1080 -t all --by-distance\n  viewer render nest.svg -o nest.png --boxes",
		RunE: func(c *cobra.Command, args []string) error {
			if file := cli.Optional(args); open.Detect(file) == open.Drawing {
				f.clip.sized = c.Flags().Changed("size")
				return a.renderClips(c.Context(), c.OutOrStdout(), file, f)
			}
			return a.render(c.Context(), c.OutOrStdout(), cli.Optional(args), f)
		},
	}
	f.Add(c.Flags(), "the PNG file to write")
	c.Flags().Lookup("size").Usage += "; an SVG file has its own"
	c.Flags().StringVar(&f.at, "at", "end", "the round to show, or end")
	f.add(c)
	f.clip.add(c)
	return c
}

func (a *app) recordCommand() *cobra.Command {
	f := pictureFlags{PictureFlags: studio.PictureFlags{Out: "demo.gif", Size: "960x600"}}
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
	f.Add(c.Flags(), "the recording to write")
	f.AddFilm(c.Flags())
	f.add(c)
	return c
}

// check looks at the flags that both commands have.
func (f *pictureFlags) check() error {
	if _, err := f.search(); err != nil {
		return err
	}
	if _, _, err := f.Pixels(); err != nil {
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
func (f *pictureFlags) search() (out []any, err error) {
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
	if !f.compare.On() {
		return out, nil
	}
	second, other, err := cli.Second(&f.compare, a, values, sssp.Algorithms())
	if err != nil {
		return nil, err
	}
	begin, err := f.compare.Actions()
	if err != nil {
		return nil, err
	}
	out = append(append(out, begin...), session.SetAlgorithm{Lane: 1, Name: second.Name()})
	for _, p := range second.Params() {
		out = append(out, session.SetParam{Lane: 1, Name: p.Name, Value: other[p.Name]})
	}
	return out, nil
}

func (a *app) render(ctx context.Context, out io.Writer, file string, f pictureFlags) error {
	round := math.MaxInt32
	if f.at != "end" {
		n, err := strconv.ParseUint(f.at, 10, 31)
		if err != nil {
			return cli.Usage("--at is %q, not a round or end", f.at)
		}
		round = int(n)
	}
	return a.onMap(ctx, file, f, func(s *studio.Canvas, v *paths.View) error {
		if err := v.Session.Run(round); err != nil {
			return err
		}
		if err := checkVerdict(v.Session.Snapshot()); err != nil {
			return err
		}
		if err := s.Picture(ctx, f.Out); err != nil {
			return err
		}
		n := v.Session.Snapshot()
		fmt.Fprintf(out, "%s: %d × %d, round %d\n", f.Out, s.Width, s.Height, n.Event.Round)
		return cli.WriteRatios(out, n.Measures())
	})
}

func (a *app) record(ctx context.Context, out io.Writer, file string, f pictureFlags) error {
	film, err := f.Film()
	if err != nil {
		return err
	}
	return a.onMap(ctx, file, f, func(s *studio.Canvas, v *paths.View) error {
		written, err := s.Record(ctx, film, func() error { // the search runs once to learn how long it is
			if err := v.Session.Run(math.MaxUint32); err != nil {
				return err
			}
			rounds := int(v.Session.Snapshot().Event.Round)
			pace := []any{timeline.Rewind{}, timeline.SetSpeed{PerSecond: film.Pace(rounds)}}
			if f.compare.On() {
				pace = append(pace, timeline.SetFit{Seconds: film.Playing()})
			}
			return cli.ApplyAll(v.Session, append(pace, timeline.Play{})...)
		})
		if err != nil {
			return err
		}
		n := v.Session.Snapshot()
		if err := checkVerdict(n); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s, %d rounds\n", written, n.Event.Round)
		return cli.WriteRatios(out, n.Measures())
	})
}

// onMap opens the map and the query that the flags name while use makes pictures of them.
func (a *app) onMap(ctx context.Context, file string, f pictureFlags, use func(*studio.Canvas, *paths.View) error) error {
	if err := f.check(); err != nil {
		return err
	}
	m, err := a.LoadMap(ctx, file)
	if err != nil {
		return err
	}
	return a.Canvas(f.PictureFlags, func(s *studio.Canvas) error {
		v := s.Shown().(*paths.View)
		if err := f.begin(v, m); err != nil {
			return err
		}
		return use(s, v)
	})
}

// checkVerdict makes an error of a result that the oracle has found wrong.
func checkVerdict(n *session.Snapshot) error {
	for _, l := range n.Lanes() {
		if l.Result != nil && l.Result.Wrong != nil {
			return fmt.Errorf("%w: %s: %v", fault.Wrong, l.Algorithm.Name(), l.Result.Wrong)
		}
	}
	return nil
}

// begin opens the map and applies the flags as actions, as a person would.
func (f *pictureFlags) begin(v *paths.View, m *scene.Map) error {
	view := session.View{ByDistance: f.distance, Painter: f.painter, Order: f.order, Panels: f.Panel}
	if err := v.Session.Apply(session.SetView{View: view}); err != nil {
		return err
	}
	if err := v.OpenMap(m); err != nil {
		return err
	}
	if f.centre != "" && m.Abstract {
		return cli.Usage("--centre is of no use: %s has no coordinates", m.Name)
	}
	if f.centre != "" {
		if err := f.lookAt(v); err != nil {
			return err
		}
	}
	actions, err := f.actions(m)
	if err != nil {
		return err
	}
	for _, a := range actions {
		if _, err := v.Apply(a); err != nil {
			return err
		}
	}
	if !f.tuned {
		return nil
	}
	if err := v.ApplyTuned(); err != nil {
		return err
	}
	given, err := f.search() // given values take precedence
	if err != nil {
		return err
	}
	for _, a := range given {
		if err := v.Session.Apply(a); err != nil {
			return err
		}
	}
	return nil
}

// lookAt moves the camera.
func (f *pictureFlags) lookAt(v *paths.View) error {
	x, y, _ := strings.Cut(f.centre, ",")
	lon, err0 := strconv.ParseFloat(strings.TrimSpace(x), 64)
	lat, err1 := strconv.ParseFloat(strings.TrimSpace(y), 64)
	if err0 != nil || err1 != nil || math.Abs(lon) > 180 || math.Abs(lat) > 90 {
		return cli.Usage("--centre is %q, not lon,lat", f.centre)
	}
	p := geom.FromDegrees(lon, lat)
	v.Camera.X, v.Camera.Y, v.Camera.Scale = float64(p.X), float64(p.Y), p.MetresPerUnit()/f.metres
	return nil
}

// actions are those that the flags stand for.
func (f *pictureFlags) actions(m *scene.Map) (out []any, err error) {
	if out, err = f.search(); err != nil {
		return nil, err
	}
	if f.source == "" && f.target == "" {
		return out, nil
	}
	finder, err := place.NewFinder(m)
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
		p, err := finder.Find(e.text, rand.New(rand.NewPCG(1, 0)))
		if err != nil {
			return nil, cli.Usage("%v", err)
		}
		*e.to = &m.Graph.At[p.Node]
	}
	out = append(out, ends)
	if f.target == "all" {
		out = append(out, session.SetTargetAll{All: true})
	}
	return append(out, timeline.Rewind{}), nil
}
