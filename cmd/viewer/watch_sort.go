package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/session/sorts"
	"kernelscope/compute/sorting"
	sortfamily "kernelscope/families/sorts"
	"kernelscope/fault"
	"kernelscope/flags"
	"kernelscope/render"
	"kernelscope/ui"
)

// watchFlags are those of 'sort'.
type watchFlags struct {
	algorithm, race       string
	keyType, n, dist      string
	input                 string
	seed                  uint64
	descending, payload   bool
	params                *flags.Params
	shape, tint           string
	step                  string
	time                  float64
	out, size             string
	panel                 bool
	ratio, speed, seconds float64
	fps                   int
}

func (a *app) sortCommand() *cobra.Command {
	var f watchFlags
	c := &cobra.Command{
		Use: "sort", Short: "Watch a sort, or race two: in a window, as a picture, as a recording", Args: cobra.NoArgs,
		Long: `Shows what a sort does to an array on the GPU, step by step: the keys after each pass or
stage, the digit that a radix sort reads and where it moves the keys, the network of a
merge sort. With --race two sorts run side by side on the same keys, on GPU time.

Without -o it opens a window. The name of -o says what is written: a picture (.png), or a
recording (.gif, .mp4, or numbered pictures such as frames/%04d.png). The times of a race
differ from run to run, and so do its pictures.`,
		Example: `  viewer sort
  viewer sort -a radix -n 2^20 --step 3 -o radix.png --ui
  viewer sort -a batcher -n 32 -o batcher.gif
  viewer sort --race radix,batcher-fused -n 1e6 --dist gaussian -o race.mp4
  viewer sort --input keys.bin --type u64`,
		RunE: func(c *cobra.Command, _ []string) error {
			if given := c.Flags().Changed; given("input") && (given("keys") || given("dist") || given("seed")) {
				return cli.Usage("--input is given, and -n, --dist or --seed too: a file says itself which keys there are")
			}
			return a.watchSorts(c.Context(), c.OutOrStdout(), f)
		},
	}
	all := sorting.Algorithms()
	fs := c.Flags()
	cli.AddAlgorithm(c, &f.algorithm, "way to sort", all[0].Name(), all)
	fs.StringVar(&f.race, "race", "", "two ways to sort, divided by a comma, side by side on GPU time")
	fs.StringVar(&f.keyType, "type", "u32", "type of the keys: u32, i32, f32, u64")
	fs.StringVarP(&f.n, "keys", "n", "65536", fmt.Sprintf("number of keys, such as 1000000, 1e6 or 2^20; %d at most", sorts.MaxKeys))
	sortfamily.AddDistribution(c, &f.dist)
	fs.StringVar(&f.input, "input", "", "sort the keys of this file instead: bytes, the low one of a key first")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the keys")
	fs.BoolVar(&f.descending, "desc", false, "sort in descending order")
	fs.BoolVar(&f.payload, "payload", false, "sort a value of 32 bits with each key")
	f.params = flags.Add(fs, all)
	fs.StringVar(&f.shape, "shape", "", "how keys are drawn: "+strings.Join(sorts.Shapes, ", ")+"; what suits their number if empty")
	fs.StringVar(&f.tint, "tint", "", "what colours show: "+strings.Join(sorts.Tints, ", ")+"; what suits the sort if empty")
	fs.StringVar(&f.step, "step", "end", "the step to show in a picture: its number, or end")
	fs.Float64Var(&f.time, "time", -1, "the GPU time to show in a picture of a race, in ms; the end if negative")
	fs.StringVarP(&f.out, "output", "o", "", "the picture or recording to write; a window if empty")
	fs.StringVar(&f.size, "size", "1280x800", "width and height in pixels")
	fs.BoolVar(&f.panel, "ui", false, "draw the panel too, in what is written")
	fs.Float64Var(&f.ratio, "ratio", 1, "pixels for one of a plain display, in what is written")
	fs.Float64Var(&f.speed, "speed", 2, "steps a second in the window")
	fs.Float64Var(&f.seconds, "seconds", 8, "length of a recording")
	fs.StringVar(&a.trace, "trace", "", "write what happens in the window to this file, as JSON lines")
	fs.Float64Var(&a.uiScale, "ui-scale", 0, "size of the interface in the window; that of the display if zero")
	fs.IntVar(&f.fps, "fps", 25, "frames a second of a recording")
	for flag, values := range map[string][]string{"type": {"u32", "i32", "f32", "u64"}, "shape": sorts.Shapes, "tint": sorts.Tints} {
		_ = c.RegisterFlagCompletionFunc(flag, cli.Fixed(values...))
	}
	return c
}

