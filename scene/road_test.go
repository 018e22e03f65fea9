package scene

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// road is a line for makeMap from a node to another, open in both directions unless it is one-way.
type road struct {
	from, to uint32
	class    Class
	oneWay   bool
}

// makeMap makes a map of straight roads between places, each with time 100 and length 1,000.
func makeMap(t *testing.T, at []geom.Point, roads []road, metric graph.Metric) *Map {
	t.Helper()
	m := &Map{Metric: metric}
	var arcs []graph.Arc
	for i, r := range roads {
		n, line := uint32(len(m.Points)), uint32(i)<<1
		m.Points = append(m.Points, at[r.from], at[r.to])
		m.Lines = append(m.Lines, Line{First: n, End: n + 2, From: r.from, To: r.to, Class: r.class})
		arcs = append(arcs, graph.Arc{Tail: r.from, Head: r.to, Time: 100, Length: 1000, Line: line})
		if !r.oneWay {
			arcs = append(arcs, graph.Arc{Tail: r.to, Head: r.from, Time: 100, Length: 1000, Line: line | 1})
		}
	}
	g, err := graph.FromArcs(at, make([]int64, len(at)), arcs, metric)
	if err != nil {
		t.Fatal(err)
	}
	m.Graph = g
	return m
}

func row(n int) (at []geom.Point) {
	for i := range n {
		at = append(at, geom.Point{X: int32(1000 * i), Y: int32(i % 2)})
	}
	return at
}

func TestRoadOfALine(t *testing.T) {
	both := func(from, to uint32, c Class) road { return road{from, to, c, false} }
	cases := []struct {
		name  string
		roads []road
		line  uint32
		want  []uint32
	}{
		{"alone", []road{both(0, 1, Street)}, 0, []uint32{0}},
		{"a chain, from its middle", []road{both(0, 1, Street), both(1, 2, Street), both(3, 2, Street)}, 1, []uint32{0, 1, 2}},
		{"past a side street", []road{both(0, 1, Primary), both(1, 2, Primary), both(1, 3, Service)}, 0, []uint32{0, 1}},
		{"up to a fork", []road{both(0, 1, Primary), both(1, 2, Primary), both(1, 3, Primary)}, 0, []uint32{0}},
		{"up to another class", []road{both(0, 1, Primary), both(1, 2, Secondary)}, 0, []uint32{0}},
		{"around a ring", []road{both(0, 1, Street), both(1, 2, Street), both(2, 0, Street)}, 0, []uint32{0, 1, 2}},
		{"one-way roads, whichever way", []road{{0, 1, Street, true}, {2, 1, Street, true}}, 0, []uint32{0, 1}},
		{"not over a line without edges", []road{both(0, 1, Street), both(1, 1, Street)}, 0, []uint32{0}},
	}
	for _, c := range cases {
		got := makeMap(t, row(4), c.roads, graph.ByTime).Road(c.line)
		if got[0] != c.line {
			t.Errorf("%s: it begins with line %d", c.name, got[0])
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
	var long []road
	for i := range uint32(3000) {
		long = append(long, both(i, i+1, Street))
	}
	if got := makeMap(t, row(3001), long, graph.ByTime).Road(1500); len(got) != maxLines {
		t.Errorf("a long road has %d lines", len(got))
	}
}

// A line has the edges along it, or none if a better line joins the same nodes.
func TestEdgesOf(t *testing.T) {
	m := makeMap(t, row(3), []road{{0, 1, Street, false}, {2, 1, Street, true}, {0, 1, Service, false}, {2, 2, Street, false}}, graph.ByTime)
	m.Lines = append(m.Lines, Line{From: graph.NoNode, To: graph.NoNode})
	for line, want := range []int{2, 1, 0, 0, 0} {
		edges := m.EdgesOf(nil, uint32(line))
		for _, e := range edges {
			if m.Graph.Line[e]>>1 != uint32(line) {
				t.Errorf("line %d: edge %d is of line %d", line, e, m.Graph.Line[e]>>1)
			}
		}
		if len(edges) != want {
			t.Errorf("line %d has the edges %v, want %d", line, edges, want)
		}
	}
}

// Other weights are in a separate map, and the values they stand for change with them.
func TestReweighed(t *testing.T) {
	for _, metric := range []graph.Metric{graph.ByTime, graph.ByLength, graph.ByWeight} {
		m := makeMap(t, row(3), []road{{0, 1, Street, false}, {1, 2, Street, false}}, metric)
		before := slices.Clone(m.Graph.Weight)
		out := m.Reweighed([]uint32{2}, func(e uint32) uint32 { return 7 + m.Graph.Weight[e] })
		if !slices.Equal(m.Graph.Weight, before) {
			t.Errorf("%v: the map has changed", metric)
		}
		before[2] += 7
		g := out.Graph
		if !slices.Equal(g.Weight, before) || (&g.Weight[0] == &g.Time[0]) != (&m.Graph.Weight[0] == &m.Graph.Time[0]) || (&g.Weight[0] == &g.Length[0]) != (&m.Graph.Weight[0] == &m.Graph.Length[0]) {
			t.Errorf("%v: weights %v, times %v, lengths %v", metric, g.Weight, g.Time, g.Length)
		}
	}
}

func TestWeights(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want uint32
	}{
		{"100 m at 36 km/h", TimeAt(1000, 36), 100},
		{"a decimetre", TimeAt(1, 200), 1},
		{"no length", TimeAt(0, 50), 1},
		{"more than there can be", TimeAt(math.MaxUint32, 0.1), graph.MaxWeight},
		{"twice", Times(21, 2), 42},
		{"a part of one", Times(1, 0.01), 1},
		{"of nothing", Times(0, 50), 0},
		{"too much", Times(graph.MaxWeight, 2), graph.MaxWeight},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, c.got, c.want)
		}
	}
	if v := SpeedOf(1000, 100); v != 36 {
		t.Errorf("100 m in 10 s are %g km/h", v)
	}
}

