package maps

import (
	"math/rand/v2"

	"github.com/spf13/pflag"

	"kernelscope/cli"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/place"
)

// Flags choose which parts of a map are visible.
type Flags struct {
	cli.MapCamera
	names bool
}

// Add adds the flags.
func (f *Flags) Add(fs *pflag.FlagSet) {
	fs.BoolVar(&f.names, "labels", true, "show the names of roads and settlements, if the file has them")
	f.MapCamera.Add(fs)
}

// LookAt shows of the map what flags ask for.
func (v *View) LookAt(f *Flags) error {
	v.panel.NoNames = !f.names
	abstract := ""
	if m := v.shown().Map; m.Abstract {
		abstract = m.Name
	}
	return f.Look(&v.Camera, v.Dense(), abstract)
}

// Places returns the nodes' positions that the texts of flags name; nil for an empty text. The seed is
// for random nodes.
func Places(m *scene.Map, seed uint64, texts ...string) ([]*geom.Point, error) {
	out, finder := make([]*geom.Point, len(texts)), (*place.Finder)(nil)
	rnd := rand.New(rand.NewPCG(seed, 0))
	for i, text := range texts {
		if text == "" {
			continue
		}
		if finder == nil {
			var err error
			if finder, err = place.NewFinder(m); err != nil {
				return nil, err
			}
		}
		found, err := finder.Find(text, rnd)
		if err != nil {
			return nil, cli.PlaceError(err)
		}
		out[i] = &m.Graph.At[found.Node]
	}
	return out, nil
}
