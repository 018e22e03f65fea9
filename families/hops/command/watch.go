package command

import (
	"context"
	"fmt"
	"io"
	"kernelscope/families/hops/view"
	"kernelscope/families/maps"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairfile"
	"kernelscope/families/hops/session"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/open"
	"kernelscope/scene"
	"kernelscope/scene/place"
	"kernelscope/studio"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// watchFlags are the flags of 'bfs'.
type watchFlags struct {
	scheme         string
	compare        cli.Comparison
	params         *flags.Params
	n, pairs       string
	seed           uint64
	source, target string
	shown          int
	step           cli.Step
	view           view.Flags
	speed          float64
	camera         maps.Flags
	studio.PictureFlags
}

// watchCommand is 'bfs'.
func watchCommand(a *cli.App) *cobra.Command {
	f := watchFlags{PictureFlags: studio.PictureFlags{Size: "1280x800"}}
	c := &cobra.Command{
		Use: "bfs [FILE]", Short: "Watch searches between pairs of nodes, or compare two schemes", Args: cobra.MaximumNArgs(1),
		Long: `Shows searches for the fewest edges between many pairs of nodes on the GPU, step by step, on
a map or a graph; without FILE, on the embedded map. It shows the two balls around the ends of
a pair until they meet, or the levels of a sweep of many searches, with the frontier that
they share, the direction of each level and the rows of bits. --compare shows two schemes
that search the same pairs, side by side on one clock.

Without -o it opens a window. The name of -o selects the output: a picture (.png), or a
recording (.gif, .apng, .mp4, .webm, .y4m, or pictures such as frames/%04d.png).`,
		Example: `  viewer bfs
  viewer bfs -n 256 --scheme coalesced --step 60 --colour searches -o sweep.png --ui
  viewer bfs gen:kronecker,scale=12 -n 512 --scheme bottom-up --compare rows -o two.png --ui
  viewer bfs gen:example --scheme coalesced --pairs pairs.csv
  viewer bfs -s random -t random -n 1 -o balls.gif`,
		ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			if f.pairs != "" && (c.Flags().Changed("number") || c.Flags().Changed("seed") || f.source != "" || f.target != "") {
				return cli.Usage("--pairs cannot be combined with -n, --seed, -s or -t, which generate pairs")
			}
			return f.watch(c.Context(), c.OutOrStdout(), a, cli.Optional(args))
		},
	}
	fs := c.Flags()
	fs.StringVar(&f.scheme, "scheme", bfs.Paired.Name(), "how to search: "+strings.Join(cli.Names(bfs.Stepped()), ", "))
	f.compare.Add(c, timeline.Steps, timeline.Progress)
	f.params = flags.Add(fs, bfs.Stepped())
	fs.StringVarP(&f.n, "number", "n", "64", fmt.Sprintf("number of random pairs, such as 64 or 2^10; at most %d", session.MaxPairs))
	fs.Uint64Var(&f.seed, "seed", 1, "seed of random pairs")
	fs.StringVar(&f.pairs, "pairs", "", "file of pairs, as 'viewer run bfs' reads it")
	fs.StringVarP(&f.source, "source", "s", "", "source of the first pair: "+place.Help)
	fs.StringVarP(&f.target, "target", "t", "", "target of the first pair, a place like the source")
	fs.IntVar(&f.shown, "shown", -1, "show the search of this pair, numbered from 0; the first pair of each sweep if negative")
	f.view.Add(fs)
	f.camera.Add(fs)
	f.step.Add(fs)
	f.Add(fs, studio.OutHelp)
	f.AddFilm(fs)
	a.AddWindowFlags(fs)
	fs.Float64Var(&f.speed, "speed", view.UsualSpeed, "steps per second in the window")
	cli.Reads(c, "pairs")
	cli.Writes(c, "output", "trace")
	_ = c.RegisterFlagCompletionFunc("scheme", cli.Fixed(cli.Names(bfs.Stepped())...))
	_ = c.RegisterFlagCompletionFunc("colour", cli.Fixed(cli.Names(session.Colours)...))
	return c
}

// actions returns the actions of the flags that apply before a map is open.
func (f *watchFlags) actions() (out []watch.Action, err error) {
	if _, err := cli.Named("--scheme", f.scheme, bfs.Stepped()); err != nil {
		return nil, err
	}
	if out, err = cli.Chosen(&f.compare, f.scheme, f.params, bfs.Stepped()); err != nil {
		return nil, err
	}
	n, err := cli.Count("-n", f.n)
	if err != nil {
		return nil, err
	}
	if n < 1 || n > session.MaxPairs {
		return nil, fmt.Errorf("%w: -n is %s; between 1 and %d pairs can be watched", fault.Limit, f.n, session.MaxPairs)
	}
	shown, err := f.view.View()
	if err != nil {
		return nil, err
	}
	if err := f.camera.Check(); err != nil {
		return nil, err
	}
	if _, _, err := f.step.Number(); err != nil {
		return nil, err
	}
	return append([]watch.Action{timeline.SetSpeed{PerSecond: f.speed}, session.SetView{View: shown}, session.SetInput{Input: session.Input{N: n, Seed: f.seed}}}, out...), nil
}

