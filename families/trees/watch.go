package trees

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute/sssp"
	"kernelscope/families/roads"
	"kernelscope/fault"
	"kernelscope/flags"
	"kernelscope/open"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/scene/place"
	roadwork "kernelscope/session"
	session "kernelscope/session/trees"
	"kernelscope/studio"
	"kernelscope/timeline"
)

// commands are those of the program.
func commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{prepareCommand(a), watchCommand(a)}
}

// watchFlags are those of 'trees'.
type watchFlags struct {
	source, target string
	form, colour   string
	band           float64 // in the unit of the map's tables; zero if the program chooses
	params         *flags.Params
	roads          []string
	drag           string
	front          bool
	level          int
	step           string
	seed           uint64
	speed          float64
	camera         cli.MapCamera
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

Without -o it opens a window. The name of -o selects the output: a picture (.png), or a
recording (.gif, .apng, .mp4, .webm, .y4m, or pictures such as frames/%04d.png). A recording
plays all steps or, with --drag, drags a road's speed through all values.`,
		Example: `  viewer trees
  viewer trees -o isochrones.png --ui
  viewer trees --road -75.55,39.68=0 -t -75.7,39.4 -o closed.png
  viewer trees --step 12 --front --colour separators -o front.png --ui
  viewer trees --drag -75.55,39.68 -o drag.mp4`,
		ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return f.watch(c.Context(), c.OutOrStdout(), a, cli.Optional(args))
		},
	}
	fs := c.Flags()
	fs.StringVarP(&f.source, "source", "s", "", "source of the trees, the middle of the map if empty: "+place.Help)
	fs.StringVarP(&f.target, "target", "t", "", "target of the path that is shown, a place like the source; no path if empty")
	fs.StringArrayVar(&f.roads, "road", nil, fmt.Sprintf("speed of the road at a place, in percent of its original speed, as PLACE=50; 0 closes it, %d is the greatest; may be repeated", roads.MostShare))
	fs.StringVar(&f.drag, "drag", "", "in a recording, slow down, close and speed up the road at this place")
	fs.StringVar(&f.form, "form", string(session.Auto), "where to compute trees: "+list(session.Forms))
	f.params = flags.Add(fs, []sssp.Algorithm{sssp.Prepared{}})
	fs.StringVar(&f.colour, "colour", string(session.Bands), "meaning of the colours: "+list(session.Colours))
	fs.Float64Var(&f.band, "band", 0, "width of isochrones, in seconds, metres, or the unit of the graph; a round number if 0")
	fs.BoolVar(&f.front, "front", false, "show the lengths of a front")
	fs.IntVar(&f.level, "depth", -1, "depth of the front of --front; the step's depth if negative")
	fs.StringVar(&f.step, "step", "", "step to show, a number or end; the end if empty")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of random places")
	f.camera.Add(fs)
	f.Add(fs, "picture or recording to write; opens a window if empty")
	f.AddFilm(fs)
	a.AddWindowFlags(fs)
	fs.Float64Var(&f.speed, "speed", usualSpeed, "steps per second in the window")
	cli.Writes(c, "output", "trace")
	_ = c.RegisterFlagCompletionFunc("form", cli.Fixed(names(session.Forms)...))
	_ = c.RegisterFlagCompletionFunc("colour", cli.Fixed(names(session.Colours)...))
	return c
}

// names are those of forms or colours.
func names[S ~string](all []S) (out []string) {
	for _, s := range all {
		out = append(out, string(s))
	}
	return out
}

func list[S ~string](all []S) string { return strings.Join(names(all), ", ") }

