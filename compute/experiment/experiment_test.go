package experiment_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"iter"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/compute/ref"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/compute/trace"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// plan compares both searches by rank.
func plan(kind experiment.Kind) experiment.Plan {
	p := experiment.Plan{Kind: kind, Work: experiment.ByRank, Queries: 2, Repetitions: 2, Seed: 3, Reference: true}
	for _, a := range []compute.Algorithm{sssp.NearFar{}, sssp.Frontier{}} {
		p.Settings = append(p.Settings, experiment.Setting{Algorithm: a.Name(), Title: a.Title()})
	}
	return p
}

// carryOut runs a plan to its end.
func carryOut(t *testing.T, p experiment.Plan, be compute.Backend, on experiment.Maps) *experiment.Result {
	t.Helper()
	r := &experiment.Result{Plan: p, Whole: true, Place: experiment.Place{Map: "grid", Device: "host", Date: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)}}
	last := 0.0
	for u, err := range p.Run(context.Background(), be, sssp.Algorithms(), on) {
		if err != nil {
			t.Fatal(err)
		}
		if u.Share < last || u.Share > 1 {
			t.Errorf("the share goes from %g to %g", last, u.Share)
		}
		last = u.Share
		if u.Row != nil {
			r.Rows = append(r.Rows, *u.Row)
		}
	}
	if last != 1 {
		t.Errorf("at the end %g is done", last)
	}
	return r
}

// checkRows compares what rows say with the oracle.
func checkRows(t *testing.T, m *scene.Map, rows []experiment.Row) {
	t.Helper()
	for _, r := range rows {
		truth := oracle.Dijkstra(m.Graph, r.Source, r.Target)
		if !r.Verified || r.Dijkstra != truth.Relaxed || r.Wall <= 0 || r.Rank > 0 && truth.Settled[r.Rank] != r.Target {
			t.Errorf("%+v: the oracle relaxes %d edges", r, truth.Relaxed)
		}
		if r.Setting == experiment.Reference && (r.Relaxed != truth.Relaxed || r.GPU != 0) {
			t.Errorf("the reference is %+v", r)
		}
		if r.Setting != experiment.Reference && (r.Relaxed < truth.Relaxed/2 || r.Values["delta"] == 0) {
			t.Errorf("%+v: too little work", r)
		}
	}
}

func TestRows(t *testing.T) {
	m := ssspgen.Grid(1, 20, 15, 40)
	for name, be := range map[string]compute.Backend{"host": ref.NewHost(), "device": gputest.Open(t)} {
		t.Run(name, func(t *testing.T) {
			r := carryOut(t, plan(experiment.Rank), be, experiment.On(m))
			ranks := bits.Len(uint(len(m.Graph.Connected()) - 1))
			if want := ranks * 2 * 2 * 3; len(r.Rows) != want {
				t.Errorf("%d rows, want %d", len(r.Rows), want)
			}
			checkRows(t, m, r.Rows)
		})
	}
}

// For each query and repetition all settings take turns, not always in one order.
func TestInterleaved(t *testing.T) {
	r := carryOut(t, plan(experiment.Sweep), ref.NewHost(), experiment.On(ssspgen.Grid(1, 8, 6, 40)))
	orders := map[[3]int]bool{}
	for turn := range slices.Chunk(r.Rows, 3) {
		var order [3]int
		for i, row := range turn {
			if row.Query != turn[0].Query || row.Repetition != turn[0].Repetition {
				t.Fatalf("rows of %d.%d and %d.%d share a turn", row.Query, row.Repetition, turn[0].Query, turn[0].Repetition)
			}
			order[i] = row.Setting
		}
		orders[order] = true
		slices.Sort(order[:])
		if order != [3]int{experiment.Reference, 0, 1} {
			t.Errorf("a turn has the settings %v", order)
		}
	}
	if len(orders) < 3 {
		t.Errorf("only %d orders", len(orders))
	}
}

// Parts of a map are searched by its weights, closed edges among them.
func TestScale(t *testing.T) {
	m := ssspgen.Grid(1, 80, 60, 40)
	m = m.Reweighed([]uint32{2500, 9000}, func(uint32) uint32 { return graph.Closed })
	p := plan(experiment.Scale)
	p.Work, p.Queries, p.Repetitions = experiment.ToAll, 1, 1
	r := carryOut(t, p, ref.NewHost(), experiment.Parts(m))
	var nodes []int
	for _, s := range p.ByMap(r.Rows) {
		nodes = append(nodes, s.Nodes)
		if s.Queries != 1 || s.Verified != 1 {
			t.Errorf("%+v", s)
		}
	}
	if want := []int{1200, 1200, 1200, 4800, 4800, 4800}; !slices.Equal(nodes, want) {
		t.Errorf("the maps have %v nodes, want %v", nodes, want)
	}
}

