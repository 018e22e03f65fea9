package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
)

// gridFlags are those of 'bench sssp'.
type gridFlags struct {
	deltas, batches, workgroups string
	n                           int
	seed                        uint64
}

func (a *app) benchSSSPCommand() *cobra.Command {
	var f gridFlags
	c := &cobra.Command{
		Use:   "sssp [FILE]",
		Short: "Time shortest paths over a grid of parameters",
		Long: `Runs the same queries, N for each Dijkstra rank 1, 2, 4, 8, …, with every
combination of the given parameters, verifies every distance, and prints the
mean wall time and GPU time of a query. The first query of each combination is
run once before, to warm up.`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: completeMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return a.benchSSSP(c.Context(), c.OutOrStdout(), optional(args), f)
		},
	}
	fs := c.Flags()
	fs.StringVar(&f.deltas, "delta", "auto,1000,2000,4000,8000", "widths of a bucket")
	fs.StringVar(&f.batches, "batch", "32,64,128", "rounds that share a submission")
	fs.StringVar(&f.workgroups, "workgroup", "64,128,256", "invocations of a workgroup")
	fs.IntVarP(&f.n, "queries", "n", 10, "queries for each rank")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the sources")
	return c
}

// list parses numbers that commas divide; auto is zero.
func list(flag, text string) (out []uint32, err error) {
	for s := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseUint(s, 10, 32)
		if s == "auto" {
			n, err = 0, nil
		}
		if err != nil {
			return nil, usage("--%s has %q, which is no number", flag, s)
		}
		out = append(out, uint32(n))
	}
	return out, nil
}

// grid lists the combinations of parameters.
func (f gridFlags) grid() (out []compute.Values, err error) {
	var lists [3][]uint32
	for i, l := range []struct{ flag, text string }{{"delta", f.deltas}, {"batch", f.batches}, {"workgroup", f.workgroups}} {
		if lists[i], err = list(l.flag, l.text); err != nil {
			return nil, err
		}
	}
	for _, d := range lists[0] {
		for _, b := range lists[1] {
			for _, w := range lists[2] {
				out = append(out, compute.Values{sssp.Delta: d, sssp.Batch: b, sssp.Workgroup: w})
			}
		}
	}
	return out, nil
}

func (a *app) benchSSSP(ctx context.Context, out io.Writer, file string, f gridFlags) error {
	grid, err := f.grid()
	if err != nil {
		return err
	}
	m, err := a.loadMap(ctx, file)
	if err != nil {
		return err
	}
	flags := searchFlags{n: f.n, seed: f.seed, ranks: true, verify: true}
	finder, err := newFinder(m)
	if err != nil {
		return err
	}
	jobs, err := flags.jobs(finder)
	if err != nil {
		return err
	}
	d, err := a.openDevice()
	if err != nil {
		return err
	}
	defer d.Release()
	solver, err := sssp.NearFar{}.Prepare(d, m)
	if err != nil {
		return err
	}
	defer solver.Release()
	jobs = append(jobs[:1:1], jobs...)
	fmt.Fprintf(out, "%s on %s, %d queries over Dijkstra ranks, all verified\n\n", m.Name, d.Info().Name, len(jobs)-1)
	fmt.Fprintf(out, "%8s %6s %10s %10s %10s %10s %8s %11s\n", "delta", "batch", "workgroup", "mean ms", "median ms", "GPU ms", "rounds", "efficiency")
	var best summaryLine
	var at compute.Values
	for _, v := range grid {
		outcomes, err := searchAll(ctx, solver, m, jobs, v, flags, func(int, outcome) error { return nil })
		if err != nil {
			return err
		}
		l := summarize(outcomes)
		if v[sssp.Delta] == 0 {
			v[sssp.Delta] = sssp.AutoDelta(m.Graph)
		}
		if _, err := fmt.Fprintf(out, "%8d %6d %10d %10.3f %10.3f %10.3f %8.1f %11.3f\n", v[sssp.Delta], v[sssp.Batch], v[sssp.Workgroup],
			l.MeanWall, l.MedianWall, l.MeanGPU, l.MeanRounds, l.Efficiency); err != nil {
			return err
		}
		if at == nil || l.MeanWall < best.MeanWall {
			best, at = l, v
		}
	}
	_, err = fmt.Fprintf(out, "\nbest: delta %d, batch %d, workgroup %d with %.3f ms a query (%d of %d verified)\n",
		at[sssp.Delta], at[sssp.Batch], at[sssp.Workgroup], best.MeanWall, best.Verified, best.Queries)
	return err
}
