package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"kernelscope/cli"
	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairgen"
	"kernelscope/compute/gpu"
	"kernelscope/report/chart"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
	"kernelscope/scene/graphgen"
)

// sizes are measurements of lists of increasing length.
type sizes struct {
	schemes []bfs.Scheme
	pairs   []int
	wall    [][]float64 // ms by list and scheme; zero if omitted
}

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

// figure measures lists of increasing length with several schemes. It omits a scheme once its time,
// extrapolated from the previous list, would exceed the limit.
func figure(ctx context.Context, app *cli.App, out io.Writer, d *gpu.Device, f benchFlags, schemes []bfs.Scheme) error {
	m, g, err := friends(d, f.sf)
	if err != nil {
		return err
	}
	defer g.Release()
	fmt.Fprintf(out, "snb,sf=%d: %d nodes, %d edges\n%8s", f.sf, g.Nodes, g.Edges, "pairs")
	for _, s := range schemes {
		fmt.Fprintf(out, " %12s", s)
	}
	fmt.Fprintln(out)
	most := f.n
	if most == 0 {
		most = 1 << 16
	}
	const grows = 4
	r := sizes{schemes: schemes}
	for n := 1; n <= most; n *= grows {
		pairs := pairgen.Random(1, n, pairgen.All(g.Nodes))
		wall := make([]float64, len(schemes))
		fmt.Fprintf(out, "%8d", n)
		for i, s := range schemes {
			if k := len(r.wall); k > 0 && (r.wall[k-1][i] == 0 || grows*r.wall[k-1][i] > float64(f.limit.Milliseconds())) {
				fmt.Fprintf(out, " %12s", "–")
				continue
			}
			t, err := timed(ctx, d, g, m, pairs, bfs.Options{Scheme: s}, f.repeat)
			if err != nil {
				return err
			}
			wall[i] = t.Wall
			measured(app, fmt.Sprintf("snb,sf=%d", f.sf), s, nil, g, n, t)
			fmt.Fprintf(out, " %12.3f", 1e3*t.Wall/float64(n))
		}
		r.pairs, r.wall = append(r.pairs, n), append(r.wall, wall)
		fmt.Fprintln(out)
	}
	if f.chart == "" {
		return nil
	}
	c := r.chart(fmt.Sprintf("snb,sf=%d", f.sf), fmt.Sprintf("Medians of %d runs on %s, %s", f.repeat, d.Info().Name, time.Now().Format(time.DateOnly)))
	return cli.WriteChart(f.chart, c, cli.RowsHeight(c), false)
}

// chart draws time by the number of pairs: per pair; relative to the host or the first scheme; and
// top-down against bottom-up.
func (r *sizes) chart(graph, note string) chart.Figure {
	to := max(0, slices.Index(r.schemes, bfs.Host))
	perPair := r.lines("Time of a pair", "µs", r.schemes, func(k, i int) float64 { return 1e3 * r.wall[k][i] / float64(r.pairs[k]) })
	normal := r.lines("Time over that of "+r.schemes[to].Name(), "times", r.schemes, func(k, i int) float64 {
		if r.wall[k][to] == 0 {
			return 0
		}
		return r.wall[k][i] / r.wall[k][to]
	})
	rows := [][]chart.Chart{{perPair}, {normal}}
	if both := []bfs.Scheme{bfs.Coalesced, bfs.BottomUp}; slices.Contains(r.schemes, both[0]) && slices.Contains(r.schemes, both[1]) {
		rows = append(rows, []chart.Chart{r.lines("Top-down alone, and with levels bottom-up", "ms of all pairs", both, func(k, i int) float64 { return r.wall[k][i] })})
	}
	return chart.Figure{Title: "Time by the number of pairs, " + graph, Note: note, Rows: rows}
}

// lines returns a line for each scheme, with a point for each list.
func (r *sizes) lines(title, unit string, schemes []bfs.Scheme, value func(k, i int) float64) *chart.Lines {
	l := &chart.Lines{Title: title, XLabel: "pairs", YLabel: unit}
	for _, s := range schemes {
		i := slices.Index(r.schemes, s)
		line := chart.Line{Name: s.Name(), Reference: s == bfs.Host}
		for k, n := range r.pairs {
			if y := value(k, i); y > 0 {
				line.Points = append(line.Points, chart.At(float64(n), y, fmt.Sprintf("%s, %d pairs: %.4g %s", s, n, y, unit)))
			}
		}
		l.Series = append(l.Series, line)
	}
	return l
}
