package sssp_test

import (
	"context"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/profile"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene/graph"
)

// rowsOf runs a search to all nodes and returns the work of its kernels.
func rowsOf(t *testing.T, be compute.Profiler, a sssp.Algorithm, stride int) map[string]profile.Row {
	t.Helper()
	m := ssspgen.Star(100)
	var r profile.Recorder
	r.Start(be, "search")
	s := prepare(t, a, be, m)
	run, err := s.Start(sssp.Query{Source: 0, Target: graph.NoNode}, compute.Values{sssp.Delta: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	for done := false; !done; {
		e, err := sssp.Step(context.Background(), run, stride)
		if err != nil {
			t.Fatal(err)
		}
		done = e.Done
	}
	rows := map[string]profile.Row{}
	for _, row := range profile.Rows(r.Stop()) {
		rows[row.Kernel] = row
	}
	return rows
}

// What a search in a star moves is counted by its nodes and edges, in any number of submissions: the middle is relaxed, and
// then its leaves, of which one has an edge. Frontier queues only that one.
func TestMoved(t *testing.T) {
	const nodes, leaves, edges = 101, 100, 101
	for _, be := range []compute.Profiler{gputest.Open(t), host.New()} {
		for _, stride := range []int{1, 64} {
			for _, c := range []struct {
				a    sssp.Algorithm
				want map[string]int64
			}{
				{sssp.NearFar{}, map[string]int64{"sssp_relax": 16*nodes + 12*edges + 16*leaves + 4*leaves, "sssp_sift": 28 * leaves}},
				{sssp.NearFarAppend{}, map[string]int64{"sssp_append_relax": 16*nodes + 12*edges + 4*leaves + 4*leaves}},
				{sssp.Frontier{}, map[string]int64{"sssp_frontier_resident": (8+32)*2 + 4*edges + 4*leaves + 8*1}},
			} {
				rows := rowsOf(t, be, c.a, stride)
				for kernel, want := range c.want {
					if got := rows[kernel].Bytes; got != want {
						t.Errorf("%s, %d steps in a submission: %s moves %d bytes, want %d; %+v", c.a.Name(), stride, kernel, got, want, rows)
					}
				}
			}
		}
	}
}
