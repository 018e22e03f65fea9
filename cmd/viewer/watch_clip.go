package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/clip"
	"kernelscope/compute/session/clips"
	"kernelscope/fault"
	"kernelscope/flags"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/scene/clipseq"
)

// watchClipFlags are those of 'clip'.
type watchClipFlags struct {
	form, shape, n       string
	seed                 uint64
	params               *flags.Params
	partitions           bool
	own, resolved        bool
	peel, element        int
	partition            int
	step                 string
	out, size            string
	panel                bool
	ratio, speed, length float64
	fps                  int
}

func (a *app) clipCommand() *cobra.Command {
	var f watchClipFlags
	c := &cobra.Command{
		Use: "clip [FILE]", Short: "Look at a scene of nested clips, and watch how the GPU matches them", Args: cobra.MaximumNArgs(1),
		Long: `Shows a scene that is cut by nested clips, an SVG file, and how the GPU finds what each
element is cut by: the sequence as a strip, its partitions with their states, and the
walks, back-links and searches of each, step by step, as the device has taken them down.
FILE may also be a sequence, as 'viewer gen clip' writes it; --shape makes one. Without
either it is the embedded scene.

Without -o it opens a window. The name of -o says what is written: a picture (.png), or a
recording of the steps (.gif, .mp4, or numbered pictures such as frames/%04d.png).`,
		Example: `  viewer clip
  viewer clip drawing.svg --own --resolved -o boxes.png
  viewer clip --shape adversarial -n 4096 -a lookback -o walks.png --ui
  viewer clip --shape random -n 4096 -a lookback -o walks.mp4
  viewer clip clips.txt --partitions -a tree`,
		RunE: func(c *cobra.Command, args []string) error {
			if given := c.Flags().Changed; len(args) > 0 && (given("shape") || given("elements") || given("seed")) {
				return cli.Usage("FILE is given, and --shape, -n or --seed too: a file says itself what there is")
			} else if given("elements") && f.shape == "" || given("seed") && f.shape == "" {
				return cli.Usage("-n and --seed are of use with --shape only")
			}
			return a.watchClips(c.Context(), c.OutOrStdout(), cli.Optional(args), f)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return []string{"svg", "svgz", "gz", "txt"}, cobra.ShellCompDirectiveFilterFileExt
		},
	}
	fs := c.Flags()
	cli.AddAlgorithm(c, &f.form, "way to match", clip.Lookback{}.Name(), clip.Forms())
	fs.StringVar(&f.shape, "shape", "", "make a sequence of this shape: "+strings.Join(clipseq.Shapes(), ", "))
	fs.StringVarP(&f.n, "elements", "n", "4096", fmt.Sprintf("elements of the shape, such as 4096, 1e6 or 2^20; %d at most", clips.MaxElements))
	fs.Uint64Var(&f.seed, "seed", 3, "seed of the shape")
	f.params = flags.Add(fs, clip.Forms())
	f.params.Default(clip.Workgroup, "64") // small partitions, of which there are some to look at
	f.params.Default(clip.Items, "1")
	f.params.Default(clip.Few, "1")
	fs.BoolVar(&f.partitions, "partitions", false, "show partitions, not the picture")
	fs.BoolVar(&f.own, "own", false, "outline each element's own box")
	fs.BoolVar(&f.resolved, "resolved", false, "outline what clips leave of each box")
	fs.IntVar(&f.peel, "peel", -1, "show elements down to this depth; all if negative")
	fs.IntVar(&f.element, "element", -1, "show this element: its chain of clips, or its link")
	fs.IntVar(&f.partition, "partition", -1, "show the walk of this partition; the longest one if negative")
	fs.StringVar(&f.step, "step", "end", "the step of the partition view to show in a picture: its number, or end")
	fs.StringVarP(&f.out, "output", "o", "", "the picture or recording to write; a window if empty")
	fs.StringVar(&f.size, "size", "1280x800", "width and height in pixels")
	fs.BoolVar(&f.panel, "ui", false, "draw the panel too, in what is written")
	fs.Float64Var(&f.ratio, "ratio", 1, "pixels for one of a plain display, in what is written")
	fs.Float64Var(&f.speed, "speed", 20, "steps a second in the window")
	fs.Float64Var(&f.length, "seconds", 8, "length of a recording")
	fs.IntVar(&f.fps, "fps", 25, "frames a second of a recording")
	fs.StringVar(&a.trace, "trace", "", "write what happens in the window to this file, as JSON lines")
	fs.Float64Var(&a.uiScale, "ui-scale", 0, "size of the interface in the window; that of the display if zero")
	_ = c.RegisterFlagCompletionFunc("shape", cli.Fixed(clipseq.Shapes()...))
	return c
}

// actions are those that the flags stand for, as a person would ask for them, once a
// file is open.
func (f *watchClipFlags) actions() (out []clips.Action, err error) {
	form, err := cli.Named("-a", f.form, clip.Forms())
	if err != nil {
		return nil, err
	}
	values, err := flags.Values(f.params, form)
	if err != nil {
		return nil, err
	}
	out = append(out, clips.SetForm{Name: f.form})
	for _, p := range form.Params() {
		out = append(out, clips.SetParam{Name: p.Name, Value: values[p.Name]})
	}
	if f.shape == "" {
		return out, nil
	}
	if !slices.Contains(clipseq.Shapes(), f.shape) {
		return nil, cli.Usage("--shape is %q; there are %s", f.shape, strings.Join(clipseq.Shapes(), ", "))
	}
	n, err := cli.Count("-n", f.n)
	if err != nil {
		return nil, err
	}
	if n < 1 {
		return nil, cli.Usage("-n is %s; there must be an element to be watched", f.n)
	}
	return append(out, clips.SetInput{Input: clips.Input{Shape: f.shape, N: n, Seed: f.seed}}), nil
}

