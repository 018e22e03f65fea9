package experiment_test

import (
	"errors"
	"iter"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
)

// What an algorithm chooses is measured beside the best five others, then beside the best. What is
// chosen is not measured twice under another name, and a case counts with its least time.
func TestCompare(t *testing.T) {
	s := &sizes{of: []int{1 << 10}}
	n := 0
	s.time = func(x experiment.Setting, _ int) float64 { // every other time too long
		n++
		return float64(max(30, x.Values["delta"])) + float64(n%2*5)
	}
	p := plan(0)
	p.Settings = []experiment.Setting{{Algorithm: "a", Values: compute.Values{"delta": 40}}}
	for _, delta := range []uint32{10, 40, 50, 60, 70, 80, 90} {
		p.Settings = append(p.Settings, experiment.Setting{Algorithm: "a", Values: compute.Values{"delta": delta}})
	}
	run := func(p experiment.Plan) iter.Seq2[experiment.Update, error] { return p.Run(t.Context(), subjects(s)) }
	c, err := p.Compare(4, experiment.ByWall, run)
	if err != nil || len(c.Swept) != 8 || len(c.Plan.Settings) != 2 {
		t.Fatalf("%d swept, %d measured at last, %v", len(c.Swept), len(c.Plan.Settings), err)
	}
	if c.Auto.Wall.Mean != 40 || c.Best.Wall.Mean != 30 || c.Best.Values["delta"] != 10 || c.Ratio(experiment.ByWall) != 40.0/30 {
		t.Errorf("chosen %+v, best %+v", c.Auto.Wall, c.Best.Wall)
	}
	if want := 8 + 6*4 + 2*4; n != want {
		t.Errorf("%d measurements, want %d", n, want)
	}
	failed := errors.New("lost")
	_, err = p.Compare(1, experiment.ByWall, func(experiment.Plan) iter.Seq2[experiment.Update, error] {
		return func(yield func(experiment.Update, error) bool) { yield(experiment.Update{}, failed) }
	})
	if !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
}