// fake is a search whose time and answers are made up.
type fake struct {
	took     func(compute.Values) time.Duration // of a step
	steps    int
	wrong    bool
	prepared *int // solvers that are alive
}

func (fake) Name() string         { return "fake" }
func (fake) Title() string        { return "Fake" }
func (fake) About() compute.About { return compute.About{} }
func (fake) Params() []compute.Param {
	return []compute.Param{{Name: "delta", Min: 1, Max: 1 << 20}, {Name: "batch", Min: 1, Max: 256, Default: 16, PowerOfTwo: true}}
}
func (f fake) Prepare(_ compute.Backend, m *scene.Map) (compute.Solver, error) {
	*f.prepared++
	return &fakeSolver{f, m}, nil
}

type fakeSolver struct {
	fake
	m *scene.Map
}

func (s *fakeSolver) Release() { *s.prepared-- }
func (s *fakeSolver) Start(q compute.Query, v compute.Values) (compute.Run, error) {
	return &fakeRun{s, q, v}, nil
}

type fakeRun struct {
	*fakeSolver
	q compute.Query
	v compute.Values
}

func (r *fakeRun) Steps(context.Context) iter.Seq2[trace.Event, error] {
	return func(yield func(trace.Event, error) bool) {
		for i := range r.steps {
			time.Sleep(r.took(r.v))
			if !yield(trace.Event{Round: uint32(i + 1), Relaxed: 1}, nil) {
				return
			}
		}
	}
}
func (r *fakeRun) Stride(int)              {}
func (r *fakeRun) Values() compute.Values  { return r.v }
func (r *fakeRun) Observe(compute.Encoder) {}
func (r *fakeRun) Layers() []compute.Layer { return nil }
func (r *fakeRun) Release()                {}
func (r *fakeRun) Distances(context.Context) ([]uint32, error) {
	d := oracle.Dijkstra(r.m.Graph, r.q.Source, graph.NoNode).Dist
	if r.wrong {
		d[r.q.Source] = 1
	}
	return d, nil
}

func TestWrongAnswer(t *testing.T) {
	alive := 0
	f := fake{took: func(compute.Values) time.Duration { return 0 }, steps: 1, wrong: true, prepared: &alive}
	p := plan(experiment.Rank)
	p.Settings = []experiment.Setting{{Algorithm: "fake", Title: "Fake"}}
	var err error
	rows := 0
	for u, e := range p.Run(context.Background(), ref.NewHost(), []compute.Algorithm{f}, experiment.On(ssspgen.Grid(1, 8, 6, 40))) {
		if err = e; e == nil && u.Row != nil && u.Row.Setting == 0 {
			rows++
		}
	}
	if !errors.Is(err, experiment.ErrWrong) || rows > 0 || alive != 0 {
		t.Errorf("%d rows, then %v; %d solvers are alive", rows, err, alive)
	}
}

