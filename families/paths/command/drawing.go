package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/sssp"
	"kernelscope/families/maps"
	"kernelscope/families/paths/session"
	"kernelscope/families/paths/view"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/open"
	"kernelscope/render"
	"kernelscope/scene"
	"kernelscope/scene/place"
	"kernelscope/studio"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// drawing writes pictures and recordings of searches for 'render' and 'record'.
type drawing struct {
	*cli.Pictures
	app            *cli.App
	medium         cli.Medium
	source, target string
	rank           string
	params         *flags.Params
	algorithm      string
	compare        cli.Comparison
	step           cli.Step
	distance       bool
	tuned          bool
	roads          maps.Flag
	painter        string
	camera         maps.Flags
	speed          float64
	keys           string // output file
	experiment     string // run at the start of a window, or finished before a picture
}

// newDrawing adds the flags of searches to a command that shows files.
func newDrawing(app *cli.App, c *cobra.Command, pictures *cli.Pictures, medium cli.Medium) cli.Output {
	f, fs := &drawing{Pictures: pictures, app: app, medium: medium}, c.Flags()
	switch medium {
	case cli.OnPicture:
		fs.StringVar(&f.keys, "draw-keys", "", "write the draw keys of the quads to this file, as input for a sort")
		cli.Writes(c, "draw-keys")
		fs.StringVar(&f.experiment, "experiment", "", view.ExperimentHelp+"; the picture shows its end, with --ui")
	case cli.OnWindow:
		fs.StringVar(&f.experiment, "experiment", "", view.ExperimentHelp)
		fs.Float64Var(&f.speed, "speed", 0, "steps per second; if zero, the search takes about ten seconds")
	}
	if medium != cli.OnFilm {
		f.step.Add(fs)
		fs.Lookup("step").Usage += "; a step is a round or a distribution of the far queue"
		fs.StringVar((*string)(&f.step), "at", "", "older name of --step, in commands that pictures hold")
		_ = fs.MarkHidden("at")
	}
	fs.StringVarP(&f.source, "source", "s", "", "source of the search: "+place.Help)
	fs.StringVarP(&f.target, "target", "t", "", "target of the search: a place like the source, or all")
	fs.StringVar(&f.rank, "rank", "", rankHelp+"; the query fills the picture, unless --centre is given")
	cli.AddAlgorithm(c, &f.algorithm, "search", watched, sssp.Algorithms())
	f.params = flags.Add(fs, sssp.Algorithms())
	f.compare.Add(c, timeline.Steps, timeline.Work)
	fs.BoolVar(&f.tuned, "tuned", false, view.TunedHelp)
	f.roads.Add(fs)
	fs.BoolVar(&f.distance, "by-distance", false, "colour by distance instead of state")
	fs.StringVar(&f.painter, "painter", "", "splat or quads; the better one if empty")
	f.camera.Add(fs)
	_ = c.RegisterFlagCompletionFunc("painter", cli.Fixed(render.Painters...))
	return f
}

// Check refuses invalid flags before a map is read.
func (f *drawing) Check() error {
	if _, err := f.search(); err != nil {
		return err
	}
	if f.painter != "" && !slices.Contains(render.Painters, f.painter) {
		return cli.Usage("--painter is %q, not %s", f.painter, strings.Join(render.Painters, " or "))
	}
	if _, err := rankOf(f.rank, f.target); err != nil {
		return err
	}
	if f.experiment != "" {
		if _, _, _, err := view.ExperimentOf(f.experiment); err != nil {
			return err
		}
		if f.medium == cli.OnPicture && !f.Panel {
			return cli.Usage("--experiment is drawn below the map, which --ui shows")
		}
	}
	if err := f.camera.Check(); err != nil {
		return err
	}
	_, _, err := f.step.Number()
	return err
}

// search returns the actions that set the search and its parameters.
func (f *drawing) search() (out []watch.Action, err error) {
	if f.algorithm == "" {
		return nil, nil
	}
	return cli.Chosen(&f.compare, f.algorithm, f.params, sssp.Algorithms())
}

// Draw writes a picture of a step, or a recording of a search.
func (f *drawing) Draw(ctx context.Context, out io.Writer, in any) error {
	return f.app.Draw(ctx, f.PictureFlags, f.medium, func(s *studio.Stage) (shot studio.Shot, err error) {
		v := s.Shown().(*view.View)
		if err := f.begin(v, in.(open.Input).Map); err != nil {
			return shot, err
		}
		return studio.Shot{
			Still: func() error {
				if err := f.still(v.Session); err != nil || f.experiment == "" {
					return err
				}
				return v.FinishExperiment(ctx, f.experiment)
			},
			Play: func(film studio.Film) error { return f.play(v.Session, film) },
			Report: func(written string) error {
				if f.keys != "" {
					if err := v.WriteKeys(ctx, f.keys); err != nil {
						return err
					}
				}
				return f.reportShot(out, v.Session.Snapshot(), written, v.Roads.Note())
			},
		}, nil
	})
}

// still goes to the step that a picture shows. A result that the oracle refutes is an error.
func (f *drawing) still(s *session.Session) error {
	step, given, err := f.step.Number()
	if err != nil {
		return err
	}
	if !given {
		step = math.MaxInt32
	}
	if err := s.Run(step); err != nil {
		return err
	}
	n := s.Snapshot()
	if length := int(n.Time.Length); n.Time.Clock == timeline.Steps && given && step > length {
		return f.step.Beyond(length)
	}
	return checkVerdict(n)
}

