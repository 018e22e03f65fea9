package experiment

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"kernelscope/compute"
	"kernelscope/compute/timing"
	"kernelscope/internal/format"
)

// Stat tells of some numbers: their mean, their median and their quartiles, which
// are the medians of the lower and of the upper half (Tukey).
type Stat struct {
	Mean   float64 `json:"mean"`
	Median float64 `json:"median"`
	Low    float64 `json:"q1"`
	High   float64 `json:"q3"`
}

// StatOf describes numbers, one at least.
func StatOf(values []float64) Stat {
	v := slices.Sorted(slices.Values(values))
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return Stat{sum / float64(len(v)), timing.Median(v), timing.Median(v[:(len(v)+1)/2]), timing.Median(v[len(v)/2:])}
}

// Summary tells of the rows of one setting. A case counts with the median of its
// repetitions.
type Summary struct {
	Setting  int            `json:"setting"`
	Name     string         `json:"name"`
	Values   compute.Values `json:"values"` // in use
	Input    string         `json:"input"`
	Size     int            `json:"size"`
	Group    int            `json:"group,omitempty"`
	Cases    int            `json:"cases"`
	Rows     int            `json:"rows"`
	Verified int            `json:"verified"`

	Wall       Stat    `json:"wall_ms"`
	GPU        Stat    `json:"gpu_ms"`
	Steps      float64 `json:"steps"`           // mean of the fact that counts them
	Efficiency float64 `json:"efficiency"`      // what had to be done, over what was done
	Work       Stat    `json:"work"`            // what was done, over what had to be done
	Speed      *Stat   `json:"speed,omitempty"` // of relative plans: see Relatives

	Walls, Works, Speeds []float64 `json:"-"` // of the cases
	First                Row       `json:"-"` // of the rows
	cases                []caseKey
}

// Summarize describes rows of one setting.
func (p Plan) Summarize(rows []Row) Summary {
	if len(rows) == 0 {
		return Summary{}
	}
	first := rows[0]
	s := Summary{
		Setting: first.Setting, Name: p.Name(first.Setting), Values: first.Values, Input: first.Input, Size: first.Size,
		Group: first.Group, Rows: len(rows), First: first,
	}
	fact := func(name string) func(Row) float64 {
		return func(r Row) float64 { x, _ := r.Fact(name); return x }
	}
	done, needed := fact(p.Words.Done), fact(p.Words.Needed)
	var gpus []float64
	var did, must float64
	for _, repeated := range groups(rows, func(r Row) caseKey { return caseKey{r.Input, r.Case} }) {
		of := func(value func(Row) float64) float64 {
			var v []float64
			for _, r := range repeated {
				v = append(v, value(r))
			}
			return StatOf(v).Median
		}
		s.Cases++
		s.cases = append(s.cases, caseKey{repeated[0].Input, repeated[0].Case})
		s.Walls = append(s.Walls, of(func(r Row) float64 { return r.Wall }))
		gpus = append(gpus, of(func(r Row) float64 { return r.GPU }))
		s.Works = append(s.Works, of(func(r Row) float64 { return done(r) / max(1, needed(r)) }))
	}
	for _, r := range rows {
		s.Steps += fact(p.Words.Steps)(r) / float64(len(rows))
		did, must = did+done(r), must+needed(r)
		if r.Verified {
			s.Verified++
		}
	}
	s.Wall, s.GPU, s.Work = StatOf(s.Walls), StatOf(gpus), StatOf(s.Works)
	s.Efficiency = must / max(1, did)
	return s
}

type caseKey struct {
	input string
	at    int
}

// groups divides rows by a key, in the order in which the keys first come.
func groups[K comparable](rows []Row, key func(Row) K) (out [][]Row) {
	at := map[K]int{}
	for _, r := range rows {
		k := key(r)
		i, ok := at[k]
		if !ok {
			i = len(out)
			at[k], out = i, append(out, nil)
		}
		out[i] = append(out[i], r)
	}
	return out
}

// Name is what a setting, or Reference, is called.
func (p Plan) Name(setting int) string {
	if setting == Reference {
		return p.Words.Reference
	}
	switch n := p.Settings[setting].AtOnce; {
	case n > 0:
		return fmt.Sprintf("%s, %d concurrent", p.Alone(setting), n)
	case p.Kind == Throughput:
		return p.Alone(setting) + ", one at a time"
	}
	return p.Alone(setting)
}

// Alone is what a setting is called but for how many run concurrently: its algorithm,
// and the parameters in which it differs from others of the same algorithm.
func (p Plan) Alone(setting int) string {
	s := p.Settings[setting]
	params, differ := p.Params(), compute.Values{}
	for _, o := range p.Settings {
		for _, name := range params {
			if o.Algorithm == s.Algorithm && o.Values[name] != s.Values[name] {
				differ[name] = s.Values[name]
			}
		}
	}
	if len(differ) == 0 {
		return s.Title
	}
	return s.Title + ", " + p.InWords(differ)
}

