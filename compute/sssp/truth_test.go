package sssp_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// shown is what a picture shows of a search after a step.
type shown struct {
	dist      []uint32
	near, far []uint32 // nodes drawn so, ascending
	rest      []uint32 // nodes drawn as relaxed
	queue     []uint32 // nodes of the near queue, ascending
}

// look reads what is drawn.
func look(t *testing.T, be compute.Backend, r sssp.Run, n int) (s shown) {
	t.Helper()
	ctx := context.Background()
	var err error
	if s.dist, err = r.Distances(ctx); err != nil {
		t.Fatal(err)
	}
	r.Observe(be)
	for _, l := range r.Layers() {
		words := make([]uint32, l.Count*l.Stride)
		if l.Count > 0 {
			if err := be.Read(ctx, l.Buffer, l.First, words); err != nil {
				t.Fatal(err)
			}
		}
		switch l.Kind {
		case sssp.NearQueue:
			for i := range l.Count {
				s.queue = append(s.queue, words[i*l.Stride])
			}
			slices.Sort(s.queue)
		case sssp.NodeStates:
			if l.Count != n {
				t.Fatalf("%d nodes have a state, of %d", l.Count, n)
			}
			for v, w := range words {
				switch st := graph.NodeState(w >> 30); {
				case (st == graph.StateUnreached) != (s.dist[v] == graph.Unreached), st != graph.StateUnreached && w&graph.StateDistance != s.dist[v]:
					t.Fatalf("node %d at %d is drawn as %v at %d", v, s.dist[v], st, w&graph.StateDistance)
				case st == graph.StateNear:
					s.near = append(s.near, uint32(v))
				case st == graph.StateFar:
					s.far = append(s.far, uint32(v))
				case st == graph.StateRelaxed:
					s.rest = append(s.rest, uint32(v))
				}
			}
		}
	}
	return s
}

// twoBuckets is Near-Far in plain Go, a step at a time: a round, or distributing the far
// nodes. Bellman-Ford is the same with a bucket that ends nowhere.
type twoBuckets struct {
	g                *graph.Graph
	q                sssp.Query
	delta, threshold uint64
	bucket           uint64
	dist             []uint32
	near, far        map[uint32]bool
	stall, whole     bool
	adaptive         bool
	widths           [2]uint64 // bounds of an adaptive delta
	nodes, rounds    uint64    // in this bucket
	beyond           uint64    // no edge is followed to this distance
	done             bool
}

func newTwoBuckets(g *graph.Graph, q sssp.Query, delta uint64, v compute.Values) *twoBuckets {
	b := &twoBuckets{g: g, q: q, delta: delta, stall: v[sssp.Stall] == 2, whole: v[sssp.Finish] == 2, adaptive: v[sssp.Rule] == sssp.Adaptive, widths: [2]uint64{max(1, delta/16), min(16*delta, 1<<24)}, beyond: math.MaxUint64, threshold: delta, dist: slices.Repeat([]uint32{graph.Unreached}, g.Nodes()), near: map[uint32]bool{q.Source: true}, far: map[uint32]bool{}}
	b.dist[q.Source] = 0
	return b
}

func (b *twoBuckets) step() {
	if len(b.near) == 0 { // the next bucket that has nodes
		least := uint64(math.MaxUint64)
		for v := range b.far {
			least = min(least, uint64(b.dist[v]))
		}
		end := b.threshold
		b.bucket = max(b.bucket+1, least/b.delta)
		b.threshold = min((b.bucket+1)*b.delta, uint64(graph.Unreached))
		if b.adaptive {
			b.adapt()
			b.threshold = min(end+((max(end, least)-end)/b.delta+1)*b.delta, uint64(graph.Unreached))
		}
		for v := range b.far {
			if uint64(b.dist[v]) < b.threshold {
				delete(b.far, v)
				b.near[v] = true
			}
		}
	} else {
		before := slices.Clone(b.dist)
		improved := map[uint32]bool{}
		for u := range b.near {
			for e := b.g.FirstOut[u]; e < b.g.FirstOut[u+1]; e++ {
				v, via := b.g.Head[e], min(uint64(before[u])+uint64(b.g.Weight[e]), uint64(graph.Unreached))
				if via < uint64(before[v]) && via < b.beyond {
					b.dist[v] = min(b.dist[v], uint32(via))
					improved[v] = true
				}
			}
		}
		b.near = map[uint32]bool{}
		for v := range improved {
			if uint64(b.dist[v]) < b.threshold {
				delete(b.far, v)
				b.near[v] = true
			} else {
				b.far[v] = true
			}
		}
	}
	b.decide()
}

