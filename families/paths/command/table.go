package command

import (
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/families/paths/view"
	"kernelscope/internal/clock"
	"kernelscope/internal/output"
	"kernelscope/report/matrix"
	"kernelscope/scene/place"
)

// tableCommand is 'run table'.
func tableCommand(app *cli.App) *cobra.Command {
	var f tableFlags
	c := &cobra.Command{
		Use:   "table [FILE]",
		Short: "Find the distances from many places to many others",
		Long: `Writes a table of distances with a row for each source and a column for each target. Many
searches run concurrently on the GPU. Times are in seconds, lengths in metres, and weights
of a graph file in its own unit. Unreachable targets are left empty.

Places are read from a CSV file, one per line:
` + place.FixedHelp + `.
A header may name columns, in any order: lon and lat, node (index), id, place, and name.
Without a header each line is a place. Empty lines and lines that begin with # are skipped.
"-" is the standard input or output.

Parquet files have a row for each distance, with source_id, target_id and
distance, which is null if the target is unreachable. Their metadata hold the unit, the
graph's checksum, the parameters and the device. Rows are written while the next sources
are searched.

With --pairs the output is a list. The file has two places per line, or a header that names
columns as above, prefixed with source_ and target_. A pair with a place that is not on the map
has no distance; its row gives the reason.`,
		Example: `  viewer run table --sources depots.csv --targets customers.csv -o table.csv
  viewer run table city.osm.pbf --sources places.csv -o table.parquet --verify
  viewer run table city.osm.pbf --pairs trips.csv --snap 500 -o trips.csv
  viewer run table NY.gr --sources - -a prepared < nodes.csv
  viewer run table NY.gr --sources places.csv -o parts/table.parquet --shard 3/8`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return runTable(c, app, args, f)
		},
	}
	fs := c.Flags()
	fs.StringVarP(&f.sources, "sources", "s", "", "CSV file of places, the rows of the table")
	fs.StringVarP(&f.targets, "targets", "t", "", "CSV file of places, the columns of the table; the sources if empty")
	fs.StringVar(&f.pairs, "pairs", "", "CSV file of pairs of places, instead of sources and targets")
	fs.Float64Var(&f.snap, "snap", 0, "with --pairs, greatest distance of a place from its node, in metres; any if zero")
	fs.StringVarP(&f.output, "output", "o", "-", "file to write: .csv, .parquet, or .json for JSON lines")
	fs.BoolVar(&f.json, "json", false, "print JSON lines: meta, row")
	cli.AddAlgorithm(c, &f.algorithm, "search", fastest, sideBySide)
	f.params = flags.Add(fs, sideBySide)
	fs.BoolVar(&f.tuned, "tuned", false, view.TunedHelp)
	fs.BoolVar(&f.verify, "verify", false, "compare every value with Dijkstra's algorithm; exit 5 on a difference")
	fs.StringVar(&f.concurrent, "concurrent", "auto", concurrentHelp)
	cli.AddShard(c, &f.part, "of the sources, or of the pairs")
	app.AddBackend(fs)
	cli.Reads(c, "sources", "targets", "pairs")
	cli.Writes(c, "output")
	return c
}

// check refuses invalid flags before anything is read.
func (f *tableFlags) check() error {
	form, known := matrix.FormOf(filepath.Ext(f.output))
	switch {
	case f.sources == "" && f.pairs == "":
		return cli.Usage("name the file of the sources with --sources, or one of pairs with --pairs")
	case f.pairs != "" && f.sources+f.targets != "":
		return cli.Usage("--pairs names sources and targets; --sources and --targets cannot be combined with it")
	case f.sources == "-" && f.targets == "-":
		return cli.Usage("--sources and --targets cannot both be the standard input")
	case f.snap < 0 || f.snap != f.snap:
		return cli.Usage("--snap is %g; it must be a number of metres, or 0", f.snap)
	case f.snap > 0 && f.pairs == "":
		return cli.Usage("--snap needs --pairs")
	case filepath.Ext(f.output) == ".arrow":
		return cli.Usage("-o is %q: Arrow files are not written; use .parquet, which Arrow's libraries read too", f.output)
	case f.output != "-" && !known:
		return cli.Usage("-o is %q: the name must end in .csv, .parquet or .json", f.output)
	case f.json && known && form != matrix.JSON:
		return cli.Usage("--json cannot be combined with -o %s", f.output)
	}
	if f.form = form; !known {
		f.form = matrix.CSV
	}
	if f.json {
		f.form = matrix.JSON
	}
	return cli.CheckShard(f.part, f.output, ".parquet")
}

func runTable(c *cobra.Command, app *cli.App, args []string, f tableFlags) error {
	ctx, out := c.Context(), c.OutOrStdout()
	algorithm, err := cli.Named("-a", f.algorithm, sideBySide)
	if err != nil {
		return err
	}
	values, err := flags.Values(f.params, algorithm)
	if err != nil {
		return err
	}
	wanted, err := concurrency(f.concurrent)
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	t := &table{verify: f.verify}
	open := sync.OnceValues(func() (*cli.Pool, error) { return app.OpenPool(ctx) })
	go open() // concurrently with reading the map
	defer func() {
		if pool, err := open(); err == nil {
			pool.Release()
		}
	}()
	began := clock.Now()
	if t.m, err = app.LoadMap(ctx, cli.Optional(args)); err != nil {
		return err
	}
	if err := t.read(ctx, f); err != nil {
		return err
	}
	t.rows.Facts = map[string]string{}
	if err := cli.Origin(t.rows.Facts, c, args, []any{t.rows.Sources, t.rows.Targets, t.rows.Pairs}); err != nil {
		return err
	}
	t.cut(f.part)
	read := clock.Since(began)
	if algorithm, err = withFronts(ctx, algorithm, t.m); err != nil {
		return err
	}
	fronts := clock.Since(began)
	pool, err := open()
	if err != nil {
		return err
	}
	d := pool.Members[0]
	if f.tuned {
		if values, err = view.WithTuned(values, algorithm.Name(), measure.ToAll, t.m, d.Info); err != nil {
			return err
		}
	}
	if t.searchers, err = prepare(pool, algorithm, t.m, wanted); err != nil {
		return err
	}
	defer t.release()
	slog.Debug("ready to search", "map and places after", read, "fronts after", fronts, "all after", clock.Since(began))
	used, err := sssp.ChosenMany(algorithm, t.m.Graph, d.Limits(), values)
	if err != nil {
		return err
	}
	t.facts(app.Version, computer(algorithm, pool.Name()), algorithm, used)
	write := func(w io.Writer) error { return t.fill(ctx, values, w, f.form) }
	if f.output == "-" {
		err = write(out)
	} else {
		err = output.File(f.part.File(f.output), write)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(c.ErrOrStderr(), t)
	return pool.Shares(c.ErrOrStderr(), false)
}
