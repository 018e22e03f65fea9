package sums

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/compute/scan"
	"kernelscope/families/sums/session"
	"kernelscope/internal/format"
	"kernelscope/report"
	"kernelscope/studio"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// inputFlags select the values and the parameters of the scan.
type inputFlags struct {
	n      string
	seed   uint64
	params *flags.Params
}

func (f *inputFlags) add(c *cobra.Command) {
	c.Flags().StringVarP(&f.n, "values", "n", "65536", fmt.Sprintf("number of values, such as 1000000, 1e6 or 2^20; at most %d", session.MaxValues))
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of the values")
	f.params = flags.Add(c.Flags(), []scan.Algorithm{{}})
}

// actions returns the actions of the flags, and of the second scan of a comparison.
func (f *inputFlags) actions(c *cli.Comparison) (out []watch.Action, err error) {
	n, err := cli.Count("-n", f.n)
	if err != nil {
		return nil, err
	}
	scans := []scan.Algorithm{{}}
	if out, err = cli.Chosen(c, scans[0].Name(), f.params, scans); err != nil {
		return nil, err
	}
	return append([]watch.Action{session.SetInput{Input: session.Input{N: n, Seed: f.seed}}}, out...), nil
}

// runCommand is 'run sums'.
func runCommand(a *cli.App) *cobra.Command {
	var f inputFlags
	var asJSON bool
	c := &cobra.Command{Use: "sums", Short: "Compute and verify the prefix sums of an array", Args: cobra.NoArgs}
	c.RunE = func(c *cobra.Command, _ []string) error {
		actions, err := f.actions(&cli.Comparison{})
		if err != nil {
			return err
		}
		d, err := a.OpenComputer(c.Context())
		if err != nil {
			return err
		}
		defer d.Release()
		s := session.NewSession(d, true)
		defer s.Release()
		if err := cli.ApplyAll(s, actions...); err != nil {
			return err
		}
		return run(c.OutOrStdout(), s, asJSON, report.NewMeta(a.Version, d.Info.Name, d.Info.Driver))
	}
	f.add(c)
	a.AddBackend(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON lines: meta, step, summary")
	return c
}

// run performs all steps and prints their events.
func run(out io.Writer, s *session.Session, asJSON bool, meta report.Meta) (err error) {
	tell := func(e compute.Event) { _, err = fmt.Fprintf(out, "%8.3f ms  %s\n", e.GPU, e.Title) }
	lines := format.JSON(out)
	if asJSON {
		n := s.Snapshot()
		params := compute.Values{}
		for _, p := range n.Lanes[0].Params {
			params[p.Name] = p.Value
		}
		if err := lines.Encode(metaLine{meta, n.Input.N, n.Input.Seed, params}); err != nil {
			return err
		}
		tell = func(e compute.Event) { err = lines.Encode(stepLine{"step", e}) }
	}
	for n := s.Snapshot().Lanes[0]; n.Event.Step < n.Steps; n = s.Snapshot().Lanes[0] {
		if err := s.Apply(timeline.Step{Steps: 1}); err != nil {
			return err
		}
		if err := s.Settle(); err != nil {
			return err
		}
		if tell(s.Snapshot().Lanes[0].Event); err != nil {
			return err
		}
	}
	if err := wrong(s); err != nil || !asJSON {
		return err
	}
	n := s.Snapshot()
	l := n.Lanes[0]
	return lines.Encode(summaryLine{"summary", n.Input.N, n.Total, l.Event.GPU, l.Event.Wall, l.Verdict.Heard})
}

// The JSON lines are described in docs/json.md.
type (
	metaLine struct {
		report.Meta
		N      int            `json:"n"`
		Seed   uint64         `json:"seed"`
		Params compute.Values `json:"params"`
	}
	stepLine struct {
		Type string `json:"type"`
		compute.Event
	}
	summaryLine struct {
		Type     string  `json:"type"`
		N        int     `json:"n"`
		Sum      uint64  `json:"sum"`
		GPU      float64 `json:"gpu_ms"`
		Wall     float64 `json:"wall_ms"`
		Verified bool    `json:"verified"`
	}
)

// wrong returns the judge's verdict on the sums.
func wrong(s *session.Session) error {
	for _, l := range s.Snapshot().Lanes {
		if err := l.Verdict.Err(); err != nil {
			return err
		}
	}
	return nil
}

// usualSpeed is the default speed in steps per second.
const usualSpeed = 1

// watchFlags are the flags of 'sums'.
type watchFlags struct {
	inputFlags
	studio.PictureFlags
	compare cli.Comparison
	step    cli.Step
	speed   float64
}

// watchCommand is 'sums'.
func watchCommand(a *cli.App) *cobra.Command {
	f := watchFlags{PictureFlags: studio.PictureFlags{Size: "1280x800"}}
	c := &cobra.Command{
		Use: "sums", Short: "Watch prefix sums, or compare two settings", Args: cobra.NoArgs,
		Long: `Shows the prefix sums of an array on the GPU, step by step: the values, the sum before each
partition and the sum before each value. --compare shows two scans of the same values, such as
with other workgroups, side by side on one clock.

Without -o it opens a window. The name of -o selects the output: a picture (.png), or a
recording (.gif, .apng, .mp4, .webm, .y4m, or pictures such as frames/%04d.png).`,
		Example: `  viewer sums
  viewer sums -n 8192 --workgroup 32 --step 1 --ui -o sums.png
  viewer sums --workgroup 256 --compare workgroup=32 -o two.png`,
		RunE: func(c *cobra.Command, _ []string) error { return f.watch(c, a) },
	}
	f.inputFlags.add(c)
	f.compare.Add(c, timeline.Steps, timeline.DeviceTime)
	f.step.Add(c.Flags())
	c.Flags().Float64Var(&f.speed, "speed", usualSpeed, "steps per second in the window")
	f.PictureFlags.Add(c.Flags(), studio.OutHelp)
	f.AddFilm(c.Flags())
	a.AddWindowFlags(c.Flags())
	cli.Writes(c, "output", "trace")
	return c
}

// watch opens the window, or writes what -o names.
func (f *watchFlags) watch(c *cobra.Command, a *cli.App) error {
	actions, err := f.actions(&f.compare)
	if err != nil {
		return err
	}
	return a.Watch(c.Context(), f.PictureFlags, func(stage *studio.Stage) (studio.Shot, error) {
		shown, err := stage.Show(name)
		if err != nil {
			return studio.Shot{}, err
		}
		v := shown.(*View)
		s := v.Session
		return studio.Shot{
			Paused: f.step != "",
			Still:  func() error { return f.still(s) },
			Play: func(film studio.Film) error {
				n := s.Snapshot()
				return cli.PlayFilm(s, film, n.Lanes[0].Steps, n.Compare)
			},
			Report: func(written string) error {
				n := s.Snapshot()
				for _, l := range n.Lanes {
					written += fmt.Sprintf(", step %d of %d", l.Event.Step, l.Steps)
				}
				fmt.Fprintln(c.OutOrStdout(), written)
				return cli.WriteRatios(c.OutOrStdout(), n.Measures())
			},
		}, cli.ApplyAll(s, append([]watch.Action{timeline.SetSpeed{PerSecond: f.speed}}, append(actions, timeline.Play{})...)...)
	})
}

// still goes to the step that a picture shows.
func (f *watchFlags) still(s *session.Session) error {
	to, err := f.step.Action(s.Snapshot().Lanes[0].Steps)
	if err != nil {
		return err
	}
	if err := s.Apply(to); err != nil {
		return err
	}
	if err := s.Settle(); err != nil {
		return err
	}
	return wrong(s)
}
