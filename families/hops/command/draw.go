package command

import (
	"fmt"
	"slices"

	"kernelscope/cli"
	"kernelscope/compute/bfs"
	"kernelscope/internal/format"
	"kernelscope/report/chart"
)

// draw writes the chart, if one is requested.
func (f *factors) draw(flags benchFlags) error {
	if flags.chart == "" {
		return nil
	}
	c, height := f.lines(), 330.0
	if flags.normalized {
		c, height = f.bars(), 210
	}
	return cli.WriteChart(flags.chart, c, 130+height*float64(len(c.Rows)), false)
}

// bars draws the time of schemes relative to the best for each list, with a panel for each graph,
// and below only top-down against bottom-up.
func (f *factors) bars() chart.Figure {
	c := chart.Figure{Title: "Time relative to the best scheme, by the number of pairs", Note: f.note + ". A flat bar is the best; × takes too long, and was left out."}
	for i := range f.graphs {
		c.Rows = append(c.Rows, []chart.Chart{f.panel(&f.graphs[i], "", all(len(f.schemes)))})
	}
	both := f.directions()
	if both == nil {
		return c
	}
	for i := range f.graphs {
		p := f.panel(&f.graphs[i], "Top-down or bottom-up, ", both)
		if i%2 == 0 {
			c.Rows = append(c.Rows, []chart.Chart{p})
		} else {
			last := len(c.Rows) - 1
			c.Rows[last] = append(c.Rows[last], p)
		}
	}
	return c
}

// directions returns the numbers of the schemes that go top-down alone and with levels bottom-up; nil
// if one is missing.
func (f *factors) directions() []int {
	down, up := slices.Index(f.schemes, bfs.Coalesced.Name()), slices.Index(f.schemes, bfs.BottomUp.Name())
	if down < 0 || up < 0 {
		return nil
	}
	return []int{down, up}
}

// panel draws some schemes on a graph; the others keep their colours.
func (f *factors) panel(g *factor, title string, schemes []int) *chart.Bars {
	b := &chart.Bars{Title: fmt.Sprintf("%sSF %d", title, g.sf), YLabel: "times the best", X: chart.Names{Label: "pairs"}, Log: true}
	if title == "" {
		b.Title += fmt.Sprintf(", %s people, %s edges", format.Thousands(g.people), format.Thousands(g.edges))
	}
	for i, s := range f.schemes {
		b.Series = append(b.Series, chart.BarSeries{Name: s, Reference: f.reference(s), Hidden: !slices.Contains(schemes, i)})
	}
	for k, n := range g.lists {
		b.X.Names = append(b.X.Names, format.Thousands(n))
		for i, y := range relative(g.wall[k], schemes) {
			text := fmt.Sprintf("%s, %s: left out", f.schemes[i], format.Count(n, "pair"))
			if y > 0 {
				text = fmt.Sprintf("%s, %s: %s µs a pair, %.3g times the best", f.schemes[i], format.Count(n, "pair"), micros(g.micros(k, i)), y)
			}
			b.Series[i].Values, b.Series[i].Texts = append(b.Series[i].Values, y), append(b.Series[i].Texts, text)
		}
	}
	return b
}

// reference reports whether the colour of a scheme is neutral: the host's, or the choice between schemes.
func (f *factors) reference(scheme string) bool {
	host := bfs.Host.Name()
	return scheme == host || scheme == bfs.Auto.Name() && !slices.Contains(f.schemes, host)
}

// lines draws time by the number of pairs for each graph: per pair; relative to the host or the first
// scheme; and top-down against bottom-up.
func (f *factors) lines() chart.Figure {
	to := max(0, slices.Index(f.schemes, bfs.Host.Name()))
	c := chart.Figure{Title: "Time by the number of pairs", Note: f.note}
	for i := range f.graphs {
		g := &f.graphs[i]
		name := fmt.Sprintf(", snb,sf=%d", g.sf)
		schemes := all(len(f.schemes))
		perPair := f.curves(g, "Time of a pair"+name, "µs", schemes, g.micros)
		normal := f.curves(g, "Time over that of "+f.schemes[to], "times", schemes, func(k, i int) float64 {
			if g.wall[k][to] == 0 {
				return 0
			}
			return g.wall[k][i] / g.wall[k][to]
		})
		c.Rows = append(c.Rows, []chart.Chart{perPair}, []chart.Chart{normal})
		if both := f.directions(); both != nil {
			c.Rows = append(c.Rows, []chart.Chart{f.curves(g, "Top-down alone, and with levels bottom-up", "ms of all pairs", both, func(k, i int) float64 { return g.wall[k][i] })})
		}
	}
	return c
}

// curves returns a line for each scheme, with a point for each list.
func (f *factors) curves(g *factor, title, unit string, schemes []int, value func(k, i int) float64) *chart.Lines {
	l := &chart.Lines{Title: title, XLabel: "pairs", YLabel: unit}
	for _, i := range schemes {
		line := chart.Line{Name: f.schemes[i], Reference: f.reference(f.schemes[i])}
		for k, n := range g.lists {
			if y := value(k, i); y > 0 {
				line.Points = append(line.Points, chart.At(float64(n), y, fmt.Sprintf("%s, %d pairs: %.4g %s", f.schemes[i], n, y, unit)))
			}
		}
		l.Series = append(l.Series, line)
	}
	return l
}
