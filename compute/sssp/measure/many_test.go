package measure_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// throughputPlan compares Frontier one at a time and with some numbers of concurrent searches.
func throughputPlan(work experiment.Work, queries int, numbers ...int) experiment.Plan {
	one := experiment.Setting{Algorithm: "frontier", Title: "Frontier", Values: compute.Values{sssp.Workgroup: 64}}
	p := experiment.Plan{
		Kind: experiment.Throughput, Work: work, Queries: queries, Repetitions: 2, Seed: 3,
		Settings: experiment.AtOnce([]experiment.Setting{one}, numbers),
	}
	p.Words = measure.Words(p, graph.ByTime)
	return p
}

// Every setting makes every query in every repetition.
func TestThroughput(t *testing.T) {
	m := ssspgen.Grid(1, 20, 15, 40)
	for name, c := range map[string]struct {
		be   compute.Backend
		plan experiment.Plan
	}{
		"host":   {host.New(), throughputPlan(measure.ToAll, 5, 1, 3)},
		"device": {gputest.Open(t), throughputPlan(measure.ToAll, 5, 1, 3)},
		"ranks":  {host.New(), throughputPlan(measure.ByRank, 1, 4)},
	} {
		t.Run(name, func(t *testing.T) {
			r := carryOut(t, c.plan, c.be, measure.On(m))
			checkRows(t, m, r.Rows)
			all := r.Plan.BySetting(r.Rows)
			if len(all) != len(c.plan.Settings) {
				t.Fatalf("%d summaries for %d settings", len(all), len(c.plan.Settings))
			}
			for i, s := range all {
				if s.Cases != all[0].Cases || s.Cases < 5 || s.Rows != 2*s.Cases || s.Verified != s.Rows {
					t.Errorf("setting %d: %d queries, %d rows, %d verified", i, s.Cases, s.Rows, s.Verified)
				}
			}
			shares := map[[2]int][]float64{} // by setting and batch, of the first repetition
			for _, row := range r.Rows {
				if row.AtOnce != c.plan.Settings[row.Setting].AtOnce {
					t.Errorf("%+v of setting %+v", row, c.plan.Settings[row.Setting])
				}
				if row.AtOnce > 0 && row.Repetition == 0 {
					k := [2]int{row.Setting, row.Case / row.AtOnce}
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

// Only some searches can be made concurrently.
func TestRoom(t *testing.T) {
	m := ssspgen.Grid(1, 8, 6, 40)
	for _, a := range sssp.Algorithms() {
		room, busy, err := measure.Room(host.New(), a, m)
		if err != nil || (room > 0) != (a.Name() == "frontier") || busy > room || room > 0 && busy == 0 {
			t.Errorf("%s has room for %d, of which %d keep the device busy (%v)", a.Name(), room, busy, err)
		}
	}
}

// A plan that cannot be carried out says why.
func TestBadThroughput(t *testing.T) {
	for name, c := range map[string]struct {
		plan   experiment.Plan
		change func(*experiment.Plan)
	}{
		"few queries":      {throughputPlan(measure.ToAll, 3, 4), func(*experiment.Plan) {}},
		"no room":          {throughputPlan(measure.ToAll, 20000, 20000), func(*experiment.Plan) {}},
		"another search":   {throughputPlan(measure.ToAll, 3, 2), func(p *experiment.Plan) { p.Settings[1].Algorithm = "nearfar" }},
		"no such search":   {throughputPlan(measure.ToAll, 3, 2), func(p *experiment.Plan) { p.Settings[1].Algorithm = "magic" }},
		"nothing that can": {throughputPlan(measure.ToAll, 3, 2), func(p *experiment.Plan) { p.Settings = nil }},
	} {
		c.change(&c.plan)
		var err error
		for _, e := range measure.Run(context.Background(), host.New(), sssp.Algorithms(), measure.On(ssspgen.Grid(1, 8, 6, 40)), c.plan) {
			err = e
		}
		if err == nil {
			t.Errorf("%s: it is carried out", name)
		}
	}
}

// liar makes many concurrent searches and gets one node of one of them wrong.
type liar struct{ fakeSolver }

func (l *liar) AtOnce() int  { return 4 }
func (l *liar) Room() int    { return 4 }
func (l *liar) Bytes() int64 { return 0 }
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
func (l *lies) Table(context.Context, []uint32, []uint32) error { return nil }
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
	for b, err := range measure.Batches(context.Background(), &liar{fakeSolver{m: m}}, queries, 4, nil) {
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, len(b.Queries))
		if !slices.Equal(b.Queries, queries[b.First:b.First+len(b.Queries)]) || len(b.Last) != len(b.Queries) {
			t.Errorf("batch from %d on: %v", b.First, b.Queries)
		}
		seen := 0
		err = measure.Dijkstras(context.Background(), m.Graph, b.Queries, func(i int, truth oracle.Search) error {
			seen++
			if err := b.Verify(context.Background(), m.Graph, i, truth); errors.Is(err, fault.Wrong) != (i == 2) {
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

// Waiting for true answers ends with the context: each processor passes one more at most.
func TestDijkstrasCancelled(t *testing.T) {
	m := ssspgen.Grid(1, 300, 300, 40)
	ctx, cancel := context.WithCancel(context.Background())
	passed := 0
	err := measure.Dijkstras(ctx, m.Graph, make([]sssp.Query, 10000), func(int, oracle.Search) error {
		passed++
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || passed > 1+runtime.GOMAXPROCS(0) {
		t.Errorf("%d answers, %v", passed, err)
	}
}
