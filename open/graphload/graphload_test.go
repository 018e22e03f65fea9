package graphload_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kernelscope/compute/oracle"
	"kernelscope/internal/clock/clocktest"
	"kernelscope/internal/fault"
	"kernelscope/open/graphload"
	"kernelscope/scene"
	"kernelscope/scene/graph"
)

// files are file names with contents; the first file is opened.
type files [][2]string

// write writes the files to a folder, compressed if their names end in .gz.
func (f files) write(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for _, file := range f {
		text := []byte(file[1])
		if strings.HasSuffix(file[0], ".gz") {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			_, _ = z.Write(text)
			z.Close()
			text = b.Bytes()
		}
		if err := os.WriteFile(filepath.Join(dir, file[0]), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, f[0][0])
}

// edges lists the edges of a map by the numbers of the file, in order.
func edges(m *scene.Map) string {
	g := m.Graph
	var out []string
	for u := range g.Nodes() {
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			out = append(out, fmt.Sprintf("%d-%d:%g", g.ID[u], g.ID[g.Head[e]], m.Given(g.Weight[e])))
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

const (
	arcs   = "c a triangle and a loop\np sp 3 5\na 1 2 10\na 2 1 10\na 2 3 5\na 3 1 7\na 3 3 1\n"
	places = "p aux sp co 3\nv 1 10000000 50000000\nv 2 10010000 50000000\nv 3 10010000 50010000\n"
	mtx    = "%%MatrixMarket matrix coordinate "
)

func TestLoad(t *testing.T) {
	for _, c := range []struct {
		name  string
		files files
		want  string
		nodes int
	}{
		{"DIMACS", files{{"g.gr", arcs}, {"g.co", places}}, "1-2:10 2-1:10 2-3:5 3-1:7", 3},
		{"DIMACS zipped", files{{"g.gr.gz", arcs}, {"g.co.gz", places}}, "1-2:10 2-1:10 2-3:5 3-1:7", 3},
		{"DIMACS without coordinates", files{{"g.gr", arcs}}, "1-2:10 2-1:10 2-3:5 3-1:7", 3},
		{"Graphalytics by .v", files{{"g.v", "1\n2\n-9\n"}, {"g.e", "1 2 0.5\n2 -9 1.25\n"}}, "1-2:0.5 2--9:1.25", 3},
		{"Graphalytics by .e", files{{"g.e.gz", "1 2 3\n"}, {"g.v", "1 7\n2 8\n3 9\n"}}, "1-2:3", 3},
		{"Graphalytics undirected", files{{"g.v", "1\n2\n"}, {"g.e", "1 2\n"}, {"g.properties", "# graph\ngraph.g.directed = false\n"}}, "1-2:1 2-1:1", 2},
		{"Graphalytics directed", files{{"g.v", "1\n2\n"}, {"g.e", "1 2\n"}, {"g.properties", "graph.g.directed = true\n"}}, "1-2:1", 2},
		{"SNAP", files{{"g.txt", "# Directed graph: g.txt\n# FromNodeId\tToNodeId\n0\t9223372036854775807\n"}}, "0-9223372036854775807:1", 2},
		{"SNAP undirected", files{{"g.txt", "# Undirected graph: g.txt\n5 6\n6 7\n"}}, "5-6:1 6-5:1 6-7:1 7-6:1", 3},
		{"columns with names", files{{"g.csv", "Person.id|Person.id\n6906|7279\n\n6906|6439\r\n"}}, "6906-6439:1 6906-7279:1", 3},
		{"SNB", files{{"person_0_0.csv", "creationDate|id|firstName\n2010|94|A, B\n2011|4398046511117|\n2012|7|C D\n"},
			{"person_knows_person_0_0.csv", "Person.id|Person.id|creationDate\n94|4398046511117|2010-01-01 00:00\n"}}, "4398046511117-94:1 94-4398046511117:1", 3},
		{"SNB without persons", files{{"person_knows_person.csv.gz", "creationDate|Person1Id|Person2Id\n2012|3|4\n2013|4|5\n"}}, "3-4:1 4-3:1 4-5:1 5-4:1", 3},
		{"commas and weights", files{{"g.csv", "from,to,weight\n1,2,0.25\n2,3,1e-1\n"}}, "1-2:0.25 2-3:0.1", 3},
		{"parallel edges", files{{"g.wel", "1 2 9\n1 2 3\n1 1 0\n2 1 0\n"}}, "1-2:3 2-1:0", 2},
		{"Matrix Market", files{{"g.mtx", mtx + "real general\n% text\n3 3 2\n1 2 0.5\n3 1 2\n"}}, "1-2:0.5 3-1:2", 3},
		{"Matrix Market symmetric", files{{"g.mtx.gz", mtx + "pattern symmetric\n4 4 2\n2 1\n3 3\n"}}, "1-2:1 2-1:1", 4},
		{"Matrix Market integers", files{{"g.mtx", mtx + "Integer General\n2 2 1\n2 1 7\n"}}, "2-1:7", 2},
	} {
		path := c.files.write(t)
		if !graphload.Detect(path) {
			t.Errorf("%s: not recognized", c.name)
		}
		m, err := graphload.Load(context.Background(), path, graphload.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := edges(m); got != c.want || m.Graph.Nodes() != c.nodes {
			t.Errorf("%s: got %s and %d nodes, want %s and %d", c.name, got, m.Graph.Nodes(), c.want, c.nodes)
		}
		checkLines(t, c.name, m)
		if m.Abstract == (c.files[len(c.files)-1][1] == places) {
			t.Errorf("%s: abstract is %v", c.name, m.Abstract)
		}
	}
}

// checkLines compares the ends of drawn lines with the positions of their nodes.
func checkLines(t *testing.T, name string, m *scene.Map) {
	t.Helper()
	g := m.Graph
	for u := range g.Nodes() {
		for e := g.FirstOut[u]; e < g.FirstOut[u+1]; e++ {
			points := m.EdgePoints(nil, e)
			if points[0] != g.At[u] || points[len(points)-1] != g.At[g.Head[e]] {
				t.Errorf("%s: edge %d is drawn elsewhere", name, e)
			}
		}
	}
}

func TestDirection(t *testing.T) {
	for _, c := range []struct {
		name      string
		files     files
		direction graphload.Direction
		want      string
	}{
		{"undirected list", files{{"g.el", "1 2\n"}}, graphload.Undirected, "1-2:1 2-1:1"},
		{"directed matrix", files{{"g.mtx", mtx + "pattern symmetric\n2 2 1\n2 1\n"}}, graphload.Directed, "2-1:1"},
		{"undirected DIMACS", files{{"g.gr", "p sp 2 1\na 1 2 4\n"}}, graphload.Undirected, "1-2:4 2-1:4"},
	} {
		m, err := graphload.Load(context.Background(), c.files.write(t), graphload.Options{Direction: c.direction})
		if err != nil || edges(m) != c.want {
			t.Errorf("%s: got %v (%v), want %s", c.name, edges(m), err, c.want)
		}
	}
}

// A power of ten makes weights integers, exactly if possible.
func TestScale(t *testing.T) {
	for name, c := range map[string]struct {
		weights string
		scale   float64
		want    []uint32
		rounded int
	}{
		"integers":      {"3 2147483647", 1, []uint32{3, 2147483647}, 0},
		"whole reals":   {"3.000 4.0e2", 1, []uint32{3, 400}, 0},
		"tenths":        {"0.1 0.7 2", 10, []uint32{1, 7, 20}, 0},
		"six digits":    {"0.000001 12.5", 1e6, []uint32{1, 12500000}, 0},
		"exponents":     {"1.5e-3 2.5E+1", 1e4, []uint32{15, 250000}, 0},
		"too fine":      {"0.33333333333 1", 1e7, []uint32{3333333, 10000000}, 1},
		"too large":     {"123456789.125 0.5", 1, []uint32{123456789, 1}, 2},
		"tiny":          {"1e-12 2e-12", 1e18, []uint32{1000000, 2000000}, 0},
		"zeros":         {"0 0.0", 1, []uint32{0, 0}, 0},
		"very tiny":     {"1e-300 0", 1e18, []uint32{0, 0}, 1},
		"many decimals": {"0.30000000000000000 0.5", 10, []uint32{3, 5}, 0},
	} {
		var text strings.Builder
		for i, w := range strings.Fields(c.weights) {
			fmt.Fprintln(&text, i, i+1, w)
		}
		m, err := graphload.Load(context.Background(), files{{"g.wel", text.String()}}.write(t), graphload.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := make([]uint32, len(c.want))
		for u, id := range m.Graph.ID {
			for e := m.Graph.FirstOut[u]; e < m.Graph.FirstOut[u+1]; e++ {
				got[id] = m.Graph.Weight[e]
			}
		}
		if !slices.Equal(got, c.want) || m.Scale != c.scale || m.Counts.RoundedWeights != c.rounded {
			t.Errorf("%s: got %d at %g, %d rounded; want %d at %g, %d", name, got, m.Scale, m.Counts.RoundedWeights, c.want, c.scale, c.rounded)
		}
	}
}

func TestRefuses(t *testing.T) {
	dimacs := func(gr, co string) files { return files{{"g.gr", gr}, {"g.co", co}} }
	replace := func(s, old, with string) string { return strings.Replace(s, old, with, 1) }
	el := func(text string) files { return files{{"g.el", text}} }
	ve := func(v, e string) files { return files{{"g.v", v}, {"g.e", e}} }
	mm := func(text string) files { return files{{"g.mtx", text}} }
	for name, c := range map[string]struct {
		files files
		want  string
	}{
		"empty":            {el(""), "g.el: there are no edges"},
		"no graph":         {el("{\"edges\": [[1, 2]]}\n"), "line 1: "},
		"no problem line":  {dimacs("a 1 2 3\n", places), "line 1: an arc before"},
		"cut off":          {dimacs(replace(arcs, "a 3 3 1\n", ""), places), "g.gr: 4 arcs; the problem line says 5"},
		"too many":         {dimacs(arcs+"a 1 3 4\n", places), "line 8: more than"},
		"bad node":         {dimacs(replace(arcs, "a 2 3", "a 2 4"), places), "line 5: nodes are"},
		"negative":         {dimacs(replace(arcs, "a 2 3 5", "a 2 3 -5"), places), "line 5: weight -5"},
		"heavy":            {dimacs(replace(arcs, "a 2 3 5", "a 2 3 3000000000"), places), "line 5: weight 3000000000"},
		"words":            {dimacs(replace(arcs, "a 2 3 5", "a 2 three 5"), places), "line 5: \"a 2 three 5\""},
		"short arc":        {dimacs(replace(arcs, "a 2 3 5", "a 2 3"), places), "line 5: an arc needs"},
		"huge":             {dimacs("p sp 999999999999 1\na 1 2 3\n", places), "line 1: the problem line"},
		"two problems":     {dimacs("p sp 2 1\np sp 2 1\na 1 2 3\n", places), "line 2: the problem line"},
		"empty promise":    {dimacs("p sp 100000000 1\na 1 2 3\n", places), "100000000 nodes for 1 arcs"},
		"another graph":    {dimacs(arcs, replace(places, "co 3", "co 4")), "g.co: line 1"},
		"out of the world": {dimacs(arcs, replace(places, "50010000", "150010000")), "g.co: line 4"},
		"no place":         {dimacs(arcs, replace(places, "v 2", "c 2")), "g.co: node 2"},
		"only coordinates": {files{{"g.co", places}}, "open the .gr file"},

		"one column":          {el("1 2\n3\n"), "line 2: 1 columns"},
		"a third column":      {el("1 2\n# x\n3 4 5\n"), "line 3: 3 columns"},
		"four columns":        {el("a b\n1 2 3 4\n"), "line 2: an edge is two nodes"},
		"a word":              {el("1 2\n3 x\n"), "line 2: \"3 x\""},
		"negative weight":     {el("1 2 -0.5\n"), "line 1: weight -0.5"},
		"no number":           {el("1 2 1\n1 2 nan\n"), "line 2: weight nan"},
		"infinite":            {el("1 2 1\n1 2 inf\n"), "line 2: weight inf"},
		"too large":           {el("1 2 1\n1 2 1e300\n"), "line 2: weight 1e300"},
		"beyond 64 bits":      {el("1 2\n1 9223372036854775808\n"), "line 2"},
		"long line":           {el("1 2\n" + strings.Repeat("1", 1<<17) + " 2\n"), "line 2: it has more than 65536 bytes"},
		"names only":          {el("from to\n"), "there are no edges"},
		"names in the middle": {el("1 2\nfrom to\n"), "line 2"},

		"no such person":   {files{{"person.csv", "id|name\n1|A\n"}, {"person_knows_person.csv", "Person1Id|Person2Id\n1|2\n"}}, "person_knows_person.csv: line 2: there is no person 2"},
		"odd person":       {files{{"person.csv", "id|name\nA|1\n"}, {"person_knows_person.csv", "Person1Id|Person2Id\n1|2\n"}}, `person.csv: line 2: "A|1" is not understood`},
		"no such vertex":   {ve("1\n2\n", "1 2\n2 3\n"), "g.e: line 2: vertex 3 is not in g.v"},
		"listed twice":     {ve("1\n2\n1\n", "1 2\n"), "g.v: line 3: vertex 1"},
		"no vertex":        {ve("1\nb\n", "1 2\n"), "g.v: line 2"},
		"an edge too wide": {ve("1\n2\n", "1 2 3 4\n"), "g.e: line 1"},
		"empty files":      {ve("", ""), "g.v: there are no edges"},

		"dense matrix":     {mm("%%MatrixMarket matrix array real general\n2 2\n1\n"), "line 1: only matrices"},
		"complex matrix":   {mm(mtx + "complex general\n2 2 1\n1 2 1 1\n"), "line 1: only matrices"},
		"oblong matrix":    {mm(mtx + "real general\n2 3 1\n1 3 1\n"), "line 2: a graph is"},
		"outside":          {mm(mtx + "pattern general\n2 2 1\n1 3\n"), "line 3: rows and columns"},
		"value missing":    {mm(mtx + "real general\n2 2 1\n1 2\n"), "line 3: an entry needs 3"},
		"entries missing":  {mm(mtx + "pattern general\n2 2 2\n1 2\n"), "1 entries of 2"},
		"entries too many": {mm(mtx + "pattern general\n2 2 1\n1 2\n2 1\n"), "line 4: more than"},
		"no size":          {mm(mtx + "pattern general\n"), "no line with the size"},
		"empty matrix":     {mm(mtx + "pattern general\n100000000 100000000 1\n1 2\n"), "100000000 nodes for 1 arcs"},
	} {
		path := c.files.write(t)
		_, err := graphload.Load(context.Background(), path, graphload.Options{})
		if !errors.Is(err, fault.Input) || !strings.Contains(fmt.Sprint(err), c.want) || strings.Contains(fmt.Sprint(err), filepath.Dir(path)) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
	if _, err := graphload.Load(context.Background(), "nothing.gr", graphload.Options{}); !errors.Is(err, fault.Input) || graphload.Detect("nothing.gr") {
		t.Errorf("a missing file: %v", err)
	}
}

// The error of a truncated gzip file names the line.
func TestCutOff(t *testing.T) {
	var text strings.Builder
	for i := range 10000 {
		fmt.Fprintln(&text, i, i*7%1000)
	}
	path := files{{"g.el.gz", text.String()}}.write(t)
	b, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, b[:len(b)/2], 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := graphload.Load(context.Background(), path, graphload.Options{}); !errors.Is(err, fault.Input) || !strings.Contains(fmt.Sprint(err), "after line") {
		t.Errorf("got %v", err)
	}
}

// An import stops within 4,096 lines of its cancellation while it reads, and within a sweep of the
// layout.
func TestCancel(t *testing.T) {
	var text strings.Builder
	for i := range 100_000 {
		fmt.Fprintln(&text, i%2000, i*i%1999)
	}
	path := files{{"g.el", text.String()}}.write(t)
	clocktest.Cancelled(t, 100_000/4096+200, func(ctx context.Context) error {
		_, err := graphload.Load(ctx, path, graphload.Options{})
		return err
	})
}

// Contraction preserves distances between the remaining nodes. The others are found by their
// numbers.
func TestContract(t *testing.T) {
	const ladder = "1 2 1\n2 3 2\n3 4 3\n4 5 1\n1 5 20\n5 6 1\n6 7 1\n5 7 9\n3 2 5\n2 1 5\n"
	path := files{{"g.v", "1\n2\n3\n4\n5\n6\n7\n8\n"}, {"g.e", ladder}}.write(t)
	whole, err := graphload.Load(context.Background(), path, graphload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := graphload.Load(context.Background(), path, graphload.Options{Contract: true})
	if err != nil {
		t.Fatal(err)
	}
	checkLines(t, "contracted", m)
	if n := m.Graph.Nodes(); n >= whole.Graph.Nodes() || !slices.Contains(m.Graph.ID, 8) {
		t.Errorf("%d nodes are left: %d", n, m.Graph.ID)
	}
	for u, id := range m.Graph.ID {
		old := slices.Index(whole.Graph.ID, id)
		dist, want := oracle.Dijkstra(m.Graph, uint32(u), graph.NoNode).Dist, oracle.Dijkstra(whole.Graph, uint32(old), graph.NoNode).Dist
		for v, to := range m.Graph.ID {
			if w := want[slices.Index(whole.Graph.ID, to)]; dist[v] != w {
				t.Errorf("from %d to %d: %d, want %d", id, to, dist[v], w)
			}
		}
	}
	for v, id := range whole.Graph.ID {
		places, at := m.Graph.At, slices.Index(m.Graph.ID, id)
		if at < 0 {
			places, at = m.Points, slices.Index(m.PointID, id)
		}
		if at < 0 || places[at] != whole.Graph.At[v] {
			t.Errorf("node %d is lost", id)
		}
	}
}

// A written graph is the same when read again.
func TestWrite(t *testing.T) {
	path := files{{"g.gr", arcs}, {"g.co", places}}.write(t)
	m, err := graphload.Load(context.Background(), path, graphload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var gr, co, el, wel bytes.Buffer
	if err := errors.Join(graphload.WriteArcs(&gr, m), graphload.WritePlaces(&co, m), graphload.WriteEdges(&el, m), graphload.WriteWeightedEdges(&wel, m)); err != nil {
		t.Fatal(err)
	}
	second, err := graphload.Load(context.Background(), files{{"g.gr", gr.String()}, {"g.co", co.String()}}.write(t), graphload.Options{})
	if err != nil || edges(second) != edges(m) || !slices.Equal(second.Graph.ID, m.Graph.ID) {
		t.Fatalf("%v\n%s\n%s", err, gr.String(), co.String())
	}
	for v, p := range second.Graph.At {
		if p.Metres(m.Graph.At[v]) > 0.1 {
			t.Errorf("node %d has moved", v)
		}
	}
	if wel, err := graphload.Load(context.Background(), files{{"g.wel", wel.String()}}.write(t), graphload.Options{}); err != nil || edges(wel) != edges(m) {
		t.Errorf("weighted edges: %v", err)
	}
	if got, want := strings.Count(el.String(), "\n"), m.Graph.Edges(); got != want {
		t.Errorf("%d lines for %d edges", got, want)
	}
}
