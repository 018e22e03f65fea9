package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"kernelscope/compute"
	"kernelscope/compute/sssp"
)

// gridFlags are those of 'bench sssp'.
type gridFlags struct {
	algorithm string
	params    paramFlags
	n         int
	seed      uint64
	all       bool
}

func (a *app) benchSSSPCommand() *cobra.Command {
	var f gridFlags
	c := &cobra.Command{
		Use:   "sssp [FILE]",
		Short: "Time shortest paths over a grid of parameters",
		Long: `Runs the same queries, N for each Dijkstra rank 1, 2, 4, 8, …, with every
combination of the given parameters, each a list such as 1000,2000, verifies
every distance, and prints the mean wall time and GPU time of a query. The first
query of each combination is run once before, to warm up.`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: completeMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return a.benchSSSP(c.Context(), c.OutOrStdout(), optional(args), f)
		},
	}
	fs := c.Flags()
	addAlgorithm(c, &f.algorithm)
	f.params.add(fs)
	fs.BoolVar(&f.all, "to-all", false, "search from N random nodes to all others instead")
	fs.IntVarP(&f.n, "queries", "n", 10, "queries for each rank")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the sources")
	return c
}

func (a *app) benchSSSP(ctx context.Context, out io.Writer, file string, f gridFlags) error {
	algorithm, err := algorithmOf(f.algorithm)
	if err != nil {
		return err
	}
	grid, err := f.params.grid(algorithm)
	if err != nil {
		return err
	}
	if f.n < 1 {
		return usage("-n is %d; at least one query is needed", f.n)
	}
	m, err := a.loadMap(ctx, file)
	if err != nil {
		return err
	}
	flags := searchFlags{n: f.n, seed: f.seed, ranks: !f.all, verify: true, source: "random", target: "all"}
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
	solver, err := algorithm.Prepare(d, m)
	if err != nil {
		return err
	}
	defer solver.Release()
	what := map[bool]string{true: "searches from a random node to all", false: "queries over Dijkstra ranks"}[f.all]
	fmt.Fprintf(out, "%s, %s on %s, %d %s, all verified\n\n", m.Name, algorithm.Title(), computer(algorithm, d.Info().Name), len(jobs), what)
	for _, p := range algorithm.Params() {
		fmt.Fprintf(out, "%9s ", p.Name)
	}
	fmt.Fprintf(out, "%10s %10s %10s %8s %11s\n", "mean ms", "median ms", "GPU ms", "rounds", "efficiency")
	jobs = append(jobs[:1:1], jobs...) // to warm up
	var best summaryLine
	var at compute.Values
	for _, v := range grid {
		outcomes, err := searchAll(ctx, solver, m, jobs, v, flags, func(int, outcome) error { return nil })
		if err != nil {
			return err
		}
		l := summarize(outcomes)
		v = sssp.Chosen(algorithm, m.Graph, v)
		for _, p := range algorithm.Params() {
			fmt.Fprintf(out, "%9d ", v[p.Name])
		}
		if _, err := fmt.Fprintf(out, "%10.3f %10.3f %10s %8.1f %11.3f\n", l.MeanWall, l.MedianWall, onDevice(algorithm, l.MeanGPU), l.MeanRounds, l.Efficiency); err != nil {
			return err
		}
		if at == nil || l.MeanWall < best.MeanWall {
			best, at = l, v
		}
	}
	_, err = fmt.Fprintf(out, "\nbest: %s with %.3f ms a query (%d of %d verified)\n", inWords(algorithm, at), best.MeanWall, best.Verified, best.Queries)
	return err
}
