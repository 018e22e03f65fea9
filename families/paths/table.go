package paths

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/timing"
	"kernelscope/fault"
	"kernelscope/flags"
	"kernelscope/format"
	"kernelscope/output"
	"kernelscope/scene"
	"kernelscope/scene/graph"
	"kernelscope/scene/place"
)

// tableFlags are those of 'run table'.
type tableFlags struct {
	sources, targets string
	output           string
	json             bool
	algorithm        string
	params           *flags.Params
	tuned            bool
	verify           bool
	concurrent       string
}

// tableCommand is 'run table'.
func tableCommand(app *cli.App) *cobra.Command {
	var f tableFlags
	c := &cobra.Command{
		Use:   "table [FILE]",
		Short: "Find the distances from many places to many others",
		Long: `Writes a table of distances: a row for each source, a column for each target, many
concurrent searches on the GPU. Times are in seconds, lengths in metres, weights
of a graph file in its own unit; what no way leads to is left empty.

Places are a CSV file with one in each line: ` + place.FixedHelp + `.
A header may name columns, in any order: lon and lat, node (index), id, place, and name.
Without one a line is a place. Empty lines and lines that begin with # are skipped.
"-" is the standard input, or output.`,
		Example: `  viewer run table --sources depots.csv --targets customers.csv -o table.csv
  viewer run table city.osm.pbf --sources places.csv -o table.json --verify
  viewer run table NY.gr --sources - < nodes.csv`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return runTable(c, app, cli.Optional(args), f)
		},
	}
	fs := c.Flags()
	fs.StringVarP(&f.sources, "sources", "s", "", "CSV file of places, a row each")
	fs.StringVarP(&f.targets, "targets", "t", "", "CSV file of places, a column each; the sources if empty")
	fs.StringVarP(&f.output, "output", "o", "-", "file to write: .csv, or .json for JSON lines")
	fs.BoolVar(&f.json, "json", false, "print JSON lines: meta, row")
	cli.AddAlgorithm(c, &f.algorithm, "search", fastest, sssp.Searches())
	f.params = flags.Add(fs, sssp.Searches())
	fs.BoolVar(&f.tuned, "tuned", false, tunedHelp)
	fs.BoolVar(&f.verify, "verify", false, "compare every value with Dijkstra's algorithm; exit 5 on a difference")
	fs.StringVar(&f.concurrent, "concurrent", "auto", concurrentHelp)
	app.AddBackend(fs)
	cli.Reads(c, "sources", "targets")
	cli.Writes(c, "output")
	return c
}

// check refuses what cannot be, before anything is read.
func (f *tableFlags) check(a sssp.Algorithm) error {
	ending := filepath.Ext(f.output)
	switch {
	case f.sources == "":
		return cli.Usage("name the file of the sources with --sources")
	case f.sources == "-" && f.targets == "-":
		return cli.Usage("--sources and --targets cannot both be the standard input")
	case f.output != "-" && ending != ".csv" && ending != ".json":
		return cli.Usage("-o is %q: the name must end in .csv or .json", f.output)
	case f.json && ending == ".csv":
		return cli.Usage("--json cannot be combined with -o %s", f.output)
	}
	f.json = f.json || ending == ".json"
	return needSideBySide("a table", a)
}

// table is what is asked for, and what it has cost so far.
type table struct {
	m                *scene.Map
	sources, targets []place.Named
	verify           bool
	manyRun
	read float64 // ms, of reading the values from the device
}