// A long step-by-step run ends soon after its context, and whoever stops pulling
// leaves nothing behind.
func TestCancel(t *testing.T) {
	alive := 0
	f := fake{took: func(compute.Values) time.Duration { return 5 * time.Millisecond }, steps: math.MaxInt, prepared: &alive}
	p := plan(experiment.Rank)
	p.Settings = []experiment.Setting{{Algorithm: "fake", Title: "Fake"}}
	on := experiment.On(ssspgen.Grid(1, 8, 6, 40))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var cancelled time.Time
	updates := 0
	for _, err := range p.Run(ctx, ref.NewHost(), []compute.Algorithm{f}, on) {
		if updates++; updates == 3 {
			cancelled = time.Now()
			cancel()
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	if d := time.Since(cancelled); updates < 3 || d > 100*time.Millisecond || alive != 0 {
		t.Errorf("%d updates; it ended %v after its context; %d solvers are alive", updates, d, alive)
	}
	for range p.Run(context.Background(), ref.NewHost(), []compute.Algorithm{f}, on) {
		break
	}
	if alive != 0 {
		t.Errorf("%d solvers are alive", alive)
	}
}

func TestBadPlans(t *testing.T) {
	for name, change := range map[string]func(*experiment.Plan){
		"kind": func(p *experiment.Plan) { p.Kind = "guess" }, "settings": func(p *experiment.Plan) { p.Settings = nil },
		"queries": func(p *experiment.Plan) { p.Queries = 0 }, "repetitions": func(p *experiment.Plan) { p.Repetitions = -1 },
		"work": func(p *experiment.Plan) { p.Work = "some" }, "algorithm": func(p *experiment.Plan) { p.Settings[0].Algorithm = "magic" },
	} {
		p := plan(experiment.Rank)
		change(&p)
		var err error
		for _, err = range p.Run(context.Background(), ref.NewHost(), sssp.Algorithms(), experiment.On(ssspgen.Grid(1, 4, 4, 40))) {
		}
		if err == nil {
			t.Errorf("a plan with a bad %s is carried out", name)
		}
	}
}

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

// Settings are compared by queries that all have run, and a query counts with the
// median of its repetitions.
func TestSummaries(t *testing.T) {
	p := plan(experiment.Sweep)
	p.Reference = false
	row := func(setting, query, repetition int, wall float64) experiment.Row {
		return experiment.Row{Map: "m", Setting: setting, Query: query, Repetition: repetition, Wall: wall, Relaxed: 4, Dijkstra: 2}
	}
	rows := []experiment.Row{row(0, 0, 0, 1), row(1, 0, 0, 2), row(0, 0, 1, 3), row(1, 0, 1, 4), row(0, 0, 2, 100), row(1, 0, 2, 6), row(1, 1, 0, 1000)}
	all := p.BySetting(rows)
	if len(all) != 2 || all[0].Wall.Mean != 3 || all[1].Wall.Mean != 4 || all[0].Efficiency != 0.5 || all[0].Work.Median != 2 || all[1].Queries != 1 {
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

func TestSweepCells(t *testing.T) {
	m := ssspgen.Grid(1, 8, 6, 40)
	values := map[string][]uint32{"delta": {10, 20}, "workgroup": {32, 64}}
	p := plan(experiment.Sweep)
	p.Axes, p.Reference = []string{"delta", "batch"}, false
	p.Settings = experiment.SweepSettings(sssp.NearFar{}, m.Graph, ref.NewHost().Limits(), p.Axes, values)
	r := carryOut(t, p, ref.NewHost(), experiment.On(m))
	cells := r.Cells()
	if len(cells) != 2*5 {
		t.Fatalf("%d cells for 2 deltas and 5 batches", len(cells))
	}
	for _, c := range cells {
		for _, s := range p.BySetting(r.Rows) {
			if s.Values["delta"] == c.X && s.Values["batch"] == c.Y && s.Wall.Mean < c.Summary.Wall.Mean {
				t.Errorf("cell %d, %d has %g ms, but %v has %g", c.X, c.Y, c.Summary.Wall.Mean, s.Values, s.Wall.Mean)
			}
		}
	}
	if _, ok := values["batch"]; ok {
		t.Error("the caller's values were changed")
	}
}

func TestFiles(t *testing.T) {
	r := carryOut(t, plan(experiment.Rank), ref.NewHost(), experiment.On(ssspgen.Grid(1, 8, 6, 40)))
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	back, err := experiment.ReadJSON(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, r) {
		t.Errorf("read back: %+v, want %+v", back.Plan, r.Plan)
	}
	for name, text := range map[string]string{
		"nothing": "", "cut off": b.String()[:b.Len()/2], "something else": `{"type":"map"}`, "no plan": `{"type":"kernelscope experiment"}`,
		"no such setting": strings.Replace(b.String(), `"setting": 0`, `"setting": 7`, 1),
	} {
		if _, err := experiment.ReadJSON(strings.NewReader(text)); !errors.Is(err, experiment.ErrInput) {
			t.Errorf("%s: %v", name, err)
		}
	}
	b.Reset()
	if err := r.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(lines) != len(r.Rows)+1 {
		t.Fatalf("%d lines for %d rows: %v", len(lines), len(r.Rows), err)
	}
	column := func(name string) int { return slices.Index(lines[0], name) }
	for _, name := range []string{"algorithm", "delta", "rho", "rank", "wall_ms", "gpu_ms", "efficiency", "verified"} {
		if column(name) < 0 {
			t.Errorf("there is no column %q among %q", name, lines[0])
		}
	}
	for i, row := range r.Rows {
		if l := lines[i+1]; l[column("algorithm")] != row.Algorithm || l[column("verified")] != "true" {
			t.Errorf("line %d is %q", i+1, l)
		}
	}
}

func TestTable(t *testing.T) {
	for _, kind := range experiment.Kinds {
		r := carryOut(t, plan(kind), ref.NewHost(), experiment.On(ssspgen.Grid(1, 8, 6, 40)))
		table := r.Table()
		if len(table.Rows) == 0 {
			t.Errorf("%s: no rows", kind)
		}
		for _, line := range table.Rows {
			if len(line) != len(table.Columns) {
				t.Errorf("%s: %d cells below %d columns", kind, len(line), len(table.Columns))
			}
		}
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