// goal is the number of nodes of a round by which adaptive searches are tested.
const goal = 6

// adapt chooses the width of the next bucket by the rounds of the last one.
func (b *twoBuckets) adapt() {
	mean := float64(b.nodes / max(1, b.rounds))
	switch {
	case b.rounds == 0:
	case mean < goal/2:
		b.delta = min(2*b.delta, b.widths[1])
	case mean > 2*goal:
		b.delta = max(b.delta/2, b.widths[0])
	}
	b.nodes, b.rounds = 0, 0
}

// decide ends the search when nothing waits, or nothing that waits is nearer than the
// target, and its bucket is settled if that is asked for.
func (b *twoBuckets) decide() {
	least := uint64(math.MaxUint64)
	waiting := b.near
	if len(b.near) == 0 {
		waiting = b.far
	}
	for v := range waiting {
		least = min(least, uint64(b.dist[v]))
	}
	if b.stall && b.q.Target != graph.NoNode {
		b.beyond = uint64(b.dist[b.q.Target])
	}
	found := b.q.Target != graph.NoNode && uint64(b.dist[b.q.Target]) <= least
	if b.done = len(waiting) == 0 || found && (!b.whole || len(b.near) == 0); len(b.near) > 0 {
		b.nodes, b.rounds = b.nodes+uint64(len(b.near)), b.rounds+1
	}
}

func ascending(set map[uint32]bool) (out []uint32) {
	for v := range set {
		out = append(out, v)
	}
	slices.Sort(out)
	return out
}

// steps calls visit after every step, the start included.
func eachStep(t *testing.T, r sssp.Run, visit func(e sssp.Event)) {
	t.Helper()
	for {
		e, err := sssp.Step(context.Background(), r, 1)
		if err != nil {
			t.Fatal(err)
		}
		visit(e)
		if e.Done {
			return
		}
	}
}

// checkMeaning checks that nodes are what the legend calls them: settled nodes have their
// final distance, no edge out of a relaxed one shortens a distance, and what has no name is
// not drawn. A target that ends a search is settled and no longer relaxed, and one that
// stalls leaves alone what lies beyond it.
func checkMeaning(t *testing.T, at string, g *graph.Graph, names sssp.States, p shown, target uint32, stall bool, truth []uint32) {
	t.Helper()
	beyond := uint64(math.MaxUint64)
	if stall && target != graph.NoNode {
		beyond = uint64(p.dist[target])
	}
	if names[graph.StateFar] == "" && len(p.far) > 0 {
		t.Fatalf("%s: %d nodes are drawn as far, which the legend does not name", at, len(p.far))
	}
	for _, u := range p.rest {
		if names[graph.StateRelaxed] == sssp.Settled && p.dist[u] != truth[u] {
			t.Fatalf("%s: node %d is called settled at %d, and ends at %d", at, u, p.dist[u], truth[u])
		}
		for e := g.FirstOut[u]; e < g.FirstOut[u+1] && u != target; e++ {
			if via := uint64(p.dist[u]) + uint64(g.Weight[e]); via < min(uint64(p.dist[g.Head[e]]), beyond) {
				t.Fatalf("%s: node %d is called %s at %d, but its edge to node %d at %d leads there at %d", at, u, names[graph.StateRelaxed], p.dist[u], g.Head[e], p.dist[g.Head[e]], via)
			}
		}
	}
}