// The locator finds the same lines as a comparison with every line.
func TestLineLocator(t *testing.T) {
	for seed := range uint64(15) {
		rnd := rand.New(rand.NewPCG(seed, 5))
		n := 2 + rnd.IntN(200)
		at := make([]geom.Point, n)
		for i := range at {
			at[i] = geom.Point{X: int32(rnd.IntN(100000) - 50000), Y: int32(rnd.IntN(100000) - 50000)}
		}
		var roads []road
		for range rnd.IntN(2 * n) {
			roads = append(roads, road{rnd.Uint32N(uint32(n)), rnd.Uint32N(uint32(n)), Class(rnd.IntN(Classes)), rnd.IntN(2) == 0})
		}
		m := makeMap(t, at, roads, graph.ByTime)
		l := NewLineLocator(m)
		for range 50 {
			p, within := geom.Point{X: int32(rnd.IntN(120000) - 60000), Y: int32(rnd.IntN(120000) - 60000)}, rnd.Float64()*5000
			best, nearest, found := Class(Classes), math.Inf(1), false
			for i, r := range m.Lines {
				if _, d := p.OnSegment(at[r.From], at[r.To]); d <= within && len(m.EdgesOf(nil, uint32(i))) > 0 && (r.Class < best || r.Class == best && d < nearest) {
					best, nearest, found = r.Class, d, true
				}
			}
			line, ok := l.At(p, within)
			if ok != found {
				t.Fatalf("seed %d: at %v within %g: found %v, want %v", seed, p, within, ok, found)
			}
			if !ok {
				continue
			}
			if _, d := p.OnSegment(at[m.Lines[line].From], at[m.Lines[line].To]); m.Lines[line].Class != best || d != nearest {
				t.Fatalf("seed %d: at %v within %g: a %v at %g, want a %v at %g", seed, p, within, m.Lines[line].Class, d, best, nearest)
			}
		}
	}
}

// Each of two carriageways is across from the other, in whichever direction their lines are drawn.
// Nothing else is.
func TestAcross(t *testing.T) {
	perMetre := 1 / geom.Point{}.MetresPerUnit()
	y := func(metres float64) int32 { return int32(metres * perMetre) }
	at := []geom.Point{{X: 0, Y: 0}, {X: y(500), Y: 0}, {X: 0, Y: y(20)}, {X: y(500), Y: y(20)}, {X: y(250), Y: y(20)}, {X: y(250), Y: y(400)}}
	cases := []struct {
		name   string
		other  road
		within float64 // metres
		want   bool
	}{
		{"the other carriageway", road{3, 2, Primary, true}, 100, true},
		{"the same way", road{2, 3, Primary, true}, 100, false},
		{"both ways", road{3, 2, Primary, false}, 100, false},
		{"another class", road{3, 2, Secondary, true}, 100, false},
		{"a cross road", road{4, 5, Primary, true}, 100, false},
		{"out of reach", road{3, 2, Primary, true}, 10, false},
	}
	for _, c := range cases {
		m := makeMap(t, at, []road{{0, 1, Primary, true}, c.other}, graph.ByTime)
		if other, ok := NewLineLocator(m).Across(0, geom.Point{X: y(250), Y: 0}, c.within*perMetre); ok != c.want || ok && other != 1 {
			t.Errorf("%s: line %d, %v", c.name, other, ok)
		}
	}
	at[2].Y, at[3].Y = y(80), y(80)
	m := makeMap(t, at, []road{{0, 1, Primary, true}, {3, 2, Primary, true}}, graph.ByTime)
	if other, ok := NewLineLocator(m).Across(0, geom.Point{}, 1000*perMetre); ok {
		t.Errorf("80 metres away is line %d", other)
	}
	at[2].Y, at[3].Y = y(20), y(20) // drawn in the same direction but used in opposite ones
	m = makeMap(t, at, []road{{0, 1, Primary, true}, {3, 2, Primary, true}}, graph.ByTime)
	m.Lines[1] = Line{First: 4, End: 6, From: 2, To: 3, Class: Primary}
	m.Points = append(m.Points, at[2], at[3])
	e, _ := m.Graph.Edge(3, 2)
	m.Graph.Line[e] |= 1
	if _, ok := NewLineLocator(m).Across(0, geom.Point{}, 1000*perMetre); !ok {
		t.Error("the other carriageway is not found where it is drawn backwards")
	}
}
