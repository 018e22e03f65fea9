package sssp_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/osmload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/shaders"
)

// search runs a query to its end and checks the answer.
func search(t testing.TB, s sssp.Solver, m *scene.Map, q sssp.Query, v compute.Values) (events []sssp.Event) {
	t.Helper()
	r, err := s.Start(q, v)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	for e, err := range r.Steps(t.Context()) {
		if err != nil {
			t.Fatalf("%v %v: %v", q, r.Values(), err)
		}
		e.GPU, e.Wall = 0, 0
		events = append(events, e)
	}
	dist, err := r.Distances(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := oracle.Dijkstra(m.Graph, q.Source, q.Target)
	if err := verify(s, m.Graph, want, q.Target, dist); err != nil {
		t.Fatalf("%v %v: %v", q, r.Values(), err)
	}
	last := events[len(events)-1]
	if !last.Done {
		t.Fatalf("%v: the last event is %+v", q, last)
	}
	if q.Target != graph.NoNode {
		if last.Target != want.Dist[q.Target] {
			t.Fatalf("%v: the last event has the target at %d, want %d", q, last.Target, want.Dist[q.Target])
		}
		checkPath(t, m.Graph, dist, q)
	}
	return events
}

func checkPath(t testing.TB, g *graph.Graph, dist []uint32, q sssp.Query) {
	t.Helper()
	edges, err := sssp.Path(g, dist, q.Source, q.Target)
	if err != nil {
		t.Fatalf("%v: %v", q, err)
	}
	at, sum := q.Source, uint64(0)
	for _, e := range edges {
		if e < g.FirstOut[at] || e >= g.FirstOut[at+1] {
			t.Fatalf("%v: edge %d of the path does not leave node %d", q, e, at)
		}
		at, sum = g.Head[e], sum+uint64(g.Weight[e])
	}
	if dist[q.Target] != graph.Unreached && (at != q.Target || sum != uint64(dist[q.Target])) {
		t.Fatalf("%v: the path ends at %d with length %d, want %d", q, at, sum, dist[q.Target])
	}
}

func prepare(t testing.TB, a sssp.Algorithm, be compute.Backend, m *scene.Map) sssp.Solver {
	t.Helper()
	s, err := a.Prepare(be, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}

// What panels say of a search is there, and names are not taken twice.
func TestAbout(t *testing.T) {
	names := map[string]bool{}
	for _, a := range sssp.Algorithms() {
		about := a.About()
		if about.Summary == "" || about.Round == "" || about.Queues == "" || names[a.Name()] || names[a.Title()] {
			t.Errorf("%s: %+v", a.Name(), about)
		}
		names[a.Name()], names[a.Title()] = true, true
		if sized := slices.ContainsFunc(a.Params(), func(p compute.Param) bool { return p.Name == sssp.Workgroup }); sized == about.OnHost {
			t.Errorf("%s: on the host %v, workgroup %v", a.Name(), about.OnHost, sized)
		}
	}
}

// The words of the blocks in Go are those of the shaders.
func TestBlocks(t *testing.T) {
	for _, p := range compute.Programs() {
		for block, names := range map[string]map[int]string{"Control": shaders.ControlNames, "Frontier": shaders.FrontierNames} {
			if !strings.HasPrefix(p.Name, "sssp_") || !slices.Contains(p.Bindings, block) {
				continue
			}
			members, err := gputest.BlockMembers(p.Name, block)
			if err != nil || !maps.Equal(members, names) {
				t.Errorf("kernel %s: %s has the members %v, in Go %v (%v)", p.Name, block, members, names, err)
			}
		}
	}
}

// allowed returns the values that a search allows on a device and a map.
func allowed(be compute.Backend, a sssp.Algorithm, m *scene.Map, v compute.Values) compute.Values {
	return v.Allowed(sssp.Params(a, m.Graph), be.Limits())
}

// drawn is a graph of any kind with a query, and values of all parameters.
func drawn(rt *rapid.T, most int) (*scene.Map, sssp.Query, compute.Values) {
	n := rapid.IntRange(1, most).Draw(rt, "nodes")
	m := ssspgen.Random(rapid.Uint64().Draw(rt, "seed"), n, rapid.IntRange(0, 4*n).Draw(rt, "arcs"),
		rapid.SampledFrom([]uint32{0, 1, 10, 1000, graph.MaxWeight}).Draw(rt, "weights"))
	q := sssp.Query{Source: rapid.Uint32Range(0, uint32(n)-1).Draw(rt, "source"), Target: rapid.Uint32Range(0, uint32(n)-1).Draw(rt, "target")}
	if rapid.Bool().Draw(rt, "all") {
		q.Target = graph.NoNode
	}
	return m, q, compute.Values{
		sssp.Delta:     rapid.SampledFrom([]uint32{0, 1, 2, 7, 100, 1 << 24}).Draw(rt, "delta"),
		sssp.Batch:     rapid.SampledFrom([]uint32{0, 1, 4, 64}).Draw(rt, "batch"),
		sssp.Workgroup: rapid.SampledFrom([]uint32{32, 64, 128, 256, 512, 1024}).Draw(rt, "workgroup"),
		sssp.Rho:       rapid.SampledFrom([]uint32{1, 8, 1024}).Draw(rt, "rho"),
		sssp.Alone:     rapid.SampledFrom([]uint32{1, 8, 4096}).Draw(rt, "alone"),
		sssp.Stall:     rapid.Uint32Range(1, 2).Draw(rt, "stall"), sssp.Record: rapid.Uint32Range(1, 2).Draw(rt, "record"),
		sssp.Count: rapid.Uint32Range(1, 2).Draw(rt, "count"), sssp.Finish: rapid.Uint32Range(1, 2).Draw(rt, "finish"), sssp.Rule: rapid.Uint32Range(0, sssp.Adaptive).Draw(rt, "rule"),
	}
}

// Every search finds what Dijkstra's algorithm finds, by the mirrors alone.
func TestMirror(t *testing.T) { searchDrawn(t, host.New(), 60) }

// The same on the device.
func TestDevice(t *testing.T) { searchDrawn(t, gputest.Open(t), 200) }

func searchDrawn(t *testing.T, be compute.Backend, most int) {
	rapid.Check(t, func(rt *rapid.T) {
		m, q, v := drawn(rt, most)
		for _, a := range sssp.Algorithms() {
			s, err := a.Prepare(be, m)
			if err != nil {
				rt.Fatal(err)
			}
			search(t, s, m, q, allowed(be, a, m, v))
			s.Release()
		}
	})
}

// Every dispatch on the device leaves what its mirror leaves.
func TestLockstep(t *testing.T) {
	for _, basic := range []bool{false, true} {
		d := gputest.OpenWith(t, gpu.Options{Basic: basic})
		for name, m := range map[string]*scene.Map{
			"single":       ssspgen.Path(1, 0),
			"path":         ssspgen.Path(40, 3),
			"grid":         ssspgen.Grid(1, 17, 13, 20),
			"random":       ssspgen.Random(2, 300, 2000, 100),
			"zero weights": ssspgen.Random(3, 100, 400, 1),
			"huge weights": ssspgen.Random(4, 100, 400, graph.MaxWeight),
			"star":         ssspgen.Star(700),
		} {
			for _, a := range sssp.Algorithms() {
				for _, workgroup := range []uint32{32, 128, 1024}[:gputest.Count(1, 3)] {
					if a.About().OnHost || basic && workgroup != 32 {
						continue
					}
					l := host.NewLockstep(context.Background(), d)
					s := prepare(t, a, l, m)
					v := compute.Values{sssp.Delta: 9, sssp.Workgroup: workgroup, sssp.Batch: 8, sssp.Alone: 32, sssp.Rho: 8}
					search(t, s, m, sssp.Query{Source: 0, Target: graph.NoNode}, allowed(l, a, m, v))
					if name != "grid" && name != "star" && !gputest.Long() {
						continue // these show what a target and constants change
					}
					v[sssp.Stall], v[sssp.Count], v[sssp.Finish] = 2, 2, 2
					search(t, s, m, sssp.Query{Source: 0, Target: uint32(m.Graph.Nodes() / 2)}, allowed(l, a, m, v))
					if l.Dispatches == 0 {
						t.Errorf("%s: nothing was compared", name)
					}
				}
			}
		}
	}
}

// All 64 searches on each of the graphs that overflow careless queues are right.
func TestHubs(t *testing.T) {
	d := gputest.Open(t)
	for seed := range uint64(gputest.Count(1, 4)) {
		m := ssspgen.Hubs(seed)
		if m.Graph.Nodes() != 1027 {
			t.Fatalf("%d nodes", m.Graph.Nodes())
		}
		solvers := []sssp.Solver{prepare(t, sssp.NearFar{}, d, m), prepare(t, sssp.Frontier{}, d, m)}
		for source := range uint32(4) {
			for i, target := range []uint32{graph.NoNode, 1024, 1025, 1026} {
				s := solvers[(i+int(source))%2]
				events := search(t, s, m, sssp.Query{Source: source * 30, Target: target}, compute.Values{sssp.Delta: 20000})
				if improved := events[len(events)-1].Improved; improved < 100*1027 {
					t.Errorf("only %d improvements: this graph would not overflow anything", improved)
				}
			}
		}
		for _, a := range sssp.Algorithms() {
			search(t, prepare(t, a, d, m), m, sssp.Query{Source: 0, Target: graph.NoNode}, allowed(d, a, m, compute.Values{sssp.Delta: 20000}))
		}
	}
}

// Parameters change the way, not the answer.
func TestParameters(t *testing.T) {
	d := gputest.Open(t)
	m := ssspgen.Grid(5, gputest.Count(24, 60), gputest.Count(20, 50), 100)
	n := uint32(m.Graph.Nodes())
	for _, a := range sssp.Algorithms() {
		s := prepare(t, a, d, m)
		rnd := rand.New(rand.NewPCG(1, 1))
		done := map[string]bool{} // not every search has every parameter
		for _, delta := range []uint32{0, 1, 30, 100, 1000, 1 << 24} {
			for _, batch := range []uint32{1, 64, 8, 1024}[:gputest.Count(2, 4)] {
				for _, workgroup := range []uint32{32, 64, 256, 1024} {
					q := sssp.Query{Source: rnd.Uint32N(n), Target: rnd.Uint32N(n)}
					if rnd.IntN(3) == 0 {
						q.Target = graph.NoNode
					}
					v, err := sssp.Chosen(a, m.Graph, d.Limits(), false, allowed(d, a, m, compute.Values{
						sssp.Delta: delta, sssp.Batch: batch, sssp.Workgroup: workgroup,
						sssp.Rho: 1 << rnd.IntN(12), sssp.Alone: 1 << rnd.IntN(12),
					}))
					if err != nil {
						t.Fatal(err)
					}
					if key := fmt.Sprint(v); !done[key] {
						done[key] = true
						search(t, s, m, q, v)
					}
				}
			}
		}
	}
}

func TestShapes(t *testing.T) {
	d := gputest.Open(t)
	for name, m := range map[string]*scene.Map{
		"star of 100,000":  ssspgen.Star(100000),
		"long path":        ssspgen.Path(3000, 5),
		"heaviest path":    ssspgen.Path(5, graph.MaxWeight), // distances saturate
		"nothing to reach": ssspgen.Random(1, 50, 0, 1),
	} {
		for _, a := range sssp.Algorithms() {
			s := prepare(t, a, d, m)
			search(t, s, m, sssp.Query{Source: 0, Target: graph.NoNode}, nil)
			search(t, s, m, sssp.Query{Source: 0, Target: uint32(m.Graph.Nodes()) - 1}, compute.Values{sssp.Batch: 1024, sssp.Workgroup: 32})
		}
		t.Log(name)
	}
}

// Searches in rounds, and those on the host, are the same each time, but for the
// order within queues: so are their events, however rounds are grouped to steps.
func TestSameEachTime(t *testing.T) {
	d := gputest.Open(t)
	m := ssspgen.Grid(9, 80, 70, 50)
	for _, a := range sssp.Algorithms() {
		if a.Name() != "frontier" && a.Name() != "nearfar-append" { // these depend on the order of invocations
			t.Run(a.Name(), func(t *testing.T) { sameEachTime(t, d, a, m) })
		}
	}
}

func sameEachTime(t *testing.T, d *gpu.Device, a sssp.Algorithm, m *scene.Map) {
	s, onHost := prepare(t, a, d, m), a.About().OnHost
	q := sssp.Query{Source: 1234, Target: graph.NoNode}
	var first []sssp.Event
	rounds := func(events []sssp.Event) (out []sssp.Sizes) {
		for _, e := range events {
			out = append(out, e.Sizes...)
		}
		return out
	}
	for i, batch := range []uint32{64, 64, 64, 1, 16} {
		events := search(t, s, m, q, allowed(d, a, m, compute.Values{sssp.Delta: 40, sssp.Batch: batch}))
		if i == 0 {
			first = events
		}
		if i < 3 && fmt.Sprint(events) != fmt.Sprint(first) {
			t.Fatalf("run %d went another way:\n%v\n%v", i, events, first)
		}
		want, got := first[len(first)-1], events[len(events)-1]
		want.Sizes, got.Sizes = nil, nil
		if onHost { // a round is a batch
			got.Round, got.Step = want.Round, want.Step
		}
		if fmt.Sprint(want) != fmt.Sprint(got) || !onHost && !slices.Equal(rounds(events), rounds(first)) {
			t.Fatalf("batch %d ends in %+v, want %+v", batch, got, want)
		}
	}
}

// The buckets of a search by Dial are as wide as the greatest weight asks; narrower ones are
// refused, as other widths than powers of two.
func TestDialWidth(t *testing.T) {
	for _, c := range []struct{ weight, delta, want uint32 }{
		{1, 0, 1}, {65534, 0, 1}, {65535, 0, 2}, {65535, 1, 0}, {65535, 9, 0}, {65535, 8, 8}, {graph.MaxWeight, 0, 1 << 16}, {graph.MaxWeight, 1 << 24, 1 << 24},
	} {
		m := ssspgen.Path(3, c.weight)
		be, v := host.New(), compute.Values{sssp.Delta: c.delta}
		told, refused := sssp.Chosen(sssp.Dial{}, m.Graph, be.Limits(), false, v)
		r, err := prepare(t, sssp.Dial{}, be, m).Start(sssp.Query{Source: 0, Target: 2}, v)
		if c.want == 0 {
			if !errors.Is(err, compute.ErrValue) || !errors.Is(refused, compute.ErrValue) {
				t.Errorf("weight %d, delta %d: %v and %v", c.weight, c.delta, err, refused)
			}
			continue
		}
		if err != nil || refused != nil {
			t.Fatal(err, refused)
		}
		if got, also := r.Values()[sssp.Delta], told[sssp.Delta]; got != c.want || also != c.want {
			t.Errorf("weight %d, delta %d: buckets are %d wide, reported as %d, want %d", c.weight, c.delta, got, also, c.want)
		}
	}
}

// A frontier search that has no room for its entries begins again from the
// distances, and is right all the same.
func TestFrontierOverflows(t *testing.T) {
	d := gputest.Open(t)
	m := ssspgen.Hubs(1)
	for _, alone := range []uint32{1, 1 << 13} {
		s := prepare(t, sssp.Frontier{}, d, m)
		search(t, s, m, sssp.Query{Source: 0, Target: graph.NoNode}, compute.Values{sssp.Delta: 20000, sssp.Rho: 1, sssp.Alone: alone, sssp.Workgroup: 64})
		if n, err := sssp.Recoveries(s); n == 0 || err != nil {
			t.Errorf("the queues did not overflow (%v)", err)
		}
	}
}

func TestStartRefuses(t *testing.T) {
	for _, a := range sssp.Algorithms() {
		refuses(t, a)
	}
}

func refuses(t *testing.T, a sssp.Algorithm) {
	s := prepare(t, a, host.New(), ssspgen.Path(3, 1))
	for _, q := range []sssp.Query{{Source: 3, Target: 0}, {Source: graph.NoNode, Target: 0}, {Source: 0, Target: 3}} {
		if _, err := s.Start(q, nil); err == nil {
			t.Errorf("%v was accepted", q)
		}
	}
	if _, err := a.Prepare(host.New(), ssspgen.Map(0, nil)); err == nil {
		t.Error("a map without roads was accepted")
	}
}

// Real maps, random queries.
func TestMaps(t *testing.T) {
	d := gputest.Open(t)
	for _, path := range []string{
		osmtest.Data(t, "osm", "helsinki.osm.pbf"), osmtest.Data(t, "osm", "stockholm-small.osm.pbf"),
		osmtest.Data(t, "osm", "liechtenstein-2013.osm.pbf"), osmtest.Module(t, "delaware-latest.osm.pbf"),
	} {
		m, err := osmload.Load(context.Background(), path, osmload.Options{})
		if err != nil {
			t.Fatal(err)
		}
		nodes := m.Graph.Connected()
		rnd := rand.New(rand.NewPCG(1, 2))
		for i := range 10 {
			s := prepare(t, sssp.Algorithms()[i%len(sssp.Algorithms())], d, m)
			q := sssp.Query{Source: nodes[rnd.IntN(len(nodes))], Target: nodes[rnd.IntN(len(nodes))]}
			if i < 2 {
				q.Target = graph.NoNode
			}
			events := search(t, s, m, q, nil)
			t.Logf("%s: %d rounds", m.Name, events[len(events)-1].Round)
		}
	}
}