// onMap returns the actions that depend on the map.
func (f *watchFlags) onMap(ctx context.Context, m *scene.Map) (out []watch.Action, err error) {
	if f.pairs != "" {
		pairs, err := pairfile.Read(ctx, f.pairs, m.Graph.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, session.SetPairs{Name: filepath.Base(f.pairs), Pairs: pairs})
	}
	ends, err := maps.Places(m, f.seed, f.source, f.target)
	if err != nil {
		return nil, err
	}
	if ends[0] != nil || ends[1] != nil {
		out = append(out, session.SetEnds{Source: ends[0], Target: ends[1]})
	}
	if f.shown >= 0 {
		out = append(out, session.Follow{Pair: f.shown})
	}
	return out, nil
}

// watch opens the window or writes the output of -o.
func (f *watchFlags) watch(ctx context.Context, out io.Writer, app *cli.App, file string) error {
	actions, err := f.actions()
	if err != nil {
		return err
	}
	before := func(v studio.View) error { return cli.ApplyAll(v.(*view.View).Session, actions...) }
	var onMap []watch.Action
	r := studio.Reading{Path: file, Families: []string{view.Name}, More: func(ctx context.Context, in any) (err error) {
		onMap, err = f.onMap(ctx, in.(open.Input).Map)
		return err
	}}
	return app.WatchFile(ctx, f.PictureFlags, r, before, func(shown studio.View) (studio.Shot, error) {
		v := shown.(*view.View)
		return studio.Shot{
			Paused: f.step != "",
			Still:  func() error { return f.still(v.Session) },
			Play:   func(film studio.Film) error { return play(v.Session, film) },
			Report: func(written string) error { return reportShot(out, v.Session.Snapshot(), written) },
		}, f.begin(v, onMap)
	})
}

// begin applies the actions of flags to the open map.
func (f *watchFlags) begin(v *view.View, actions []watch.Action) error {
	v.Pairs = f.pairs
	if err := cli.ApplyAll(v.Session, actions...); err != nil {
		return err
	}
	if err := v.Arrange(); err != nil {
		return err
	}
	return v.LookAt(&f.camera)
}

// still goes to the step that a picture shows.
func (f *watchFlags) still(s *session.Session) error {
	step, ok, err := f.step.Number()
	switch {
	case err != nil:
		return err
	case !ok:
		return end(s)
	}
	if err := s.Apply(timeline.Seek{Step: step}); err != nil {
		return err
	}
	if err := s.Settle(); err != nil {
		return err
	}
	most := 0
	for _, l := range s.Snapshot().Lanes {
		most = max(most, len(l.Levels)-1)
	}
	if step > most {
		return f.step.Beyond(most)
	}
	return nil
}

// end goes to the last step. A wrong result is an error.
func end(s *session.Session) error {
	if err := s.Apply(timeline.End{}); err != nil {
		return err
	}
	if err := s.Settle(); err != nil {
		return err
	}
	for _, l := range s.Snapshot().Lanes {
		if l.Verdict.Wrong != nil {
			return fmt.Errorf("%w: %s: %v", fault.Wrong, l.Plan.Scheme, l.Verdict.Wrong)
		}
	}
	return nil
}

// play plays all steps; the end is shown for the last part of the film. It runs all steps once
// beforehand to count them.
func play(s *session.Session, film studio.Film) error {
	if err := end(s); err != nil {
		return err
	}
	steps, n := 0, s.Snapshot()
	for _, l := range n.Lanes {
		steps = max(steps, len(l.Levels)-1)
	}
	return cli.PlayFilm(s, film, steps, n.Compare)
}

// reportShot describes the output.
func reportShot(out io.Writer, n *session.Snapshot, what string) error {
	for _, l := range n.Lanes {
		what += fmt.Sprintf(", %s at step %d of %d, %d of %s answered", l.Plan.Scheme, l.At, len(l.Levels)-1, l.Now().Answered, format.Count(l.Plan.Pairs, "pair"))
	}
	if _, err := fmt.Fprintln(out, what); err != nil {
		return err
	}
	return cli.WriteRatios(out, n.Measures())
}
