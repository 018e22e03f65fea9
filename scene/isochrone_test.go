package scene_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kernelscope/compute/sssp/ssspgen"
	"kernelscope/scene"
	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// strip returns a map of one line of 100 units from node 0 to node 1 with the given weights. An
// edge of weight graph.NoNode is missing.
func strip(t *testing.T, there, back uint32) *scene.Map {
	t.Helper()
	at := []geom.Point{{X: 1000}, {X: 1100}}
	var arcs []graph.Arc
	for i, w := range []uint32{there, back} {
		if w != graph.NoNode {
			arcs = append(arcs, graph.Arc{Tail: uint32(i), Head: uint32(1 - i), Time: w, Length: w, Line: uint32(i)})
		}
	}
	g, err := graph.FromArcs(at, []int64{1, 2}, arcs, graph.ByTime)
	if err != nil {
		t.Fatal(err)
	}
	points := []geom.Point{at[0], {X: 1030}, at[1]}
	return &scene.Map{Graph: g, Points: points, Lines: []scene.Line{
		{End: 3, From: 0, To: 1, Class: scene.Street}, {End: 3, From: graph.NoNode, To: graph.NoNode, Class: scene.Path},
	}}
}

// A line is cut where distances cross a multiple of the band, from either end.
func TestIsochrones(t *testing.T) {
	const no, far = graph.NoNode, graph.Unreached
	for name, c := range map[string]struct {
		there, back, from, to, band uint32
		want                        string // bands and the points of their stretches
	}{
		"within a band":       {10, 10, 0, 10, 50, "0: 0 30 100"},
		"from the first end":  {100, 100, 0, 100, 40, "0: 0 30 40; 1: 40 80; 2: 80 100"},
		"from the last end":   {100, 100, 100, 0, 40, "2: 0 20; 1: 20 30 60; 0: 60 100"},
		"from both ends":      {100, 100, 10, 10, 20, "0: 0 10; 1: 10 30; 2: 30 70; 1: 70 90; 0: 90 100"},
		"both, a whole band":  {100, 100, 0, 0, 50, "0: 0 30 100"},
		"one way":             {100, no, 0, 20, 50, "0: 0 30 50; 1: 50 100"},
		"one way back":        {no, 100, 20, 0, 50, "1: 0 30 50; 0: 50 100"},
		"closed":              {100, 100, 0, 0, 50, "1: 0 30 50; 0: 50 100"},
		"unreached last end":  {100, 100, 0, far, 50, "0: 0 30 50; 1: 50 100"},
		"unreached":           {100, 100, far, far, 50, ""},
		"without weight":      {0, 0, 100, 100, 50, "2: 0 30 100"},
		"begins at a band":    {100, no, 50, 150, 50, "1: 0 30 50; 2: 50 100"},
		"a band of one place": {100, 100, 50, 50, 100, "0: 0 30 100"},
	} {
		m := strip(t, c.there, c.back)
		if name == "closed" {
			m = m.Reweighed([]uint32{0}, func(uint32) uint32 { return graph.Closed })
		}
		var got []string
		for s := range m.Isochrones([]uint32{c.from, c.to}, c.band) {
			text := fmt.Sprintf("%d:", s.Band)
			for _, p := range s.Points {
				text += fmt.Sprint(" ", p.X-1000)
			}
			got = append(got, text)
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The stretches of a line join without gaps, and the middle of each is in its band.
func TestIsochronesJoin(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		weight := rapid.Uint32Range(1, 1000)
		there, back := weight.Draw(rt, "there"), weight.Draw(rt, "back")
		from := rapid.Uint32Range(0, 5000).Draw(rt, "from")
		to := from - min(from, back) + rapid.Uint32Range(0, there+min(from, back)).Draw(rt, "more")
		band := rapid.Uint32Range(1, 700).Draw(rt, "band")
		m := ssspgen.Map(2, []graph.Arc{{Tail: 0, Head: 1, Time: there}, {Tail: 1, Head: 0, Time: back}})
		m.Lines = m.Lines[:1]
		m.Graph.Line[0], m.Graph.Line[1] = 0, 1
		a, b := m.Points[0], m.Points[1]
		last := a
		for s := range m.Isochrones([]uint32{from, to}, band) {
			end := s.Points[len(s.Points)-1]
			if s.Points[0] != last {
				rt.Fatalf("a stretch begins at %v, the last one ended at %v", s.Points[0], last)
			}
			last = end
			middle := (float64(s.Points[0].X) + float64(end.X)) / 2
			part := (middle - float64(a.X)) / (float64(b.X) - float64(a.X))
			d := min(float64(from)+part*float64(there), float64(to)+(1-part)*float64(back))
			if k := d / float64(band); k < float64(s.Band)-1e-3 || k > float64(s.Band)+1+1e-3 {
				rt.Fatalf("a stretch of band %d has its middle at %g bands", s.Band, k)
			}
		}
		if last != b {
			rt.Fatalf("stretches end at %v, not at %v", last, b)
		}
	})
}

// The offered round distances give fifty isochrones to one.
func TestBands(t *testing.T) {
	for _, m := range []*scene.Map{{Metric: graph.ByTime}, {Metric: graph.ByLength}, {}} {
		for _, farthest := range []uint32{0, 1, 7, 600, 36000, 4_000_000, graph.MaxWeight} {
			bands := m.BandsFor(farthest)
			if len(bands) == 0 || !slices.IsSorted(bands) || !slices.Contains(bands, m.BandFor(farthest)) || uint64(bands[0])*50 < uint64(farthest) {
				t.Errorf("to %d: %d of %v", farthest, m.BandFor(farthest), bands)
			}
		}
	}
}
