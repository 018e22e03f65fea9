package command

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"kernelscope/cli"
	"kernelscope/compute/bfs"
	"kernelscope/internal/format"
	"kernelscope/report/chart"
)

// balance draws how evenly the workgroups of each expansion share its edges: the tail of an expansion
// is the time that all wait for the busiest one. The device counts the sum and the maximum.
func balance(path, device string, a bfs.Answer, tails []tail) error {
	const most = 24 // levels with a readable number each
	of := []bfs.Level{}
	sweeps := 0
	for _, l := range a.History {
		if l.Groups == 0 || len(of) > 0 && l.Sweep != of[0].Sweep && len(of) >= most {
			continue
		}
		if len(of) == 0 || of[len(of)-1].Sweep != l.Sweep {
			sweeps++
		}
		of = append(of, l)
	}
	if len(of) == 0 {
		return cli.Usage("--chart draws the expansions of a joint frontier; scheme %s has none", a.Scheme)
	}
	work := &chart.Bars{Title: "Edges that a workgroup follows", YLabel: "edges", X: chart.Names{Label: "level"}, Series: []chart.BarSeries{{Name: "mean"}, {Name: "busiest"}}}
	ratio := &chart.Bars{Title: "Busiest workgroup over the mean", YLabel: "times", X: work.X, Log: true, Series: []chart.BarSeries{{Hidden: true}, {}}}
	for _, l := range of {
		name := fmt.Sprint(l.Level)
		if sweeps > 1 {
			name = fmt.Sprintf("%d.%d", l.Sweep, l.Level)
		}
		mean := float64(l.Walked) / float64(l.Groups)
		text := fmt.Sprintf("%s by %s: %s on average, %d at most", format.Count(l.Walked, "edge"), format.Count(l.Groups, "workgroup"), format.Short(mean), l.Most)
		work.X.Names = append(work.X.Names, name)
		for i, x := range []float64{mean, float64(l.Most)} {
			work.Series[i].Values, work.Series[i].Texts = append(work.Series[i].Values, x), append(work.Series[i].Texts, text)
		}
		ratio.Series[1].Values, ratio.Series[1].Texts = append(ratio.Series[1].Values, l.Imbalance()), append(ratio.Series[1].Texts, text)
		ratio.Series[0].Values, ratio.Series[0].Texts = append(ratio.Series[0].Values, 0), append(ratio.Series[0].Texts, "")
	}
	ratio.X.Names = work.X.Names
	if sweeps > 1 {
		work.X.Label, ratio.X.Label = "sweep.level", "sweep.level"
	}
	rows := [][]chart.Chart{{work}, {ratio}}
	if len(tails) > 0 {
		rows = append([][]chart.Chart{{inOrder(tails)}}, rows...)
	}
	c := chart.Figure{Title: fmt.Sprintf("Tail of expansions, %s, %s workgroups", a.Scheme, groupsOf(of)), Rows: rows,
		Note: fmt.Sprintf("Counted on %s, %s. An expansion ends with its busiest workgroup.", device, time.Now().Format(time.DateOnly))}
	return cli.WriteChart(path, c, 130+230*float64(len(c.Rows)), false)
}

// tail has the edges that each workgroup walks in an expansion, of the first sweep.
type tail struct {
	level int
	edges []uint32
}

// tailsOf searches again, step by step, and returns the tail of each expansion of the first sweep that is top-down.
func tailsOf(ctx context.Context, g *bfs.Graph, pairs []bfs.Pair, o bfs.Options) (out []tail, err error) {
	p, err := g.Plan(pairs, o)
	if err != nil || !p.Scheme.HasQueue() {
		return nil, err
	}
	s, err := g.Steps(p, -1)
	if err != nil {
		return nil, err
	}
	defer s.Release()
	for now := s.Progress(); !now.Ended && !now.Done; now = s.Progress() {
		edges, err := s.Tail(ctx)
		if err != nil {
			return nil, err
		}
		if edges != nil {
			out = append(out, tail{now.Level, edges})
		}
		if err := s.Step(ctx); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// inOrder draws the work of the workgroups of each expansion, the busiest one first: a flat line has no tail.
func inOrder(tails []tail) *chart.Lines {
	const most = 8 // levels that colours tell apart
	sum := func(t tail) (sum int) {
		for _, x := range t.edges {
			sum += int(x)
		}
		return sum
	}
	tails = slices.Clone(tails)
	slices.SortStableFunc(tails, func(a, b tail) int { return sum(b) - sum(a) })
	tails = tails[:min(most, len(tails))]
	slices.SortFunc(tails, func(a, b tail) int { return a.level - b.level })
	l := &chart.Lines{Title: "Edges of each workgroup, the busiest first", XLabel: "workgroups", YLabel: "edges", Steps: true}
	for _, t := range tails {
		edges := slices.Clone(t.edges)
		slices.Sort(edges)
		slices.Reverse(edges)
		line := chart.Line{Name: fmt.Sprintf("level %d", t.level)}
		for i, x := range edges {
			if step := 1 << max(0, bits.Len(uint(i))-6); i%step == 0 { // a hundred points show a line
				line.Points = append(line.Points, chart.At(float64(i+1), float64(x), fmt.Sprintf("level %d: workgroup %d of %d walks %s", t.level, i+1, len(edges), format.Count(int(x), "edge"))))
			}
		}
		l.Series = append(l.Series, line)
	}
	return l
}

// groupsOf returns the number of workgroups of the expansions, or its range.
func groupsOf(of []bfs.Level) string {
	least, most := of[0].Groups, of[0].Groups
	for _, l := range of {
		least, most = min(least, l.Groups), max(most, l.Groups)
	}
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}
