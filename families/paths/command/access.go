package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/prepared"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/compute/timing"
	"kernelscope/families/maps"
	"kernelscope/families/paths/session"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/internal/output"
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
	roads  maps.Flag

	algorithm string // empty for the faster one
}

// accessCommand is 'run access'.
func accessCommand(app *cli.App) *cobra.Command {
	var f accessFlags
	c := &cobra.Command{
		Use:   "access [FILE]",
		Short: "Find how far every junction is from all others",
		Long: `Computes the distances from every node to every other by prepared trees, and for each node
the number of nodes that it reaches, the mean and the greatest distance, and how many nodes are
within a distance. The distances themselves stay on the device: only these sums are copied.

The output has a row, or a point, for each node: .csv, .parquet or .geojson. Times are in seconds,
lengths in metres, and weights of a graph file in its own unit. With --road everything is computed
with the changed roads, and each row also has the mean distance before the change, and by how much
it has grown.`,
		Example: `  viewer run access
  viewer run access city.osm.pbf --within 900 -o access.geojson
  viewer run access --road -75.55,39.68=0 -o loss.parquet
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
	fs.StringVarP(&f.output, "output", "o", "", "file to write: "+strings.Join(accessEndings, ", ")+"; \"-\" prints CSV")
	f.roads.Add(fs)
	fs.StringVarP(&f.algorithm, "algorithm", "a", "", "make trees on the device (prepared) or on the host (prepared-host); if empty, on the host if the device is a software device or has too little memory")
	fs.BoolVar(&f.verify, "verify", false, fmt.Sprintf("compare up to %d nodes with Dijkstra's algorithm; exit 5 on a difference", verifiedNodes))
	app.AddBackend(fs)
	cli.Writes(c, "output")
	return c
}

// accessAlgorithms lists the values of -a.
var accessAlgorithms = []string{"", sssp.Prepared{}.Name(), sssp.PreparedOnHost{}.Name()}

// verifiedNodes is the number of nodes whose results are compared with Dijkstra's algorithm.
const verifiedNodes = 300

// access is the reach of some nodes.
type access struct {
	accessFlags
	m      *scene.Map // with changed roads
	limit  uint32
	nodes  []uint32
	reach  []prepared.Reach // by index in nodes
	before []prepared.Reach // before roads were changed; nil unless they were
	times  timing.Times     // of reach
}

func (f accessFlags) check() error {
	switch {
	case f.within < 0 || math.IsNaN(f.within):
		return cli.Usage("--within is %g; it must be 0 or more", f.within)
	case !slices.Contains(accessAlgorithms, f.algorithm):
		return cli.Usage("-a is %q; choose from %s", f.algorithm, strings.Join(accessAlgorithms[1:], ", "))
	case f.sample < 0:
		return cli.Usage("--sample is %d; it must be 0 or more", f.sample)
	case f.output != "" && f.output != "-" && !slices.Contains(accessEndings, filepath.Ext(f.output)):
		return cli.Usage("-o is %q: the name must end in %s", f.output, strings.Join(accessEndings, ", "))
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
	a := &access{accessFlags: f, nodes: f.drawn(m.Graph), limit: uint32(min(math.Round(f.within/m.InUnits(1)), prepared.Unreached-1))}
	if a.m, err = f.changed(m); err != nil {
		return err
	}
	if err := a.compute(ctx, d.Backend, m); err != nil {
		return err
	}
	verified, err := f.verified(ctx, a, m)
	if err != nil {
		return err
	}
	if err := a.print(c.OutOrStdout(), f.output); err != nil {
		return err
	}
	pairs := float64(len(a.nodes)) * float64(m.Graph.Nodes())
	_, err = fmt.Fprintf(c.ErrOrStderr(), "%s from %s in %.1f ms, %.3f µs a node%s\n", format.Short(pairs)+" distances", format.Count(len(a.nodes), "node"), a.times.Wall, 1000*a.times.Wall/float64(len(a.nodes)), verified)
	return err
}

// changed returns a map with the changes of --road.
func (f accessFlags) changed(m *scene.Map) (*scene.Map, error) {
	actions, err := f.roads.Actions(m, f.seed)
	work := (&session.Roadwork{}).On(m)
	for _, a := range actions {
		if err != nil {
			return nil, err
		}
		var changed *scene.Map
		if changed, _, err = work.Work(m, a.(session.RoadAction)); changed != nil {
			m = changed
		}
	}
	return m, err
}

// verified compares what --verify asks for, and says so; before is the map before roads were changed.
func (f accessFlags) verified(ctx context.Context, a *access, before *scene.Map) (string, error) {
	if !f.verify {
		return "", nil
	}
	rnd := rand.New(rand.NewPCG(f.seed, 1))
	n, err := measure.Reaches(ctx, a.m.Graph, a.nodes, a.reach, a.limit, verifiedNodes, rnd)
	if err == nil && a.before != nil {
		_, err = measure.Reaches(ctx, before.Graph, a.nodes, a.before, a.limit, verifiedNodes, rnd)
	}
	return fmt.Sprintf(", %s verified", format.Count(n, "node")), err
}

// drawn returns the nodes to compute, in ascending order.
func (f accessFlags) drawn(g *graph.Graph) []uint32 {
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

// compute makes the trees of all nodes, also by a map before roads were changed, if they were.
func (a *access) compute(ctx context.Context, be compute.Backend, before *scene.Map) error {
	g := a.m.Graph
	if _, err := prepared.NewBound(g); err != nil {
		return err
	}
	made, err := cli.Fronts(ctx, a.m, prepared.Making{})
	if err != nil {
		return err
	}
	r, err := a.reacher(be, made.Fronts)
	if err != nil {
		return err
	}
	defer r.Release()
	const warm = 16
	first := a.nodes[:min(warm, len(a.nodes))] // compiles
	if before != a.m {
		first = a.nodes
	}
	r.Customize(before.Graph.Weight)
	if a.before, err = prepared.ReachAll(ctx, r, first, a.limit, func(int) {}); err != nil {
		return err
	}
	if before == a.m {
		a.before = nil
	}
	r.Customize(g.Weight)
	progress, stop := cli.ShowShare()
	defer stop()
	watch := timing.Start(be)
	a.reach, err = prepared.ReachAll(ctx, r, a.nodes, a.limit, func(done int) {
		progress(float64(done)/float64(len(a.nodes)), fmt.Sprintf("%s of %s nodes", format.Thousands(done), format.Thousands(len(a.nodes))))
	})
	a.times = watch.Times()
	return err
}

// reacher returns where trees are made.
func (a *access) reacher(be compute.Backend, f *prepared.Fronts) (prepared.Reacher, error) {
	edges := a.m.Graph.Edges()
	switch a.algorithm {
	case sssp.Prepared{}.Name():
		return prepared.NewDeviceReacher(be, f, edges, len(a.nodes))
	case sssp.PreparedOnHost{}.Name():
		return prepared.NewHostAccess(f), nil
	}
	return prepared.NewReacher(be, f, edges, len(a.nodes))
}

// print writes the file or, without one, says which nodes are the nearest to all others and the farthest.
func (a *access) print(out io.Writer, file string) error {
	switch file {
	case "":
	case "-":
		return a.write(out, ".csv")
	default:
		return output.File(file, func(w io.Writer) error { return a.write(w, filepath.Ext(file)) })
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
	return a.printLoss(out, connected)
}

// printLoss says which of some nodes loses most by the changed roads, if roads were changed.
func (a *access) printLoss(out io.Writer, nodes []int) error {
	if a.before == nil {
		return nil
	}
	loss := func(i int) float64 { return a.reach[i].Mean() - a.before[i].Mean() }
	i := slices.MaxFunc(nodes, func(i, j int) int { return cmp.Compare(loss(i), loss(j)) })
	_, err := fmt.Fprintf(out, "%-22s %s: mean %s, before %s\n", "loses most", a.place(a.nodes[i]), a.m.Written(uint32(math.Round(a.reach[i].Mean()))), a.m.Written(uint32(math.Round(a.before[i].Mean()))))
	return err
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
