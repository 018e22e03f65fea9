package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/compute/sorting"
	"kernelscope/render"
	"kernelscope/scene/geom"
	"kernelscope/watch/timeline"
)

// Words are the words of a command line that restores a state, as studio.View.Command returns
// them.
type Words []string

// Flag adds a flag with a value.
func (w *Words) Flag(name string, value any) { *w = append(*w, fmt.Sprintf("--%s=%v", name, value)) }

// Switch adds a flag, if it is on.
func (w *Words) Switch(name string, on bool) {
	if on {
		*w = append(*w, "--"+name)
	}
}

// Compare adds the flags that begin a comparison with a second run.
func (w *Words) Compare(name string, params []compute.ParamState, clock timeline.Clock) {
	with := []string{name}
	for _, p := range params {
		text := "auto"
		if !p.IsAuto {
			text = p.Text(p.Value)
		}
		with = append(with, p.Name+"="+text)
	}
	w.Flag("compare", strings.Join(with, ","))
	w.Flag("clock", clocks[clock])
}

// Order adds the flags of an order of draw keys.
func (w *Words) Order(o sorting.Order) {
	if o.By != "" {
		w.Flag("order", o.By)
	}
	given := compute.Values{sorting.OrderWorkgroup: o.Workgroup, sorting.OrderItems: o.Items}
	*w = append(*w, flags.Words(compute.States(o.Params(), given, nil))...)
}

// Speed adds the flag of a non-default speed, in steps per second.
func (w *Words) Speed(t timeline.State, usual float64) {
	if t.Speed != usual && t.Fit == 0 {
		w.Flag("speed", t.Speed)
	}
}

// MapCamera holds the flags for the visible part of a map.
type MapCamera struct {
	centre string
	metres float64     // per pixel
	scale  *pflag.Flag // nil before Add
}

// WholeMap is the default of the flags.
func WholeMap() MapCamera { return MapCamera{metres: usualScale} }

// usualScale is the scale of --centre alone.
const usualScale = 10

// Add adds the flags.
func (f *MapCamera) Add(fs *pflag.FlagSet) {
	fs.StringVar(&f.centre, "centre", "", "lon,lat of the middle of the picture; the whole map if empty")
	fs.Float64Var(&f.metres, "scale", usualScale, "metres per pixel, with --centre")
	f.scale = fs.Lookup("scale")
}

// Check checks the flags before a map is read.
func (f *MapCamera) Check() error {
	if !(f.metres > 0) {
		return Usage("--scale is %g, not above zero", f.metres)
	}
	if f.centre == "" && f.scale != nil && f.scale.Changed {
		return Usage("--scale needs --centre, the middle of the picture; without it the whole map is shown")
	}
	_, err := f.middle()
	return err
}

// middle reads --centre.
func (f *MapCamera) middle() (at [2]float64, err error) {
	if f.centre == "" {
		return at, nil
	}
	x, y, _ := strings.Cut(f.centre, ",")
	lon, err0 := strconv.ParseFloat(strings.TrimSpace(x), 64)
	lat, err1 := strconv.ParseFloat(strings.TrimSpace(y), 64)
	if err0 != nil || err1 != nil || !(math.Abs(lon) <= 180 && math.Abs(lat) <= 90) {
		return at, Usage("--centre is %q, not lon,lat", f.centre)
	}
	return [2]float64{lon, lat}, nil
}

// Look moves a camera as the flags ask, if they do. dense is what studio.Stage.Dense returns.
// abstract is the name of a map which is abstract, else empty.
func (f *MapCamera) Look(c *render.Camera, dense float64, abstract string) error {
	if f.centre == "" {
		return nil
	}
	if abstract != "" {
		return Usage("--centre needs coordinates; %s has none", abstract)
	}
	at, err := f.middle()
	if err != nil {
		return err
	}
	c.X, c.Y = geom.Project(at[0], at[1])
	c.Scale = geom.MetresPerUnit(c.Y) / f.metres * dense
	return nil
}

// Camera adds the flags of what a picture of a map shows. dense is what studio.Stage.Dense
// returns.
func (w *Words) Camera(c render.Camera, dense float64) {
	lon, lat := geom.Unproject(c.X, c.Y)
	w.Flag("centre", fmt.Sprintf("%v,%v", lon, lat))
	w.Flag("scale", geom.MetresPerUnit(c.Y)/c.Scale*dense)
}
