package experiment_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"
	"kernelscope/compute/ref"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// throughputPlan compares Frontier one at a time and with some numbers at once.
func throughputPlan(work experiment.Work, queries int, numbers ...int) experiment.Plan {
	one := experiment.Setting{Algorithm: "frontier", Title: "Frontier", Values: compute.Values{sssp.Workgroup: 64}}
	return experiment.Plan{
		Kind: experiment.Throughput, Work: work, Queries: queries, Repetitions: 2, Seed: 3,
		Settings: experiment.AtOnce([]experiment.Setting{one}, numbers),
	}
}

// Every setting makes every query in every repetition.
func TestThroughput(t *testing.T) {
	m := ssspgen.Grid(1, 20, 15, 40)
	for name, c := range map[string]struct {
		be   compute.Backend
		plan experiment.Plan
	}{
		"host":   {ref.NewHost(), throughputPlan(experiment.ToAll, 5, 1, 3)},
		"device": {gputest.Open(t), throughputPlan(experiment.ToAll, 5, 1, 3)},
		"ranks":  {ref.NewHost(), throughputPlan(experiment.ByRank, 1, 4)},
	} {
		t.Run(name, func(t *testing.T) {
			r := carryOut(t, c.plan, c.be, experiment.On(m))
			checkRows(t, m, r.Rows)
			all := r.Plan.BySetting(r.Rows)
			if len(all) != len(c.plan.Settings) {
				t.Fatalf("%d summaries for %d settings", len(all), len(c.plan.Settings))
			}
			for i, s := range all {
				if s.Queries != all[0].Queries || s.Queries < 5 || s.Rows != 2*s.Queries || s.Verified != s.Rows {
					t.Errorf("setting %d: %d queries, %d rows, %d verified", i, s.Queries, s.Rows, s.Verified)
				}
			}
			shares := map[[2]int][]float64{} // by setting and batch, of the first repetition
			for _, row := range r.Rows {
				if row.AtOnce != c.plan.Settings[row.Setting].AtOnce {
					t.Errorf("%+v of setting %+v", row, c.plan.Settings[row.Setting])
				}
				if row.AtOnce > 0 && row.Repetition == 0 {
					k := [2]int{row.Setting, row.Query / row.AtOnce}
					shares[k] = append(shares[k], row.Wall)
				}
			}
			for k, s := range shares {
				if slices.Max(s) != slices.Min(s) {
					t.Errorf("setting %d, batch %d: the shares are %v", k[0], k[1], s)
				}
			}
		})
	}
}

func TestNumbersAtOnce(t *testing.T) {
	for _, c := range []struct {
		room int
		want []int
	}{{1, []int{1}}, {8, []int{1, 8}}, {100, []int{1, 8, 32, 100}}, {528, []int{1, 8, 32, 132, 264, 528}}} {
		if got := experiment.NumbersAtOnce(c.room); !slices.Equal(got, c.want) {
			t.Errorf("room for %d: %v, want %v", c.room, got, c.want)
		}
	}
}

// Only some searches can be made side by side.
func TestRoom(t *testing.T) {
	m := ssspgen.Grid(1, 8, 6, 40)
	for _, a := range sssp.Algorithms() {
		room, err := experiment.Room(ref.NewHost(), a, m)
		if err != nil || (room > 0) != (a.Name() == "frontier") {
			t.Errorf("%s has room for %d (%v)", a.Name(), room, err)
		}
	}
}

// A plan that cannot be carried out says why.
func TestBadThroughput(t *testing.T) {
	for name, c := range map[string]struct {
		plan   experiment.Plan
		change func(*experiment.Plan)
	}{
		"few queries":      {throughputPlan(experiment.ToAll, 3, 4), func(*experiment.Plan) {}},
		"no room":          {throughputPlan(experiment.ToAll, 20000, 20000), func(*experiment.Plan) {}},
		"another search":   {throughputPlan(experiment.ToAll, 3, 2), func(p *experiment.Plan) { p.Settings[1].Algorithm = "nearfar" }},
		"no such search":   {throughputPlan(experiment.ToAll, 3, 2), func(p *experiment.Plan) { p.Settings[1].Algorithm = "magic" }},
		"nothing that can": {throughputPlan(experiment.ToAll, 3, 2), func(p *experiment.Plan) { p.Settings = nil }},
	} {
		c.change(&c.plan)
		var err error
		for _, e := range c.plan.Run(context.Background(), ref.NewHost(), sssp.Algorithms(), experiment.On(ssspgen.Grid(1, 8, 6, 40))) {
			err = e
		}
		if err == nil {
			t.Errorf("%s: it is carried out", name)
		}
	}
}

// liar makes many searches at once and gets one node of one of them wrong.
type liar struct{ fakeSolver }

func (l *liar) AtOnce() int { return 4 }
func (l *liar) StartMany(queries []sssp.Query, _ compute.Values) (sssp.Many, error) {
	return &lies{l.m, queries}, nil
}

type lies struct {
	m       *scene.Map
	queries []sssp.Query
}

func (l *lies) Release() {}
func (l *lies) Finish(context.Context) ([]sssp.Event, error) {
	return make([]sssp.Event, len(l.queries)), nil
}
func (l *lies) Table(context.Context, []uint32) ([][]uint32, error) { return nil, nil }
func (l *lies) Distances(_ context.Context, i int) ([]uint32, error) {
	d := oracle.Dijkstra(l.m.Graph, l.queries[i].Source, graph.NoNode).Dist
	if i == 2 {
		d[len(d)-1]++
	}
	return d, nil
}

// Batches have all queries in order, and a wrong distance is found.
func TestBatches(t *testing.T) {
	m := ssspgen.Grid(1, 8, 6, 40)
	var queries []sssp.Query
	for v := range uint32(10) {
		queries = append(queries, sssp.Query{Source: v, Target: graph.NoNode})
	}
	var sizes []int
	wrong := 0
	for b, err := range experiment.Batches(context.Background(), &liar{fakeSolver{m: m}}, queries, 4, nil) {
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, len(b.Queries))
		if !slices.Equal(b.Queries, queries[b.First:b.First+len(b.Queries)]) || len(b.Last) != len(b.Queries) {
			t.Errorf("batch from %d on: %v", b.First, b.Queries)
		}
		seen := 0
		err = experiment.Dijkstras(context.Background(), m.Graph, b.Queries, func(i int, truth oracle.Search) error {
			seen++
			if err := b.Verify(context.Background(), m.Graph, i, truth); errors.Is(err, experiment.ErrWrong) != (i == 2) {
				t.Errorf("search %d: %v", i, err)
			} else if err != nil {
				wrong++
			}
			return nil
		})
		if err != nil || seen != len(b.Queries) {
			t.Errorf("%d of %d answers (%v)", seen, len(b.Queries), err)
		}
	}
	if !slices.Equal(sizes, []int{4, 4, 2}) || wrong != 2 {
		t.Errorf("batches of %v, %d lies found", sizes, wrong)
	}
}

// Whoever waits for true answers waits no longer than his context.
func TestDijkstrasCancelled(t *testing.T) {
	m := ssspgen.Grid(1, 300, 300, 40)
	ctx, cancel := context.WithCancel(context.Background())
	var cancelled time.Time
	err := experiment.Dijkstras(ctx, m.Graph, make([]sssp.Query, 10000), func(int, oracle.Search) error {
		if cancelled.IsZero() {
			cancelled = time.Now()
			cancel()
		}
		return nil
	})
	if d := time.Since(cancelled); !errors.Is(err, context.Canceled) || d > 100*time.Millisecond {
		t.Errorf("%v after %v", err, d)
	}
}
