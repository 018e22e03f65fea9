package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"kernelscope/cli"
	"kernelscope/compute/oracle"
	"kernelscope/compute/sssp"
	"kernelscope/compute/sssp/measure"
	"kernelscope/internal/output"
	"kernelscope/report"
	"kernelscope/report/expansion"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// maxBands bounds the size of a file of isochrones.
const maxBands = 10000

// check refuses invalid flags before a map is read.
func (x exports) check(f *searchFlags) error {
	switch {
	case x.band != 0 && x.isochrones == "":
		return cli.Usage("--band needs --isochrones FILE")
	case x.lines && x.isochrones == "":
		return cli.Usage("--isochrone-lines needs --isochrones FILE")
	case x.band < 0 || x.band != x.band:
		return cli.Usage("--band is %g; it must be more than 0", x.band)
	case x.expansion+x.isochrones == "":
		return nil
	case f.n != 1 || f.ranks || f.concurrent != "":
		return cli.Usage("--expansion and --isochrones follow a single search; they cannot be combined with -n, --ranks or --concurrent")
	case x.expansion != "" && !slices.Contains(expansion.Endings, filepath.Ext(x.expansion)):
		return cli.Usage("--expansion is %q: the name must end in %s", x.expansion, strings.Join(expansion.Endings, ", "))
	case x.isochrones != "" && filepath.Ext(x.isochrones) != ".geojson":
		return cli.Usage("--isochrones is %q: the name must end in .geojson", x.isochrones)
	case x.isochrones != "" && (f.target != "all" || f.rank != ""):
		return cli.Usage("--isochrones needs the distances to all nodes: -t all")
	}
	return nil
}

// checkMap refuses a map without coordinates if the output needs them.
func (x exports) checkMap(m *scene.Map) error {
	if m.Abstract && (x.isochrones != "" || filepath.Ext(x.expansion) == ".geojson") {
		return cli.Usage("GeoJSON needs coordinates; %s has none", m.Name)
	}
	return nil
}

// write runs the query again, one round at a time for an expansion, and writes the files.
func (x exports) write(ctx context.Context, s searcher, j job) error {
	if x.expansion != "" {
		found, err := measure.Expand(ctx, s.solver, j.Query.Query, s.values)
		if err != nil {
			return err
		}
		if err := s.checkAgain(j, found.Dist); err != nil {
			return err
		}
		facts := map[string]string{"graph": s.m.Graph.Checksum(), "algorithm": s.algorithm.Name(), "source": fmt.Sprint(j.Source), "unit": unitOf(s.m)}
		rows := expansionRows(s.m, j, found)
		write := func(w io.Writer) error {
			return expansion.Write(w, filepath.Ext(x.expansion), facts, s.m.Attribution, rows)
		}
		if err := output.File(x.expansion, write); err != nil {
			return err
		}
	}
	if x.isochrones == "" {
		return nil
	}
	found, err := measure.Search(ctx, s.solver, j.Query.Query, s.values, nil)
	if err != nil {
		return err
	}
	if err := s.checkAgain(j, found.Dist); err != nil {
		return err
	}
	band, err := x.bandOf(s.m, found.Dist)
	if err != nil {
		return err
	}
	write := writeAreas
	if x.lines {
		write = writeIsochrones
	}
	return output.File(x.isochrones, func(w io.Writer) error { return write(ctx, w, s.m, found.Dist, band) })
}

// checkAgain compares distances with Dijkstra's algorithm if --verify is given.
func (s searcher) checkAgain(j job, dist []uint32) error {
	if !s.verify {
		return nil
	}
	return s.check(j, oracle.Dijkstra(s.m.Graph, j.Source, j.Target), dist)
}

// expansionRows returns the nodes that a search has reached, in the order of the graph.
func expansionRows(m *scene.Map, j job, x *measure.Expansion) iter.Seq[expansion.Row] {
	return func(yield func(expansion.Row) bool) {
		parents := sssp.Parents(m.Graph, x.Dist, j.Source)
		for v, d := range x.Dist {
			if d == graph.Unreached {
				continue
			}
			r := expansion.Row{Node: int64(v), ID: m.Graph.ID[v], Reached: int64(x.Reached[v]), Settled: int64(x.Settled[v]), Distance: m.InUnits(d)}
			if !m.Abstract {
				p := m.Graph.At[v]
				lon, lat := p.Degrees()
				lon, lat = report.Rounded(lon), report.Rounded(lat)
				r.At, r.Lon, r.Lat = &p, &lon, &lat
			}
			if p := parents[v]; p != graph.NoNode {
				parent := int64(p)
				r.Parent = &parent
			}
			if !yield(r) {
				return
			}
		}
	}
}

// bandOf returns the width of bands in units of weight.
func (x exports) bandOf(m *scene.Map, dist []uint32) (uint32, error) {
	farthest := max(1, farthestOf(dist))
	if x.band == 0 {
		return m.BandFor(farthest), nil
	}
	band := x.band / m.InUnits(1)
	if band < 1 || float64(farthest)/band > maxBands {
		return 0, cli.Usage("--band is %g, and the farthest node is %g %s away: that is more than %d bands", x.band, m.InUnits(farthest), unitOf(m), maxBands)
	}
	return uint32(min(band, graph.MaxWeight)), nil
}

// writeIsochrones writes roads in the bands of their distances.
func writeIsochrones(ctx context.Context, w io.Writer, m *scene.Map, dist []uint32, band uint32) error {
	type properties struct {
		From  float64 `json:"from"`
		To    float64 `json:"to"`
		Unit  string  `json:"unit"`
		Class string  `json:"class"`
	}
	g := report.NewGeoJSON(w, m.Attribution)
	each, unit := m.InUnits(1), unitOf(m)
	for s := range m.Isochrones(dist, band) {
		from := float64(band) * float64(s.Band)
		p := properties{rounded(from * each), rounded((from + float64(band)) * each), unit, m.Lines[s.Line].Class.String()}
		if err := cmp.Or(g.Line(s.Points, p), ctx.Err()); err != nil {
			return err
		}
	}
	return g.Close()
}

// writeRoutes writes the paths of queries.
func writeRoutes(w io.Writer, m *scene.Map, outcomes []outcome) error {
	g := report.NewGeoJSON(w, m.Attribution)
	for _, o := range outcomes {
		if len(o.path) == 0 {
			continue
		}
		properties := map[string]any{"source": m.Graph.ID[o.job.source.Node], "target": m.Graph.ID[o.job.target.Node], "distance": o.dist}
		var points []geom.Point
		for _, e := range o.path {
			points = m.EdgePoints(points, e)
		}
		if m.Metric != graph.ByWeight {
			properties["time_s"], properties["length_m"] = along(m.Graph, o.path)
		}
		if err := g.Line(points, properties); err != nil {
			return err
		}
	}
	return g.Close()
}
