package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"kernelscope/cli"
	"kernelscope/compute"
	"kernelscope/compute/bfs"
	"kernelscope/compute/bfs/pairgen"
	"kernelscope/compute/gpu"
	"kernelscope/report/chart"
)

// studied are the parameters that 'bench bfs --study' varies, one at a time.
var studied = []struct {
	name    string
	schemes []bfs.Scheme
	values  []uint32
	most    int // limit on the number of pairs; zero for none
}{
	{bfs.Share, []bfs.Scheme{bfs.Workgroups, bfs.Coalesced, bfs.BottomUp}, []uint32{1, 2, 4, 8, 16, 32}, 0},
	{bfs.Spread, []bfs.Scheme{bfs.Workgroups, bfs.Coalesced, bfs.MSBFS}, []uint32{1, 2}, 0},
	{bfs.Vote, []bfs.Scheme{bfs.Workgroups, bfs.Coalesced}, []uint32{1, 2}, 0},
	{bfs.Order, []bfs.Scheme{bfs.Workgroups, bfs.Coalesced, bfs.Rows}, []uint32{1, 2, 3}, 0},
	{bfs.Instances, []bfs.Scheme{bfs.Workgroups, bfs.Coalesced}, []uint32{1, 2, 4}, 0},
	{bfs.Groups, []bfs.Scheme{bfs.Coalesced}, []uint32{0, 16, 33, 66, 132, 264, 528, 1056}, 0},
	{bfs.Batch, []bfs.Scheme{bfs.Coalesced}, []uint32{1, 2, 4, 8, 16}, 0},
	{bfs.Batch, []bfs.Scheme{bfs.Rows}, []uint32{2, 4, 8, 16}, 0},
	{bfs.Variant, []bfs.Scheme{bfs.Single}, []uint32{0, 1, 2, 3, 4, 5}, 32},
}

// study measures each value of each parameter of some schemes and prints its time relative to the
// first value.
func study(ctx context.Context, app *cli.App, out io.Writer, d *gpu.Device, f benchFlags, schemes []bfs.Scheme) error {
	names, err := studiedNames(f.only)
	if err != nil {
		return err
	}
	m, g, err := friends(d, f.factors[0])
	if err != nil {
		return err
	}
	defer g.Release()
	n := f.n
	if n == 0 {
		n = 1024
	}
	input := fmt.Sprintf("snb,sf=%d", f.factors[0])
	fmt.Fprintf(out, "%s: %d nodes, %d edges\n", input, g.Nodes, g.Edges)
	fmt.Fprintf(out, "%12s %10s %14s %8s %10s %10s %8s %8s\n", "scheme", "parameter", "value", "pairs", "µs a pair", "GPU µs", "ratio", "sharing")
	shares := &chart.Lines{Title: "Invocations that share a node's edges", XLabel: "invocations", YLabel: "µs a pair"}
	for _, p := range studied {
		for _, s := range p.schemes {
			if !slices.Contains(schemes, s) || !slices.Contains(names, p.name) {
				continue
			}
			param, _ := compute.ParamOf(s.Params(), p.name)
			pairs := pairgen.Random(1, n, pairgen.All(g.Nodes))
			if p.most > 0 {
				pairs = pairs[:min(n, p.most)]
			}
			line := chart.Line{Name: s.Name()}
			first, last := 0.0, 0.0
			for _, x := range p.values {
				if last > float64(f.limit.Milliseconds()) {
					fmt.Fprintf(out, "%12s %10s %14s %8d %10s\n", s, p.name, param.Text(x), len(pairs), "–")
					continue
				}
				o := bfs.Options{Scheme: s, Values: compute.Values{p.name: x}}
				t, err := timed(ctx, d, g, m, pairs, o, f.repeat)
				if err != nil {
					return err
				}
				a, err := g.Search(ctx, pairs, o)
				if err != nil {
					return err
				}
				measured(app, input, s, o.Values, g, len(pairs), t)
				per := 1e3 / float64(len(pairs))
				if last = t.Wall; first == 0 {
					first = t.Wall
				}
				fmt.Fprintf(out, "%12s %10s %14s %8d %10.3f %10.3f %8.3f %8.2f\n", s, p.name, param.Text(x), len(pairs), t.Wall*per, t.GPU*per, t.Wall/first, a.Sharing())
				line.Points = append(line.Points, chart.At(float64(x), t.Wall*per, fmt.Sprintf("%s, %d invocations: %.4g µs a pair", s, x, t.Wall*per)))
			}
			if p.name == bfs.Share {
				shares.Series = append(shares.Series, line)
			}
		}
	}
	if f.only == "" {
		b, err := between(ctx, io.Discard, d, g, m, g.Sample(min(128, n), 1), f.limit)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "betweenness from %d of %d nodes: %.3f ms, %.3f ms on the GPU\n", len(b.sources), g.Nodes, b.Wall, b.GPU)
	}
	if f.chart == "" {
		return nil
	}
	c := chart.Figure{Title: "Sharing edges, " + input, Rows: [][]chart.Chart{{shares}},
		Note: fmt.Sprintf("Medians of %d runs on %s, %s", f.repeat, d.Info().Name, time.Now().Format(time.DateOnly))}
	return cli.WriteChart(f.chart, c, cli.RowsHeight(c), false)
}

// studiedNames returns the parameters of --only, by default all.
func studiedNames(only string) (names []string, err error) {
	for _, p := range studied {
		names = append(names, p.name)
	}
	names = slices.Compact(names)
	if only == "" {
		return names, nil
	}
	some := strings.Split(only, ",")
	for _, name := range some {
		if !slices.Contains(names, name) {
			return nil, cli.Usage("--only is %q; with --study, choose from %s", only, strings.Join(names, ", "))
		}
	}
	return some, nil
}
