package view

import (
	"errors"
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/internal/fault"
	"kernelscope/open"
	"kernelscope/studio"
	"kernelscope/watch/timeline"
)

// In a storyboard the steps of an experiment are its rows. Seeking goes forward and back, and the
// chart contains the rows up to the position. Experiments whose charts show times are refused.
func TestGrowing(t *testing.T) {
	o := studio.Options{Program: &studio.Program{Families: []studio.Family{Family}}, Steady: true, Timeless: true}
	s, err := studio.NewStage(gputest.Open(t), 900, 700, 1, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	v := s.Shown().(*View)
	if err := v.Open(open.Input{Map: ssspgen.Grid(1, 12, 10, 30)}); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"rank", "sweep", "nothing", "efficiency:nonsense"} {
		if err := v.BeginExperiment(text); !errors.Is(err, fault.Usage) {
			t.Errorf("--experiment %s: %v", text, err)
		}
	}
	if err := v.BeginExperiment("efficiency:nearfar,dial"); err != nil {
		t.Fatal(err)
	}
	rows := int(v.Now().Time.Length)
	if rows < 20 {
		t.Fatalf("it has %d rows", rows)
	}
	for _, c := range []struct {
		to   timeline.Control
		want int
	}{
		{timeline.Pause{}, 0}, {timeline.Seek{Step: 7}, 7}, {timeline.Step{Steps: -2}, 5}, {timeline.SeekClock{At: 9.7}, 9},
		{timeline.End{}, rows}, {timeline.Seek{Step: rows + 9}, rows}, {timeline.Rewind{}, 0},
	} {
		if _, err := v.Apply(c.to); err != nil {
			t.Fatal(err)
		}
		if err := v.Settle(); err != nil {
			t.Fatal(err)
		}
		n, e := v.Now(), v.Session.Snapshot().Experiment
		if int(n.Time.Position) != c.want || len(e.Result.Rows) != c.want || n.Runs[0].Done != (c.want == rows) || e.Result.Whole != (c.want == rows) {
			t.Errorf("%T leads to row %v, and %d are shown, not %d", c.to, n.Time.Position, len(e.Result.Rows), c.want)
		}
	}
}