// actions are those that the flags stand for, before a map is open.
func (f *watchFlags) actions() (out []any, err error) {
	if !slices.Contains(session.Forms, session.Form(f.form)) {
		return nil, cli.Usage("--form is %q; choose from %s", f.form, list(session.Forms))
	}
	if !slices.Contains(session.Colours, session.Colour(f.colour)) {
		return nil, cli.Usage("--colour is %q; choose from %s", f.colour, list(session.Colours))
	}
	if f.band != 0 && (f.band < 0 || math.IsNaN(f.band) || f.colour != string(session.Bands)) {
		return nil, cli.Usage("--band is %g; it must be more than 0 and needs --colour %s", f.band, session.Bands)
	}
	if f.drag != "" && (f.Out == "" || studio.IsStill(f.Out)) {
		return nil, cli.Usage("--drag is for recordings: give -o a name such as drag.gif")
	}
	if err := f.camera.Check(); err != nil {
		return nil, err
	}
	values, err := flags.Values[sssp.Algorithm](f.params, sssp.Prepared{})
	if err != nil {
		return nil, err
	}
	view := session.View{Colour: session.Colour(f.colour), Front: f.front, Panels: f.Panel || f.Out == ""}
	out = append(out, timeline.SetSpeed{PerSecond: f.speed}, session.SetView{View: view}, session.SetForm{Form: session.Form(f.form)})
	for name, x := range values {
		out = append(out, session.SetParam{Name: name, Value: x})
	}
	return out, nil
}

// places finds places on a map.
type places struct {
	m      *scene.Map
	finder *place.Finder
	rnd    *rand.Rand
}

func (f *watchFlags) places(m *scene.Map) (*places, error) {
	finder, err := place.NewFinder(m)
	return &places{m, finder, rand.New(rand.NewPCG(f.seed, 0))}, err
}

// at returns the place of the node that a text names.
func (p *places) at(text string) (at geom.Point, err error) {
	found, err := p.finder.Find(text, p.rnd)
	if err != nil {
		return at, cli.Place(err)
	}
	return p.m.Graph.At[found.Node], nil
}

// onMap applies what depends on the map that is open.
func (f *watchFlags) onMap(v *View) error {
	p, err := f.places(v.Session.Snapshot().Map)
	if err != nil {
		return err
	}
	if f.source != "" {
		at, err := p.at(f.source)
		if err != nil {
			return err
		}
		if err := v.Session.Apply(session.SetSource{At: at}); err != nil {
			return err
		}
	}
	if f.target != "" {
		at, err := p.at(f.target)
		if err != nil {
			return err
		}
		if err := v.Session.Apply(session.SetTarget{At: &at}); err != nil {
			return err
		}
	}
	if f.band != 0 {
		width, err := bandOf(p.m, f.band)
		if err != nil {
			return err
		}
		if err := v.Session.Apply(session.SetBand{Width: width}); err != nil {
			return err
		}
	}
	if f.Out != "" { // so that colours have the same scale whatever roads change, at any step
		if err := v.Session.Settle(); err != nil {
			return err
		}
	}
	for _, text := range f.roads {
		if err := p.change(v.Session, text); err != nil {
			return err
		}
	}
	if err := v.Session.Apply(session.SetLevel{Depth: f.level}); err != nil {
		return err
	}
	abstract := ""
	if p.m.Abstract {
		abstract = p.m.Name
	}
	return f.camera.Look(&v.Camera, abstract)
}

// bandOf returns a width of isochrones in weights of the map.
func bandOf(m *scene.Map, width float64) (uint32, error) {
	w := math.Round(width / m.InUnits(1))
	if w < 1 || w > graph.MaxWeight {
		return 0, cli.Usage("--band is %g; on %s it is a number from %g to %g", width, m.Name, m.InUnits(1), m.InUnits(graph.MaxWeight))
	}
	return uint32(w), nil
}

// change carries out what --road asks for.
func (p *places) change(s *session.Session, text string) error {
	where, share, _ := strings.Cut(text, "=")
	percent, err := strconv.ParseFloat(share, 64)
	if err != nil || !(percent >= 0 && percent <= roads.MostShare) {
		return cli.Usage("--road is %q; give a place and a number from 0 to %d, such as %q", text, roads.MostShare, where+"=50")
	}
	r, err := p.pick(s, where)
	if err != nil {
		return err
	}
	return s.Apply(roads.SetShare(r, percent))
}

// pick picks the road at a place: of several that meet there the most important one.
func (p *places) pick(s *session.Session, where string) (*roadwork.Road, error) {
	found, err := p.finder.Find(where, p.rnd)
	if err != nil {
		return nil, cli.Place(err)
	}
	g, best := p.m.Graph, scene.Class(scene.Classes)
	var at geom.Point
	for e := g.FirstOut[found.Node]; e < g.FirstOut[found.Node+1]; e++ {
		if l := p.m.Lines[g.Line[e]>>1]; l.Class < best {
			best, at = l.Class, p.m.Points[(l.First+l.End)/2]
		}
	}
	const near = 4000 // units, some 40 m: the place is on the road, and maybe near its other carriageway
	if err := s.Apply(roadwork.PickRoad{At: at, Within: near}); err != nil {
		return nil, err
	}
	if r := s.Snapshot().Picked; r != nil && best < scene.Class(scene.Classes) {
		return r, nil
	}
	return nil, cli.Usage("no road leads away from %s", where)
}

