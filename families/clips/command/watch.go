package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/assets"
	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/clip"
	"kernelscope/families/clips/session"
	"kernelscope/families/clips/view"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/scene/clipseq"
	"kernelscope/studio"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// watchFlags are the flags of 'clip'.
type watchFlags struct {
	form, shape, n string
	text           string
	seed           uint64
	params         *flags.Params
	compare        cli.Comparison
	order          cli.Order
	partitions     bool
	links, levels  bool
	icicle         bool
	own, resolved  bool
	peel, element  int
	partition      int
	step           cli.Step
	speed          float64
	picture        bool
	centre         string
	scale          float64
	studio.PictureFlags
}

// watchCommand is 'clip'.
func watchCommand(a *cli.App) *cobra.Command {
	f := watchFlags{PictureFlags: studio.PictureFlags{Size: "1280x800"}}
	c := &cobra.Command{
		Use: "clip [FILE]", Short: "Show a scene of nested clips, and watch the GPU match them", Args: cobra.MaximumNArgs(1),
		Long: `Shows a scene of nested clips from an SVG file, and how the GPU finds the clips that cut each
element: the sequence as a strip, its partitions with their states, and the walks, back-links
and searches of each partition, step by step, as recorded on the device. FILE may also be a
sequence written by 'viewer gen clip', or any text with brackets, such as JSON, XML or Go (see
'viewer run clip --help'); the mouse shows an element's place in the file. --shape generates a
sequence. Without FILE and --shape it shows the embedded scene.

Without -o it opens a window. The name of -o selects the output: a picture (.png), or a
recording of the steps (.gif, .apng, .mp4, .webm, .y4m, or pictures such as frames/%04d.png).`,
		Example: `  viewer clip
  viewer clip drawing.svg --own --resolved -o boxes.png
  viewer clip --shape adversarial -n 4096 -a lookback -o walks.png --ui
  viewer clip --shape stairs -n 4300 -a lookback --partitions
  viewer clip data.json
  viewer clip data.json --icicle
  viewer clip --text '(()())'
  viewer clip --shape random -n 4096 -a lookback -o walks.mp4
  viewer clip --shape random -n 4096 -a lookback --compare tree -o two.png --ui
  viewer clip clips.txt --partitions -a tree`,
		RunE: func(c *cobra.Command, args []string) error {
			if given := c.Flags().Changed; len(args) > 0 && (given("shape") || given("elements") || given("seed")) {
				return cli.Usage("--shape, -n and --seed cannot be combined with FILE, which has its own sequence")
			} else if given("text") && (len(args) > 0 || given("shape")) {
				return cli.Usage("--text cannot be combined with FILE or --shape")
			} else if given("elements") && f.shape == "" || given("seed") && f.shape == "" {
				return cli.Usage("-n and --seed need --shape")
			}
			return f.watch(c.Context(), c.OutOrStdout(), a, cli.Optional(args))
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return []string{"svg", "svgz", "gz", "txt", "json", "xml", "html", "go"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	fs := c.Flags()
	cli.AddAlgorithm(c, &f.form, "form of matching", clip.Lookback{}.Name(), clip.Forms())
	fs.StringVar(&f.text, "text", "", "match the brackets of this text, such as '(()())', instead of a file's")
	fs.StringVar(&f.shape, "shape", "", "generate a sequence of this shape: "+strings.Join(clipseq.Shapes(), ", "))
	fs.StringVarP(&f.n, "elements", "n", "4096", fmt.Sprintf("number of elements of the shape, such as 4096, 1e6 or 2^20; at most %d", session.MaxElements))
	fs.Uint64Var(&f.seed, "seed", 3, "seed of the shape")
	f.params = flags.Add(fs, clip.Forms())
	f.params.Default(clip.Workgroup, "64") // small partitions, so that there are several
	f.params.Default(clip.Items, "1")
	f.params.Default(clip.Few, "1")
	f.compare.Add(c, timeline.Steps, timeline.Progress)
	f.order.Add(c)
	fs.BoolVar(&f.picture, "picture", false, "show the picture, even of a generated shape")
	fs.BoolVar(&f.partitions, "partitions", false, "show the partitions instead of the picture")
	fs.StringVar(&f.centre, "centre", "", "x,y of the middle of the picture, in units of the scene; the whole scene if empty")
	fs.Float64Var(&f.scale, "scale", 1, "pixels per unit of the scene, with --centre")
	fs.BoolVar(&f.links, "links", false, fmt.Sprintf("show all elements and links of a sequence of at most %d", view.MaxLinks))
	fs.BoolVar(&f.icicle, "icicle", false, "show the tree of pushes: a row for each depth")
	fs.BoolVar(&f.levels, "levels", false, "with -a shuffle, show the reduction of a partition in place, level by level")
	fs.BoolVar(&f.own, "own", false, "outline each element's own box")
	fs.BoolVar(&f.resolved, "resolved", false, "outline each element's resolved box")
	fs.IntVar(&f.peel, "peel", -1, "show elements up to this depth; all if negative")
	fs.IntVar(&f.element, "element", -1, "show this element: its chain of clips, or its link")
	fs.IntVar(&f.partition, "partition", -1, "show the walk of this partition; the longest walk if negative")
	f.step.Add(fs)
	fs.Lookup("step").Usage += "; for the view of partitions"
	f.Add(fs, studio.OutHelp)
	f.AddFilm(fs)
	a.AddWindowFlags(fs)
	cli.Writes(c, "output", "trace")
	fs.Float64Var(&f.speed, "speed", view.UsualSpeed, "steps per second in the window")
	_ = c.RegisterFlagCompletionFunc("shape", cli.Fixed(clipseq.Shapes()...))
	return c
}

// actions returns the actions of the flags, applied once a file is open.
func (f *watchFlags) actions() (out []watch.Action, err error) {
	if out, err = cli.Chosen(&f.compare, f.form, f.params, clip.Forms()); err != nil {
		return nil, err
	}
	if _, err = f.order.Order(); err != nil || f.shape == "" && f.text == "" {
		return out, err
	}
	if f.text != "" {
		if _, err := clipseq.Parse(f.text); err != nil {
			return nil, cli.Usage("--text: %v", err)
		}
		return append(out, session.SetText{Text: f.text}), nil
	}
	if !slices.Contains(clipseq.Shapes(), f.shape) {
		return nil, cli.Usage("--shape is %q; choose from %s", f.shape, strings.Join(clipseq.Shapes(), ", "))
	}
	n, err := cli.Count("-n", f.n)
	if err != nil {
		return nil, err
	}
	if n < 1 {
		return nil, cli.Usage("-n is %s; at least one element is needed", f.n)
	}
	return append(out, session.SetInput{Input: session.Input{Shape: f.shape, N: n, Seed: f.seed}}), nil
}

// watch opens the window or writes the output of -o.
func (f *watchFlags) watch(ctx context.Context, out io.Writer, app *cli.App, file string) error {
	actions, err := f.actions()
	if err != nil {
		return err
	}
	begin := func(shown studio.View) (studio.Shot, error) {
		v := shown.(*view.View)
		return studio.Shot{
			Paused: f.step != "",
			Still:  func() error { return f.still(ctx, v) },
			Play:   func(film studio.Film) error { return play(v.Session, film) },
			Report: func(written string) error { return reportShot(out, v, written) },
		}, f.begin(v, actions)
	}
	if f.shape != "" || f.text != "" {
		return app.Watch(ctx, f.PictureFlags, func(s *studio.Stage) (studio.Shot, error) {
			v, err := s.Show(view.Name)
			if err != nil {
				return studio.Shot{}, err
			}
			return begin(v)
		})
	}
	r := studio.Reading{Path: cmp.Or(file, assets.NestName), Families: []string{view.Name}}
	return app.WatchFile(ctx, f.PictureFlags, r, func(studio.View) error { return nil }, begin)
}

// begin shows the open contents after some actions.
func (f *watchFlags) begin(v *view.View, actions []watch.Action) error {
	actions = append([]watch.Action{timeline.SetSpeed{PerSecond: f.speed}}, actions...) // first, because a comparison sets a speed of its own
	if err := cli.ApplyAll(v.Session, actions...); err != nil {
		return err
	}
	view, err := f.look(v.Session.Snapshot())
	if err != nil {
		return err
	}
	var all []watch.Action
	if f.partition >= 0 || f.levels {
		all = append(all, session.Select{Partition: max(0, f.partition)})
	}
	if f.element >= 0 && view.Page != session.Picture {
		all = append(all, session.SelectElement{Element: f.element})
	} else {
		view.Pinned = f.element
	}
	if err := cli.ApplyAll(v.Session, all...); err != nil {
		return err
	}
	if err := v.SetView(session.SetView{View: view}); err != nil || f.centre == "" {
		return err
	}
	return f.lookAt(v)
}

// lookAt moves the camera over the picture.
func (f *watchFlags) lookAt(v *view.View) error {
	x, y, ok := strings.Cut(f.centre, ",")
	cx, err0 := strconv.ParseFloat(strings.TrimSpace(x), 64)
	cy, err1 := strconv.ParseFloat(strings.TrimSpace(y), 64)
	if !ok || err0 != nil || err1 != nil {
		return cli.Usage("--centre is %q, not x,y", f.centre)
	}
	if !(f.scale > 0) {
		return cli.Usage("--scale is %g, not above zero", f.scale)
	}
	if err := v.Paintable(); err != nil {
		return err
	}
	v.Eye.X, v.Eye.Y, v.Eye.Scale = cx, cy, f.scale*v.Dense()
	return nil
}

// look returns the view settings of the flags.
func (f *watchFlags) look(n *session.Snapshot) (session.View, error) {
	shown := n.View
	var err error
	if shown.Order, err = f.order.Order(); err != nil {
		return shown, err
	}
	switch {
	case f.picture:
		shown.Page = session.Picture
	case f.links:
		shown.Page = session.Links
	case f.icicle:
		shown.Page = session.Icicle
	case f.levels:
		shown.Page = session.Levels
	case f.partitions || f.compare.On():
		shown.Page = session.Partitioned
	case f.shape != "" || f.text != "":
		shown.Page = view.PageOf(false, len(n.Sequence.Elements))
	}
	shown.OwnBoxes, shown.Resolved, shown.Peel = f.own, f.resolved, max(-1, f.peel)
	if f.links && len(n.Sequence.Elements) > view.MaxLinks {
		return shown, cli.Usage("--links shows at most %d elements; the sequence has %d", view.MaxLinks, len(n.Sequence.Elements))
	}
	if f.levels && !clip.ReducesInPlace(n.Form) {
		return shown, cli.Usage("--levels shows the reduction of -a shuffle and -a snapshot; %s reduces in another way", n.Form.Name())
	}
	if f.element >= len(n.Sequence.Elements) {
		return shown, cli.Usage("--element is %d; the sequence has %s", f.element, format.Count(len(n.Sequence.Elements), "element"))
	}
	if f.partition >= len(n.Run.Partitions) {
		return shown, cli.Usage("--partition is %d; the run has %s", f.partition, format.Count(len(n.Run.Partitions), "partition"))
	}
	return shown, nil
}

// still shows the scene, or the state after a step.
func (f *watchFlags) still(ctx context.Context, v *view.View) error {
	if err := f.seek(v); err != nil || f.Out == "" { // a window paints frame by frame
		return err
	}
	return v.Finish(ctx)
}

// seek goes to the step of the flags, or to the end without one.
func (f *watchFlags) seek(v *view.View) error {
	if err := v.Session.Settle(); err != nil || f.step == "" || f.step == "end" {
		return err
	}
	length := 0
	for _, l := range v.Session.Snapshot().Lanes() {
		length = max(length, l.Length)
	}
	to, err := f.step.Action(length)
	if err != nil {
		return err
	}
	if err := v.Session.Apply(to); err != nil {
		return err
	}
	return v.Session.Settle()
}

// play plays all steps; the end is shown for the last part of the film.
func play(s *session.Session, film studio.Film) error {
	if err := s.Settle(); err != nil {
		return err
	}
	n := s.Snapshot()
	if n.View.Page == session.Picture {
		n.View.Page = session.Partitioned
	}
	if err := s.Apply(session.SetView{View: n.View}); err != nil {
		return err
	}
	return cli.PlayFilm(s, film, n.Length, n.Other != nil)
}

// reportShot describes the output; a wrong result is an error.
func reportShot(out io.Writer, v *view.View, what string) error {
	n := v.Session.Snapshot()
	for _, l := range n.Lanes() {
		if l.Verdict.Wrong != nil {
			return fmt.Errorf("%w: %s: %v", fault.Wrong, l.Form.Name(), l.Verdict.Wrong)
		}
		what += fmt.Sprintf(", %s at step %d of %d", l.Form.Name(), l.Position, l.Length)
	}
	fmt.Fprintln(out, what)
	if err := cli.WriteRatios(out, n.Measures()); err != nil || v.Scene == nil {
		return err
	}
	return listNotes(out, v.Scene)
}
