package sssp_test

import (
	"context"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene/graph"
)

// A search that finishes the bucket of its target settles it, as Settles says, and a wide one costs short queries
// many edges. Every dispatch agrees with its mirror.
func TestFinishLockstep(t *testing.T) {
	d := gputest.Open(t)
	m := ssspgen.Grid(7, 30, 24, 30)
	const source = 360
	all := oracle.Dijkstra(m.Graph, source, graph.NoNode).Dist
	for _, a := range []sssp.Algorithm{sssp.NearFar{}, sssp.NearFarAppend{}, sssp.DeltaStepping{}} {
		for at, be := range map[string]compute.Backend{"device": d, "lockstep": host.NewLockstep(context.Background(), d), "host": host.New()} {
			s := prepare(t, a, be, m)
			for _, rank := range []int{0, 3, 100} {
				target, _ := oracle.Ranked(m.Graph, source, rank)
				edges := map[uint32]uint64{}
				for _, delta := range []uint32{40, 400} {
					v := compute.Values{sssp.Delta: delta, sssp.Finish: 2, sssp.Batch: 8}
					events := search(t, s, m, sssp.Query{Source: source, Target: target}, v)
					last := events[len(events)-1]
					edges[delta] = last.Relaxed
					dist := settledBy(t, s, sssp.Query{Source: source, Target: target}, v)
					for u, want := range all {
						if want <= sssp.Settles(v, all[target]) && dist[u] != want {
							t.Fatalf("%s on %s, delta %d, rank %d: node %d of the bucket is at %d, not %d", a.Name(), at, delta, rank, u, dist[u], want)
						}
					}
					early := search(t, s, m, sssp.Query{Source: source, Target: target}, compute.Values{sssp.Delta: delta, sssp.Finish: 1})
					if n := early[len(early)-1].Relaxed; n > last.Relaxed {
						t.Errorf("%s on %s, delta %d, rank %d: %d edges up to the target, and %d with its bucket", a.Name(), at, delta, rank, n, last.Relaxed)
					}
				}
				if rank < 100 && edges[400] < 5*edges[40] {
					t.Errorf("%s on %s, rank %d: a wide bucket costs %d edges, a narrow one %d", a.Name(), at, rank, edges[400], edges[40])
				}
			}
		}
	}
}

// settledBy returns the distances at the end of a search.
func settledBy(t *testing.T, s sssp.Solver, q sssp.Query, v compute.Values) []uint32 {
	t.Helper()
	r, err := s.Start(q, v)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	for _, err := range r.Steps(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
	}
	dist, err := r.Distances(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return dist
}
