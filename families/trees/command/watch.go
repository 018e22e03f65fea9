package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"kernelscope/families/trees/view"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/sssp"
	"kernelscope/families/maps"
	roadwork "kernelscope/families/paths/session"
	"kernelscope/families/trees/session"
	"kernelscope/scene"
	"kernelscope/scene/place"
	"kernelscope/studio"
	"kernelscope/watch"
	"kernelscope/watch/timeline"
)

// commands returns the commands of the program.
func commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{prepareCommand(a), watchCommand(a)}
}

// watchFlags are the flags of 'trees'.
type watchFlags struct {
	source, target string
	form           string
	view           view.Flags
	params         *flags.Params
	compare        cli.Comparison
	roads          maps.Flag
	places         maps.PlacesFlag
	drag           string
	step           cli.Step
	seed           uint64
	speed          float64
	camera         maps.Flags
	studio.PictureFlags
}

// watchCommand is 'trees'.
func watchCommand(a *cli.App) *cobra.Command {
	f := watchFlags{PictureFlags: studio.PictureFlags{Size: "1280x800"}}
	c := &cobra.Command{
		Use: "trees [FILE]", Short: "Watch prepared trees: isochrones that follow the mouse and changes of roads", Args: cobra.MaximumNArgs(1),
		Long: `Shows the distances from a node of a map to all others as isochrones. Without FILE it uses the
embedded map. The preparation does not depend on weights, so all colours update when a road
becomes faster, slower or closed. The timeline shows how the distances are computed: the
lengths of fronts, depth by depth up and down, the climb from the source, and the sweep.
Some colours show every node instead: its mean distance to all others, the farthest one, the
share within a distance, or by how much the last change of roads has raised its mean distance;
with --places, the same for the places of a list, or the distance to the nearest of them.
--compare shows two trees of one map side by side on one clock: another form, such as host,
other parameters, or both.

Without -o it opens a window. The name of -o selects the output: a picture (.png), or a
recording (.gif, .apng, .mp4, .webm, .y4m, or pictures such as frames/%04d.png). A recording
plays all steps or, with --drag, drags a road's speed through all values.`,
		Example: `  viewer trees
  viewer trees -o isochrones.png --ui
  viewer trees --road -75.55,39.68=0 -t -75.7,39.4 -o closed.png
  viewer trees --step 12 --front --colour separators -o front.png --ui
  viewer trees --form device --compare host --clock time
  viewer trees --colour mean -o means.png --ui
  viewer trees --colour nearest --places hospitals.csv -o nearest.png --ui
  viewer trees --colour loss --road -75.55,39.68=0 -o loss.png --ui
  viewer trees --drag -75.55,39.68 -o drag.mp4`,
		ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return f.watch(c.Context(), c.OutOrStdout(), a, cli.Optional(args))
		},
	}
	fs := c.Flags()
	fs.StringVarP(&f.source, "source", "s", "", "source of the trees, the middle of the map if empty: "+place.Help)
	fs.StringVarP(&f.target, "target", "t", "", "target of the path that is shown, a place like the source; no path if empty")
	f.roads.Add(fs)
	f.places.Add(c, "with the colours of all nodes, show the distances to these places instead of to all nodes")
	fs.StringVar(&f.drag, "drag", "", "in a recording, slow down, close and speed up the road at this place")
	fs.StringVar(&f.form, "form", string(session.Auto), "where to compute trees: "+strings.Join(cli.Names(session.Forms), ", "))
	f.params = flags.Add(fs, []sssp.Algorithm{sssp.Prepared{}})
	f.compare.Add(c, timeline.Steps, timeline.DeviceTime)
	f.view.Add(fs)
	f.step.Add(fs)
	fs.Uint64Var(&f.seed, "seed", 1, "seed of random places")
	f.camera.Add(fs)
	f.Add(fs, studio.OutHelp)
	f.AddFilm(fs)
	a.AddWindowFlags(fs)
	fs.Float64Var(&f.speed, "speed", view.UsualSpeed, "steps per second in the window")
	cli.Writes(c, "output", "trace")
	_ = c.RegisterFlagCompletionFunc("form", cli.Fixed(cli.Names(session.Forms)...))
	_ = c.RegisterFlagCompletionFunc("colour", cli.Fixed(cli.Names(session.Colours)...))
	return c
}

// actions returns the actions of the flags that apply before a map is open.
func (f *watchFlags) actions() (out []watch.Action, err error) {
	if _, err := cli.Named("--form", f.form, session.Forms); err != nil {
		return nil, err
	}
	shown, err := f.view.View()
	if err != nil {
		return nil, err
	}
	if len(f.places.Texts) > 0 && !shown.Colour.OfAll() {
		return nil, cli.Usage("--places needs a --colour of all nodes, such as %s", session.Nearest)
	}
	if f.drag != "" && (f.Out == "" || studio.IsStill(f.Out)) {
		return nil, cli.Usage("--drag is for recordings: give -o a name such as drag.gif")
	}
	if err := f.camera.Check(); err != nil {
		return nil, err
	}
	if out, err = cli.Chosen(&f.compare, f.form, f.params, session.Forms); err != nil {
		return nil, err
	}
	return append([]watch.Action{timeline.SetSpeed{PerSecond: f.speed}, session.SetView{View: shown}}, out...), nil
}