// actions are those that the flags stand for, as a person would ask for them.
func (f *watchFlags) actions(ctx context.Context) (out []sorts.Action, err error) {
	in := sorts.Input{Distribution: f.dist, Seed: f.seed, Payload: f.payload, Descending: f.descending}
	if in.Type, err = sortfamily.TypeOf("--type", f.keyType); err != nil {
		return nil, err
	}
	if err := sortfamily.CheckDistribution(f.dist); err != nil {
		return nil, err
	}
	if in.N, err = cli.Count("-n", f.n); err != nil {
		return nil, err
	}
	if in.N < 1 {
		return nil, cli.Usage("-n is %s; there must be a key to be watched", f.n)
	}
	if out, err = f.sorts(); err != nil {
		return nil, err
	}
	view := sorts.View{Shape: f.shape, Tint: f.tint, Panels: f.panel || f.out == ""}
	if f.shape != "" && !slices.Contains(sorts.Shapes, f.shape) {
		return nil, cli.Usage("--shape is %q; there are %s", f.shape, strings.Join(sorts.Shapes, ", "))
	}
	if f.tint != "" && !slices.Contains(sorts.Tints, f.tint) {
		return nil, cli.Usage("--tint is %q; there are %s", f.tint, strings.Join(sorts.Tints, ", "))
	}
	out = append(out, sorts.SetView{View: view}, sorts.SetRace{On: f.race != ""}, sorts.SetSpeed{StepsPerSecond: f.speed})
	if f.input == "" {
		return append(out, sorts.SetInput{Input: in}), nil
	}
	words, err := watchedKeys(ctx, f.input, in.Type)
	if err != nil {
		return nil, err
	}
	in.File, in.N = filepath.Base(f.input), len(words)/(sorting.Format{Type: in.Type}).Words()
	// The file goes with the first action; the second one says how to sort it.
	return append(out, sorts.SetKeys{Name: in.File, Type: in.Type, Words: words}, sorts.SetInput{Input: in}), nil
}

// sorts returns the actions that choose one sort or two, and their parameters.
func (f *watchFlags) sorts() (out []sorts.Action, err error) {
	flag, names := "-a", f.algorithm
	if f.race != "" {
		flag, names = "--race", f.race
	}
	chosen, err := cli.AllNamed(flag, names, sorting.Algorithms())
	if err != nil {
		return nil, err
	}
	if f.race == "" && len(chosen) > 1 || f.race != "" && len(chosen) != 2 {
		return nil, cli.Usage("%s is %q; it names one way to sort, and --race two", flag, names)
	}
	values, err := flags.Values(f.params, chosen...)
	if err != nil {
		return nil, err
	}
	for lane, a := range chosen {
		out = append(out, sorts.SetAlgorithm{Lane: lane, Name: a.Name()})
		for _, p := range a.Params() {
			if x := values[p.Name]; x != 0 {
				out = append(out, sorts.SetParam{Lane: lane, Name: p.Name, Value: x})
			}
		}
	}
	return out, nil
}

