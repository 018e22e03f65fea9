package bfs

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"kernelscope/compute/host"
	"kernelscope/scene/graph"
)

// circle is a graph of n nodes, on the host.
func circle(t testing.TB, n int) *Graph {
	t.Helper()
	g := &graph.Graph{FirstOut: make([]uint32, n+1), Head: make([]uint32, n)}
	for v := range n {
		g.FirstOut[v+1], g.Head[v] = uint32(v+1), uint32((v+1)%n)
	}
	b, err := New(host.New(), g, AutoForm)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Release)
	return b
}

// randomPairs are of nodes below n.
func randomPairs(seed uint64, count int, n uint32) []Pair {
	rnd := rand.New(rand.NewPCG(seed, 0))
	pairs := make([]Pair, count)
	for i := range pairs {
		pairs[i] = Pair{rnd.Uint32N(n), rnd.Uint32N(n)}
	}
	return pairs
}

// However many cores plan and divide, the sweeps are those that one core makes.
func TestDivide(t *testing.T) {
	const nodes, width = 3000, 300
	b := circle(t, nodes)
	pairs := randomPairs(1, 50_000, 2000)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, reverse := range []bool{false, true} {
		runtime.GOMAXPROCS(1)
		one, err := b.Plan(pairs, Options{Scheme: Rows})
		if err != nil {
			t.Fatal(err)
		}
		want := b.divide(one.jobs, reverse, width, given)
		checkDivision(t, want, one.jobs, reverse, width)
		runtime.GOMAXPROCS(8)
		many, err := b.Plan(pairs, Options{Scheme: Rows})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(one.jobs, many.jobs) || !slices.Equal(one.lengths, many.lengths) || one.Sources != many.Sources || one.Targets != many.Targets {
			t.Error("plans differ")
		}
		got := b.divide(many.jobs, reverse, width, given)
		if !slices.Equal(got.sweeps, want.sweeps) || !slices.Equal(got.sources, want.sources) || !slices.Equal(got.counts, want.counts) ||
			!slices.Equal(got.places, want.places) || !slices.Equal(got.jobs, want.jobs) {
			t.Errorf("reverse %v: divisions differ", reverse)
		}
	}
}

// checkDivision looks each job up in what a division says.
func checkDivision(t *testing.T, d division, jobs []job, reverse bool, width int) {
	t.Helper()
	var sources []uint32
	last := map[int]int{} // the last job of each sweep, in the order of the list
	counts := make([]uint32, len(d.sources))
	for s, w := range d.sweeps {
		for i := w.firstPair; i < w.firstPair+w.pairs; i++ {
			from, to := d.jobs[i].ends(reverse)
			column := w.firstColumn + int(d.column(i))
			if d.sources[column] != from || d.end(i) != to || int(d.jobs[i].at) < last[s] {
				t.Fatalf("job %d of sweep %d is %v: column %d begins at %d", i, s, d.jobs[i], column, d.sources[column])
			}
			last[s] = int(d.jobs[i].at)
			counts[column]++
		}
		if w.firstColumn != s*width || w.columns > width {
			t.Errorf("sweep %d is %v", s, w)
		}
	}
	if !slices.Equal(counts, d.counts) || len(d.jobs) != len(jobs) {
		t.Error("columns are counted wrong")
	}
	for _, j := range jobs {
		if from, _ := j.ends(reverse); !slices.Contains(sources, from) {
			sources = append(sources, from)
		}
	}
	if !slices.Equal(sources, d.sources) {
		t.Error("columns are not in the order of the pairs")
	}
}

// Sweeps gather their open pairs a level later where that is faster, at whatever clocks the
// device runs meanwhile.
func TestDeferred(t *testing.T) {
	b := circle(t, 100)
	clock := 40 // the device speeds up
	run := func(length uint32, second, ms int) {
		p := Plan{Scheme: Rows, Searched: 20_000, Sources: 20_000, Targets: 20_000, Sweeps: 20, Values: map[string]uint32{Defer: length, Columns: 1024}}
		b.speed.learn(&Answer{Plan: p, Again: second, Wall: time.Duration(ms*(100+clock)) * time.Millisecond})
		clock = max(0, clock-8)
	}
	for _, c := range []struct {
		second int
		counts [5]int // by length, from 3 on
		want   uint32
		why    string
	}{
		{2000, [5]int{100, 80, 70, 60, 50}, 3, "a tenth is not many"},
		{4000, [5]int{100, 120, 100, 100, 100}, 3, "a fifth is many, but a level more takes longer"},
		{4000, [5]int{100, 90, 95, 100, 100}, 4, "the first level more pays, the second does not"},
	} {
		b.speed.later, b.speed.trial, clock = 0, trial{}, 40
		for range 12 {
			length := b.speed.length()
			run(length, c.second, c.counts[length-3])
		}
		if got := b.speed.length(); got != c.want {
			t.Errorf("%s: sweeps end at length %d, want %d", c.why, got, c.want)
		}
		run(7, 4000, 1) // what was asked for says nothing
		if got := b.speed.length(); got != c.want {
			t.Errorf("%s: sweeps end at length %d after another was asked for, want %d", c.why, got, c.want)
		}
	}
}

// Sweeps end at a length that most pairs do not exceed, as few searches on the host tell. In rings of
// some nodes each distance is as frequent as the others.
func TestSampled(t *testing.T) {
	for ring, want := range map[int]uint32{4: 3, 10: 8, 40: 34, 1000: 3} {
		const nodes = 4000
		g := &graph.Graph{FirstOut: make([]uint32, nodes+1), Head: make([]uint32, nodes)}
		var pairs []Pair
		for v := range nodes {
			g.FirstOut[v+1], g.Head[v] = uint32(v+1), uint32(v-v%ring+(v%ring+1)%ring)
			pairs = append(pairs, Pair{uint32(v), g.Head[v]})
		}
		b, err := New(host.New(), g, Hubs)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Release()
		few, err := b.Plan(pairs[:100], Options{Scheme: Rows}) // one sweep gathers nothing
		if err != nil || few.Values[Defer] != defaultDefer {
			t.Errorf("rings of %d, one sweep: %+v, %v", ring, few, err)
		}
		p, err := b.Plan(pairs, Options{Scheme: Rows})
		if err != nil || p.Values[Defer] != want || p.Sweeps < 2 {
			t.Errorf("rings of %d: sweeps end at length %d, want %d, %v", ring, p.Values[Defer], want, err)
		}
	}
}

// What the host does for a list of pairs, but for the search.
func BenchmarkPlan(b *testing.B) {
	g := circle(b, 10_620)
	pairs := randomPairs(1, 1_000_000, 10_620)
	for b.Loop() {
		if _, err := g.Plan(pairs, Options{Scheme: Rows}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(pairs)), "ns/pair")
}

func BenchmarkDivide(b *testing.B) {
	for _, c := range []struct{ nodes, pairs int }{{10_620, 1_000_000}, {1 << 20, 1 << 14}} {
		b.Run(fmt.Sprintf("%d pairs of %d nodes", c.pairs, c.nodes), func(b *testing.B) {
			g := circle(b, c.nodes)
			p, err := g.Plan(randomPairs(1, c.pairs, uint32(c.nodes)), Options{Scheme: Rows})
			if err != nil {
				b.Fatal(err)
			}
			a := &Answer{Lengths: make([]uint32, p.Pairs)}
			for b.Loop() {
				d := g.divide(p.jobs, false, 2048, given)
				d.answer(a, make([]uint32, len(d.jobs)))
				open(d.jobs, a.Lengths)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(p.jobs)), "ns/pair")
		})
	}
}
