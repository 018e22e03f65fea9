package command

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/timing"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
	"kernelscope/report"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// accessFlags are the flags of 'run access'.
type accessFlags struct {
	within float64 // in the unit of the map's tables
	sample int     // sources drawn at random; zero for all
	seed   uint64
	output string
	verify bool
}

// accessCommand is 'run access'.
func accessCommand(app *cli.App) *cobra.Command {
	var f accessFlags
	c := &cobra.Command{
		Use:   "access [FILE]",
		Short: "Find how far every junction is from all others",
		Long: `Computes the distances from every node to every other by prepared trees, and keeps for each node
what it reaches: the number of nodes, the mean and the greatest distance, and how many nodes are
within a distance. The distances themselves stay on the device: only these sums are copied.

The output has a row, or a point, for each node: .csv or .geojson. Times are in seconds, lengths
in metres, and weights of a graph file in its own unit.`,
		Example: `  viewer run access
  viewer run access city.osm.pbf --within 900 -o access.geojson
  viewer run access NY.gr --sample 10000 --verify`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return f.run(c, app, cli.Optional(args))
		},
	}
	fs := c.Flags()
	fs.Float64Var(&f.within, "within", 900, "count the nodes within this many seconds, metres, or units of the graph")
	fs.IntVar(&f.sample, "sample", 0, "compute this many nodes, drawn at random; all if 0")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of --sample and --verify")
	fs.StringVarP(&f.output, "output", "o", "", "file to write: .csv or .geojson; \"-\" prints CSV")
	fs.BoolVar(&f.verify, "verify", false, fmt.Sprintf("compare up to %d nodes with Dijkstra's algorithm; exit 5 on a difference", verifiedNodes))
	app.AddBackend(fs)
	cli.Writes(c, "output")
	return c
}

// verifiedNodes is the number of nodes whose results are compared with Dijkstra's algorithm.
const verifiedNodes = 300

// access is the reach of some nodes.
type access struct {
	m     *scene.Map
	limit uint32
	nodes []uint32
	reach []prepared.Reach // by index in nodes
	times timing.Times
}

func (f accessFlags) check() error {
	switch ending := filepath.Ext(f.output); {
	case f.within < 0 || math.IsNaN(f.within):
		return cli.Usage("--within is %g; it must be 0 or more", f.within)
	case f.sample < 0:
		return cli.Usage("--sample is %d; it must be 0 or more", f.sample)
	case f.output != "" && f.output != "-" && ending != ".csv" && ending != ".geojson":
		return cli.Usage("-o is %q: the name must end in .csv or .geojson", f.output)
	}
	return nil
}

func (f accessFlags) run(c *cobra.Command, app *cli.App, file string) error {
	ctx := c.Context()
	if err := f.check(); err != nil {
		return err
	}
	m, err := app.LoadMap(ctx, file)
	if err != nil {
		return err
	}
	switch {
	case m.Graph.Nodes() == 0:
		return fault.Input.Errorf("%s has no roads", m.Name)
	case m.Abstract && filepath.Ext(f.output) == ".geojson":
		return cli.Usage("GeoJSON needs coordinates; %s has none", m.Name)
	}
	d, err := app.OpenComputer(ctx)
	if err != nil {
		return err
	}
	defer d.Release()
	a := &access{m: m, nodes: f.nodes(m.Graph), limit: uint32(min(math.Round(f.within/m.InUnits(1)), prepared.Unreached-1))}
	if err := a.compute(ctx, d.Backend); err != nil {
		return err
	}
	verified := ""
	if f.verify {
		n, err := measure.Reaches(ctx, m.Graph, a.nodes, a.reach, a.limit, verifiedNodes, rand.New(rand.NewPCG(f.seed, 1)))
		if err != nil {
			return err
		}
		verified = fmt.Sprintf(", %s verified", format.Count(n, "node"))
	}
	if err := a.print(c.OutOrStdout(), f.output); err != nil {
		return err
	}
	pairs := float64(len(a.nodes)) * float64(m.Graph.Nodes())
	_, err = fmt.Fprintf(c.ErrOrStderr(), "%s from %s in %.1f ms, %.3f µs a node%s\n", format.Short(pairs)+" distances", format.Count(len(a.nodes), "node"), a.times.Wall, 1000*a.times.Wall/float64(len(a.nodes)), verified)
	return err
}