// watchSorts opens the window, or writes what -o names.
func (a *app) watchSorts(ctx context.Context, out io.Writer, f watchFlags) error {
	actions, err := f.actions(ctx)
	if err != nil {
		return err
	}
	if f.out == "" {
		return a.openViewWindow(ctx, "Sorts", func(s *stage) error { return s.beginSorts(append(actions, sorts.Play{})) })
	}
	s, err := a.openSortStudio(f, actions)
	if err != nil {
		return err
	}
	defer s.close()
	if isStill(f.out) {
		return s.sortPicture(ctx, out, f)
	}
	return s.sortFilm(ctx, out, f)
}

// openSortStudio opens the device and a stage that shows sorts on a canvas.
func (a *app) openSortStudio(f watchFlags, actions []sorts.Action) (*studio, error) {
	if err := checkFilm(f.fps, f.seconds); err != nil {
		return nil, err
	}
	s, err := a.openCanvas(f.size, f.ratio)
	if err != nil {
		return nil, err
	}
	if err := s.beginSorts(actions); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// beginSorts shows sorts after some actions.
func (s *stage) beginSorts(actions []sorts.Action) error {
	v, err := newSortView(s, sorts.Options{Wait: s.steady})
	if err != nil {
		return err
	}
	s.sorts, s.shown = v, v
	for _, a := range actions {
		if err := v.Apply(a); err != nil {
			return err
		}
	}
	return nil
}

// sortPicture writes the state after a step, or at a time of a race.
func (s *studio) sortPicture(ctx context.Context, out io.Writer, f watchFlags) error {
	if err := s.sorts.Settle(); err != nil {
		return err
	}
	n := s.sorts.Snapshot()
	var to sorts.Action = sorts.Seek{Step: len(n.Lanes[0].Steps)}
	if f.step != "end" {
		step, err := strconv.Atoi(f.step)
		if err != nil || step < 0 || step > len(n.Lanes[0].Steps) {
			return cli.Usage("--step is %q, not end or a step of %s, 0 to %d", f.step, n.Lanes[0].Algorithm.Name(), len(n.Lanes[0].Steps))
		}
		to = sorts.Seek{Step: step}
	} else if n.Race {
		to = sorts.SeekTime{MS: n.Length}
		if f.time >= 0 {
			to = sorts.SeekTime{MS: f.time}
		}
	}
	if err := s.sorts.Apply(to); err != nil {
		return err
	}
	if err := s.sorts.Settle(); err != nil {
		return err
	}
	if err := s.picture(ctx, f.out); err != nil {
		return err
	}
	return s.reportSorts(out, fmt.Sprintf("%s: %d × %d", f.out, s.canvas.Width, s.canvas.Height))
}

// sortFilm records a sort or a race from the input to its end, with the last part for
// the result.
func (s *studio) sortFilm(ctx context.Context, out io.Writer, f watchFlags) error {
	if err := s.sorts.Settle(); err != nil {
		return err
	}
	steps := len(s.sorts.Snapshot().Lanes[0].Steps)
	reel := film{f.out, f.fps, f.seconds, sortPalette(&render.Dark, ui.PanelColours())}
	written, err := s.shootFilm(ctx, reel, func() error {
		return applyAll[sorts.Action](s.sorts, sorts.SetSpeed{StepsPerSecond: reel.pace(steps)}, sorts.SetRaceLength{Seconds: reel.playing()}, sorts.Rewind{}, sorts.Play{})
	})
	if err != nil {
		return err
	}
	return s.reportSorts(out, written)
}

// reportSorts says what was written; a sort that the oracle has found wrong is an
// error.
func (s *studio) reportSorts(out io.Writer, what string) error {
	n := s.sorts.Snapshot()
	for _, l := range n.Lanes {
		if l.Verdict.Wrong != nil {
			return fmt.Errorf("%w: %s: %v", fault.Wrong, l.Algorithm.Name(), l.Verdict.Wrong)
		}
		what += fmt.Sprintf(", %s at step %d of %d", l.Algorithm.Name(), l.Position, len(l.Steps))
	}
	_, err := fmt.Fprintln(out, what)
	return err
}
