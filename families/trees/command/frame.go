package command

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"kernelscope/families/trees/view"

	"github.com/spf13/cobra"

	"kernelscope/cli"
	"kernelscope/cli/flags"
	"kernelscope/compute"
	"kernelscope/compute/gpu"
	"kernelscope/compute/oracle"
	"kernelscope/compute/prepared"

	"kernelscope/compute/sssp"
	"kernelscope/compute/timing"
	roadwork "kernelscope/families/paths/session"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/render"
	"kernelscope/report"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// frameFlags are the flags of 'bench trees-frame'.
type frameFlags struct {
	repeat, check int
	params        *flags.Params
	save          string
}

func frameCommand(app *cli.App) *cobra.Command {
	var f frameFlags
	c := &cobra.Command{
		Use: "trees-frame [FILE]", Short: "Time prepared trees from a road's new speed to the colours of all nodes, as a share of a frame",
		Long: `Measures the work of a frame while a road's speed is dragged: new weights on the host,
customization, climb and sweep, and the colours of all nodes, separately and together. Each run
changes a different random road. Times are medians after a warm-up; a frame lasts 16.7 ms.
Nothing is copied to the host. For the last weights of --check random roads, the state and the
colour of every node are compared with Dijkstra's algorithm.`,
		Example: `  viewer bench trees-frame
  viewer bench trees-frame USA-road-d.NY.gr.gz -r 100`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: cli.CompleteMaps,
		RunE: func(c *cobra.Command, args []string) error {
			return f.bench(c.Context(), app, c.OutOrStdout(), cli.Optional(args))
		},
	}
	c.Flags().IntVarP(&f.repeat, "repeat", "r", 50, "number of runs, of which the median counts")
	c.Flags().IntVar(&f.check, "check", 10, "number of changes after which everything is verified")
	cli.AddSave(c, &f.save)
	f.params = flags.Add(c.Flags(), []sssp.Algorithm{sssp.Prepared{}})
	return c
}

// frameBench measures changes of roads and the new colours of nodes.
type frameBench struct {
	d       *gpu.Device
	m       *scene.Map // with the current weights
	tree    *prepared.Device
	bound   *prepared.Bound
	work    roadwork.Roadwork
	picture *render.Map
	camera  render.Camera
	look    render.Look
	rnd     *rand.Rand
	source  uint32
	edges   []uint32 // whose new weights are not yet on the device
	memory  compute.Memory
}

func (f *frameFlags) bench(ctx context.Context, app *cli.App, out io.Writer, file string) error {
	if err := cli.Repeats("--repeat", f.repeat, "run"); err != nil {
		return err
	}
	if f.check < 0 || f.check > 1000 {
		return cli.Usage("--check is %d, not a number from 0 to 1000", f.check)
	}
	values, err := flags.Values[sssp.Algorithm](f.params, sssp.Prepared{})
	if err != nil {
		return err
	}
	m, err := app.LoadMap(ctx, file)
	if err != nil {
		return err
	}
	if m.Graph.Nodes() == 0 {
		return fault.Input.Errorf("%s has no roads", m.Name)
	}
	d, err := app.OpenDevice()
	if err != nil {
		return err
	}
	defer d.Release()
	b := &frameBench{d: d, m: m, rnd: rand.New(rand.NewPCG(16, 7)), memory: compute.Memory{Backend: d}}
	if err := b.prepare(ctx, values); err != nil {
		return err
	}
	defer b.release()
	fmt.Fprintf(out, "%s, %s, on %s, driver %s; host: %s\n\n", m.Name, format.Count(m.Graph.Nodes(), "node"), d.Info().Name, d.Info().Driver, cli.Host())
	table := &report.Table{Out: out}
	if err := b.measure(ctx, table, f.repeat); err != nil {
		return err
	}
	for range f.check {
		if err := b.verify(ctx); err != nil {
			return err
		}
	}
	if _, err = fmt.Fprintf(out, "\nThe states and colours of all nodes are verified after %s of roads.\n", format.Count(f.check, "change")); err != nil {
		return err
	}
	return app.SaveRows(f.save, table, d.Info())
}

// prepare uploads the map and allocates all buffers.
func (b *frameBench) prepare(ctx context.Context, values compute.Values) (err error) {
	if b.bound, err = prepared.NewBound(b.m.Graph); err != nil {
		return err
	}
	made, err := cli.Fronts(ctx, b.m, prepared.Making{})
	if err != nil {
		return err
	}
	if b.tree, err = prepared.NewDevice(b.d, made.Fronts, b.m.Graph.Edges(), values); err != nil {
		return err
	}
	palette := view.PaletteOf(render.Themes[0])
	if b.picture, err = render.NewMap(b.d, b.m, &palette.Theme); err != nil {
		b.tree.Release()
		return err
	}
	nodes := b.m.Graph.Candidates()
	b.source, b.work = nodes[b.rnd.IntN(len(nodes))], (&roadwork.Roadwork{}).On(b.m)
	b.camera = render.Fit(b.m.Box, 1280, 720, [4]float64{})
	states := b.memory.NewBuffer("states of nodes", b.m.Graph.Nodes())
	reach := uint32(max(1, 100*b.m.Graph.MeanWeight()))
	b.look = render.Look{States: states, ByDistance: true, Reach: reach, Band: max(1, reach/10), Ratio: 1}
	b.tree.Customize(b.m.Graph.Weight)
	if err := b.memory.Ready(); err != nil {
		b.release()
		return err
	}
	return nil
}

