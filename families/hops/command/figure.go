package command

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"kernelscope/cli"
	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairgen"
	"kernelscope/compute/experiment"
	"kernelscope/compute/gpu"
	"kernelscope/compute/timing"
	"kernelscope/internal/fault"
	"kernelscope/internal/format"
	"kernelscope/internal/source"
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

// factor holds the measurements on the graph of a scale factor.
type factor struct {
	sf, people, edges int
	lists             []int       // numbers of pairs
	wall              [][]float64 // ms by list and scheme; zero if left out
}

// micros returns the time of a pair, or zero if the list was left out.
func (f *factor) micros(list, scheme int) float64 {
	return 1e3 * f.wall[list][scheme] / float64(f.lists[list])
}

// factors are measurements of schemes on the graphs of several scale factors.
type factors struct {
	schemes []string
	graphs  []factor
	note    string // device and date
}

// relative returns the time of each of some schemes over the time of the best; zero for what was left out.
func relative(wall []float64, schemes []int) []float64 {
	best, out := 0.0, make([]float64, len(wall))
	for _, i := range schemes {
		if w := wall[i]; w > 0 && (best == 0 || w < best) {
			best = w
		}
	}
	for _, i := range schemes {
		if wall[i] > 0 {
			out[i] = wall[i] / best
		}
	}
	return out
}

// Save writes a sheet with a line for each list, and µs of wall time per pair for each scheme.
func (f *factors) Save(w io.Writer, s report.Source) error {
	lines := [][]string{append([]string{"sf", "people", "edges", "pairs"}, f.schemes...)}
	for _, g := range f.graphs {
		for k, n := range g.lists {
			line := []string{fmt.Sprint(g.sf), fmt.Sprint(g.people), fmt.Sprint(g.edges), fmt.Sprint(n)}
			for i := range f.schemes {
				line = append(line, micros(g.micros(k, i)))
			}
			lines = append(lines, line)
		}
	}
	return s.Write(w, lines)
}

// micros formats a time of a pair.
func micros(t float64) string {
	if t == 0 {
		return "–"
	}
	return strconv.FormatFloat(t, 'g', 4, 64)
}

// readFactors reads what Save wrote.
func readFactors(path string) (*factors, error) {
	in, err := source.OpenRegular(path)
	if err != nil {
		return nil, source.Named(path, err)
	}
	defer in.Close()
	const most = 1 << 20
	text, err := io.ReadAll(io.LimitReader(in, most))
	if err != nil {
		return nil, err
	}
	f, err := parseFactors(string(text))
	if err != nil {
		return nil, fault.Input.Errorf("%s: %w; a sheet is expected that bench bfs --save wrote", path, err)
	}
	return f, nil
}

// parseFactors reads the text of a sheet.
func parseFactors(text string) (*factors, error) {
	known := map[string]string{}
	for strings.HasPrefix(text, "# ") {
		line, rest, _ := strings.Cut(text, "\n")
		key, value, _ := strings.Cut(line[2:], ": ")
		known[key], text = value, rest
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	const fixed = 4 // columns before the schemes
	if len(rows) < 2 || len(rows[0]) <= fixed || !slices.Equal(rows[0][:fixed], []string{"sf", "people", "edges", "pairs"}) {
		return nil, errors.New("the columns are not sf, people, edges, pairs and schemes")
	}
	f := &factors{schemes: rows[0][fixed:], note: notes(known["device"], known["date"])}
	for i, row := range rows[1:] {
		var numbers [fixed]int
		for k := range numbers {
			if numbers[k], err = strconv.Atoi(row[k]); err != nil || numbers[k] < 1 {
				return nil, fmt.Errorf("line %d has %s %q", i+2, rows[0][k], row[k])
			}
		}
		if n := len(f.graphs); n == 0 || f.graphs[n-1].sf != numbers[0] {
			f.graphs = append(f.graphs, factor{sf: numbers[0], people: numbers[1], edges: numbers[2]})
		}
		g := &f.graphs[len(f.graphs)-1]
		g.lists = append(g.lists, numbers[3])
		wall := make([]float64, len(f.schemes))
		for k, cell := range row[fixed:] {
			if cell == "–" {
				continue
			}
			t, err := strconv.ParseFloat(cell, 64)
			if err != nil || !(t > 0) {
				return nil, fmt.Errorf("line %d has the time %q for %s", i+2, cell, f.schemes[k])
			}
			wall[k] = t * float64(numbers[3]) / 1e3
		}
		g.wall = append(g.wall, wall)
	}
	return f, nil
}

// notes says below a chart where its times are from.
func notes(device, date string) string {
	return fmt.Sprintf("Medians of wall times of lists of random pairs on %s, %s", device, date)
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

// tooLong says why a scheme is left out for a list: the list before was, or its time, in proportion
// to the pairs, exceeds the limit. The first list of a graph is compared with the graph before, in
// proportion to the edges.
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
	t := grows * before.wall[k][scheme]
	switch {
	case t == 0:
		return "a shorter list took too long"
	case t > float64(c.flags.limit.Milliseconds()):
		return fmt.Sprintf("it would take %s, the limit is %s", time.Duration(t*1e6).Round(time.Millisecond), c.flags.limit)
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
