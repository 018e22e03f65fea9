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
	"kernelscope/scene/place"
)

// accessFlags are the flags of 'run access'.
type accessFlags struct {
	within  float64 // in the unit of the map's tables
	sample  int     // sources drawn at random; zero for all
	between int     // sources of the betweenness; zero for none
	seed    uint64
	output  string
	verify  bool
	roads   maps.Flag
	places  maps.PlacesFlag

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

With --places the distances lead to the places of a list instead: the number of places that the
node reaches, their mean and greatest distance, how many are within a distance, and which is the
nearest. This needs a tree for each place, of the network with all edges reversed, instead of one
for each node. A place that is named twice counts twice.

With --between 200 the output also has the betweenness of each node: the number of pairs of other
nodes whose shortest path leads over it, where paths of equal length share a pair. It is estimated
from 200 drawn nodes, and has a standard error, which is too small for nodes that few paths lead
over. As many sources as the map has nodes, or more, give it without an error.

The output has a row, or a point, for each node: .csv, .parquet or .geojson. Times are in seconds,
lengths in metres, and weights of a graph file in its own unit. With --road everything is computed
with the changed roads, and each row also has the mean distance before the change, and by how much
it has grown.`,
		Example: `  viewer run access
  viewer run access city.osm.pbf --within 900 -o access.geojson
  viewer run access --road -75.55,39.68=0 -o loss.parquet
  viewer run access --places hospitals.csv --within 600 -o nearest.geojson
  viewer run access --places -75.524,39.158 --places -75.5466,39.7447
  viewer run access --between 200 --road -75.55,39.68=0 -o between.csv
  viewer run access NY.gr --sample 10000 --verify`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return f.run(c, app, cli.Optional(args))
		},
	}
	fs := c.Flags()
	fs.Float64Var(&f.within, "within", 900, "count the nodes, or places, within this many seconds, metres, or units of the graph")
	fs.IntVar(&f.sample, "sample", 0, "compute this many nodes, drawn at random; all if 0")
	fs.IntVar(&f.between, "between", 0, "also estimate the betweenness of every node from this many nodes, drawn at random, or find it from all; none if 0")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of --sample, --between and --verify")
	fs.StringVarP(&f.output, "output", "o", "", "file to write: "+strings.Join(accessEndings, ", ")+"; \"-\" prints CSV")
	f.roads.Add(fs)
	f.places.Add(c, "find the distances to these places, instead of to all nodes")
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
	m       *scene.Map // with changed roads
	limit   uint32
	nodes   []uint32
	places  []place.Named    // that distances lead to; nil for all nodes
	reach   []prepared.Reach // by index in nodes
	before  []prepared.Reach // before roads were changed; nil unless they were
	between *between         // nil unless it is asked
	times   timing.Times     // of reach
}

func (f accessFlags) check() error {
	switch {
	case f.within < 0 || math.IsNaN(f.within):
		return cli.Usage("--within is %g; it must be 0 or more", f.within)
	case !slices.Contains(accessAlgorithms, f.algorithm):
		return cli.Usage("-a is %q; choose from %s", f.algorithm, strings.Join(accessAlgorithms[1:], ", "))
	case f.sample < 0:
		return cli.Usage("--sample is %d; it must be 0 or more", f.sample)
	case f.between < 0 || f.between == 1:
		return cli.Usage("--between is %d; it must be 2 or more, or 0 for none", f.between)
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
	a := &access{accessFlags: f, nodes: prepared.Draw(m.Graph.Nodes(), f.sample, f.seed), limit: uint32(min(math.Round(f.within/m.InUnits(1)), prepared.Unreached-1))}
	if a.m, err = f.changed(m); err != nil {
		return err
	}
	if a.places, err = f.places.Find(ctx, m); err != nil {
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
	trees, way, what := len(a.survey().Trees()), "from", "node"
	if a.places != nil {
		way, what = "to", "place"
	}
	pairs := float64(trees) * float64(m.Graph.Nodes())
	_, err = fmt.Fprintf(c.ErrOrStderr(), "%s distances %s %s in %.1f ms, %.3f µs a %s%s%s\n", format.Short(pairs), way, format.Count(trees, what), a.times.Wall, 1000*a.times.Wall/float64(trees), what, a.between, verified)
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
	n, err := measure.Reaches(ctx, a.m.Graph, a.nodes, a.survey().Targets, a.reach, a.limit, verifiedNodes, rnd)
	if err == nil && a.before != nil {
		_, err = measure.Reaches(ctx, before.Graph, a.nodes, a.survey().Targets, a.before, a.limit, verifiedNodes, rnd)
	}
	if err != nil {
		return "", err
	}
	said, err := a.verifyBetween(ctx)
	return fmt.Sprintf(", %s verified", format.Count(n, "node")) + said, err
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
	survey := a.survey()
	fronts, room := survey.On(made.Fronts)
	r, err := a.reacher(be, fronts, room)
	if err != nil {
		return err
	}
	defer r.Release()
	const warm = 16
	first := survey.First(warm) // compiles
	if before != a.m {
		first = survey
	}
	r.Customize(before.Graph.Weight)
	if a.before, err = first.Reach(ctx, r, func(int) {}); err != nil {
		return err
	}
	if before == a.m {
		a.before = nil
	}
	r.Customize(g.Weight)
	progress, stop := cli.ShowShare()
	defer stop()
	watch := timing.Start(be)
	trees := len(survey.Trees())
	a.reach, err = survey.Reach(ctx, r, func(made int) {
		progress(float64(made)/float64(trees), fmt.Sprintf("%s of %s trees", format.Thousands(made), format.Thousands(trees)))
	})
	a.times = watch.Times()
	if err != nil {
		return err
	}
	return a.findBetween(ctx, be, made.Fronts)
}

// survey asks what nodes reach of all nodes, or of the places.
func (a *access) survey() prepared.Survey {
	s := prepared.Survey{Sources: a.nodes, Limit: a.limit}
	if a.places != nil {
		s.Targets = place.Nodes(a.places)
	}
	return s
}

// reacher returns where trees are made, with room for some of them together.
func (a *access) reacher(be compute.Backend, f *prepared.Fronts, room int) (prepared.Reacher, error) {
	edges := a.m.Graph.Edges()
	switch a.algorithm {
	case sssp.Prepared{}.Name():
		return prepared.NewDeviceReacher(be, f, edges, room)
	case sssp.PreparedOnHost{}.Name():
		return prepared.NewHostAccess(f), nil
	}
	return prepared.NewReacher(be, f, edges, room)
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
	if len(connected) == 0 {
		_, err := fmt.Fprintln(out, "none of the nodes reaches a place")
		return err
	}
	byMean := func(i, j int) int { return cmp.Compare(a.reach[i].Mean(), a.reach[j].Mean()) }
	title, what := "nearest to all others", "nodes"
	if a.places != nil {
		title, what = "nearest to all places", "places"
	}
	for _, of := range []struct {
		title string
		index int
	}{{title, slices.MinFunc(connected, byMean)}, {"farthest from them", slices.MaxFunc(connected, byMean)}} {
		r := a.reach[of.index]
		if _, err := fmt.Fprintf(out, "%-22s %s: mean %s, at most %s; %.1f %% of %s within %s\n", of.title, a.place(a.nodes[of.index]), a.m.Written(uint32(math.Round(r.Mean()))),
			a.m.Written(r.Farthest), 100*a.share(r), what, a.m.Written(a.limit)); err != nil {
			return err
		}
	}
	return cmp.Or(a.printNearest(out), a.printBetween(out), a.printLoss(out, connected))
}

// printNearest says which node is the farthest from its nearest place, if places are given.
func (a *access) printNearest(out io.Writer) error {
	if a.places == nil {
		return nil
	}
	i := 0
	for k, r := range a.reach {
		if r.Nearest > a.reach[i].Nearest {
			i = k
		}
	}
	r := a.reach[i]
	_, err := fmt.Fprintf(out, "%-22s %s: the nearest is %s, %s away\n", "farthest from any", a.place(a.nodes[i]), a.places[r.Target-1].Name, a.m.Written(r.Nearest))
	return err
}

// share returns the share of all nodes, or of the places, that are within the limit.
func (a *access) share(r prepared.Reach) float64 {
	if a.places == nil {
		return float64(r.Within) / float64(a.m.Graph.Nodes())
	}
	return float64(r.Within) / float64(len(a.places))
}

// printLoss says which of some nodes loses most by the changed roads, if roads were changed.
func (a *access) printLoss(out io.Writer, nodes []int) error {
	nodes = slices.DeleteFunc(nodes, func(i int) bool { return !a.comparable(i) })
	if len(nodes) == 0 {
		return nil
	}
	loss := func(i int) float64 { return a.reach[i].Mean() - a.before[i].Mean() }
	i := slices.MaxFunc(nodes, func(i, j int) int { return cmp.Compare(loss(i), loss(j)) })
	_, err := fmt.Fprintf(out, "%-22s %s: mean %s, before %s\n", "loses most", a.place(a.nodes[i]), a.m.Written(uint32(math.Round(a.reach[i].Mean()))), a.m.Written(uint32(math.Round(a.before[i].Mean()))))
	return err
}

// comparable reports whether roads were changed and the means of a node, before and after, are by the same places. A change
// that cuts off some of all nodes hardly moves a mean.
func (a *access) comparable(i int) bool {
	return a.before != nil && a.reach[i].Nodes > 0 && (a.places == nil || a.before[i].Nodes == a.reach[i].Nodes)
}

// connected returns the indices of the nodes that reach at least half as many nodes or places as any: nodes of small
// components and one-way ends reach fewer. There are none if no place is reached.
func (a *access) connected() (out []int) {
	most := uint32(0)
	for _, r := range a.reach {
		most = max(most, r.Nodes)
	}
	for i, r := range a.reach {
		if r.Nodes >= max(1, most/2) {
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