// What is drawn, what is counted and what is queued agree after every step, and of
// searches in rounds also with a replay in plain Go.
func testTruth(t *testing.T, name string, be compute.Backend, m *scene.Map, q sssp.Query, v compute.Values) {
	t.Helper()
	n := m.Graph.Nodes()
	truth := oracle.Dijkstra(m.Graph, q.Source, graph.NoNode).Dist
	for _, a := range sssp.Algorithms() {
		if _, ok := a.(sssp.Bidirectional); ok {
			continue // it draws distances to the target, too: TestFirstMeeting looks at it
		}
		s := prepare(t, a, be, m)
		given := v
		if _, ok := a.(sssp.Dial); ok {
			given = nil // its buckets are powers of two
		}
		switch a.(type) {
		case sssp.NearFar, sssp.NearFarAppend, sssp.DeltaStepping:
			sssp.SetGoal(s, goal)
		}
		r, err := s.Start(q, given)
		if err != nil {
			t.Fatal(err)
		}
		stall := r.Values()[sssp.Stall] == 2
		var replay *twoBuckets
		switch a.(type) {
		case sssp.NearFar:
			replay = newTwoBuckets(m.Graph, q, uint64(r.Values()[sssp.Delta]), r.Values())
		case sssp.BellmanFord:
			replay = newTwoBuckets(m.Graph, q, math.MaxUint32, r.Values())
		case sssp.DeltaStepping:
			replay = newTwoBuckets(m.Graph, q, uint64(r.Values()[sssp.Delta]), r.Values())
		case sssp.Frontier, sssp.NearFarAppend:
			traced := sssp.NewTraced(be, n, 1<<28)
			traced.Begin(r, q.Source)
			r = traced
		}
		eachStep(t, r, func(e sssp.Event) {
			at := fmt.Sprintf("%s, %s, step %d", name, a.Name(), e.Step)
			p := look(t, be, r, n)
			if !slices.Equal(p.queue, p.near) {
				t.Fatalf("%s: %d nodes are queued near, %d are drawn so", at, len(p.queue), len(p.near))
			}
			if int(e.Near) != len(p.near) || int(e.Far) != len(p.far) {
				t.Fatalf("%s: near %d and far %d are counted, %d and %d are drawn (%+v)", at, e.Near, e.Far, len(p.near), len(p.far), e)
			}
			checkMeaning(t, at, m.Graph, a.About().States, p, q.Target, stall, truth)
			if replay == nil {
				return
			}
			replay.step()
			if !slices.Equal(p.dist, replay.dist) || !slices.Equal(p.near, ascending(replay.near)) || !slices.Equal(p.far, ascending(replay.far)) || e.Done != replay.done {
				t.Fatalf("%s: near %d, far %d, done %v; plain Go has near %d, far %d, done %v", at, len(p.near), len(p.far), e.Done, len(replay.near), len(replay.far), replay.done)
			}
			if !e.Done && uint64(e.Threshold) != min(replay.threshold, math.MaxUint32) {
				t.Fatalf("%s: the threshold is %d, in plain Go %d", at, e.Threshold, replay.threshold)
			}
		})
		r.Release()
	}
}

func TestTruth(t *testing.T) {
	d := gputest.Open(t)
	rnd := rand.New(rand.NewPCG(4, 2))
	for i := range 200 {
		var be compute.Backend = host.New()
		if i%8 == 0 {
			be = d
		}
		nodes := 2 + rnd.IntN(60)
		m := ssspgen.Random(uint64(i), nodes, nodes*(1+rnd.IntN(4)), 1+rnd.Uint32N(50))
		q := sssp.Query{Source: rnd.Uint32N(uint32(nodes)), Target: graph.NoNode}
		if i%3 == 0 {
			q.Target = rnd.Uint32N(uint32(nodes))
		}
		testTruth(t, fmt.Sprintf("graph %d", i), be, m, q, compute.Values{sssp.Delta: 1 + rnd.Uint32N(40), sssp.Rho: 4, sssp.Stall: 1 + uint32(i/4%2), sssp.Finish: 1 + uint32(i/2%2), sssp.Rule: uint32(i % 5)})
	}
}
