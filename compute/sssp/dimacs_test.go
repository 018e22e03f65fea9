package sssp_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"testing"

	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/sssp"
	"kernelscope/open/graphload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene/graph"
)

// New York's distances are those that others have computed: from the official
// sources to all, and between 400 pairs.
func TestNewYork(t *testing.T) {
	m, err := graphload.Load(context.Background(), osmtest.Data(t, "dimacs", "USA-road-d.NY.gr.gz"), graphload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	node := map[uint32]uint32{} // by the file's number
	for v, id := range m.Graph.ID {
		node[uint32(id)] = uint32(v)
	}
	d := gputest.Open(t)
	near, fast, scan := prepare(t, sssp.NearFar{}, d, m), prepare(t, sssp.Frontier{}, d, m), prepare(t, sssp.DeltaStepping{}, d, m)
	onHost := []sssp.Solver{prepare(t, sssp.Dijkstra{}, d, m), prepare(t, sssp.Dial{}, d, m)}
	ask := func(s sssp.Solver, q sssp.Query) []uint32 {
		t.Helper()
		r, err := s.Start(q, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range r.Steps(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
		}
		dist, err := r.Distances(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return dist
	}
	sources, pairs := 0, 0
	for _, file := range []string{"USA-road-d.NY.ss20.chk", "USA-road-d.NY.p2p.chk"} {
		f, err := os.Open(osmtest.Data(t, "dimacs", "truth", file))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for s := bufio.NewScanner(f); s.Scan(); {
			var source, target, reached, farthest, most uint32
			var sum uint64
			if n, _ := fmt.Sscanf(s.Text(), "d %d %d %d %d %d", &source, &reached, &sum, &most, &farthest); n == 5 {
				if sources++; sources > gputest.Count(5, 20) {
					break
				}
				solvers := append([]sssp.Solver{fast}, onHost...)
				switch sources {
				case 1, 11: // others take their time in software
					solvers = append(solvers, near)
				case 2:
					solvers = append(solvers, scan)
				}
				for _, solver := range solvers {
					var gotSum uint64
					var gotMost uint32
					dist := ask(solver, sssp.Query{Source: node[source], Target: graph.NoNode})
					for _, x := range dist {
						gotSum, gotMost = gotSum+uint64(x), max(gotMost, x)
					}
					if gotSum != sum || gotMost != most || dist[node[farthest]] != most {
						t.Errorf("%T from %d: sum %d, greatest %d, want %d and %d", solver, source, gotSum, gotMost, sum, most)
					}
				}
			}
			if n, _ := fmt.Sscanf(s.Text(), "q %d %d %d", &source, &target, &most); n == 3 {
				if pairs++; pairs > gputest.Count(40, 400) {
					break
				}
				solvers := []sssp.Solver{fast}
				if pairs%4 == 0 {
					solvers = append(solvers, onHost[pairs/4%2])
				}
				for _, solver := range solvers {
					if got := ask(solver, sssp.Query{Source: node[source], Target: node[target]})[node[target]]; got != most {
						t.Errorf("%T from %d to %d: %d, want %d", solver, source, target, got, most)
					}
				}
			}
		}
	}
	t.Logf("%d sources, %d pairs", sources, pairs)
}
