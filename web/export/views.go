package export

import (
	"cmp"
	"context"

	"github.com/spf13/pflag"

	"kernelscope/cli"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp"
	hops "kernelscope/families/hops/view"
	"kernelscope/families/maps"
	roadwork "kernelscope/families/paths/session"
	"kernelscope/families/trees/session"
	trees "kernelscope/families/trees/view"
	"kernelscope/scene"
	"kernelscope/web"
	"kernelscope/web/live"
)

// viewFlags say what the colours of a map mean, and which roads are changed.
type viewFlags struct {
	trees trees.Flags
	hops  hops.Flags
	roads maps.Flag
}

func (f *viewFlags) add(fs *pflag.FlagSet) {
	join(fs, "of prepared trees", f.trees.Add)
	join(fs, "of searches between pairs on a map", f.hops.Add)
	f.roads.Add(fs)
}

// join adds the flags of a family. A flag that another family also has is one flag, which sets both.
func join(fs *pflag.FlagSet, of string, add func(*pflag.FlagSet)) {
	own := pflag.NewFlagSet(of, pflag.ContinueOnError)
	add(own)
	own.VisitAll(func(x *pflag.Flag) {
		x.Usage = of + ", " + x.Usage
		if other := fs.Lookup(x.Name); other != nil {
			other.Value, other.DefValue, other.Usage = both{other.Value, x.Value}, "", other.Usage+"; "+x.Usage+"; the first one if not given"
		}
	})
	fs.AddFlagSet(own) // all but those that there are
}

// both is the value of a flag of two families.
type both struct {
	pflag.Value
	also pflag.Value
}

// Set sets both.
func (b both) Set(text string) error { return cmp.Or(b.Value.Set(text), b.also.Set(text)) }

func (f *viewFlags) ofHops() (*live.View, error) {
	v, err := f.hops.View()
	return &live.View{Colour: v.Colour.Name(), Joint: v.Joint}, err
}

// ofTrees returns the view of prepared trees on a map.
func (f *viewFlags) ofTrees(m *scene.Map) (*live.View, error) {
	of, err := f.trees.View()
	if err != nil {
		return nil, err
	}
	band, within, err := f.trees.On(m)
	v := &live.View{Colour: of.Colour.Name(), Front: of.Front, Follow: of.Follow, Band: band.Width, Within: within.Limit}
	if f.trees.Depth >= 0 {
		v.Depth = &f.trees.Depth
	}
	return v, err
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
			runs[i].Algorithm = session.OnDevice.Name()
		} else {
			runs[i].Algorithm = session.OnHost.Name()
		}
	}
}
