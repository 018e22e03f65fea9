package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"kernelscope/compute/experiment"
	"kernelscope/compute/timing"
)

// reading holds the rows of a command. It remembers whether something was asked for that they lack,
// so that there is no verdict then.
type reading struct {
	rows    []experiment.Row   // of all runs
	runs    [][]experiment.Row // of each
	missing bool
}

// condition selects rows.
type condition func(experiment.Row) bool

// isAlgorithm holds for an algorithm.
func isAlgorithm(algorithm string) condition {
	return func(r experiment.Row) bool { return r.Algorithm == algorithm }
}

// hasValue holds where a parameter has a value.
func hasValue(name string, x uint32) condition {
	return func(r experiment.Row) bool { return r.Values[name] == x }
}

// hasSize holds for a number of keys or elements.
func hasSize(n int) condition { return func(r experiment.Row) bool { return r.Size == n } }

// hasRank holds for queries of a Dijkstra rank.
func hasRank(k int) condition { return func(r experiment.Row) bool { return r.Group == k } }

// isInput holds for an input.
func isInput(input string) condition { return func(r experiment.Row) bool { return r.Input == input } }

// isReference holds for Dijkstra's algorithm on the host, with which searches are compared.
func isReference(r experiment.Row) bool { return r.Setting == experiment.Reference }

// all returns the verified rows that all conditions select.
func (r *reading) all(where ...condition) (out []experiment.Row) {
	for _, row := range r.rows {
		if row.LeftOut == "" && row.Verified && !slices.ContainsFunc(where, func(c condition) bool { return !c(row) }) {
			out = append(out, row)
		}
	}
	return out
}

// median returns the median of a quantity over the rows that match.
func (r *reading) median(of func(experiment.Row) float64, where ...condition) float64 {
	var x []float64
	for _, row := range r.all(where...) {
		x = append(x, of(row))
	}
	if len(x) == 0 {
		r.missing = true
		return math.NaN()
	}
	return timing.Median(x)
}

// span is a ratio with its range over repeated runs.
type span struct{ median, low, high float64 }

// String writes the ratio, and the range if there is one.
func (s span) String() string {
	if number(s.low) == number(s.high) {
		return number(s.median)
	}
	return fmt.Sprintf("%s (%s to %s)", number(s.median), number(s.low), number(s.high))
}

// verdict is yes if the ratio is above 1 in all runs, no if it is below, otherwise no difference.
func (s span) verdict() string {
	switch {
	case s.low > 1:
		return yes
	case s.high < 1:
		return no
	}
	return same
}

// onDevice is a time on the device, or on the wall without one, in ms.
func onDevice(row experiment.Row) float64 { return cmp.Or(row.GPU, row.Wall) }

// onWall is a wall time, in ms.
func onWall(row experiment.Row) float64 { return row.Wall }

// where is a list of conditions.
func where(all ...condition) []condition { return all }

// ratio returns how many times as long the first rows take as the second: of each run the ratio of the medians, and
// the range over the runs.
func (r *reading) ratio(of func(experiment.Row) float64, long, short []condition) span {
	var ratios []float64
	for _, run := range r.runs {
		one := reading{rows: run}
		ratios = append(ratios, one.median(of, long...)/one.median(of, short...))
		r.missing = r.missing || one.missing
	}
	if len(ratios) == 0 || r.missing {
		r.missing = true
		return span{math.NaN(), math.NaN(), math.NaN()}
	}
	return span{timing.Median(ratios), slices.Min(ratios), slices.Max(ratios)}
}

// wall returns a wall time, in ms.
func (r *reading) wall(where ...condition) float64 {
	return r.median(onWall, where...)
}

// ms returns a time on the device, or the wall time of a run on the host.
func (r *reading) ms(where ...condition) float64 {
	return r.median(onDevice, where...)
}

// fact returns what rows state.
func (r *reading) fact(name string, where ...condition) float64 {
	return r.median(func(row experiment.Row) float64 { x, _ := row.Fact(name); return x }, where...)
}

// word returns a label of the first row that matches.
func (r *reading) word(label string, where ...condition) string {
	for _, row := range r.all(where...) {
		text, _ := row.Labels[label].(string)
		return text
	}
	r.missing = true
	return ""
}

// leftOut says why the rows that match were not measured.
func (r *reading) leftOut(match condition) string {
	for _, row := range r.rows {
		if match(row) && row.LeftOut != "" {
			return row.LeftOut
		}
	}
	return "there is no row"
}

// micros returns the time of each pair of a list, in µs of wall time.
func (r *reading) micros(where ...condition) float64 {
	return 1e3 * r.wall(where...) / r.fact("pairs", where...)
}

// values lists the values of a parameter, or the sizes where the name is empty.
func (r *reading) values(name string, where ...condition) []uint32 {
	found := map[uint32]bool{}
	for _, row := range r.all(where...) {
		if name == "" {
			found[uint32(row.Size)] = true
		} else if x, ok := row.Values[name]; ok {
			found[x] = true
		}
	}
	r.missing = r.missing || len(found) == 0
	return slices.Sorted(maps.Keys(found))
}

// ranks lists the Dijkstra ranks, in ascending order.
func (r *reading) ranks() []int {
	found := map[int]bool{}
	for _, row := range r.all() {
		found[row.Group] = true
	}
	delete(found, 0)
	r.missing = r.missing || len(found) == 0
	return slices.Sorted(maps.Keys(found))
}

// each writes a figure for each value of a parameter, and returns the value of the least one.
func (r *reading) each(name string, text func(uint32) string, figure func(where ...condition) float64, where ...condition) (out string, best uint32) {
	var words []string
	least := math.Inf(1)
	for _, x := range r.values(name, where...) {
		f := figure(append(slices.Clone(where), hasValue(name, x))...)
		words = append(words, text(x)+": "+number(f))
		if f < least {
			least, best = f, x
		}
	}
	return strings.Join(words, ", "), best
}

// agrees is the verdict of what is to hold.
func agrees(holds bool) string {
	if holds {
		return yes
	}
	return no
}

// number writes a number with three digits that count.
func number(x float64) string {
	if x >= 1000 || x == math.Trunc(x) {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// plain writes a value as it is.
func plain(x uint32) string { return fmt.Sprint(x) }

// named writes a value by its name in a list, which begins with that of 1.
func named(names ...string) func(uint32) string {
	return func(x uint32) string {
		if x < 1 || int(x) > len(names) {
			return fmt.Sprint(x)
		}
		return names[x-1]
	}
}