// finder returns a finder of places and roads on a map.
func (f *watchFlags) finder(m *scene.Map) (*maps.Finder, error) {
	return maps.NewFinder(m, rand.New(rand.NewPCG(f.seed, 0)))
}

// onMap applies the flags that depend on the open map.
func (f *watchFlags) onMap(ctx context.Context, v *view.View) error {
	m := v.Session.Snapshot().Map
	ends, err := maps.Places(m, f.seed, f.source, f.target)
	if err != nil {
		return err
	}
	if ends[0] != nil {
		if err := v.Session.Apply(session.SetSource{At: *ends[0]}); err != nil {
			return err
		}
	}
	if ends[1] != nil {
		if err := v.Session.Apply(session.SetTarget{At: ends[1]}); err != nil {
			return err
		}
	}
	band, within, err := f.view.On(m)
	if err != nil {
		return err
	}
	if err := cli.ApplyAll(v.Session, band, within); err != nil {
		return err
	}
	list, err := f.places.Find(ctx, m)
	if err != nil {
		return err
	}
	if list != nil {
		set := session.SetPlaces{From: f.places.Texts}
		if slices.Contains(set.From, "-") {
			set.From = nil // the standard input is read once
		}
		for _, p := range list {
			set.List = append(set.List, session.Destination{Node: p.Node, Name: p.Name})
		}
		if err := v.Session.Apply(set); err != nil {
			return err
		}
	}
	if f.Out != "" { // settles the scale of the colours before roads change, so that it is the same at any step
		if err := v.Session.Settle(); err != nil {
			return err
		}
	}
	changes, err := f.roads.Actions(m, f.seed)
	if err != nil {
		return err
	}
	if err := cli.ApplyAll(v.Session, changes...); err != nil {
		return err
	}
	if err := v.Session.Apply(session.SetLevel{Depth: f.view.Depth}); err != nil {
		return err
	}
	if v.Whole() { // the ends are beside the legend
		v.Fit()
	}
	return v.LookAt(&f.camera)
}

// watch opens the window or writes the output of -o.
func (f *watchFlags) watch(ctx context.Context, out io.Writer, app *cli.App, file string) error {
	actions, err := f.actions()
	if err != nil {
		return err
	}
	before := func(v studio.View) error { return cli.ApplyAll(v.(*view.View).Session, actions...) }
	r := studio.Reading{Path: file, Families: []string{view.Name}}
	return app.WatchFile(ctx, f.PictureFlags, r, before, func(shown studio.View) (studio.Shot, error) {
		v := shown.(*view.View)
		return studio.Shot{
			Paused: f.step != "",
			Still:  func() error { return f.still(v.Session) },
			Play:   func(film studio.Film) error { return f.play(v, film) },
			Report: func(written string) error { return tell(out, v.Session.Snapshot(), written) },
		}, f.onMap(ctx, v)
	})
}

// still goes to the step that a picture shows.
func (f *watchFlags) still(s *session.Session) error {
	if err := s.Settle(); err != nil {
		return err
	}
	to, err := f.step.Action(s.Snapshot().Longest())
	if err != nil {
		return err
	}
	if err := s.Apply(to); err != nil {
		return err
	}
	if err := s.Settle(); err != nil {
		return err
	}
	n := s.Snapshot()
	for _, l := range n.Lanes() {
		if err := l.Verdict.Err(); err != nil {
			return err
		}
	}
	if n.All != nil {
		return n.All.Verdict.Err()
	}
	return nil
}

// play plays all steps or drags a road.
func (f *watchFlags) play(v *view.View, film studio.Film) error {
	if f.drag == "" {
		n := v.Session.Snapshot()
		return cli.PlayFilm(v.Session, film, n.Longest(), n.Compare)
	}
	p, err := f.finder(v.Session.Snapshot().Map)
	if err != nil {
		return err
	}
	r, pick, err := p.Pick(f.drag)
	if err != nil {
		return err
	}
	if err := cli.ApplyAll(v.Session, pick, timeline.End{}); err != nil {
		return err
	}
	elapsed := time.Duration(0)
	v.Before = func(frame time.Duration) error {
		elapsed += frame
		return v.Session.Apply(roadwork.SetShare(r, shareAt(elapsed.Seconds()/film.Playing())))
	}
	return nil
}

// shareAt returns the speed of a dragged road in percent at a part of the film: down until it is
// closed, up to twice its own speed, and back.
func shareAt(part float64) float64 {
	return math.Round(100 - 100*math.Sin(2*math.Pi*min(1, part)))
}

// tell describes the output.
func tell(out io.Writer, n *session.Snapshot, what string) error {
	for _, l := range n.Lanes() {
		what += fmt.Sprintf(", step %d of %d", l.Event.Step, l.Steps)
		if l.Verdict.Heard && l.Verdict.Wrong == nil {
			what += ", all distances verified"
		}
	}
	if n.All != nil && n.All.Verdict.Heard {
		what += ", the results of all nodes verified for a sample"
	}
	fmt.Fprintln(out, what)
	return cli.WriteRatios(out, n.Measures())
}
