package command

import (
	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/view"
)

// sweepCommand returns 'bench sssp': a sweep over given values, without charts.
func sweepCommand(app *cli.App) *cobra.Command {
	f := experimentFlags{kind: experiment.Sweep, plain: true, repetitions: 1}
	c := &cobra.Command{
		Use:   "sssp [FILE]",
		Short: "Time shortest paths over a grid of parameters",
		Long: `Runs the same queries, N for each Dijkstra rank 1, 2, 4, 8, …, with every combination of the
given parameters, each a list such as 1000,2000. It verifies every distance and prints the
times per query. It equals 'bench sweep' with one repetition and without default ranges.`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error { return carryOut(c, app, args, f) },
	}
	fs := c.Flags()
	cli.AddAlgorithm(c, &f.algorithms, "search", fastest, sssp.Algorithms())
	f.params = flags.Add(fs, sssp.Algorithms())
	fs.BoolVar(&f.all, "to-all", false, "instead, search from N random nodes to all others")
	fs.IntVarP(&f.n, "queries", "n", 10, "queries for each rank")
	fs.BoolVar(&f.tuned, "tuned", false, view.TunedHelp)
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the sources")
	return c
}