// nodes returns the nodes to compute, in ascending order.
func (f accessFlags) nodes(g *graph.Graph) []uint32 {
	all := make([]uint32, g.Nodes())
	for v := range all {
		all[v] = uint32(v)
	}
	if f.sample == 0 || f.sample >= len(all) {
		return all
	}
	rand.New(rand.NewPCG(f.seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	all = all[:f.sample]
	slices.Sort(all)
	return all
}

// compute makes the trees of all nodes.
func (a *access) compute(ctx context.Context, be compute.Backend) error {
	g := a.m.Graph
	if _, err := prepared.NewBound(g); err != nil {
		return err
	}
	made, err := cli.Fronts(ctx, a.m, prepared.Making{})
	if err != nil {
		return err
	}
	d, err := prepared.NewDevice(be, made.Fronts, g.Edges(), compute.Values{})
	if err != nil {
		return err
	}
	defer d.Release()
	d.Customize(g.Weight)
	const warm = 16
	if _, err := d.Access(ctx, a.nodes[:min(warm, len(a.nodes))], a.limit, func(int) {}); err != nil { // compiles
		return err
	}
	progress, stop := cli.ShowShare()
	defer stop()
	watch := timing.Start(be)
	a.reach, err = d.Access(ctx, a.nodes, a.limit, func(done int) {
		progress(float64(done)/float64(len(a.nodes)), fmt.Sprintf("%s of %s nodes", format.Thousands(done), format.Thousands(len(a.nodes))))
	})
	a.times = watch.Times()
	return err
}

// print writes the file, and says which nodes are the nearest to all others and the farthest.
func (a *access) print(out io.Writer, file string) error {
	switch filepath.Ext(file) {
	case ".geojson":
		return output.File(file, a.points)
	case ".csv":
		return output.File(file, a.rows)
	}
	if file == "-" {
		return a.rows(out)
	}
	connected := a.connected()
	byMean := func(i, j int) int { return cmp.Compare(a.reach[i].Mean(), a.reach[j].Mean()) }
	for _, of := range []struct {
		title string
		index int
	}{{"nearest to all others", slices.MinFunc(connected, byMean)}, {"farthest from them", slices.MaxFunc(connected, byMean)}} {
		r := a.reach[of.index]
		if _, err := fmt.Fprintf(out, "%-22s %s: mean %s, at most %s; %.1f %% of nodes within %s\n", of.title, a.place(a.nodes[of.index]), a.m.Written(uint32(math.Round(r.Mean()))),
			a.m.Written(r.Farthest), 100*float64(r.Within)/float64(a.m.Graph.Nodes()), a.m.Written(a.limit)); err != nil {
			return err
		}
	}
	return nil
}

// connected returns the indices of the nodes that reach at least half as many as any: nodes of small
// components and one-way ends reach fewer.
func (a *access) connected() (out []int) {
	most := uint32(0)
	for _, r := range a.reach {
		most = max(most, r.Nodes)
	}
	for i, r := range a.reach {
		if r.Nodes >= most/2 {
			out = append(out, i)
		}
	}
	return out
}

// place writes where a node is.
func (a *access) place(v uint32) string {
	if a.m.Abstract {
		return fmt.Sprintf("node %d", v)
	}
	lon, lat := a.m.Graph.At[v].Degrees()
	return fmt.Sprintf("%.5f,%.5f", lon, lat)
}

// rows writes a row for each node.
func (a *access) rows(w io.Writer) error {
	buffered := bufio.NewWriter(w)
	c := csv.NewWriter(buffered)
	unit := unitOf(a.m)
	_ = c.Write([]string{"node", "id", "lon", "lat", "reached", "mean_" + unit, "farthest_" + unit, "within"})
	for i, v := range a.nodes {
		r, where := a.reach[i], [2]string{}
		if !a.m.Abstract {
			lon, lat := a.m.Graph.At[v].Degrees()
			where = [2]string{strconv.FormatFloat(report.Rounded(lon), 'f', -1, 64), strconv.FormatFloat(report.Rounded(lat), 'f', -1, 64)}
		}
		_ = c.Write([]string{fmt.Sprint(v), fmt.Sprint(a.m.Graph.ID[v]), where[0], where[1], fmt.Sprint(r.Nodes), a.number(r.Mean()), a.number(float64(r.Farthest)), fmt.Sprint(r.Within)})
	}
	c.Flush()
	if err := c.Error(); err != nil {
		return err
	}
	return buffered.Flush()
}

// number writes a distance in the unit of the map, with a decimal more than distances have.
func (a *access) number(dist float64) string {
	return strconv.FormatFloat(dist*a.m.InUnits(1), 'f', digitsOf(a.m)+1, 64)
}

// properties are the properties of a node's point.
type properties struct {
	Node     uint32  `json:"node"`
	Reached  uint32  `json:"reached"`
	Mean     float64 `json:"mean"`
	Farthest float64 `json:"farthest"`
	Within   uint32  `json:"within"`
	Unit     string  `json:"unit"`
}

// points writes a point for each node.
func (a *access) points(w io.Writer) error {
	unit := unitOf(a.m)
	out := report.NewGeoJSON(w, a.m.Attribution)
	for i, v := range a.nodes {
		r := a.reach[i]
		mean, _ := strconv.ParseFloat(a.number(r.Mean()), 64)
		if err := out.Point(a.m.Graph.At[v], properties{v, r.Nodes, mean, a.m.InUnits(r.Farthest), r.Within, unit}); err != nil {
			return err
		}
	}
	return out.Close()
}
