package labs

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/lab"
	"kernelscope/families/labs/session"
	"kernelscope/internal/format"
	"kernelscope/open/labload"
	"kernelscope/report"
	"kernelscope/studio"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// labFlags select values of the parameters and a second lab.
type labFlags struct {
	set     []string
	compare cli.Comparison
	allow   bool
}

// add adds the flags that all commands on labs have.
func (f *labFlags) add(fs *pflag.FlagSet) {
	fs.StringSliceVar(&f.set, "set", nil, "values of parameters of the lab, such as n=1000,a=2")
	fs.BoolVar(&f.allow, "allow-commands", false, "run the programs that checks of the lab name")
}

// read reads the labs of a command line. Of --compare, an item that is neither a parameter nor the lab's name is a file.
func (f *labFlags) read(ctx context.Context, path string) (labs [2]*labload.Lab, err error) {
	second, items := "", strings.Split(f.compare.With, ",")
	at := slices.IndexFunc(items, func(item string) bool { return item != "" && !strings.Contains(item, "=") })
	if at >= 0 {
		second = items[at]
	}
	if labs, err = labload.ReadTwo(ctx, path, second); err != nil {
		return labs, err
	}
	if at >= 0 {
		items[at] = labs[1].Name()
		f.compare.With = strings.Join(items, ",")
	}
	for _, l := range labs {
		if f.allow {
			l.Allow()
		}
	}
	return labs, nil
}

// mayRun refuses a lab whose checks run programs without permission.
func mayRun(l *labload.Lab) error {
	if len(l.Commands) == 0 || l.Allowed() {
		return nil
	}
	return cli.Usage("%s: a check runs %q; read it, and permit it with --allow-commands", l.Path, l.Commands[0])
}

// actions returns the actions that give the runs their values.
func (f *labFlags) actions(labs [2]*labload.Lab) ([]watch.Action, error) {
	values, err := cli.SetValues(labs[0].Params(), f.set)
	if err != nil {
		return nil, err
	}
	out := []watch.Action{cli.Set(0, labs[0].Lab, values)}
	if !f.compare.On() {
		return out, nil
	}
	of := []*lab.Lab{labs[0].Lab}
	if labs[1] != labs[0] {
		of = append(of, labs[1].Lab)
	}
	more, err := cli.Second(&f.compare, labs[0].Lab, values, of)
	return append(out, more...), err
}

func commands(a *cli.App) []*cobra.Command {
	setProbe.Do(func() { labload.Probe = probe(a.Executable) })
	return []*cobra.Command{watchCommand(a), questCommand(a)}
}

