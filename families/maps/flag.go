package maps

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"kernelscope/cli"
	"kernelscope/families/paths/session"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/scene/place"
	"kernelscope/watch"
)

// Flag is --road, a list of changes of roads, as written by people and by Words.
type Flag struct{ texts []string }

// Add adds the flag.
func (f *Flag) Add(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.texts, "road", nil, fmt.Sprintf("speed of the road at a place, in percent of its own, as PLACE=50; 0 closes it, %d is the greatest; also PLACE=30km/h, and PLACE=x1.5 for its weights; may be repeated", session.MaxShare))
}

// Actions returns the actions of the changes. The seed is for random places.
func (f *Flag) Actions(m *scene.Map, seed uint64) (out []watch.Action, err error) {
	if len(f.texts) == 0 {
		return nil, nil
	}
	finder, err := NewFinder(m, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		return nil, err
	}
	for _, text := range f.texts {
		actions, err := finder.change(text)
		if err != nil {
			return nil, err
		}
		out = append(out, actions...)
	}
	return out, nil
}

// Words returns the flags that repeat the changes of a map.
func Words(m *scene.Map, changes []session.Change) (w cli.Words) {
	for _, c := range changes {
		w.Flag("road", c.Text(m))
	}
	return w
}

// Finder finds the roads of a map by the texts of flags.
type Finder struct {
	m      *scene.Map
	places *place.Finder
	rnd    *rand.Rand
	work   session.Roadwork
}

// NewFinder returns a finder; rnd is for random places.
func NewFinder(m *scene.Map, rnd *rand.Rand) (*Finder, error) {
	places, err := place.NewFinder(m)
	var none session.Roadwork
	return &Finder{m, places, rnd, none.On(m)}, err
}

// Pick returns the road at a place, the most important one if several meet there, and the action
// that picks it.
func (f *Finder) Pick(where string) (*session.Road, session.PickRoad, error) {
	found, err := f.places.Find(where, f.rnd)
	if err != nil {
		return nil, session.PickRoad{}, cli.PlaceError(err)
	}
	g, best := f.m.Graph, scene.Class(scene.Classes)
	pick := session.PickRoad{Within: 4000} // units, about 40 m: the place is on the road, but may be nearer to the other carriageway
	for e := g.FirstOut[found.Node]; e < g.FirstOut[found.Node+1]; e++ {
		if l := f.m.Lines[g.Line[e]>>1]; l.Class < best {
			best, pick.At = l.Class, f.m.Points[(l.First+l.End)/2]
		}
	}
	if _, _, err := f.work.Work(f.m, pick); err != nil {
		return nil, pick, err
	}
	if r := f.work.Roads().Picked; r != nil && best < scene.Class(scene.Classes) {
		return r, pick, nil
	}
	return nil, pick, cli.Usage("no road leads away from %s", where)
}

// change parses a value of the flag and returns its actions.
func (f *Finder) change(text string) (out []watch.Action, err error) {
	where, to, _ := strings.Cut(text, "=")
	if numbers, ok := strings.CutPrefix(where, session.LineMark); ok {
		lines, err := f.lines(numbers)
		if err != nil {
			return nil, cli.Usage("--road is %q: %v", text, err)
		}
		a, err := f.changeOf(lines, text, to)
		return []watch.Action{a}, err
	}
	if _, err := f.changeOf(nil, text, to); err != nil {
		return nil, err
	}
	r, pick, err := f.Pick(where)
	if err != nil {
		return nil, err
	}
	a, err := f.changeOf(r.Lines, text, to)
	return []watch.Action{pick, a}, err
}

// changeOf returns the action that changes lines according to the part of text after the place.
func (f *Finder) changeOf(lines []uint32, text, to string) (watch.Action, error) {
	within := func(number string, least, most float64) (x float64, err error) {
		if x, err = strconv.ParseFloat(number, 64); err != nil || !(x >= least && x <= most) {
			err = cli.Usage("--road is %q; give a place and a share in percent, =0 to =%d, a speed, =%dkm/h to =%dkm/h, or a factor of its weights, =x%g to =x%g",
				text, session.MaxShare, session.MinKMH, session.MaxKMH, session.MinFactor, float64(session.MaxFactor))
		}
		return x, err
	}
	if number, ok := strings.CutSuffix(to, session.KMH); ok {
		x, err := within(number, session.MinKMH, session.MaxKMH)
		if err == nil && f.m.Metric != graph.ByTime {
			err = cli.Usage("--road is %q, and the weights of %s are not times; give percent, or a factor such as x1.5", text, f.m.Name)
		}
		return session.SetRoadSpeed{Lines: lines, KMH: x}, err
	}
	if number, ok := strings.CutPrefix(to, session.Times); ok {
		x, err := within(number, session.MinFactor, session.MaxFactor)
		return session.ScaleRoad{Lines: lines, Factor: x}, err
	}
	x, err := within(to, 0, session.MaxShare)
	return session.SetShare(&session.Road{Lines: lines}, x), err
}

// lines parses the output of linesText without its prefix.
func (f *Finder) lines(text string) (out []uint32, err error) {
	numbers, count, _ := strings.Cut(text, "/")
	all := len(f.m.Lines)
	if n, err := strconv.Atoi(count); err != nil || n != all {
		return nil, fmt.Errorf("%s has %d lines, not %s", f.m.Name, all, cmp.Or(count, "?"))
	}
	for span := range strings.SplitSeq(numbers, ",") {
		a, b, ok := strings.Cut(span, "-")
		if !ok {
			b = a
		}
		first, err0 := strconv.Atoi(a)
		last, err1 := strconv.Atoi(b)
		if err := cmp.Or(err0, err1); err != nil || first < 0 || last < first || last >= all || len(out)+last-first >= all {
			return nil, fmt.Errorf("%q is not a line from 0 to %d, or a first and a last one", span, all-1)
		}
		for l := first; l <= last; l++ {
			out = append(out, uint32(l))
		}
	}
	return out, nil
}
