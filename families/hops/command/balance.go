package command

import (
	"fmt"
	"time"

	"kernelscope/cli"
	"kernelscope/compute/bfs"
	"kernelscope/internal/format"
	"kernelscope/report/chart"
)

// balance draws how evenly the workgroups of each expansion share its edges: the tail of an expansion
// is the time that all wait for the busiest one. The device counts the sum and the maximum.
func balance(path, device string, a bfs.Answer) error {
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
	c := chart.Figure{Title: fmt.Sprintf("Tail of expansions, %s, %s workgroups", a.Scheme, groupsOf(of)), Rows: [][]chart.Chart{{work}, {ratio}},
		Note: fmt.Sprintf("Counted on %s, %s. An expansion ends with its busiest workgroup.", device, time.Now().Format(time.DateOnly))}
	return cli.WriteChart(path, c, 130+230*float64(len(c.Rows)), false)
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