// runCommand is 'run lab'.
func runCommand(a *cli.App) *cobra.Command {
	var f labFlags
	var asJSON, strict bool
	var widths []int
	c := &cobra.Command{
		Use: "lab FILE", Short: "Run a compute shader or a lab, and check its results", Args: cobra.ExactArgs(1),
		Long: `Runs all dispatches of a lab file (.toml), or of a compute shader alone, and evaluates the checks of the
lab. The exit code is 5 if one fails.

With --widths it runs on the interpreter, once for each width of subgroups, prints races and undefined
behaviour, and compares the results. With --strict the exit code is 5 for any of these, too.`,
		Example: `  viewer run lab lab:saxpy
  viewer run lab lab:reduction --widths 4,32,64 --strict
  viewer run lab lab:saxpy --set n=1000,size=128 --backend lockstep --against simt`,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		labs, err := f.read(c.Context(), args[0])
		if err == nil {
			err = mayRun(labs[0])
		}
		if err != nil {
			return err
		}
		if strict || widths != nil {
			return f.onWidths(c, a, labs[0].Lab, widths, strict, asJSON)
		}
		actions, err := f.actions(labs)
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
		first := session.SetLabs{Labs: [2]*lab.Lab{labs[0].Lab, labs[1].Lab}}
		if err := cli.ApplyAll(s, append([]watch.Action{first}, actions...)...); err != nil {
			return err
		}
		return run(c.OutOrStdout(), s, asJSON, report.NewMeta(a.Version, d.Info.Name, d.Info.Driver))
	}
	f.add(c.Flags())
	a.AddBackend(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON lines: meta, step, summary; or meta, width")
	c.Flags().IntSliceVar(&widths, "widths", nil, "lanes of subgroups, such as 4,8,16,32,64, the default of --strict")
	c.Flags().BoolVar(&strict, "strict", false, "end with exit code 5 if the interpreter reports a race or undefined behaviour, or results depend on the width")
	return c
}

// onWidths runs a lab on the interpreter with subgroups of each width.
func (f *labFlags) onWidths(c *cobra.Command, a *cli.App, l *lab.Lab, widths []int, strict, asJSON bool) error {
	if widths == nil {
		widths = usualWidths
	}
	if err := checkWidths(widths); err != nil {
		return err
	}
	values, err := cli.SetValues(l.Params(), f.set)
	if err != nil {
		return err
	}
	lines, err := widthsOf(c.Context(), l, values, widths)
	if err != nil {
		return err
	}
	if asJSON {
		err = writeWidths(c.OutOrStdout(), report.NewMeta(a.Version, "interpreter", ""), l, values, lines)
	} else {
		err = printWidths(c.OutOrStdout(), l, lines)
	}
	if err != nil {
		return err
	}
	return failedWidths(lines, strict)
}

// genCommand is 'gen lab'.
func genCommand(*cli.App) *cobra.Command {
	return &cobra.Command{
		Use: "lab FILE", Short: "Print a lab file for a compute shader, to edit", Args: cobra.ExactArgs(1),
		Long:    "Prints a lab file (docs/lab.md) that does what 'viewer lab FILE' assumes of a compute shader alone.",
		Example: "  viewer gen lab blur.comp > blur.toml",
		RunE: func(c *cobra.Command, args []string) error {
			l, err := labload.Read(c.Context(), args[0])
			if err != nil {
				return err
			}
			text, err := labload.Sketch(l)
			if err == nil {
				_, err = fmt.Fprint(c.OutOrStdout(), text)
			}
			return err
		},
	}
}

// chosen are the values of parameters in an environment, by name.
func chosen(params []lab.Param, env lab.Env) map[string]any {
	out := map[string]any{}
	for _, p := range params {
		out[p.Name] = env[p.Name]
	}
	return out
}

// maxPrinted is the number of steps that 'run lab' prints without --json.
const maxPrinted = 40

// run performs all steps, prints their events, and returns a failed check as an error.
func run(out io.Writer, s *session.Session, asJSON bool, meta report.Meta) (err error) {
	lines := format.JSON(out)
	n := s.Snapshot().Lanes[0]
	if asJSON {
		if err := lines.Encode(metaLine{meta, n.Title, chosen(n.Parameters, n.Env), n.Notes}); err != nil {
			return err
		}
	} else {
		for _, note := range n.Notes {
			fmt.Fprintln(out, note)
		}
	}
	for {
		before := n.Event.Step
		if err := cli.ApplyAll(s, timeline.Step{Steps: 1}); err != nil {
			return err
		}
		if err := s.Settle(); err != nil {
			return err
		}
		if n = s.Snapshot().Lanes[0]; n.Event.Step == before {
			break
		}
		switch {
		case asJSON:
			err = lines.Encode(stepLine{"step", n.Event})
		case n.Event.Step <= maxPrinted:
			_, err = fmt.Fprintf(out, "%8.3f ms  %s\n", n.Event.GPU, n.Event.Title)
		}
		if err != nil || n.Event.Done {
			break
		}
	}
	if err != nil {
		return err
	}
	if err := wrong(s); err != nil {
		return err
	}
	if asJSON {
		return lines.Encode(summaryLine{"summary", n.Event.Step, len(n.Checks), n.Event.GPU, n.Event.Wall, n.Verdict.Heard})
	}
	_, err = fmt.Fprintf(out, "%s, %.3f ms on the device; %s\n", format.Plural(n.Event.Step, "dispatch", "dispatches"), n.Event.GPU, checked(n))
	return err
}

// checked says what was checked.
func checked(n session.Lane) string {
	if len(n.Checks) == 0 {
		return "no check"
	}
	return format.Count(len(n.Checks), "check") + " passed"
}

// The JSON lines are described in docs/json.md.
type (
	metaLine struct {
		report.Meta
		Title  string         `json:"title"`
		Params map[string]any `json:"params"`
		Notes  []string       `json:"notes,omitempty"`
	}
	stepLine struct {
		Type string `json:"type"`
		compute.Event
	}
	summaryLine struct {
		Type     string  `json:"type"`
		Steps    int     `json:"steps"`
		Checks   int     `json:"checks"`
		GPU      float64 `json:"gpu_ms"`
		Wall     float64 `json:"wall_ms"`
		Verified bool    `json:"verified"`
	}
)

// wrong returns a check that failed.
func wrong(s *session.Session) error {
	for _, l := range s.Snapshot().Lanes {
		if err := l.Verdict.Err(); err != nil {
			return err
		}
	}
	return nil
}

// usualSpeed is the default speed in steps per second.
const usualSpeed = 4

// watchFlags are the flags of 'lab'.
type watchFlags struct {
	labFlags
	studio.PictureFlags
	step  cli.Step
	speed float64
}

// watchCommand is 'lab'.
func watchCommand(a *cli.App) *cobra.Command {
	f := watchFlags{PictureFlags: studio.PictureFlags{Size: "1280x800"}}
	c := &cobra.Command{
		Use: "lab FILE", Short: "Watch any compute shader, or compare two", Args: cobra.ExactArgs(1),
		Long: `Shows a compute shader (.comp, .spv) or a lab file (.toml) on a timeline, whose steps are dispatches. A lab file
describes buffers, dispatches, parameters, checks and drawings (docs/lab.md); for a shader alone they are assumed,
and the panel says how. GLSL is compiled with glslc or glslangValidator. The window follows edits of the files:
it compiles them again and goes to the same step. --compare shows another lab or shader beside the first, or other parameters.

Without -o it opens a window. The name of -o selects the output: a picture (.png), or a
recording (.gif, .apng, .mp4, .webm, .y4m, or pictures such as frames/%04d.png).`,
		Example: `  viewer lab lab:life
  viewer lab lab:saxpy --set n=4096 --step 1 --ui -o saxpy.png
  viewer lab lab:saxpy --compare size=256 -o two.png`,
		RunE: func(c *cobra.Command, args []string) error { return f.watch(c, a, args[0]) },
	}
	f.add(c.Flags())
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
func (f *watchFlags) watch(c *cobra.Command, a *cli.App, path string) error {
	labs, err := f.read(c.Context(), path)
	if err != nil {
		return err
	}
	actions, err := f.actions(labs)
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
		shot := studio.Shot{
			Paused: f.step != "",
			Still:  func() error { return f.still(s) },
			Play: func(film studio.Film) error {
				n := s.Snapshot()
				return cli.PlayFilm(s, film, n.Lanes[0].Steps, n.Compare)
			},
			Report: func(written string) error {
				n := s.Snapshot()
				for _, l := range n.Lanes {
					written += fmt.Sprintf(", step %d of %s", l.Event.Step, l.StepsInWords())
				}
				fmt.Fprintln(c.OutOrStdout(), written)
				return cli.WriteRatios(c.OutOrStdout(), n.Measures())
			},
		}
		if err := v.show(labs); err != nil {
			return shot, err
		}
		return shot, cli.ApplyAll(s, append([]watch.Action{timeline.SetSpeed{PerSecond: f.speed}}, append(actions, timeline.Play{})...)...)
	})
}

// still goes to the step that a picture shows.
func (f *watchFlags) still(s *session.Session) error {
	n, ok, err := f.step.Number()
	if err != nil {
		return err
	}
	to := watch.Action(timeline.End{})
	if ok {
		to = timeline.Seek{Step: n}
	}
	if err := s.Apply(to); err != nil {
		return err
	}
	if err := s.Settle(); err != nil {
		return err
	}
	if l := s.Snapshot().Lanes[0]; ok && n > l.Event.Step {
		return f.step.Beyond(l.Event.Step)
	}
	return wrong(s)
}