func (b *frameBench) release() {
	b.memory.Release()
	b.picture.Release()
	b.tree.Release()
}

// weigh changes the speed of a random road, or closes it, on the host.
func (b *frameBench) weigh(closed bool) error {
	lines := b.m.Road(uint32(b.rnd.IntN(len(b.m.Lines))))
	var a roadwork.RoadAction = roadwork.ScaleRoad{Lines: lines, Factor: 0.5 + 9.5*b.rnd.Float64()}
	if closed {
		a = roadwork.CloseRoad{Lines: lines}
	}
	m, edges, err := b.work.Work(b.m, a)
	if err != nil || m == nil {
		return err // nil if the road is closed to cars
	}
	b.m, b.edges = m, append(b.edges, edges...)
	return b.bound.Change(m.Graph, edges)
}

// colour computes the colour of each node.
func (b *frameBench) colour() compute.Buffer {
	prepared.States(b.d, b.tree.Dist(), b.look.States, false)
	return b.picture.Colours(b.d, b.camera, b.look)
}

// customize computes the lengths for the current weights.
func (b *frameBench) customize() {
	b.tree.Change(b.m.Graph.Weight, b.edges)
	b.edges = []uint32{}
}

// all submits everything that follows from new weights without waiting in between.
func (b *frameBench) all() compute.Buffer {
	b.customize()
	b.tree.Tree(b.source)
	return b.colour()
}

func (b *frameBench) measure(ctx context.Context, out io.Writer, repeat int) error {
	fmt.Fprintln(out, "| part | on the device, ms | wall, ms | of a frame in wall time |")
	fmt.Fprintln(out, "|---|---|---|---|")
	runs := timing.Runs{Warm: 1, Timed: repeat}
	flushed := func(work func()) func() error {
		return func() error {
			work()
			return b.d.Flush(ctx)
		}
	}
	for _, part := range []struct {
		title string
		do    func() error
	}{
		{"new weights, on the host", func() error { return b.weigh(false) }},
		{"a closed road, on the host", func() error { return b.weigh(true) }},
		{"customization", flushed(b.customize)},
		{"climb and sweep", flushed(func() { b.tree.Tree(b.source) })},
		{"colours of all nodes", flushed(func() { b.colour() })},
		{"from the new speed to the colours, in one go", func() error {
			if err := b.weigh(false); err != nil {
				return err
			}
			return flushed(func() { b.all() })()
		}},
		{"the same where the road is closed", func() error {
			if err := b.weigh(true); err != nil {
				return err
			}
			return flushed(func() { b.all() })()
		}},
	} {
		t, err := timing.Call(b.d, runs, part.do)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "| %s | %.4g | %.4g | %.2f %% |\n", part.title, t.GPU, t.Wall, 100*t.Wall/view.FrameMS)
	}
	return nil
}

// verify changes a road and compares the states and colours of all nodes with Dijkstra's algorithm.
func (b *frameBench) verify(ctx context.Context) error {
	if err := b.weigh(b.rnd.IntN(4) == 0); err != nil {
		return err
	}
	n := b.m.Graph.Nodes()
	b.d.Fill(b.look.States, 0, n, poison)
	colours := b.all()
	states, got := make([]uint32, n), make([]uint32, n+1)
	if err := b.d.Read(ctx, b.look.States, 0, states); err != nil {
		return err
	}
	if err := b.d.Read(ctx, colours, 0, got); err != nil {
		return err
	}
	truth := oracle.Dijkstra(b.m.Graph, b.source, graph.NoNode).Dist
	for v, dist := range truth {
		want := uint32(0)
		if dist != graph.Unreached {
			want = uint32(graph.StateRelaxed)<<30 | dist
		}
		if states[v] != want {
			return fmt.Errorf("%w: from node %d, node %d is shown as %#x, but Dijkstra's algorithm says %#x", fault.Wrong, b.source, v, states[v], want)
		}
		truth[v] = want
	}
	for v, want := range b.picture.ColoursOf(truth, b.camera, b.look) {
		for shift := 0; shift < 32; shift += 8 {
			if x, y := int(got[v]>>shift&255), int(want>>shift&255); x-y > 1 || y-x > 1 {
				return fmt.Errorf("%w: node %d has the colour %#x, not %#x", fault.Wrong, v, got[v], want)
			}
		}
	}
	return nil
}
