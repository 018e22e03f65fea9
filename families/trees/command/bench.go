package command

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute/experiment"
	"kernelscope/compute/sssp"
	"kernelscope/internal/format"
	"kernelscope/report"
)

//go:embed goals.csv
var goalsFile string

// benchFlags are the flags of 'bench prepared'.
type benchFlags struct {
	bars             bool
	save             string
	newYork, million string
	tiles            int
	only             string
	repeat, check    int
	table            int
	again            bool
	params           *flags.Params
}

// benchCommands returns the commands of 'bench'.
func benchCommands(app *cli.App) []*cobra.Command {
	return []*cobra.Command{benchCommand(app), frameCommand(app)}
}

func benchCommand(app *cli.App) *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use: "prepared [FILE]", Short: "Measure prepared trees: order, new weights, trees, tables, or the table of goals",
		Long: `Measures prepared trees on a map: the order, customization with new weights, one tree, many
concurrent trees, and a table of distances. Times are medians after a warm-up, on the device
unless stated otherwise. Only results that are read are copied to the host.

Every distance of --check sources is compared with Dijkstra's algorithm, for single and for
concurrent trees, with the map's weights and with random weights that differ by direction.
The result buffer is overwritten before each search.

Parameters are lists such as --subtree 128,256,512. One tree is measured with every
combination, and everything else with the first.

With --bars the workloads of the table of goals, set for one NVIDIA H200, are measured.`,
		Example: `  viewer bench prepared city.osm.pbf
  viewer bench prepared --bars --new-york USA-road-d.NY.gr.gz
  viewer bench prepared NY.gr.gz --subtree 256,1024,2048 --rows 1,4 --climbers 512,1024 --table 0
  viewer bench prepared --bars --only tiles --tiles 18`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return bench(c.Context(), app, c.OutOrStdout(), cli.Optional(args), f)
		},
	}
	fs := c.Flags()
	fs.BoolVar(&f.bars, "bars", false, "measure the workloads of the table of goals")
	cli.AddSave(c, &f.save)
	fs.StringVar(&f.newYork, "new-york", "", "USA-road-d.NY.gr.gz of the 9th DIMACS challenge; omitted if empty")
	fs.StringVar(&f.million, "million", "gen:tile,k=4", "map of about a million nodes; by default, 16 copies of the embedded one, joined")
	fs.IntVar(&f.tiles, "tiles", 0, "copies of the embedded map along a side of the largest map; 18 make 21.7 million nodes; omitted if zero")
	fs.StringVar(&f.only, "only", "", "maps of the table, separated by commas: "+strings.Join(mapNames(), ", "))
	fs.IntVarP(&f.repeat, "repeat", "r", 20, "number of runs, of which the median counts")
	fs.IntVar(&f.check, "check", 24, "number of sources whose distances are compared with Dijkstra's algorithm")
	fs.IntVar(&f.table, "table", 10_000, "number of sources and of targets of the table; omitted if zero")
	fs.BoolVar(&f.again, "again", false, "compute orders even if they are stored")
	f.params = flags.Add(fs, []sssp.Algorithm{sssp.Prepared{}})
	return c
}

// mapNames lists the maps of the table of goals.
func mapNames() (names []string) {
	for _, r := range experiment.Records(goalsFile) {
		names = append(names, r["map"])
	}
	return slices.Compact(names)
}

func bench(ctx context.Context, app *cli.App, out io.Writer, file string, f benchFlags) error {
	if err := f.checkNumbers(); err != nil {
		return err
	}
	if f.bars && file != "" {
		return cli.Usage("--bars measures maps of its own, not %s: name them with --new-york, --million and --tiles", file)
	}
	lists, err := flags.Lists[sssp.Algorithm](f.params, sssp.Prepared{})
	if err != nil {
		return err
	}
	files, err := f.files(file)
	if err != nil {
		return err
	}
	d, err := app.OpenDevice()
	if err != nil {
		return err
	}
	defer d.Release()
	fmt.Fprintf(out, "ms on %s, driver %s; host: %s\n\n", d.Info().Name, d.Info().Driver, cli.Host())
	if f.bars && d.Info().Software {
		fmt.Fprint(out, "The goals are set for one NVIDIA H200, and this device is software.\n\n")
	}
	w, err := report.NewRows(out, report.Text, nil, goalSheet)
	if err != nil {
		return err
	}
	for _, name := range files.names {
		if files.of[name] == notNamed {
			if err := w.Remark("| " + name + ": not measured: name its file |"); err != nil {
				return err
			}
			continue
		}
		m, err := app.LoadMap(ctx, files.of[name])
		if err != nil {
			return err
		}
		b := benchmark{benchFlags: f, be: d, settings: experiment.Grid(sssp.Prepared{}, lists), out: w, m: m, name: name}
		if err := b.run(ctx); err != nil {
			return err
		}
	}
	return app.SaveRows(f.save, w, d.Info())
}

func (f *benchFlags) checkNumbers() error {
	if err := cli.Repeats("--repeat", f.repeat, "run"); err != nil {
		return err
	}
	for _, n := range []struct {
		flag  string
		value int
		most  int
	}{{"--check", f.check, 256}, {"--table", f.table, 1 << 16}, {"--tiles", f.tiles, 100}} {
		if n.value < 0 || n.value > n.most {
			return cli.Usage("%s is %d, not a number from 0 to %d", n.flag, n.value, n.most)
		}
	}
	return nil
}

// notNamed marks a map whose file is not given.
const notNamed = "-"

// measured lists maps in the order of the table.
type measured struct {
	names []string
	of    map[string]string // file of each map
}

// files returns the maps to measure: a single one, or the maps of the table.
func (f *benchFlags) files(file string) (m measured, err error) {
	if !f.bars {
		return measured{[]string{"map"}, map[string]string{"map": file}}, nil
	}
	m = measured{mapNames(), map[string]string{"newyork": notNamed, "million": f.million, "tiles": notNamed}}
	if f.newYork != "" {
		m.of["newyork"] = f.newYork
	}
	if f.tiles > 0 {
		m.of["tiles"] = fmt.Sprintf("gen:tile,k=%d", f.tiles)
	}
	if f.only == "" {
		return m, nil
	}
	all := m.names
	m.names = strings.Split(f.only, ",")
	for _, name := range m.names {
		if !slices.Contains(all, name) {
			return m, cli.Usage("--only is %q; choose from %s", f.only, strings.Join(all, ", "))
		}
	}
	return m, nil
}

// goalOf returns the goal of a kind of workload on a map; it is empty without one.
func goalOf(name, kind string) experiment.Record {
	for _, r := range experiment.Records(goalsFile) {
		if r["map"] == name && r["kind"] == kind {
			return r
		}
	}
	return experiment.Record{"bar": "", "others": ""}
}

// goalSheet is the layout of the table; cells that experiments do not have are labels.
var goalSheet = report.Sheet{
	Head: "| map | nodes | work | others | goal | reached | | wall | |\n|---|---|---|---|---|---|---|---|---|\n",
	Goal: func(r experiment.Row, g experiment.Goal) string {
		return fmt.Sprintf("| %s | %s | %s | %v | %s | %.5g | %s | %.5g | %v |", r.Input, format.Thousands(r.Size), g.Work, r.Labels["others"], g.Wanted(), g.Reached, g.Verdict(), r.Wall, r.Labels["remark"])
	},
}
