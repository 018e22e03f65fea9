package view

import (
	"strings"
	"testing"

	"kernelscope/compute/experiment"
	"kernelscope/families/paths/session"
)

// The example is whole and verified, says where and when it was measured, and gives way to any experiment that was run here.
func TestExample(t *testing.T) {
	r := example().Result
	if p := r.Origin; p.Device == "" || p.Date.IsZero() || p.Input == "" || !strings.HasPrefix(p.Command, "viewer bench sweep") {
		t.Errorf("it was measured on %+v", p)
	}
	if _, ok := r.Plan.Best(r.Rows); !ok || !r.Whole {
		t.Error("it is not whole")
	}
	for _, row := range r.Rows {
		if !row.Verified {
			t.Fatalf("%+v is not verified", row)
		}
	}
	own := &session.Experiment{Result: &experiment.Result{}}
	for _, c := range []struct {
		kind    experiment.Kind
		here    *session.Experiment
		want    *session.Experiment
		example bool
	}{{experiment.Sweep, nil, example(), true}, {experiment.Rank, nil, nil, false}, {experiment.Sweep, own, own, false}} {
		l := experiments{kind: c.kind}
		if e, isExample := l.charts(&session.Snapshot{Experiment: c.here}); e != c.want || isExample != c.example {
			t.Errorf("%s: the example is shown: %v", c.kind, isExample)
		}
	}
}
