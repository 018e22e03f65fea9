package sssp_test

import (
	"context"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/oracle"

	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene/graph"
)

// Stopping between steps, looking and going on changes nothing.
func TestStates(t *testing.T) {
	for _, a := range sssp.Algorithms() {
		t.Run(a.Name(), func(t *testing.T) { testStates(t, a) })
	}
}

func testStates(t *testing.T, a sssp.Algorithm) {
	d := gputest.Open(t)
	m := ssspgen.Grid(2, 40, 30, 30)
	s := prepare(t, a, d, m)
	r, err := s.Start(sssp.Query{Source: 7, Target: graph.NoNode}, compute.Values{sssp.Delta: 32, sssp.Batch: 8, sssp.Rho: 4, sssp.Alone: 32})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	words := make([]uint32, 1200)
	at := uint32(0)
	for done := false; !done; {
		r.Stride(2)
		for e, err := range r.Steps(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			if e.Step > at+2 || len(e.Sizes) != int(e.Step-at) {
				t.Fatalf("%d steps were asked for; from %d it went to %d, with %d in the history", 2, at, e.Step, len(e.Sizes))
			}
			at = e.Step
			r.Observe(d)
			if err := d.Read(ctx, r.Layers()[0].Buffer, 0, words); err != nil {
				t.Fatal(err)
			}
			dist, err := r.Distances(ctx)
			if err != nil {
				t.Fatal(err)
			}
			count := map[graph.NodeState]uint32{}
			for v, w := range words {
				st := graph.NodeState(w >> 30)
				count[st]++
				if (st == graph.StateUnreached) != (dist[v] == graph.Unreached) || st != graph.StateUnreached && w&graph.StateDistance != dist[v] ||
					st == graph.StateFar && dist[v] < e.Threshold || st == graph.StateRelaxed && dist[v] >= e.Threshold {
					t.Fatalf("node %d at %d, threshold %d, is %v at %d", v, dist[v], e.Threshold, st, w&graph.StateDistance)
				}
			}
			near := count[graph.StateNear]
			if done = e.Done; done {
				if count[graph.StateRelaxed] != 1200 {
					t.Fatalf("at the end: %v", count)
				}
				break
			}
			// An entry may be of a node that has come nearer since.
			exact := a.Name() == "nearfar" || a.Name() == "deltastep" || a.Name() == "bellmanford"
			if near > e.Near || exact && near != e.Near || near == 0 && e.Near > 8 {
				t.Fatalf("%d nodes are near, the event says %d: %v", near, e.Near, count)
			}
			if listed := listedNear(t, d, r.Layers()[1], words); listed != near {
				t.Fatalf("%d nodes are near, %d of them are listed", near, listed)
			}
			break
		}
	}
}

// listedNear counts the nodes of a list whose state is near.
func listedNear(t *testing.T, d *gpu.Device, l compute.Layer, states []uint32) (n uint32) {
	t.Helper()
	words := make([]uint32, l.Buffer.Len())
	if err := d.Read(context.Background(), l.Buffer, 0, words); err != nil {
		t.Fatal(err)
	}
	seen := map[uint32]bool{}
	for i := range l.Count {
		v := words[l.First+i*l.Stride]
		if !seen[v] && graph.NodeState(states[v]>>30) == graph.StateNear {
			n++
		}
		seen[v] = true
	}
	return n
}

// impatient is a context that ends when it has been asked a number of times.
type impatient struct {
	context.Context
	left int
}

func (c *impatient) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A search that was cancelled says so, and can go on.
func TestCancelled(t *testing.T) {
	d := gputest.Open(t)
	m := ssspgen.Star(100000)
	want := oracle.Dijkstra(m.Graph, 0, graph.NoNode)
	for _, a := range sssp.Algorithms() {
		r, err := prepare(t, a, d, m).Start(sssp.Query{Source: 0, Target: graph.NoNode}, nil)
		if err != nil {
			t.Fatal(err)
		}
		cancelled, done := 0, false
		for i := 0; !done; i++ {
			for e, err := range r.Steps(&impatient{context.Background(), i % 2 * 2}) {
				if err != nil {
					cancelled++
				}
				if err != nil && err != context.Canceled {
					t.Fatalf("%s: %v", a.Name(), err)
				}
				done = e.Done
			}
		}
		dist, err := r.Distances(context.Background())
		if err != nil || oracle.Verify(m.Graph, want, graph.NoNode, dist) != nil || cancelled == 0 {
			t.Errorf("%s, cancelled %d times: %v, %v", a.Name(), cancelled, err, oracle.Verify(m.Graph, want, graph.NoNode, dist))
		}
	}
}
