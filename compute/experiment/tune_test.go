package experiment_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/internal/clock/clocktest"
)

// The search for settings finds the quickest one.
func TestTune(t *testing.T) {
	const best = 3000.0
	s := &sizes{of: []int{9}, time: func(x experiment.Setting, _ int) float64 {
		away := math.Abs(math.Log2(float64(x.Values["delta"])/best)) + math.Abs(math.Log2(float64(x.Values["batch"])/64))
		return 1 + 2*away
	}}
	other := &sizes{of: []int{9}, time: s.time}
	said := ""
	tune := func(limit time.Duration) (experiment.Summary, bool) {
		p := plan(0)
		p.Repetitions = 1
		var rows []experiment.Row
		for u, err := range experiment.Tune(context.Background(), toy{}, compute.Values{"delta": best / 10, "batch": 16}, compute.Limits{}, s, other, p, limit) {
			if err != nil {
				t.Fatal(err)
			}
			if u.Row != nil {
				rows, p.Settings = append(rows, *u.Row), u.Settings
			}
		}
		said = (&experiment.Result{Plan: p, Rows: rows}).Verdict()
		return p.Best(rows)
	}
	advance := clocktest.Fake(t)
	got, ok := tune(time.Second)
	if d := float64(got.Values["delta"]) / best; !ok || d < 0.7 || d > 1.4 || got.Values["batch"] != 64 {
		t.Errorf("found %v, want delta near %g and batch 64", got.Values, best)
	}
	if other.released != 1 || !strings.Contains(said, "; auto: batch 16, delta 300 with ") {
		t.Errorf("the verdict %q does not compare with the automatic setting", said)
	}
	// It ends with its time, with what there is.
	rows := 0
	measured := s.time
	s.time = func(x experiment.Setting, n int) float64 {
		if rows++; rows == 3 {
			advance(2 * time.Second)
		}
		return measured(x, n)
	}
	if _, ok := tune(time.Second); !ok || rows != 3 {
		t.Errorf("when its time is over after 3 rows it measures %d", rows)
	}
	if s.released != 2 {
		t.Errorf("released %d times", s.released)
	}
}
