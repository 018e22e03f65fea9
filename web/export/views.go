package export

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"kernelscope/cli"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp"
	hops "kernelscope/families/hops/session"
	"kernelscope/families/maps"
	roadwork "kernelscope/families/paths/session"
	trees "kernelscope/families/trees/session"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/web"
	"kernelscope/web/live"
)

// viewFlags say what the colours of a map mean, and which roads are changed.
type viewFlags struct {
	colour               string
	band, within         float64 // in the unit of the map's tables; zero for automatic
	front, follow, joint bool
	level                int
	roads                maps.Flag
}

func (f *viewFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.colour, "colour", "", "meaning of the colours of prepared trees ("+list(trees.Colours)+") or of searches between pairs on a map ("+list(hopColours)+"); the first one if empty")
	fs.Float64Var(&f.band, "band", 0, "width of the isochrones of prepared trees, in seconds, metres, or the unit of the graph; a round number if 0")
	fs.Float64Var(&f.within, "within", 0, "with the colours of all nodes, count the nodes within this many seconds, metres, or units of the graph; a usual number if 0")
	fs.BoolVar(&f.front, "front", false, "with -a prepared, show the lengths of a front")
	fs.BoolVar(&f.follow, "follow", false, "with -a prepared, begin the tree at the mouse")
	fs.IntVar(&f.level, "depth", -1, "depth of the front of --front; the step's depth if negative")
	fs.BoolVar(&f.joint, "joint", false, "with searches between pairs on a map, mark the joint frontier by dots")
	f.roads.Add(fs)
}

// hopColours lists the colours of searches between pairs.
var hopColours = []hops.Colour{hops.ByLevel, hops.BySearches}

func list[S ~string](all []S) string {
	var out []string
	for _, s := range all {
		out = append(out, string(s))
	}
	return strings.Join(out, ", ")
}

// colourOf returns the colour that is given, one of some.
func colourOf[S ~string](given string, all []S) (S, error) {
	if given == "" {
		return all[0], nil
	}
	if !slices.Contains(all, S(given)) {
		return "", cli.Usage("--colour is %q; choose from %s", given, list(all))
	}
	return S(given), nil
}

func (f *viewFlags) ofHops() (*live.View, error) {
	c, err := colourOf(f.colour, hopColours)
	return &live.View{Colour: string(c), Joint: f.joint}, err
}

// ofTrees returns the view of prepared trees on a map.
func (f *viewFlags) ofTrees(m *scene.Map) (v *live.View, err error) {
	c, err := colourOf(f.colour, trees.Colours)
	if err != nil {
		return nil, err
	}
	if f.band != 0 && c != trees.Bands {
		return nil, cli.Usage("--band needs --colour %s", trees.Bands)
	}
	if f.within != 0 && !c.OfAll() {
		return nil, cli.Usage("--within needs a --colour of all nodes, such as %s", trees.Within)
	}
	v = &live.View{Colour: string(c), Front: f.front, Follow: f.follow}
	if f.level >= 0 {
		v.Depth = &f.level
	}
	if v.Band, err = weightsOf(m, "--band", f.band); err == nil {
		v.Within, err = weightsOf(m, "--within", f.within)
	}
	return v, err
}

// weightsOf converts the distance of a flag to weights of a map; zero stays.
func weightsOf(m *scene.Map, flag string, distance float64) (uint32, error) {
	w := math.Round(distance / m.InUnits(1))
	if distance != 0 && !(w >= 1 && w <= graph.MaxWeight) {
		return 0, cli.Usage("%s is %g; on %s it is a number from %g to %g", flag, distance, m.Name, m.InUnits(1), m.InUnits(graph.MaxWeight))
	}
	return uint32(w), nil
}

// changes returns the changes of roads of a map.
func (f *viewFlags) changes(m *scene.Map) ([]live.Change, error) {
	actions, err := f.roads.Actions(m, 1)
	if err != nil {
		return nil, err
	}
	work := (&roadwork.Roadwork{}).On(m)
	for _, a := range actions {
		changed, _, err := work.Work(m, a.(roadwork.RoadAction))
		if err != nil {
			return nil, err
		}
		if changed != nil {
			m = changed
		}
	}
	return live.ChangesOf(work.Roads().Changes), nil
}

// trees fills in a page of prepared trees, and returns the rest of its title.
func (f *command) trees(ctx context.Context, in string, p *web.Page) (title string, err error) {
	if err := cmp.Or(f.camera.Check(), f.pack(ctx, in)); err != nil {
		return "", err
	}
	m := f.packed.m
	if p.Scene.View, err = f.view.ofTrees(m); err != nil {
		return "", err
	}
	if err := f.packed.addOrder(ctx); err != nil {
		return "", err
	}
	p.Data = f.packed.ordered
	return f.onMap(m, p)
}

// addOrder makes the order of the map, or reads it from the user's cache.
func (p *packed) addOrder(ctx context.Context) error {
	if p.ordered != nil {
		return nil
	}
	made, err := cli.Fronts(ctx, p.m, prepared.Making{})
	if err == nil {
		p.ordered, err = live.PackTrees(p.m, made.Fronts.Order)
	}
	return err
}

// inForms names where trees are computed as a session does.
func inForms(runs []live.Run) {
	for i := range runs {
		if runs[i].Algorithm == (sssp.Prepared{}).Name() {
			runs[i].Algorithm = trees.OnDevice.Name()
		} else {
			runs[i].Algorithm = trees.OnHost.Name()
		}
	}
}
