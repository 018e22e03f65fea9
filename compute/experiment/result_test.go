package experiment_test

import (
	"testing"

	"kernelscope/compute/experiment"
)

func TestStat(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   experiment.Stat
	}{
		{[]float64{3}, experiment.Stat{Mean: 3, Median: 3, Low: 3, High: 3}},
		{[]float64{4, 1, 3, 2}, experiment.Stat{Mean: 2.5, Median: 2.5, Low: 1.5, High: 3.5}},
		{[]float64{5, 1, 3, 2, 4}, experiment.Stat{Mean: 3, Median: 3, Low: 2, High: 4}},
	} {
		if got := experiment.StatOf(c.values); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.values, got, c.want)
		}
	}
}

// Settings are compared by cases that all have run, and a case counts with the
// median of its repetitions.
func TestSummaries(t *testing.T) {
	p := plan(2)
	row := func(setting, at, repetition int, wall float64) experiment.Row {
		r := experiment.Row{Input: "m", Setting: setting, Case: at, Repetition: repetition, Wall: wall}
		r.State("done", 4)
		r.State("needed", 2)
		return r
	}
	rows := []experiment.Row{row(0, 0, 0, 1), row(1, 0, 0, 2), row(0, 0, 1, 3), row(1, 0, 1, 4), row(0, 0, 2, 100), row(1, 0, 2, 6), row(1, 1, 0, 1000)}
	all := p.BySetting(rows)
	if len(all) != 2 || all[0].Wall.Mean != 3 || all[1].Wall.Mean != 4 || all[0].Efficiency != 0.5 || all[0].Work.Median != 2 || all[1].Cases != 1 {
		t.Errorf("summaries: %+v", all)
	}
	if best, ok := p.Best(rows); !ok || best.Setting != 0 {
		t.Errorf("the best is %+v", best)
	}
	if one := p.BySetting(rows[:1]); len(one) != 1 || one[0].Wall.Mean != 1 {
		t.Errorf("with a single row: %+v", one)
	}
	if _, ok := p.Best(nil); ok {
		t.Error("something is best of nothing")
	}
}