// play plays a search; running it once beforehand gives its length.
func (f *drawing) play(s *session.Session, film studio.Film) error {
	if err := s.Run(math.MaxUint32); err != nil {
		return err
	}
	return cli.PlayFilm(s, film, int(s.Snapshot().Event.Step), f.compare.On())
}

// reportShot describes the output and its missing parts.
func (f *drawing) reportShot(out io.Writer, n *session.Snapshot, what, lacks string) error {
	if err := checkVerdict(n); err != nil {
		return err
	}
	steps := fmt.Sprintf(", step %d, round %d\n", n.Event.Step, n.Event.Round)
	if f.medium == cli.OnFilm {
		steps = fmt.Sprintf(", %s, %s\n", format.Count(int(n.Event.Step), "step"), format.Count(int(n.Event.Round), "round"))
	}
	if lacks != "" {
		steps += lacks + "\n"
	}
	if _, err := io.WriteString(out, what+steps); err != nil {
		return err
	}
	return cli.WriteRatios(out, n.Measures())
}

// onMap opens a map and the query of the flags, and calls use to draw them.
func (f *drawing) onMap(ctx context.Context, file string, use func(*studio.Canvas, *view.View) error) error {
	if err := f.Check(); err != nil {
		return err
	}
	m, err := f.app.LoadMap(ctx, file)
	if err != nil {
		return err
	}
	return f.app.Canvas(f.PictureFlags, func(c *studio.Canvas) error {
		v := c.Shown().(*view.View)
		if err := f.begin(v, m); err != nil {
			return err
		}
		return use(c, v)
	})
}

// checkVerdict returns an error if the oracle refutes the result.
func checkVerdict(n *session.Snapshot) error {
	for _, l := range n.Lanes() {
		if l.Result != nil && l.Result.Wrong != nil {
			return fmt.Errorf("%w: %s: %v", fault.Wrong, l.Algorithm.Name(), l.Result.Wrong)
		}
	}
	return nil
}

// begin opens the map and applies the flags as actions.
func (f *drawing) begin(v *view.View, m *scene.Map) error {
	order, err := f.Order.Order()
	if err != nil {
		return err
	}
	view := session.View{ByDistance: f.distance, Painter: f.painter, Order: order}
	if _, err := v.Apply(session.SetView{View: view}); err != nil {
		return err
	}
	if err := v.OpenMap(m); err != nil {
		return err
	}
	return f.apply(v, m)
}

// Begin applies the flags to the map of a window. Without a step the search plays.
func (f *drawing) Begin(in studio.View) error {
	v := in.(*view.View)
	order, err := f.Order.Order()
	if err != nil {
		return err
	}
	view := v.Session.Snapshot().View
	view.ByDistance, view.Painter, view.Order = f.distance, f.painter, order
	if _, err := v.Apply(session.SetView{View: view}); err != nil {
		return err
	}
	if err := f.apply(v, v.Session.Snapshot().Map); err != nil {
		return err
	}
	if f.speed > 0 {
		if err := v.Session.Apply(timeline.SetSpeed{PerSecond: f.speed}); err != nil {
			return err
		}
	}
	if f.experiment != "" {
		return v.BeginExperiment(f.experiment)
	}
	step, given, err := f.step.Number()
	switch n := v.Session.Snapshot(); {
	case err != nil:
		return err
	case f.step == "":
		return v.Session.Apply(timeline.Play{})
	case !given:
		return v.Session.Apply(timeline.End{})
	case n.Other != nil && n.Time.Clock != timeline.Steps:
		return v.Session.Run(step) // this clock needs the times of all steps
	}
	return v.Session.Apply(timeline.Seek{Step: step})
}

// apply applies the flags to the open map.
func (f *drawing) apply(v *view.View, m *scene.Map) error {
	if err := v.LookAt(&f.camera); err != nil {
		return err
	}
	actions, err := f.actions(m)
	if err != nil {
		return err
	}
	whole := v.Whole()
	for _, a := range actions {
		if _, err := v.Apply(a); err != nil {
			return err
		}
	}
	if whole { // both ends are beside the legend
		v.Fit()
	}
	if !f.tuned {
		return nil
	}
	if err := v.ApplyTuned(); err != nil {
		return err
	}
	given, err := f.search() // values given as flags take precedence
	if err != nil {
		return err
	}
	return cli.ApplyAll(v.Session, given...)
}

// actions returns the actions of the flags.
func (f *drawing) actions(m *scene.Map) ([]watch.Action, error) {
	changes, err := f.roads.Actions(m, 1)
	if err != nil {
		return nil, err
	}
	search, err := f.search()
	if err != nil {
		return nil, err
	}
	ends, err := f.ends(m)
	if err != nil {
		return nil, err
	}
	out := slices.Concat(changes, search, ends)
	if ends != nil || changes != nil {
		out = append(out, timeline.Rewind{})
	}
	return out, nil
}

// ends returns the actions that set the ends of the query, if flags name them.
func (f *drawing) ends(m *scene.Map) (out []watch.Action, err error) {
	if f.source == "" && f.target == "" && f.rank == "" {
		return nil, nil
	}
	target := f.target
	if target == "all" {
		target = ""
	}
	ends, err := maps.Places(m, 1, f.source, target)
	if err != nil {
		return nil, err
	}
	if ends[0] != nil || ends[1] != nil {
		out = append(out, session.SetEnds{Source: ends[0], Target: ends[1]})
	}
	if f.target == "all" {
		out = append(out, session.SetTargetAll{All: true})
	}
	rank, err := rankOf(f.rank, f.target)
	if err == nil && rank > 0 {
		out = append(out, session.SetRank{Rank: rank, Random: f.source == ""})
	}
	return out, err
}