// Series lists the numbers of the settings, and Reference where it is measured,
// in the order in which charts name them.
func (p Plan) Series() (out []int) {
	for i := range p.Settings {
		out = append(out, i)
	}
	if p.Reference {
		out = append(out, Reference)
	}
	return out
}

// Fair leaves out the rows of cases that not all settings of their level have
// run yet, unless there is no other: while an experiment goes on, or where it was
// cancelled, settings are compared by the same cases.
func (p Plan) Fair(rows []Row) []Row {
	type turn struct {
		input                 string
		at, repetition, level int
	}
	of := func(r Row) turn { return turn{r.Input, r.Case, r.Repetition, p.level(r)} }
	count, settings := map[turn]int{}, map[int]int{}
	for _, r := range rows {
		count[of(r)]++
	}
	for _, s := range p.Settings {
		settings[s.Level]++
	}
	var out []Row
	for _, r := range rows {
		want := settings[p.level(r)]
		if p.Reference {
			want++
		}
		if count[of(r)] >= want {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return rows
	}
	return out
}

// level is the level of a row's setting.
func (p Plan) level(r Row) int {
	if r.Setting == Reference {
		return 0
	}
	return p.Settings[r.Setting].Level
}

// BySetting describes each setting over all its rows.
func (p Plan) BySetting(rows []Row) (out []Summary) {
	for _, g := range groups(p.Fair(rows), func(r Row) int { return r.Setting }) {
		out = append(out, p.Summarize(g))
	}
	slices.SortStableFunc(out, func(a, b Summary) int { return p.order(a.Setting) - p.order(b.Setting) })
	return out
}

// ByGroup describes each setting in each group of cases, from low to high.
func (p Plan) ByGroup(rows []Row) (out []Summary) {
	for _, g := range groups(rows, func(r Row) [2]int { return [2]int{r.Group, r.Setting} }) {
		out = append(out, p.Summarize(g))
	}
	slices.SortStableFunc(out, func(a, b Summary) int {
		if a.Group != b.Group {
			return a.Group - b.Group
		}
		return p.order(a.Setting) - p.order(b.Setting)
	})
	return out
}

// ByInput describes each setting on each input, from small to large.
func (p Plan) ByInput(rows []Row) (out []Summary) {
	type key struct {
		input   string
		setting int
	}
	for _, g := range groups(p.Fair(rows), func(r Row) key { return key{r.Input, r.Setting} }) {
		out = append(out, p.Summarize(g))
	}
	slices.SortStableFunc(out, func(a, b Summary) int {
		if a.Size != b.Size {
			return a.Size - b.Size
		}
		return p.order(a.Setting) - p.order(b.Setting)
	})
	return out
}

// order puts the reference last.
func (p Plan) order(setting int) int {
	if setting == Reference {
		return len(p.Settings)
	}
	return setting
}

// Best returns the setting with the least mean wall time in the last level that was measured.
func (p Plan) Best(rows []Row) (best Summary, ok bool) {
	if all := p.ranking(rows); len(all) > 0 {
		return all[0], true
	}
	return best, false
}

// Verdict says in a sentence which setting is best, and how much slower the automatic one is where
// that was measured; empty before there are rows.
func (r *Result) Verdict() string {
	all := r.Plan.ranking(r.Rows)
	if len(all) == 0 {
		return ""
	}
	say := func(s Summary) string {
		v := maps.Clone(s.Values)
		maps.DeleteFunc(v, func(name string, x uint32) bool { // the same in all
			return !slices.ContainsFunc(all, func(o Summary) bool { return o.Values[name] != x })
		})
		return fmt.Sprintf("%s with %s ms a %s", r.Plan.InWords(v), format.Short(s.Wall.Mean), r.Plan.Words.Case)
	}
	best := "best: " + say(all[0])
	switch i := slices.IndexFunc(all, func(s Summary) bool { return r.Plan.Settings[s.Setting].Auto }); {
	case i < 0:
		return best
	case i == 0:
		return best + ", which auto chooses"
	default:
		return fmt.Sprintf("%s; auto: %s, %.0f %% slower", best, say(all[i]), 100*(all[i].Wall.Mean/all[0].Wall.Mean-1))
	}
}

// ranking describes the settings of the last level that was measured, from the
// best to the worst.
func (p Plan) ranking(rows []Row) (out []Summary) {
	rows = p.Fair(rows)
	last := 0
	for _, r := range rows {
		last = max(last, p.level(r))
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Setting == Reference || p.level(r) < last })
	for _, g := range groups(rows, func(r Row) int { return r.Setting }) {
		out = append(out, p.Summarize(g))
	}
	slices.SortStableFunc(out, func(a, b Summary) int { return cmp.Compare(a.Wall.Mean, b.Wall.Mean) })
	return out
}
