package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"kernelscope/families/sorts/view"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sorting"
	"kernelscope/families/sorts/session"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/studio"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// watchFlags are the flags of 'sort'.
type watchFlags struct {
	algorithm           string
	compare             cli.Comparison
	keyType, n, dist    string
	input, list         string
	seed                uint64
	bits                int
	descending, payload bool
	params              *flags.Params
	shape, tint         string
	follow              int
	step                cli.Step
	time                float64
	speed               float64
	studio.PictureFlags
}

// watchCommand is 'sort'.
func watchCommand(a *cli.App) *cobra.Command {
	f := watchFlags{PictureFlags: studio.PictureFlags{Size: "1280x800"}}
	c := &cobra.Command{
		Use: "sort", Short: "Watch a sort, or compare two, in a window, a picture or a recording", Args: cobra.NoArgs,
		Long: `Shows a sort of an array on the GPU, step by step: the keys after each pass or stage, the
digit that a radix sort reads, the positions to which it moves the keys, and the network of
a merge sort. --compare shows two sorts of the same keys side by side, on one clock.

Without -o it opens a window. The name of -o selects the output: a picture (.png), or a
recording (.gif, .apng, .mp4, .webm, .y4m, or pictures such as frames/%04d.png). The GPU times
of a comparison differ from run to run, and so do its pictures.`,
		Example: `  viewer sort
  viewer sort -a radix -n 2^20 --step 3 -o radix.png --ui
  viewer sort -a batcher -n 32 -o batcher.gif
  viewer sort -a radix --compare batcher-fused -n 1e6 --dist gaussian -o two.mp4
  viewer sort -a radix4 --workgroup 64 --compare workgroup=256 --clock steps -o two.png
  viewer sort --input keys.bin --type u64
  viewer sort -a radix4 --radix 10 --list 10,25,39,92,1,5,68,23,21,10 --follow 1 --step 3 --ui -o ten.png`,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := checkSource(c); err != nil {
				return err
			}
			return f.watch(c.Context(), c.OutOrStdout(), a)
		},
	}
	all := sorting.Algorithms()
	fs := c.Flags()
	cli.AddAlgorithm(c, &f.algorithm, "way to sort", all[0].Name(), all)
	f.compare.Add(c, timeline.DeviceTime, timeline.DeviceTime)
	fs.StringVar(&f.keyType, "type", "u32", "type of the keys: u32, i32, f32, u64")
	fs.StringVarP(&f.n, "keys", "n", "65536", fmt.Sprintf("number of keys, such as 1000000, 1e6 or 2^20; at most %d", session.MaxKeys))
	AddDistribution(c, &f.dist, "random")
	fs.StringVar(&f.input, "input", "", "sort the keys of this file instead, little-endian")
	addList(c, &f.list)
	fs.IntVar(&f.bits, "bits", 0, "number of lowest bits in which the keys of --input or --list differ; all if zero")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the keys")
	fs.BoolVar(&f.descending, "desc", false, "sort in descending order")
	fs.BoolVar(&f.payload, "payload", false, "sort a 32-bit value with each key")
	f.params = flags.Add(fs, all)
	fs.StringVar(&f.shape, "shape", "", "how keys are drawn: "+strings.Join(session.Shapes, ", ")+"; chosen by the number of keys if empty")
	fs.StringVar(&f.tint, "tint", "", "what colours show: "+strings.Join(session.Tints, ", ")+"; chosen by the sort if empty")
	fs.IntVar(&f.follow, "follow", -1, "place in the input, from 0, of a key to follow through count, offset and place; of at most 64 keys")
	f.step.Add(fs)
	fs.Float64Var(&f.time, "time", -1, "in a comparison, the time on the clock to show, in ms or steps; in a picture the end if negative")
	f.Add(fs, studio.OutHelp)
	f.AddFilm(fs)
	a.AddWindowFlags(fs)
	cli.Writes(c, "output", "trace")
	cli.Reads(c, "input")
	fs.Float64Var(&f.speed, "speed", view.UsualSpeed, "steps per second in the window")
	for flag, values := range map[string][]string{"type": {"u32", "i32", "f32", "u64"}, "shape": session.Shapes, "tint": session.Tints} {
		_ = c.RegisterFlagCompletionFunc(flag, cli.Fixed(values...))
	}
	return c
}

