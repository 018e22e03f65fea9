package experiment

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// Clock says which time of a case counts.
type Clock struct {
	time func(Row) float64
	mean func(Summary) float64
}

// The clocks: wall time, and the device's where there is one.
var (
	ByWall   = Clock{func(r Row) float64 { return r.Wall }, func(s Summary) float64 { return s.Wall.Mean }}
	ByDevice = Clock{
		func(r Row) float64 { return cmp.Or(r.GPU, r.Wall) },
		func(s Summary) float64 { return cmp.Or(s.GPU.Mean, s.Wall.Mean) },
	}
)

// Mean is the mean time of a setting.
func (c Clock) Mean(s Summary) float64 { return c.mean(s) }

// Choice is what an algorithm chooses, beside the best of a sweep.
type Choice struct {
	Plan       Plan // of the last measurement: settings are numbers of its own
	Auto, Best Summary
	Swept      []Summary // all settings, measured once, in ascending order of time
}

// Ratio is how many times as long the chosen setting takes as the best one.
func (c Choice) Ratio(clock Clock) float64 { return clock.Mean(c.Auto) / clock.Mean(c.Best) }

// Compare compares the first setting of the plan, which the algorithm chooses, with the others. It
// measures all of them once, the fastest five others again beside the first, and at last the fastest
// of these beside the first: the least of several times is too small by chance. The last two
// rounds have the given number of repetitions. run carries a plan out.
func (p Plan) Compare(repetitions int, clock Clock, run func(Plan) iter.Seq2[Update, error]) (c Choice, err error) {
	const finalists = 5
	p.Repetitions = 1
	if c.Swept, err = p.fastest(clock, run); err != nil {
		return c, err
	}
	chosen := ofSetting(c.Swept, 0)
	finals := p
	finals.Repetitions, finals.Settings = repetitions, p.Settings[:1:1]
	for _, s := range c.Swept {
		same := p.Settings[s.Setting].Algorithm == p.Settings[0].Algorithm && p.Settings[s.Setting].AtOnce == p.Settings[0].AtOnce && maps.Equal(s.Values, chosen.Values)
		if !same && len(finals.Settings) <= finalists {
			finals.Settings = append(finals.Settings, p.Settings[s.Setting])
		}
	}
	c.Plan = finals
	all, err := finals.fastest(clock, run)
	if err == nil && len(all) > 0 && all[0].Setting != 0 {
		c.Plan.Settings = []Setting{finals.Settings[0], finals.Settings[all[0].Setting]}
		all, err = c.Plan.fastest(clock, run)
	}
	if err != nil || len(all) == 0 {
		return c, err
	}
	c.Auto, c.Best = ofSetting(all, 0), all[0]
	return c, nil
}

// ofSetting returns the summary of a setting, or an empty one.
func ofSetting(all []Summary, setting int) Summary {
	for _, s := range all {
		if s.Setting == setting {
			return s
		}
	}
	return Summary{}
}

// fastest carries the plan out and returns a summary of each setting, the fastest first. A case
// counts with the least time of its repetitions: others are longer for reasons that have
// nothing to do with settings.
func (p Plan) fastest(clock Clock, run func(Plan) iter.Seq2[Update, error]) ([]Summary, error) {
	type key struct{ setting, at int }
	least := map[key]Row{}
	for u, err := range run(p) {
		if err != nil {
			return nil, err
		}
		row := u.Row
		if row == nil || row.LeftOut != "" {
			continue
		}
		k := key{row.Setting, row.Case}
		if before, ok := least[k]; !ok || clock.time(*row) < clock.time(before) {
			least[k] = *row
		}
	}
	all := p.BySetting(slices.Collect(maps.Values(least)))
	slices.SortFunc(all, func(x, y Summary) int { return cmp.Compare(clock.Mean(x), clock.Mean(y)) })
	return all, nil
}