func runTable(c *cobra.Command, app *cli.App, file string, f tableFlags) error {
	ctx, out := c.Context(), c.OutOrStdout()
	algorithm, err := cli.Named("-a", f.algorithm, sssp.Searches())
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
	if err := f.check(algorithm); err != nil {
		return err
	}
	t := &table{verify: f.verify}
	if t.m, err = app.LoadMap(ctx, file); err != nil {
		return err
	}
	if err := t.readPlaces(ctx, f.sources, f.targets); err != nil {
		return err
	}
	d, err := app.OpenComputer(ctx)
	if err != nil {
		return err
	}
	defer d.Release()
	if f.tuned {
		if values, err = withTuned(values, algorithm.Name(), measure.ToAll, t.m, d.Info); err != nil {
			return err
		}
	}
	if algorithm, err = withFronts(ctx, algorithm, t.m); err != nil {
		return err
	}
	solver, err := algorithm.Prepare(d, t.m)
	if err != nil {
		return err
	}
	defer solver.Release()
	many := solver.(sssp.Concurrent) // f.check has seen to it
	if t.atOnce, err = atOnce(many, wanted); err != nil {
		return err
	}
	write := func(w io.Writer) error {
		return t.fill(ctx, many, values, newTableWriter(w, f.json, t, app.Version, computer(algorithm, d.Info.Name)))
	}
	if f.output == "-" {
		err = write(out)
	} else {
		err = output.File(f.output, write)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(c.ErrOrStderr(), t)
	return nil
}

// readPlaces reads both files.
func (t *table) readPlaces(ctx context.Context, sources, targets string) error {
	finder, err := place.NewFinder(t.m)
	if err != nil {
		return err
	}
	if t.sources, err = finder.ReadFile(ctx, sources); err != nil {
		return err
	}
	if t.targets = t.sources; targets != "" {
		t.targets, err = finder.ReadFile(ctx, targets)
	}
	return err
}

// fill makes the table and writes it, batch by batch.
func (t *table) fill(ctx context.Context, s sssp.Concurrent, v compute.Values, w tableWriter) error {
	if err := w.head(); err != nil {
		return err
	}
	progress, stop := cli.ShowShare()
	defer stop()
	targets := place.Nodes(t.targets)
	for b, err := range measure.Batches(ctx, s, toAll(t.sources), t.atOnce, v) {
		if err != nil {
			return err
		}
		t.add(b)
		rows, err := t.values(ctx, b, targets)
		if err != nil {
			return err
		}
		if t.verify {
			if err := verifyRows(ctx, t.m, b, targets, rows); err != nil {
				return err
			}
		}
		for i, row := range rows {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := w.row(t.sources[b.First+i], row); err != nil {
				return err
			}
		}
		done := b.First + len(rows)
		progress(float64(done)/float64(len(t.sources)), fmt.Sprintf("%s of %s sources", format.Thousands(done), format.Thousands(len(t.sources))))
	}
	return w.end()
}

// toAll are queries from places to all nodes.
func toAll(places []place.Named) (out []sssp.Query) {
	for _, v := range place.Nodes(places) {
		out = append(out, sssp.Query{Source: v, Target: graph.NoNode})
	}
	return out
}

// mostCells is how many values one read from the device has.
const mostCells = 1 << 22

// values reads the rows of a batch, some columns at a time.
func (t *table) values(ctx context.Context, b measure.Batch, targets []uint32) ([][]uint32, error) {
	begin := time.Now()
	rows := make([][]uint32, len(b.Queries))
	for some := range slices.Chunk(targets, max(1, mostCells/len(rows))) {
		part, err := b.Many.Table(ctx, some)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			rows[i] = append(rows[i], part[i]...)
		}
	}
	t.read += timing.Milliseconds(time.Since(begin))
	return rows, nil
}

// verifyRows compares every value with Dijkstra's algorithm.
func verifyRows(ctx context.Context, m *scene.Map, b measure.Batch, targets []uint32, rows [][]uint32) error {
	return measure.Dijkstras(ctx, m.Graph, b.Queries, func(i int, truth oracle.Search) error {
		for column, v := range targets {
			if got, want := rows[i][column], truth.Dist[v]; got != want {
				return fmt.Errorf("%w: from node %d to node %d it is %d, but Dijkstra's algorithm says %d", fault.Wrong, b.Queries[i].Source, v, got, want)
			}
		}
		return nil
	})
}

// String sums the work up.
func (t *table) String() string {
	verified := ""
	if t.verify {
		verified = ", every value verified"
	}
	values := len(t.sources) * len(t.targets)
	total := t.wall + t.read
	return fmt.Sprintf("%s × %s values, up to %d concurrent searches, batches: %d; %.1f ms (searches %.1f ms, of which GPU %.1f ms; reading %.1f ms), %.3f µs a value%s",
		format.Thousands(len(t.sources)), format.Thousands(len(t.targets)), t.atOnce, t.batches, total, t.wall, t.gpu, t.read, 1000*total/float64(values), verified)
}
