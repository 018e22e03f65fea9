package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"kernelscope/cli"
	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairgen"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/timing"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/report"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/scene/graphgen"
)

// friends generates the graph of friendships of a scale factor.
func friends(d *gpu.Device, sf int) (*graph.Graph, *bfs.Graph, error) {
	in, err := graphgen.SNB(1, sf)
	if err != nil {
		return nil, nil, err
	}
	m, err := graph.FromArcs(make([]geom.Point, len(in.ID)), in.ID, in.Arcs, in.Metric)
	if err != nil {
		return nil, nil, err
	}
	g, err := bfs.New(d, m, bfs.AutoForm)
	return m, g, err
}

// trial measures schemes on lists of pairs on graphs of friendships.
type trial struct {
	*factors
	flags   benchFlags
	schemes []bfs.Scheme
	app     *cli.App
	out     io.Writer // table for people
	rows    *report.Rows
	d       *gpu.Device
}

// columns are the columns of rows of 'bench bfs'.
var columns = []string{"algorithm", "graph", "nodes", "edges", "pairs", "wall_ms", "gpu_ms", "us_per_pair", "relative", "verified", "left_out"}

// figure measures lists of pairs on graphs with several schemes, and draws them. When the context
// ends, it keeps what was measured.
func figure(ctx context.Context, app *cli.App, out io.Writer, d *gpu.Device, f benchFlags, schemes []bfs.Scheme) error {
	g := trial{&factors{schemes: cli.Names(schemes), note: notes(d.Info().Name, time.Now().Format(time.DateOnly))}, f, schemes, app, out, nil, d}
	to, form := out, report.FormOf(f.json, f.csv)
	if form == report.Text {
		to = io.Discard // the table for people has a line for each list
	} else {
		g.out = io.Discard
	}
	var err error
	g.rows, err = report.NewRows(to, form, report.NewMeta(app.Version, d.Info().Name, d.Info().Driver), report.Sheet{
		Words:   experiment.Words{Algorithm: "algorithm", Input: "graph", Size: "nodes", Columns: columns},
		Columns: columns,
		Line:    func(experiment.Row) string { return "" },
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(g.out, "%s on %s, driver %s\n", f.unit(), d.Info().Name, d.Info().Driver)
	for _, sf := range f.factors {
		if err = g.measure(ctx, sf); err != nil {
			break
		}
	}
	if err != nil && ctx.Err() == nil || len(g.graphs) == 0 {
		return err
	}
	return errors.Join(err, g.rows.End(), app.SaveRows(f.save, g.factors, d.Info()), g.draw(f))
}

// unit says what the table shows.
func (f *benchFlags) unit() string {
	if f.normalized {
		return "time relative to the best scheme, and its µs a pair,"
	}
	return "µs a pair"
}

// measure measures all lists on the graph of a scale factor. All lists are the beginning of one,
// which the host searches once, to check every length.
func (g *trial) measure(ctx context.Context, sf int) error {
	m, on, err := friends(g.d, sf)
	if err != nil {
		return err
	}
	defer on.Release()
	fmt.Fprintf(g.out, "\nsnb,sf=%d: %s, %s\n%8s", sf, format.Count(on.Nodes, "node"), format.Count(on.Edges, "edge"), "pairs")
	for _, s := range g.schemes {
		fmt.Fprintf(g.out, " %12s", s)
	}
	fmt.Fprintln(g.out)
	pairs := pairgen.Random(1, slices.Max(g.flags.lists), pairgen.All(on.Nodes))
	host, err := on.Search(ctx, pairs, bfs.Options{Scheme: bfs.Host})
	if err != nil {
		return err
	}
	few := min(64, len(pairs))
	if err := verify(ctx, m, pairs[:few], host.Lengths[:few]); err != nil {
		return err
	}
	c := cells{trial: g, on: on, pairs: pairs, lengths: host.Lengths}
	one := factor{sf: sf, people: on.Nodes, edges: on.Edges}
	for _, n := range g.flags.lists {
		rows, err := c.list(ctx, &one, n)
		if err != nil {
			return err
		}
		if err := g.print(rows); err != nil {
			return err
		}
		if len(one.lists) == 1 {
			g.graphs = append(g.graphs, one)
		}
		g.graphs[len(g.graphs)-1] = one
	}
	return nil
}

// cells measures schemes on a graph.
type cells struct {
	*trial
	on      *bfs.Graph
	pairs   []bfs.Pair
	lengths []uint32 // found by the host
	warm    bool     // the device runs at full speed
}

// list measures the first n pairs with all schemes.
func (c *cells) list(ctx context.Context, f *factor, n int) (rows []experiment.Row, err error) {
	wall := make([]float64, len(c.schemes))
	for i, s := range c.schemes {
		row := experiment.Row{Input: fmt.Sprintf("snb,sf=%d", f.sf), Size: f.people, Algorithm: s.Name()}
		row.State("edges", float64(f.edges))
		row.State("pairs", float64(n))
		row.LeftOut = c.tooLong(f, n, i)
		if row.LeftOut == "" {
			t, err := c.time(ctx, s, n)
			switch {
			case err == nil:
				wall[i] = t.Wall
				row.Measured(t)
				row.State("us_per_pair", 1e3*t.Wall/float64(n))
			case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
				row.LeftOut = fmt.Sprintf("it takes longer than %s", c.flags.limit)
			default:
				return nil, err
			}
		}
		rows = append(rows, row)
	}
	f.lists, f.wall = append(f.lists, n), append(f.wall, wall)
	return rows, nil
}

// tooLong says why a scheme is left out for a list: the list before was, or exceeded the limit, or in
// proportion to the pairs this one exceeds it many times; searches that share a traversal take less
// than in proportion. The first list of a graph is compared with the graph before, in proportion to the
// edges.
func (c *cells) tooLong(f *factor, n, scheme int) string {
	before, grows := f, 0.0
	k := len(f.lists) - 1
	switch at := len(c.graphs) - 1; {
	case k >= 0:
		grows = float64(n) / float64(f.lists[k])
	case at >= 0:
		before, k = &c.graphs[at], 0
		grows = float64(f.edges) / float64(before.edges)
	default:
		return ""
	}
	const many = 16
	known, limit := before.wall[k][scheme], 1e3*c.flags.limit.Seconds()
	text := func(ms float64) time.Duration { return time.Duration(ms * 1e6).Round(time.Millisecond) }
	switch {
	case known == 0:
		return "a shorter list took too long"
	case known > limit:
		return fmt.Sprintf("a shorter list took %s, the limit is %s", text(known), c.flags.limit)
	case grows*known > many*limit:
		return fmt.Sprintf("in proportion it would take %s, the limit is %s", text(grows*known), c.flags.limit)
	}
	return ""
}

// time times searches of the first n pairs and compares all lengths with the host's. It ends with
// context.DeadlineExceeded if they take longer than the limit together, with a tenfold first run.
func (c *cells) time(ctx context.Context, s bfs.Scheme, n int) (t timing.Times, err error) {
	const first = 10 // compiles kernels, allocates buffers
	within, stop := context.WithTimeout(ctx, c.flags.limit*time.Duration(first+c.flags.repeat))
	defer stop()
	var a bfs.Answer
	search := func() (err error) {
		a, err = c.on.Search(within, c.pairs[:n], bfs.Options{Scheme: s})
		return err
	}
	if err := search(); err != nil {
		return t, err
	}
	if !c.warm {
		if err := timing.Warm(c.d, search); err != nil {
			return t, err
		}
		c.warm = true
	}
	if t, err = timing.Call(c.d, timing.Runs{Timed: c.flags.repeat}, search); err != nil {
		return t, err
	}
	if i := differs(a.Lengths, c.lengths[:n]); i >= 0 {
		return t, fmt.Errorf("%w: scheme %s: pair %d, %v, has length %s, but %s on the host", fault.Wrong, s, i, c.pairs[i], inEdges(a.Lengths[i]), inEdges(c.lengths[i]))
	}
	return t, nil
}

// print reports the rows of a list.
func (g *trial) print(rows []experiment.Row) error {
	wall := make([]float64, len(rows))
	for i, r := range rows {
		wall[i] = r.Wall
	}
	n, _ := rows[0].Fact("pairs")
	times := relative(wall, all(len(wall)))
	fmt.Fprintf(g.out, "%8.0f", n)
	best := 0
	for i, r := range rows {
		text := micros(1e3 * r.Wall / n)
		if r.LeftOut == "" {
			r.State("relative", times[i])
			if g.flags.normalized {
				text = fmt.Sprintf("%.2f", times[i])
			}
			if times[i] == 1 {
				best = i
			}
		}
		fmt.Fprintf(g.out, " %12s", text)
		g.app.Found(r)
		if err := g.rows.Row(r); err != nil {
			return err
		}
	}
	if g.flags.normalized {
		fmt.Fprintf(g.out, " %12s", micros(1e3*wall[best]/n))
	}
	fmt.Fprintln(g.out)
	for _, r := range rows {
		if r.LeftOut != "" {
			fmt.Fprintf(g.out, "%8s %s: %s\n", "", r.Algorithm, r.LeftOut)
		}
	}
	return nil
}

// all returns the numbers below n.
func all(n int) (numbers []int) {
	for i := range n {
		numbers = append(numbers, i)
	}
	return numbers
}
