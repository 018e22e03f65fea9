package view

import (
	"fmt"
	"math"
	"strings"

	"github.com/spf13/pflag"

	"kernelscope/cli"
	"kernelscope/families/trees/session"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// Flags say what a picture of trees shows, in a window and on a page.
type Flags struct {
	Depth         int // of the front; negative for the step's
	colour        string
	band, within  float64 // in the unit of the map's tables; zero for automatic
	front, follow bool
}

// Add adds the flags.
func (f *Flags) Add(fs *pflag.FlagSet) {
	fs.StringVar(&f.colour, "colour", session.Bands.Name(), "meaning of the colours: "+strings.Join(cli.Names(session.Colours), ", "))
	fs.Float64Var(&f.band, "band", 0, "width of isochrones, in seconds, metres, or the unit of the graph; a round number if 0")
	fs.Float64Var(&f.within, "within", 0, fmt.Sprintf("with the colours of all nodes, count the nodes within this many seconds, metres, or units of the graph; %d if 0", session.UsualLimit))
	fs.BoolVar(&f.front, "front", false, "show the lengths of a front")
	fs.BoolVar(&f.follow, "follow", false, "begin the tree at the mouse")
	fs.IntVar(&f.Depth, "depth", -1, "depth of the front of --front; the step's depth if negative")
}

// View returns the view. Errors wrap fault.Usage.
func (f *Flags) View() (v session.View, err error) {
	v.Front, v.Follow = f.front, f.follow
	if v.Colour, err = cli.Named("--colour", f.colour, session.Colours); err != nil {
		return v, err
	}
	if f.band != 0 && (f.band < 0 || math.IsNaN(f.band) || v.Colour != session.Bands) {
		return v, cli.Usage("--band is %g; it must be more than 0 and needs --colour %s", f.band, session.Bands)
	}
	if f.within != 0 && (f.within < 0 || math.IsNaN(f.within) || !v.Colour.OfAll()) {
		return v, cli.Usage("--within is %g; it must be more than 0 and needs a --colour of all nodes, such as %s", f.within, session.Within)
	}
	return v, nil
}

// On returns the distances in weights of a map, zero for automatic ones. Errors wrap fault.Usage.
func (f *Flags) On(m *scene.Map) (band session.SetBand, within session.SetWithin, err error) {
	if band.Width, err = weightsOf(m, "--band", f.band); err == nil {
		within.Limit, err = weightsOf(m, "--within", f.within)
	}
	return band, within, err
}

// weightsOf converts the distance of a flag to weights of a map; zero stays.
func weightsOf(m *scene.Map, flag string, distance float64) (uint32, error) {
	w := math.Round(distance / m.InUnits(1))
	if distance != 0 && !(w >= 1 && w <= graph.MaxWeight) {
		return 0, cli.Usage("%s is %g; on %s it is a number from %g to %g", flag, distance, m.Name, m.InUnits(1), m.InUnits(graph.MaxWeight))
	}
	return uint32(w), nil
}
