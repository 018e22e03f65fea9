package bfs_test

import (
	"context"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/host"
	"kernelscope/compute/profile"
	"kernelscope/shaders"
)

// Searches move what the frontiers of their levels need, whether they run to the end or step by step. From a leaf of a
// star the middle is found, and then all other leaves.
func TestMoved(t *testing.T) {
	const nodes, edges = 101, 200
	g := fromEdges(nodes, bothWays(star(nodes)))
	for _, be := range []compute.Profiler{gputest.Open(t), host.New()} {
		b, err := bfs.New(be, g, bfs.Hubs)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Release()
		for _, c := range []struct {
			scheme bfs.Scheme
			values compute.Values
			want   map[string]int64
		}{
			{bfs.Coalesced, compute.Values{bfs.Columns: 128}, map[string]int64{"bfs_expand": (12+16)*2 + 8*(1+100), "bfs_identify": 2 * 3 * 16 * nodes}},
			{bfs.BottomUp, compute.Values{bfs.Columns: 128, bfs.Alpha: 1 << 20}, map[string]int64{"bfs_expand_up": 16 * nodes, "bfs_identify": 2 * 3 * 16 * nodes}},
			{bfs.MSBFS, compute.Values{bfs.Columns: 32}, map[string]int64{"bfs_ms_expand": 2*4*nodes + 8*2 + 8*(1+100), "bfs_ms_merge": 2 * 12 * nodes}},
			{bfs.Single, compute.Values{bfs.Variant: shaders.BFSPush}, map[string]int64{"bfs_single_push": 3*4*nodes + 8*nodes + 8*edges}},
			{bfs.Rows, compute.Values{bfs.Columns: 128}, map[string]int64{"bfs_rows_level": 8 * 4 * nodes}},
		} {
			for _, inSteps := range []bool{false, true} {
				if inSteps && c.scheme == bfs.Rows {
					continue // the start finds the path, and only a batch goes on
				}
				rows := profiled(t, be, b, c.scheme, c.values, inSteps)
				for kernel, want := range c.want {
					if got := rows[kernel].Bytes; got != want {
						t.Errorf("%s, in steps %v: %s moves %d bytes, want %d", c.scheme, inSteps, kernel, got, want)
					}
				}
			}
		}
	}
}

// profiled searches a path from leaf 1 to leaf 2 and returns the work of the kernels.
func profiled(t *testing.T, be compute.Profiler, b *bfs.Graph, scheme bfs.Scheme, values compute.Values, inSteps bool) map[string]profile.Row {
	t.Helper()
	p, err := b.Plan([]bfs.Pair{{Source: 1, Target: 2}}, bfs.Options{Scheme: scheme, Values: values})
	if err != nil {
		t.Fatal(err)
	}
	var r profile.Recorder
	if inSteps {
		s, err := b.Steps(p, -1)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Release()
		for r.Start(be, "search"); !s.Progress().Done; {
			if err := s.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
	} else {
		r.Start(be, "search")
		if _, err := b.Run(context.Background(), p); err != nil {
			t.Fatal(err)
		}
	}
	rows := map[string]profile.Row{}
	for _, row := range profile.Rows(r.Stop()) {
		rows[row.Kernel] = row
	}
	return rows
}
