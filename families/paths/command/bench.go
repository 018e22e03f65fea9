package command

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/families/paths/view"
	"kernelscope/internal/output"
	"kernelscope/internal/shard"
	"kernelscope/internal/source"
	"kernelscope/report/chart/figure"
)

const methodHelp = `
Settings take turns on each query. Each setting first runs once to warm up, and every
distance is verified with Dijkstra's algorithm. The time of a query is the median of its
repetitions.`

func experimentCommand(app *cli.App, kind experiment.Kind, use, short, long string, most int) *cobra.Command {
	f := experimentFlags{kind: kind}
	c := &cobra.Command{
		Use: use, Short: short, Long: long + "\n" + methodHelp, Args: cobra.MaximumNArgs(most), ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error { return carryOut(c, app, args, f) },
	}
	fs := c.Flags()
	all := sssp.Searches()
	f.params = flags.Add(fs, all)
	n, repetitions := 10, 3
	what := "queries for each rank"
	switch kind {
	case experiment.Sweep:
		cli.AddAlgorithm(c, &f.algorithms, "search", fastest, all)
		n = 1
		fs.BoolVar(&f.all, "to-all", false, "instead, search from N random nodes to all others")
		fs.StringVar(&f.x, "x", "", "parameter on the horizontal axis; the first if empty")
		fs.StringVar(&f.y, "y", "", "parameter on the vertical axis; the second if empty")
		fs.StringVar(&f.panels, "panels", "", "parameter that gets a heat map for each value")
		fs.BoolVar(&f.auto, "auto", false, "search for the best setting and store it for --tuned")
		fs.DurationVar(&f.limit, "limit", time.Minute, "time limit of --auto")
	case experiment.Scale:
		cli.AddAlgorithm(c, &f.algorithms, "searches, separated by commas", watched+","+fastest, all)
		what, n, f.all = "searches on each map", 5, true
	case experiment.Throughput:
		cli.AddAlgorithm(c, &f.algorithms, "searches, separated by commas", fastest, all)
		what, n = "number of searches, or queries for each rank; the greatest number of concurrent searches if zero", 0
		fs.StringVar(&f.atOnce, "at-once", "auto", "numbers of concurrent searches, such as 1,8,32, or auto for those that suit the device")
		fs.BoolVar(&f.all, "to-all", false, "search from random nodes to all others; this is the default")
		fs.BoolVar(&f.ranks, "ranks", false, "instead, run queries for each Dijkstra rank 1, 2, 4, 8, …")
	default:
		cli.AddAlgorithm(c, &f.algorithms, "searches, separated by commas", watched+","+fastest, all)
		fs.StringVar(&f.settings, "settings", "", "pairs of delta/batch, such as 512/32,4096/256, for searches in rounds with buckets")
		if kind == experiment.Rank {
			fs.StringVar(&f.relative, "relative", "", "show speeds relative to the best setting of each rank, or to dijkstra")
			fs.Lookup("relative").NoOptDefVal = "best"
			_ = c.RegisterFlagCompletionFunc("relative", cli.Fixed("best", "dijkstra"))
		}
	}
	fs.IntVarP(&f.n, "queries", "n", n, what)
	fs.IntVarP(&f.repetitions, "repetitions", "r", repetitions, "repetitions of each query with each setting")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the queries")
	fs.BoolVar(&f.tuned, "tuned", false, view.TunedHelp)
	f.files.add(c)
	cli.AddShard(c, &f.part, "of the settings")
	return c
}

func (f *experimentFiles) add(c *cobra.Command) {
	fs := c.Flags()
	fs.StringSliceVarP(&f.results, "output", "o", nil, "write every measured query to this file: .csv, or .json for 'bench draw'")
	fs.StringSliceVar(&f.charts, "chart", nil, "write the chart to this file: .svg or .png")
	fs.StringVar(&f.report, "report", "", "write a page with the chart, the numbers and the method to this HTML file")
	fs.BoolVar(&f.dark, "dark", false, "draw in the colours of the window")
	cli.Writes(c, "output", "chart", "report")
}

// check refuses names of output files before anything is measured. A part must be a JSON file.
func (f *experimentFiles) check(part shard.Part) error {
	if part.On() && (len(f.results) != 1 || len(f.charts) > 0 || f.report != "") {
		return cli.Usage("--shard needs one file, with -o; 'bench draw' draws what 'viewer merge' puts together")
	}
	for _, path := range f.results {
		if err := cli.CheckShard(part, path, ".json"); err != nil {
			return err
		}
		if ending := filepath.Ext(path); ending != ".csv" && ending != ".json" {
			return cli.Usage("-o is %q: the name must end in .csv or .json", path)
		}
		if err := cli.CheckFolder(path); err != nil {
			return err
		}
	}
	for _, path := range f.charts {
		if err := cli.CheckChart("--chart", path); err != nil {
			return err
		}
	}
	if f.report == "" {
		return nil
	}
	return cli.CheckFolder(f.report)
}

// write writes the requested files.
func (f *experimentFiles) write(r *experiment.Result) error {
	for _, path := range f.results {
		write := r.WriteCSV
		if filepath.Ext(path) == ".json" {
			write = r.WriteJSON
		}
		if err := output.File(r.Plan.Part.File(path), write); err != nil {
			return err
		}
	}
	if r.Plan.Part.On() {
		return nil
	}
	fig, height := figure.Of(r)
	for _, path := range f.charts {
		if err := cli.WriteChart(path, fig, height, f.dark); err != nil {
			return err
		}
	}
	if f.report == "" {
		return nil
	}
	return output.File(f.report, func(w io.Writer) error { return figure.Page(w, r) })
}

// drawCommand returns 'bench draw', which draws an earlier measurement.
func drawCommand() *cobra.Command {
	var f experimentFiles
	var as string
	c := &cobra.Command{
		Use: "draw FILE.json", Short: "Redraw an experiment written with -o", Args: cobra.ExactArgs(1),
		Long: `Draws and prints an experiment written with -o. --as selects what to draw of a measurement by
rank: times, relative speeds or relaxed edges. Speeds are relative to Dijkstra's algorithm if
it was measured.`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(shard.Part{}); err != nil {
				return err
			}
			in, err := source.OpenRegular(args[0])
			if err != nil {
				return source.Named(args[0], err)
			}
			defer in.Close()
			r, err := experiment.ReadJSON(in)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if err := drawAs(r, as); err != nil {
				return err
			}
			if err := f.write(r); err != nil {
				return err
			}
			return tell(c.OutOrStdout(), r)
		},
	}
	c.Flags().StringVar(&as, "as", "", "draw measurements by rank as "+strings.Join(byRank, ", "))
	_ = c.RegisterFlagCompletionFunc("as", cli.Fixed(byRank...))
	f.add(c)
	return c
}

// byRank lists the experiments that show different aspects of the same rows.
var byRank = []string{string(experiment.Rank), string(experiment.Relative), string(experiment.Efficiency)}

// drawAs changes the kind of an experiment by rank.
func drawAs(r *experiment.Result, as string) error {
	switch {
	case as == "":
		return nil
	case !slices.Contains(byRank, as):
		return cli.Usage("--as is %q, not one of %s", as, strings.Join(byRank, ", "))
	case !slices.Contains(byRank, string(r.Plan.Kind)):
		return cli.Usage("--as is for what was measured by rank; this is a %s", r.Plan.Kind)
	}
	r.Plan.Kind = experiment.Kind(as)
	return nil
}
