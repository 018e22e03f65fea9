package experiment

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// Clock says which time of a case counts.
type Clock struct {
	took func(Row) float64
	mean func(Summary) float64
}

// The clocks: that on the wall, and that of the device where there is one.
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
	Swept      []Summary // all settings, measured once, the fastest first
}

// Ratio is how many times as long the chosen setting takes as the best one.
func (c Choice) Ratio(by Clock) float64 { return by.Mean(c.Auto) / by.Mean(c.Best) }

// Compare measures all settings of the plan once, of which the first is what the algorithm
// chooses, and then that one and the best five of the others again, in turn, some times. run carries a plan
// out.
func (p Plan) Compare(repetitions int, by Clock, run func(Plan) iter.Seq2[Update, error]) (c Choice, err error) {
	const finalists = 5
	p.Repetitions = 1
	if c.Swept, err = p.fastest(by, run); err != nil {
		return c, err
	}
	c.Plan = p
	c.Plan.Repetitions, c.Plan.Settings = repetitions, p.Settings[:1:1]
	var chosen Summary
	if i := slices.IndexFunc(c.Swept, func(s Summary) bool { return s.Setting == 0 }); i >= 0 {
		chosen = c.Swept[i]
	}
	for _, s := range c.Swept {
		same := p.Settings[s.Setting].Algorithm == p.Settings[0].Algorithm && p.Settings[s.Setting].AtOnce == p.Settings[0].AtOnce && maps.Equal(s.Values, chosen.Values)
		if !same && len(c.Plan.Settings) <= finalists {
			c.Plan.Settings = append(c.Plan.Settings, p.Settings[s.Setting])
		}
	}
	all, err := c.Plan.fastest(by, run)
	if err != nil || len(all) == 0 {
		return c, err
	}
	if i := slices.IndexFunc(all, func(s Summary) bool { return s.Setting == 0 }); i >= 0 {
		c.Auto = all[i]
	}
	c.Best = all[0]
	return c, nil
}

// fastest carries the plan out and returns a summary of each setting, the fastest first. A case
// counts with the least time of its repetitions: others are longer for reasons that have
// nothing to do with settings.
func (p Plan) fastest(by Clock, run func(Plan) iter.Seq2[Update, error]) ([]Summary, error) {
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
		if before, ok := least[k]; !ok || by.took(*row) < by.took(before) {
			least[k] = *row
		}
	}
	all := p.BySetting(slices.Collect(maps.Values(least)))
	slices.SortFunc(all, func(x, y Summary) int { return cmp.Compare(by.Mean(x), by.Mean(y)) })
	return all, nil
}
