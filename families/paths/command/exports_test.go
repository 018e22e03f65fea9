package command

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
	"github.com/paulmach/orb/planar"

	"kernelscope/cli/clitest"
	"kernelscope/compute/oracle"
	"kernelscope/internal/fault"
	"kernelscope/internal/source"
	"kernelscope/internal/source/parquetfile"
	"kernelscope/open"
	"kernelscope/report"
	"kernelscope/report/expansion"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// embedded returns the map that commands use without FILE.
func embedded(t *testing.T) *scene.Map {
	t.Helper()
	m, err := open.ReadMap(t.Context(), "", open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// readGeoJSON reads a collection with an independent reader.
func readGeoJSON(t *testing.T, path string) *geojson.FeatureCollection {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := geojson.UnmarshalFeatureCollection(b)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return c
}

// The three formats contain the same expansion: every reached node with its distance, and with a
// parent that is closer by the weight of an edge.
func TestExpansion(t *testing.T) {
	m := embedded(t)
	const from = 5000
	truth := oracle.Dijkstra(m.Graph, from, graph.NoNode)
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"x.csv", "x.parquet", "x.geojson"} {
		if _, stderr, err := clitest.RunBoth(t, searchCommand, "-a", "dial", "-s", "#5000", "-t", "all", "--backend", "ref", "--batch", "4096", "--verify", "--expansion", file(name)); err != nil {
			t.Fatal(err, stderr)
		}
	}

	in, err := source.Open(t.Context(), file("x.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if f, err := parquetfile.Open(in); err != nil || parquetfile.CheckSum(in, f) != nil || parquetfile.Facts(f)["unit"] != "seconds" {
		t.Errorf("the Parquet file: %v, %v", err, f)
	}
	rows, err := parquet.ReadFile[expansion.Row](file("x.parquet"))
	if err != nil || len(rows) != len(truth.Settled) {
		t.Fatalf("%d rows, but %d nodes are reached (%v)", len(rows), len(truth.Settled), err)
	}
	f, err := os.Open(file("x.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil || len(lines) != len(rows)+1 {
		t.Fatalf("%d lines for %d rows (%v)", len(lines), len(rows), err)
	}
	points := readGeoJSON(t, file("x.geojson"))
	for i, r := range rows {
		if r.Distance != float64(truth.Dist[r.Node])/10 || r.ID != m.Graph.ID[r.Node] || r.Reached > r.Settled || (r.Reached == 0) != (r.Node == from) {
			t.Fatalf("%+v; the distance is %d", r, truth.Dist[r.Node])
		}
		parent := ""
		if r.Parent != nil {
			parent = strconv.FormatInt(*r.Parent, 10)
			e, ok := m.Graph.Edge(uint32(*r.Parent), uint32(r.Node))
			if !ok || truth.Dist[*r.Parent]+m.Graph.Weight[e] != truth.Dist[r.Node] {
				t.Fatalf("%+v: its parent is not before it", r)
			}
		} else if r.Node != from {
			t.Fatalf("%+v has no parent", r)
		}
		lon, lat := m.Graph.At[r.Node].Degrees()
		want := fmt.Sprint([]string{
			fmt.Sprint(r.Node), fmt.Sprint(r.ID), fmt.Sprint(report.Rounded(lon)), fmt.Sprint(report.Rounded(lat)),
			fmt.Sprint(r.Reached), fmt.Sprint(r.Settled), strconv.FormatFloat(r.Distance, 'f', -1, 64), parent,
		})
		if got := fmt.Sprint(lines[i+1]); got != want {
			t.Fatalf("CSV has %s, want %s", got, want)
		}
		p := points.Features[i]
		if p.Geometry.(orb.Point) != (orb.Point{*r.Lon, *r.Lat}) || p.Properties["distance"] != r.Distance || p.Properties["node"] != float64(r.Node) || p.Properties["round_settled"] != float64(r.Settled) {
			t.Fatalf("GeoJSON has %v, want %+v", p, r)
		}
	}
}

// Areas are named, valid for GeoJSON's rules of direction, and grow with the distance; a node is in
// all areas of at least its distance.
func TestIsochroneAreas(t *testing.T) {
	m := embedded(t)
	truth := oracle.Dijkstra(m.Graph, 5000, graph.NoNode)
	file := filepath.Join(t.TempDir(), "i.geojson")
	if _, stderr, err := clitest.RunBoth(t, searchCommand, "-a", "dijkstra", "--backend", "ref", "-s", "#5000", "-t", "all", "--band", "1200", "--isochrones", file); err != nil {
		t.Fatal(err, stderr)
	}
	features := readGeoJSON(t, file).Features
	if len(features) < 4 {
		t.Fatalf("got %d areas", len(features))
	}
	before := math.Inf(1)
	for i, f := range features {
		area := f.Geometry.(orb.MultiPolygon)
		within := f.Properties["within"].(float64)
		if want := 1200 * float64(len(features)-i); within != want || f.Properties["unit"] != "seconds" || f.Properties["name"] == "" {
			t.Errorf("properties %v, want within %g", f.Properties, want)
		}
		for _, polygon := range area {
			for k, ring := range polygon {
				if !ring.Closed() || (ring.Orientation() == orb.CCW) != (k == 0) {
					t.Fatalf("ring %d of %g s is closed %t, orientation %d", k, within, ring.Closed(), ring.Orientation())
				}
			}
		}
		size := planar.Area(area)
		if size <= 0 || size > before {
			t.Errorf("area %g of %g s after %g", size, within, before)
		}
		before = size
		for v := 0; v < len(truth.Dist); v += 97 {
			lon, lat := m.Graph.At[v].Degrees()
			if d := float64(truth.Dist[v]) / 10; truth.Dist[v] != graph.Unreached && d < within-60 && !planar.MultiPolygonContains(area, orb.Point{lon, lat}) {
				t.Fatalf("node %d, %g s away, is outside of %g s", v, d, within)
			}
		}
	}
}

// A stretch of road that ends at a node lies in the band of the node's distance or, on a boundary,
// in one of the adjacent bands. The stretches are together as long as the roads.
func TestIsochroneFile(t *testing.T) {
	m := embedded(t)
	truth := oracle.Dijkstra(m.Graph, 5000, graph.NoNode)
	file := filepath.Join(t.TempDir(), "i.geojson")
	if _, stderr, err := clitest.RunBoth(t, searchCommand, "-a", "dijkstra", "--backend", "ref", "-s", "#5000", "-t", "all", "--verify", "--band", "300", "--isochrone-lines", "--isochrones", file); err != nil {
		t.Fatal(err, stderr)
	}
	node := map[orb.Point]uint32{}
	for v, p := range m.Graph.At {
		lon, lat := p.Degrees()
		at := orb.Point{report.Rounded(lon), report.Rounded(lat)}
		if _, shared := node[at]; shared { // two nodes at one place are ambiguous
			node[at] = graph.NoNode
			continue
		}
		node[at] = uint32(v)
	}
	drawn, touched, bands := 0.0, 0, map[float64]bool{}
	for _, f := range readGeoJSON(t, file).Features {
		line := f.Geometry.(orb.LineString)
		from, to := f.Properties["from"].(float64), f.Properties["to"].(float64)
		if to != from+300 || math.Mod(from, 300) != 0 || f.Properties["unit"] != "seconds" || f.Properties["class"] == "" {
			t.Fatalf("properties %v", f.Properties)
		}
		bands[from] = true
		for i, p := range line {
			if i > 0 {
				drawn += math.Hypot(p[0]-line[i-1][0], p[1]-line[i-1][1])
			}
			v, ok := node[p]
			if !ok || v == graph.NoNode || i > 0 && i < len(line)-1 {
				continue
			}
			if d := float64(truth.Dist[v]) / 10; truth.Dist[v] != graph.Unreached {
				touched++
				if d < from-0.05 || d > to+0.05 {
					// a one-way street may end at a node that another road reaches earlier
					if !endsLate(m, truth.Dist, v, from, to) {
						t.Fatalf("node %d is %g s away, and a stretch of %g to %g s touches it", v, d, from, to)
					}
				}
			}
		}
	}
	want := 0.0
	for i, l := range m.Lines {
		if len(m.EdgesOf(nil, uint32(i))) == 0 || truth.Dist[l.From] == graph.Unreached && truth.Dist[l.To] == graph.Unreached {
			continue
		}
		for k := l.First + 1; k < l.End; k++ {
			x0, y0 := m.Points[k-1].Degrees()
			x1, y1 := m.Points[k].Degrees()
			want += math.Hypot(x1-x0, y1-y0)
		}
	}
	if len(bands) < 10 || touched < 10000 || math.Abs(drawn-want) > 1e-3*want {
		t.Errorf("%d bands, %d nodes; stretches are %g degrees long, roads %g", len(bands), touched, drawn, want)
	}
}

// endsLate reports whether a line used in one direction arrives at node v within a band.
func endsLate(m *scene.Map, dist []uint32, v uint32, from, to float64) bool {
	g := m.Graph
	for k := g.FirstIn[v]; k < g.FirstIn[v+1]; k++ {
		back, both := g.Edge(v, g.Tail[k])
		if both && g.Line[back]>>1 == g.Line[g.InEdge[k]]>>1 || dist[g.Tail[k]] == graph.Unreached {
			continue
		}
		if d := float64(dist[g.Tail[k]]+g.Weight[g.InEdge[k]]) / 10; d >= from-0.05 && d <= to+0.05 {
			return true
		}
	}
	return false
}

// Flags that exclude each other and unknown file name extensions are refused.
func TestExportsRefused(t *testing.T) {
	for _, args := range [][]string{
		{"--expansion", "x.txt"}, {"--expansion", "x.csv", "-n", "2"}, {"--expansion", "x.csv", "--ranks"}, {"--isochrones", "x.geojson"},
		{"--isochrones", "x.json", "-t", "all"}, {"--band", "5"}, {"--isochrone-lines"}, {"--isochrones", "x.geojson", "-t", "all", "--band", "-5"},
		{"--isochrones", filepath.Join(t.TempDir(), "x.geojson"), "-t", "all", "--band", "0.1", "-a", "dijkstra"},
		{"--expansion", "x.geojson", "gen:kronecker,scale=6"}, {"--expansion", "x.csv", "-t", "all", "--concurrent", "4"},
	} {
		if _, _, err := clitest.RunBoth(t, searchCommand, args...); !errors.Is(err, fault.Usage) {
			t.Errorf("%v: %v", args, err)
		}
	}
}
