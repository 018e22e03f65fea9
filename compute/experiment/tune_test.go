package experiment_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/ref"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
)

// The search for settings finds the quickest one.
func TestTune(t *testing.T) {
	m := ssspgen.Grid(1, 8, 6, 40)
	best := float64(sssp.AutoDelta(m.Graph)) * 10
	alive := 0
	f := fake{steps: 1, prepared: &alive, took: func(v compute.Values) time.Duration {
		away := math.Abs(math.Log2(float64(v["delta"])/best)) + math.Abs(math.Log2(float64(v["batch"])/64))
		return time.Duration(float64(time.Millisecond) * (1 + 2*away))
	}}
	p := experiment.Plan{Kind: experiment.Sweep, Work: experiment.ByRank, Queries: 1, Repetitions: 1, Seed: 1}
	var rows []experiment.Row
	begin := time.Now()
	for u, err := range experiment.Tune(context.Background(), ref.NewHost(), f, m, p, 20*time.Second) {
		if err != nil {
			t.Fatal(err)
		}
		if u.Row != nil {
			rows, p.Settings = append(rows, *u.Row), u.Settings
		}
	}
	got, ok := p.Best(rows)
	if d := float64(got.Values["delta"]) / best; !ok || d < 0.7 || d > 1.4 || got.Values["batch"] != 64 {
		t.Errorf("found %v after %v, want delta near %g and batch 64", got.Values, time.Since(begin), best)
	}
	// With little time it ends in time, with what there is.
	begin, rows = time.Now(), nil
	for u, err := range experiment.Tune(context.Background(), ref.NewHost(), f, m, p, 50*time.Millisecond) {
		if err != nil {
			t.Fatal(err)
		}
		if u.Row != nil {
			rows, p.Settings = append(rows, *u.Row), u.Settings
		}
	}
	if _, ok := p.Best(rows); !ok || time.Since(begin) > 300*time.Millisecond {
		t.Errorf("with 50 ms it takes %v and finds something: %v", time.Since(begin), ok)
	}
	if alive != 0 {
		t.Errorf("%d solvers are alive", alive)
	}
}

func TestCache(t *testing.T) {
	m := ssspgen.Grid(1, 8, 6, 40)
	c := experiment.Cache{Dir: filepath.Join(t.TempDir(), "kernelscope")}
	k := experiment.KeyOf("device", "driver", m, "nearfar", experiment.ByRank)
	if _, ok, err := c.Load(k); ok || err != nil {
		t.Errorf("an empty cache has something: %v", err)
	}
	want := experiment.TunedSetting{Key: k, Values: compute.Values{"delta": 7}, Wall: 1.5, Date: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)}
	path, err := c.Save(want)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok, err := c.Load(k); !ok || err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("kept %+v, found %+v (%v)", want, got, err)
	}
	other := ssspgen.Grid(2, 8, 6, 40)
	other.Name = m.Name
	for name, key := range map[string]experiment.Key{
		"other weights": experiment.KeyOf("device", "driver", other, "nearfar", experiment.ByRank),
		"other driver":  experiment.KeyOf("device", "driver 2", m, "nearfar", experiment.ByRank),
		"other queries": experiment.KeyOf("device", "driver", m, "nearfar", experiment.ToAll),
	} {
		if _, ok, err := c.Load(key); ok || err != nil {
			t.Errorf("%s: found %v, %v", name, ok, err)
		}
	}
	left, err := os.ReadDir(c.Dir)
	if err != nil || len(left) != 1 {
		t.Errorf("the folder holds %v (%v)", left, err)
	}
	for name, text := range map[string]string{"damaged": "{", "for something else": "{}", "empty": ""} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, ok, err := c.Load(k); ok || err == nil || got.Values != nil {
			t.Errorf("%s: found %+v without complaint", name, got)
		}
	}
	if _, err := c.Save(want); err != nil {
		t.Error(err)
	}
	if _, ok, _ := c.Load(k); !ok {
		t.Error("a damaged file is not replaced")
	}
}