// actions returns the actions of the flags.
func (f *watchFlags) actions(ctx context.Context) (out []watch.Action, err error) {
	in := session.Input{Distribution: f.dist, Seed: f.seed, Payload: f.payload, Descending: f.descending}
	if in.Type, err = TypeOf("--type", f.keyType); err != nil {
		return nil, err
	}
	if err := CheckDistribution(f.dist); err != nil {
		return nil, err
	}
	if in.N, err = cli.Count("-n", f.n); err != nil {
		return nil, err
	}
	if err := checkBits(f.bits, in.Type); err != nil {
		return nil, err
	}
	if f.bits > 0 && f.input == "" && f.list == "" {
		return nil, cli.Usage("--bits needs --input or --list: generated keys differ in all bits")
	}
	if in.N < 1 {
		return nil, cli.Usage("-n is %s; at least one key is needed", f.n)
	}
	if out, err = cli.Chosen(&f.compare, f.algorithm, f.params, sorting.Algorithms()); err != nil {
		return nil, err
	}
	view := session.View{Shape: f.shape, Tint: f.tint, Follow: max(0, f.follow+1)}
	if f.shape != "" && !slices.Contains(session.Shapes, f.shape) {
		return nil, cli.Usage("--shape is %q; choose from %s", f.shape, strings.Join(session.Shapes, ", "))
	}
	if f.tint != "" && !slices.Contains(session.Tints, f.tint) {
		return nil, cli.Usage("--tint is %q; choose from %s", f.tint, strings.Join(session.Tints, ", "))
	}
	out = append([]watch.Action{timeline.SetSpeed{PerSecond: f.speed}, session.SetView{View: view}}, out...) // first, because a comparison sets a speed of its own
	if f.input == "" && f.list == "" {
		return append(out, session.SetInput{Input: in}), f.checkFollow(in.N)
	}
	words, err := f.given(ctx, sorting.Format{Type: in.Type, Bits: f.bits})
	if err != nil {
		return nil, err
	}
	in.File, in.Bits, in.N = filepath.Base(f.input), f.bits, len(words)/(sorting.Format{Type: in.Type}).Words()
	if err := f.checkFollow(in.N); err != nil {
		return nil, err
	}
	if f.list != "" {
		in.File = "a list"
	}
	// The first action passes the keys; the second one sets how to sort them.
	return append(out, session.SetKeys{Name: in.File, Type: in.Type, Bits: f.bits, Words: words}, session.SetInput{Input: in}), nil
}

// checkFollow refuses a key to follow that is not one of n, or one of too many.
func (f *watchFlags) checkFollow(n int) error {
	switch {
	case f.follow < 0:
		return nil
	case n > session.Few:
		return cli.Usage("--follow needs at most %d keys; there are %d", session.Few, n)
	case f.follow >= n:
		return cli.Usage("--follow is %d; there are %s, from 0", f.follow, format.Count(n, "key"))
	}
	return nil
}

// given reads the keys of a file or a list.
func (f *watchFlags) given(ctx context.Context, as sorting.Format) (words []uint32, err error) {
	if f.list != "" {
		words, err = readList(f.list, as.Type)
	} else {
		words, err = view.ReadKeys(ctx, f.input, as.Type)
	}
	if err == nil {
		err = onlyLowBits(cmp.Or(f.input, "--list"), oracle.Array{Keys: words, Words: as.Words()}, as)
	}
	return words, err
}

// watch opens the window or writes the output of -o.
func (f *watchFlags) watch(ctx context.Context, out io.Writer, app *cli.App) error {
	actions, err := f.actions(ctx)
	if err != nil {
		return err
	}
	if f.Out == "" {
		actions = append(actions, timeline.Play{})
	}
	return app.Watch(ctx, f.PictureFlags, func(s *studio.Stage) (studio.Shot, error) {
		v, err := begin(s, actions)
		if err != nil {
			return studio.Shot{}, err
		}
		v.Source = f.source()
		return studio.Shot{
			Paused: f.step != "" || f.time >= 0,
			Still:  func() error { return f.still(v.Session) },
			Play:   func(film studio.Film) error { return play(v.Session, film) },
			Report: func(written string) error { return reportShot(out, v.Session.Snapshot(), written) },
		}, nil
	})
}

// begin shows the view of sorts after some actions.
func begin(s *studio.Stage, actions []watch.Action) (*view.View, error) {
	shown, err := s.Show(view.Name)
	if err != nil {
		return nil, err
	}
	v := shown.(*view.View)
	return v, cli.ApplyAll(v.Session, actions...)
}

// source returns the flags that name the source of keys, if given.
func (f *watchFlags) source() (w cli.Words) {
	switch {
	case f.list != "":
		w.Flag("list", f.list)
	case f.input != "":
		w.Flag("input", f.input)
	}
	return w
}

// still shows the state after a step, or at a time of a comparison's clock.
func (f *watchFlags) still(s *session.Session) error {
	if err := s.Settle(); err != nil {
		return err
	}
	n := s.Snapshot()
	to, err := f.step.Action(len(n.Lanes[0].Steps))
	if err != nil {
		return err
	}
	if _, given, _ := f.step.Number(); n.Compare && f.time >= 0 && !given {
		to = timeline.SeekClock{At: f.time}
	}
	if err := s.Apply(to); err != nil {
		return err
	}
	return s.Settle()
}

// play plays a sort or a comparison; the result is shown for the last part of the film.
func play(s *session.Session, film studio.Film) error {
	if err := s.Settle(); err != nil {
		return err
	}
	n := s.Snapshot()
	return cli.PlayFilm(s, film, len(n.Lanes[0].Steps), n.Compare)
}

// reportShot describes the output; a sort that the oracle refutes is an error.
func reportShot(out io.Writer, n *session.Snapshot, what string) error {
	for _, l := range n.Lanes {
		if l.Verdict.Wrong != nil {
			return fmt.Errorf("%w: %s: %v", fault.Wrong, l.Algorithm.Name(), l.Verdict.Wrong)
		}
		what += fmt.Sprintf(", %s at step %d of %d", l.Algorithm.Name(), l.Position, len(l.Steps))
		if l.Followed != nil {
			what += ": " + l.Followed.Story
		}
	}
	fmt.Fprintln(out, what)
	return cli.WriteRatios(out, n.Measures())
}
