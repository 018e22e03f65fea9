package command

import (
	"fmt"
	"log/slog"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"kernelscope/cli"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/internal/format"
	"kernelscope/scene"
	"kernelscope/studio"
)

// numbers parses --at-once; nil means auto.
func (f *experimentFlags) numbers() (out []int, err error) {
	if f.atOnce == "auto" {
		return nil, nil
	}
	for text := range strings.SplitSeq(f.atOnce, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 {
			return nil, cli.Usage("--at-once is %q, not numbers from 1 on or auto", f.atOnce)
		}
		out = append(out, n)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// within limits the numbers to room and removes duplicates.
func within(numbers []int, room int) (out []int) {
	for _, n := range numbers {
		out = append(out, min(n, room))
	}
	return slices.Compact(out)
}

// inWords formats numbers as in --at-once.
func inWords(numbers []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", ",")
}

// checkThroughput refuses searches and flags that cannot be measured.
func (f *experimentFlags) checkThroughput(algorithms []sssp.Algorithm) error {
	if _, err := f.numbers(); err != nil {
		return err
	}
	if f.all && f.ranks {
		return cli.Usage("--to-all and --ranks cannot be combined")
	}
	f.all = !f.ranks
	if f.atOnce == "auto" || slices.ContainsFunc(algorithms, isConcurrent) {
		return nil
	}
	return cli.Usage("--at-once is %s, and %s makes one query after another: omit it, or name %s too",
		f.atOnce, strings.Join(cli.Names(algorithms), ", "), strings.Join(cli.Names(sideBySide), " or "))
}

// isConcurrent reports whether a search can make concurrent queries.
func isConcurrent(a sssp.Algorithm) bool { return slices.Contains(cli.Names(sideBySide), a.Name()) }

// oneByOne is the number of queries of a throughput without concurrent searches.
const oneByOne = 10

// throughputPlan adds the numbers of concurrent searches to the settings of a plan, of searches that can be concurrent.
func (f *experimentFlags) throughputPlan(p experiment.Plan, algorithms []sssp.Algorithm, m *scene.Map, d studio.Computer) (experiment.Plan, error) {
	settings := p.Settings
	p.Settings = nil
	for _, a := range algorithms {
		of := p
		of.Settings = slices.DeleteFunc(slices.Clone(settings), func(s experiment.Setting) bool { return s.Algorithm != a.Name() })
		if isConcurrent(a) {
			var err error
			if of, err = f.atOncePlan(of, a, m, d); err != nil {
				return p, err
			}
		}
		p.Settings, p.Queries = append(p.Settings, of.Settings...), max(p.Queries, of.Queries)
	}
	if p.Queries == 0 {
		p.Queries = oneByOne
	}
	return p, nil
}

// atOncePlan adds the numbers of concurrent searches to a plan of a search.
func (f *experimentFlags) atOncePlan(p experiment.Plan, a sssp.Algorithm, m *scene.Map, d studio.Computer) (experiment.Plan, error) {
	room, busy, err := measure.Room(d, a, m)
	if err != nil {
		return p, err
	}
	numbers, err := f.numbers()
	if err != nil {
		return p, err
	}
	if numbers == nil {
		numbers = experiment.NumbersAtOnce(busy)
	}
	if fit := within(numbers, room); !slices.Equal(fit, numbers) {
		slog.Warn(fmt.Sprintf("the device has room for %s with this graph: --at-once is %s", format.Plural(room, "concurrent search", "concurrent searches"), inWords(fit)))
		numbers = fit
	}
	most := numbers[len(numbers)-1]
	if p.Queries == 0 {
		p.Queries = most
		if f.ranks { // one query per rank is several queries
			p.Queries = 1 + most/max(1, bits.Len(uint(len(m.Graph.Candidates())-1)))
		}
	}
	p.Settings = experiment.AtOnce(p.Settings, numbers)
	return p, nil
}
