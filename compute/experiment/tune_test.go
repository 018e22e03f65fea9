package experiment_test

import (
	"context"
	"math"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
)

// The search for settings finds the quickest one.
func TestTune(t *testing.T) {
	const best = 3000.0
	s := &sizes{of: []int{9}, took: func(x experiment.Setting, _ int) float64 {
		away := math.Abs(math.Log2(float64(x.Values["delta"])/best)) + math.Abs(math.Log2(float64(x.Values["batch"])/64))
		return 1 + 2*away
	}}
	tune := func(limit time.Duration) (experiment.Summary, bool) {
		p := plan(0)
		p.Repetitions = 1
		var rows []experiment.Row
		for u, err := range experiment.Tune(context.Background(), toy{}, compute.Values{"delta": best / 10, "batch": 16}, compute.Limits{}, s, p, limit) {
			if err != nil {
				t.Fatal(err)
			}
			if u.Row != nil {
				rows, p.Settings = append(rows, *u.Row), u.Settings
			}
		}
		return p.Best(rows)
	}
	got, ok := tune(20 * time.Second)
	if d := float64(got.Values["delta"]) / best; !ok || d < 0.7 || d > 1.4 || got.Values["batch"] != 64 {
		t.Errorf("found %v, want delta near %g and batch 64", got.Values, best)
	}
	// With little time it ends in time, with what there is.
	if got, ok := tune(time.Nanosecond); !ok || got.Rows != 1 {
		t.Errorf("in no time it finds %+v", got)
	}
	if s.released != 2 {
		t.Errorf("released %d times", s.released)
	}
}
