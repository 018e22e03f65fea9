package onsimt_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/gpu/gputest"
	"kernelscope/compute/simt"
	"kernelscope/compute/simt/onsimt"
)

// unordered are kernels whose flow depends on the order of workgroups or invocations, so that their counts do.
var unordered = []string{
	"clip_lookback", "clip_lookback_boxes", "clip_shuffle", "clip_shuffle_boxes", "clip_snapshot", "clip_snapshot_boxes",
	"bfs_pair_hubs", "bfs_pair_roads", "bfs_rows_answer", "bfs_single_push",
}

// A kernel with counters counts on the device what the interpreter counts, line by line: lanes, and on a software device
// the instructions of subgroups. A GPU may execute a block for parts of its lanes, one after the other. On a software
// device these are the kernels of few blocks.
func TestCounts(t *testing.T) {
	d := gputest.OpenWith(t, gpu.Options{Code: onsimt.CountedCode})
	lanes, software := d.Limits().Subgroup, d.Limits().IsSoftware
	seen, compared := map[string]int{}, map[string]bool{}
	for _, w := range works {
		be := onsimt.New(lanes).Backend()
		be.Before = func(g compute.Grid, c compute.Call, buffers [][]uint32) {
			kernel := c.Program.Name
			if seen[kernel]++; seen[kernel] > 2 || slices.Contains(unordered, kernel) || software && blocks(t, be, kernel) > 60 {
				return
			}
			got, err := onsimt.Count(t.Context(), d, g, c, buffers)
			if err != nil {
				t.Fatalf("%s: %v", kernel, err)
			}
			var copies [][]uint32
			for _, b := range buffers {
				copies = append(copies, slices.Clone(b))
			}
			i := onsimt.New(lanes)
			i.Machine.Counters = true
			if err := i.Execute(g, c, copies); err != nil {
				t.Fatal(err)
			}
			if err := sameCounts(got.Lines, i.Lines(kernel), software); err != nil {
				t.Errorf("%s, %d × %d workgroups of %d: %v", kernel, g.X, g.Y, g.Size, err)
			}
			compared[kernel] = true
		}
		if err := w.run(be, rand.New(rand.NewPCG(7, 1))); err != nil {
			t.Fatal(err)
		}
		if err := be.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if len(compared) < 15 {
		t.Errorf("%d kernels were compared: %v", len(compared), compared)
	}
}

// blocks returns the number of blocks of a kernel.
func blocks(t *testing.T, be *onsimt.Backend, kernel string) int {
	code, err := be.Code(kernel+".comp", false)
	if err != nil {
		t.Fatal(err)
	}
	x, err := simt.Instrument(code)
	if err != nil {
		t.Fatal(err)
	}
	return x.Words / 2
}

// sameCounts compares lanes and instructions: equal ones if the device executes a block once for its lanes, at least as many
// otherwise.
func sameCounts(got, want []simt.LineCount, once bool) error {
	of := map[simt.Line]simt.LineCount{}
	for _, r := range got {
		of[r.Line] = r
	}
	var all []string
	for _, r := range want {
		g := of[r.Line]
		if g.Lanes != r.Lanes || g.Instructions < r.Instructions || once && g.Instructions != r.Instructions {
			all = append(all, fmt.Sprintf("%v: %d instructions of %d lanes on the device, %d of %d here", r.Line, g.Instructions, g.Lanes, r.Instructions, r.Lanes))
		}
		delete(of, r.Line)
	}
	for line, r := range of {
		all = append(all, fmt.Sprintf("%v: %d instructions on the device, none here", line, r.Instructions))
	}
	if len(all) > 0 {
		return fmt.Errorf("%d lines differ: %s", len(all), strings.Join(all[:min(3, len(all))], "; "))
	}
	return nil
}