// watchClips opens the window, or writes what -o names.
func (a *app) watchClips(ctx context.Context, out io.Writer, file string, f watchClipFlags) error {
	actions, err := f.actions()
	if err != nil {
		return err
	}
	if f.out == "" {
		return a.openClipWindow(ctx, file, func(s *stage) error { return s.beginClips(f, actions) })
	}
	if err := checkFilm(f.fps, f.length); err != nil {
		return err
	}
	var c *open.Clips
	if file != "" {
		if c, err = readWatched(ctx, file); err != nil {
			return err
		}
	}
	s, err := a.openCanvas(f.size, f.ratio)
	if err != nil {
		return err
	}
	defer s.close()
	if c != nil {
		err = s.openClips(c)
	}
	if err == nil {
		err = s.beginClips(f, actions)
	}
	if err != nil {
		return err
	}
	if isStill(f.out) {
		return s.clipPicture(ctx, out, f)
	}
	return s.clipFilm(ctx, out, f)
}

// beginClips shows clips after some actions: of what is open, or else of the embedded
// scene.
func (s *stage) beginClips(f watchClipFlags, actions []clips.Action) error {
	if s.clips == nil && f.shape != "" {
		v, err := newClipView(s)
		if err != nil {
			return err
		}
		s.clips = v
	}
	if err := s.showClips(); err != nil {
		return err
	}
	v := s.clips
	for _, a := range actions {
		if err := v.Apply(a); err != nil {
			return err
		}
	}
	view := v.Snapshot().View
	view.Panels = f.panel || f.out == ""
	view.Partitions = view.Partitions || f.partitions || f.shape != ""
	view.OwnBoxes, view.Resolved, view.Peel = f.own, f.resolved, max(-1, f.peel)
	n := v.Snapshot()
	if f.element >= len(n.Sequence.Elements) {
		return cli.Usage("--element is %d; there are %d elements", f.element, len(n.Sequence.Elements))
	}
	if f.partition >= len(n.Run.Partitions) {
		return cli.Usage("--partition is %d; there are %d partitions", f.partition, len(n.Run.Partitions))
	}
	all := []clips.Action{clips.SetSpeed{StepsPerSecond: f.speed}}
	if f.partition >= 0 {
		all = append(all, clips.Select{Partition: f.partition})
	}
	if f.element >= 0 && view.Partitions {
		all = append(all, clips.SelectElement{Element: f.element})
	} else {
		view.Pinned = f.element
	}
	for _, a := range append(all, clips.SetView{View: view}) {
		if err := v.Apply(a); err != nil {
			return err
		}
	}
	return nil
}

// clipPicture writes the scene, or the state after a step.
func (s *studio) clipPicture(ctx context.Context, out io.Writer, f watchClipFlags) error {
	if err := s.clips.Settle(); err != nil {
		return err
	}
	if length := s.clips.Snapshot().Length; f.step != "end" {
		step, err := strconv.Atoi(f.step)
		if err != nil || step < 0 || step > length {
			return cli.Usage("--step is %q, not end or a step, 0 to %d", f.step, length)
		}
		if err := s.clips.Apply(clips.Seek{Step: step}); err != nil {
			return err
		}
	}
	if err := s.clips.finish(ctx); err != nil {
		return err
	}
	if err := s.picture(ctx, f.out); err != nil {
		return err
	}
	return s.reportClips(out, fmt.Sprintf("%s: %d × %d", f.out, s.canvas.Width, s.canvas.Height))
}

// clipFilm records all steps, with the last part for the end.
func (s *studio) clipFilm(ctx context.Context, out io.Writer, f watchClipFlags) error {
	if err := s.clips.Settle(); err != nil {
		return err
	}
	n := s.clips.Snapshot()
	n.View.Partitions = true
	reel := film{f.out, f.fps, f.length, clipPalette(&render.Dark)}
	written, err := s.shootFilm(ctx, reel, func() error {
		return applyAll[clips.Action](s.clips, clips.SetView{View: n.View}, clips.SetSpeed{StepsPerSecond: reel.pace(n.Length)}, clips.Rewind{}, clips.Play{})
	})
	if err != nil {
		return err
	}
	return s.reportClips(out, written)
}

// reportClips says what was written; a result that the oracle has found wrong is an
// error.
func (s *studio) reportClips(out io.Writer, what string) error {
	n := s.clips.Snapshot()
	if n.Verdict.Wrong != nil {
		return fmt.Errorf("%w: %s: %v", fault.Wrong, n.Form.Name(), n.Verdict.Wrong)
	}
	if _, err := fmt.Fprintf(out, "%s, %s at step %d of %d\n", what, n.Form.Name(), n.Position, n.Length); err != nil || s.clips.scene == nil {
		return err
	}
	return listNotes(out, s.clips.scene)
}