// watch opens the window, or writes what -o names.
func (f *watchFlags) watch(ctx context.Context, out io.Writer, app *cli.App, file string) error {
	actions, err := f.actions()
	if err != nil {
		return err
	}
	if f.Out == "" {
		show := func(s *studio.Stage) error {
			v, err := s.Show(name)
			if err != nil {
				return err
			}
			return cli.ApplyAll(v.(*View).Session, actions...)
		}
		return app.OpenWindow(ctx, file, show, func(s *studio.Stage) error {
			v := s.Shown().(*View)
			if err := f.onMap(v); err != nil || f.step == "" {
				return err
			}
			if err := v.Session.Settle(); err != nil {
				return err
			}
			return f.still(v.Session)
		})
	}
	if _, err := f.Film(); err != nil {
		return err
	}
	m, err := app.LoadMap(ctx, file)
	if err != nil {
		return err
	}
	return app.Shoot(ctx, f.PictureFlags, !studio.IsStill(f.Out), func(s *studio.Stage) (studio.Shot, error) {
		shown, err := s.Show(name)
		if err != nil {
			return studio.Shot{}, err
		}
		v := shown.(*View)
		if err := cli.ApplyAll(v.Session, actions...); err != nil {
			return studio.Shot{}, err
		}
		if err := v.Open(open.Input{Map: m}); err != nil {
			return studio.Shot{}, err
		}
		return studio.Shot{
			Still:  func() error { return f.still(v.Session) },
			Play:   func(film studio.Film) error { return f.play(v, film) },
			Report: func(written string) error { return tell(out, v.Session.Snapshot(), written) },
		}, f.onMap(v)
	})
}

// still goes to the step of a picture.
func (f *watchFlags) still(s *session.Session) error {
	var to any = timeline.End{}
	if f.step != "" && f.step != "end" {
		step, err := strconv.Atoi(f.step)
		if most := s.Snapshot().Steps; err != nil || step < 0 || step > most {
			return cli.Usage("--step is %q, not end or a step, 0 to %d", f.step, most)
		}
		to = timeline.Seek{Step: step}
	}
	if err := s.Apply(to); err != nil {
		return err
	}
	if err := s.Settle(); err != nil {
		return err
	}
	if wrong := s.Snapshot().Verdict.Wrong; wrong != nil {
		return fmt.Errorf("%w: %v", fault.Wrong, wrong)
	}
	return nil
}

// play plays all steps, or drags a road.
func (f *watchFlags) play(v *View, film studio.Film) error {
	if f.drag == "" {
		return cli.PlayFilm(v.Session, film, v.Session.Snapshot().Steps, false)
	}
	p, err := f.places(v.Session.Snapshot().Map)
	if err != nil {
		return err
	}
	r, err := p.pick(v.Session, f.drag)
	if err != nil {
		return err
	}
	if err := v.Session.Apply(timeline.End{}); err != nil {
		return err
	}
	elapsed := time.Duration(0)
	v.before = func(frame time.Duration) error {
		elapsed += frame
		return v.Session.Apply(roads.SetShare(r, shareAt(elapsed.Seconds()/film.Playing())))
	}
	return nil
}

// shareAt returns the speed of a road that is dragged, in percent, after a part of the time:
// down until it is closed, up to twice its own, and back.
func shareAt(part float64) float64 {
	return math.Round(100 - 100*math.Sin(2*math.Pi*min(1, part)))
}

// tell says what was written.
func tell(out io.Writer, n *session.Snapshot, what string) error {
	what += fmt.Sprintf(", step %d of %d", n.Event.Step, n.Steps)
	if n.Verdict.Heard && n.Verdict.Wrong == nil {
		what += ", all distances verified"
	}
	_, err := fmt.Fprintln(out, what)
	return err
}
