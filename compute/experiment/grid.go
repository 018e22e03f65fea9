package experiment

import (
	"maps"
	"slices"

	"kernelscope/compute"
)

// Algorithm is what a setting is of.
type Algorithm interface {
	Name() string            // as on the command line
	Title() string           // as in a panel
	Params() []compute.Param // what can be chosen
}

// Axes are the two parameters that a heat map shows unless told otherwise: the
// first ones of an algorithm.
func Axes(a Algorithm) (names []string) {
	for _, p := range a.Params() {
		if len(names) < 2 {
			names = append(names, p.Name)
		}
	}
	return names
}

// Range returns values of a parameter around one: steps of four, within what the
// parameter and the device allow.
func Range(p compute.Param, around uint32, l compute.Limits) []uint32 {
	low, high := -2, 4 // a delta that the search chooses is at the low end of the good range
	if p.PowerOfTwo {
		high = 2
	}
	return steps(p, around, l, 4, low, high)
}

// steps returns around times the powers low to high of a factor, within bounds
// and each once.
func steps(p compute.Param, around uint32, l compute.Limits, factor float64, low, high int) (out []uint32) {
	least, most := p.Bounds(l)
	v := float64(around)
	for range -low {
		v /= factor
	}
	for range high - low + 1 {
		x := uint32(max(float64(least), min(float64(most), v+0.5)))
		if len(out) == 0 || out[len(out)-1] != x {
			out = append(out, x)
		}
		v *= factor
	}
	return out
}

// SweepSettings lists the settings of a sweep. Axes and panels without values get a
// range of them, around the one that choose gives beside the other values; every other
// value is filled in by choose. An error wraps compute.ErrValue.
func SweepSettings(a Algorithm, choose func(compute.Values) (compute.Values, error), l compute.Limits, over []string, values map[string][]uint32) ([]Setting, error) {
	values = maps.Clone(values)
	fixed := compute.Values{}
	for name, of := range values {
		if len(of) == 1 {
			fixed[name] = of[0]
		}
	}
	chosen, err := choose(fixed)
	if err != nil {
		return nil, err
	}
	for _, p := range a.Params() {
		if len(values[p.Name]) == 0 && slices.Contains(over, p.Name) {
			values[p.Name] = Range(p, chosen[p.Name], l)
		}
	}
	settings := Grid(a, values)
	for i := range settings {
		if settings[i].Values, err = choose(settings[i].Values); err != nil {
			return nil, err
		}
		settings[i].Auto = settings[i].Values.Equal(chosen)
	}
	return settings, nil
}

// Grid lists a setting for each combination of values, of which the first parameter's change last.
// Parameters without values are left to the algorithm.
func Grid(a Algorithm, values map[string][]uint32) []Setting {
	out := []Setting{{Algorithm: a.Name(), Title: a.Title(), Values: compute.Values{}}}
	for _, p := range a.Params() {
		if len(values[p.Name]) == 0 {
			continue
		}
		var next []Setting
		for _, s := range out {
			for _, x := range values[p.Name] {
				t := s
				t.Values = maps.Clone(s.Values)
				t.Values[p.Name] = x
				next = append(next, t)
			}
		}
		out = next
	}
	return out
}

// Cell is a pair of values of a sweep's axes, with the best setting that has
// them.
type Cell struct {
	X, Y    uint32
	Panel   uint32 // value of the plan's Panels, or zero
	Summary Summary
}

// Cells divides the settings of a sweep by the values of its axes. Of settings in
// one cell the one with the least mean wall time stands for it. Of a search for
// settings the first grid is shown: later ones are measured with other queries.
func (r *Result) Cells() (cells []Cell) {
	for _, s := range r.Plan.BySetting(r.Rows) {
		if s.Setting == Reference || r.Plan.Settings[s.Setting].Level > 0 {
			continue
		}
		c := Cell{X: r.Plan.axis(0, s.Values), Y: r.Plan.axis(1, s.Values), Panel: s.Values[r.Plan.Panels], Summary: s}
		i := slices.IndexFunc(cells, func(d Cell) bool { return d.X == c.X && d.Y == c.Y && d.Panel == c.Panel })
		if i < 0 {
			cells = append(cells, c)
		} else if s.Wall.Mean < cells[i].Summary.Wall.Mean {
			cells[i] = c
		}
	}
	return cells
}

// axis returns the value on an axis; an algorithm with few parameters lacks some.
func (p Plan) axis(i int, v compute.Values) uint32 {
	if i < len(p.Axes) {
		return v[p.Axes[i]]
	}
	return 0
}

// numbersAtOnce are tried where nobody says which: 132 is what an H200 has of
// compute units.
var numbersAtOnce = []int{1, 8, 32, 132, 264, 528}

// NumbersAtOnce returns how many concurrent cases to compare on a device with some room:
// the room itself and smaller numbers.
func NumbersAtOnce(room int) []int {
	less := slices.DeleteFunc(slices.Clone(numbersAtOnce), func(n int) bool { return n >= room })
	return append(less, room)
}

// AtOnce returns each setting with one case at a time, and with each number of
// concurrent cases.
func AtOnce(settings []Setting, numbers []int) (out []Setting) {
	for _, s := range settings {
		out = append(out, s)
		for _, n := range numbers {
			s.AtOnce = n
			out = append(out, s)
		}
	}
	return out
}
