package experiment_test

import (
	"slices"
	"testing"

	"kernelscope/compute/experiment"
)

func TestGoal(t *testing.T) {
	for _, c := range []struct {
		bar, reached float64
		unit         string
		wanted, says string
	}{
		{35, 36, experiment.PerSecond, "≥ 35 G/s", "met"}, {35, 34, experiment.PerSecond, "≥ 35 G/s", "missed"},
		{1.2, 1.1, experiment.Milliseconds, "≤ 1.2 ms", "met"}, {1.2, 1.3, experiment.Milliseconds, "≤ 1.2 ms", "missed"},
		{0, 5, experiment.PerSecond, "G/s", ""},
	} {
		g := experiment.NewGoal("work", c.bar, c.unit)
		if g.Reach(c.reached); g.Wanted() != c.wanted || g.Verdict() != c.says {
			t.Errorf("%+v: %s, %s", c, g.Wanted(), g.Verdict())
		}
	}
}

func TestRecords(t *testing.T) {
	all := experiment.Records("# from somewhere\nwork,bar,tried\n\"a, b\",2.5,1 4 8\nc,,\n")
	if len(all) != 2 || all[0]["work"] != "a, b" || all[0].Number("bar") != 2.5 || all[1].Number("bar") != 0 || !slices.Equal(all[0].List("tried"), []float64{1, 4, 8}) || all[1].List("tried") != nil {
		t.Errorf("%v", all)
	}
}
