package open_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kernelscope/assets"
	"kernelscope/internal/fault"
	"kernelscope/open"
	"kernelscope/open/graphload"
	"kernelscope/scene/clipseq"
	"kernelscope/scene/gen"
	"kernelscope/scene/graph"
	"kernelscope/scene/graphgen"
)

func write(t *testing.T, name, contents string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(contents), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func zipped(t *testing.T, contents string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(contents)); errors.Join(err, z.Close()) != nil {
		t.Fatal(err)
	}
	return b.String()
}

const (
	osm = `<?xml version="1.0"?><osm version="0.6"><node id="1" lat="1" lon="1"/><node id="2" lat="1" lon="1.001"/>` +
		`<way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way></osm>`
	svg = "\n<!-- by hand --><!DOCTYPE svg [<!ENTITY a \"b\">]>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><rect width=\"3\" height=\"3\"/></svg>"
)

// Contents tell what a file is, whatever its name is; where they say nothing the name does.
func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, contents string
		want           open.Kind
	}{
		{"a.svg", osm, open.Map}, {"a.txt", osm, open.Map}, {"a", zipped(t, osm), open.Map}, {"a.pbf", assets.Delaware, open.Map},
		{"a.osm", svg, open.SVG}, {"a.gr", zipped(t, svg), open.SVG}, {"a.xml", "\ufeff" + svg, open.SVG}, {"a", "\xff\xfe<\x00s\x00", open.SVG},
		{"long.osm", "<!--" + strings.Repeat("-x", 10000) + "-->" + svg, open.SVG}, {"latin.osm", `<?xml version="1.0" encoding="ISO-8859-1"?><svg>`, open.SVG},
		{"a.osm", "1 2\n3 4\n", open.Graph}, {"a.svg", "# nodes\n0 1", open.Graph}, {"a", "p sp 2 1\na 1 2 3\n", open.Graph}, {"a", zipped(t, "0 1 0.5\n"), open.Graph},
		{"a.osm", "# made\n\n(.)\n", open.Sequence}, {"a.gr", ". 0 0 1 1", open.Sequence}, {"a", "\ufeff()", open.Sequence}, {"a", ")(", open.Sequence},
		{"a.SVG", "", open.SVG}, {"a.svgz", "\x1f\x8b", open.SVG}, {"a.svg.gz", "<", open.SVG}, {"a.svg", "<html>", open.SVG},
		{"a.osm", "", open.Map}, {"a.osm", "<html>", open.Map}, {"a.osm.gz", "\x1f\x8b", open.Map}, {"a", "", open.Map}, {"a.md", "# Title\n\nSome (text).", open.Map},
		{"a", "<html>", open.Sequence}, {"a.xml", "<?xml version='1.0'?><!-- -->\n<list/>", open.Sequence}, {"a.gr", zipped(t, "<p>"), open.Graph}, {"a.xml", zipped(t, "<p>"), open.Sequence},
		{"a", "\ufeff {\n\"a\": 1}", open.Sequence}, {"a", "[\n1, 2,\n3, 4\n]", open.Sequence}, {"a.osm", "[]", open.Sequence}, {"a.json", "1 2\n3 4\n", open.Graph}, {"a.json", "", open.Sequence},
		{"a", "// 1 2\n/* a\n*/ package main\n\nfunc main() {}\n", open.Sequence}, {"a.go", "func main() {}", open.Sequence}, {"a.c", "/* */ int main() {}", open.Sequence}, {"a.ini", "[section]\na = 1\n", open.Map},
	} {
		if got := open.Detect(write(t, c.name, c.contents)); got != c.want {
			t.Errorf("%s with %.20q is %v, not %v", c.name, c.contents, got, c.want)
		}
	}
	for path, want := range map[string]open.Kind{
		"": open.Map, assets.WilmingtonName: open.Map, assets.NestName: open.SVG, "gen:grid,width=3": open.Graph, "gen:clip,elements=9": open.Sequence, "gen:clips": open.Graph,
		"nothing.svg": open.SVG, "nothing.osm": open.Map, t.TempDir(): open.Map,
	} {
		if got := open.Detect(path); got != want {
			t.Errorf("%q is %v, not %v", path, got, want)
		}
	}
}

func TestRead(t *testing.T) {
	for path, want := range map[string]open.Kind{
		write(t, "a.svg", osm): open.Map, write(t, "b.osm", svg): open.SVG, write(t, "c.osm", "1 2\n"): open.Graph, write(t, "d.svg", "(.)\n"): open.Sequence, write(t, "e", "[1, {}]"): open.Sequence, write(t, "f.go", zipped(t, "package f\n\nfunc f() {}")): open.Sequence,
		"": open.Map, assets.WilmingtonName: open.Map, assets.NestName: open.SVG, "gen:grid,width=3,height=2": open.Graph, "gen:clip,elements=9,bare=true": open.Sequence,
		"gen:tile,k=2,map=gen:grid,width=3,height=2": open.Graph,
	} {
		in, err := open.Read(t.Context(), path, open.Options{})
		if err != nil || in.Kind != want || (in.Map != nil) == want.HasClips() || (in.Clips != nil) != want.HasClips() {
			t.Errorf("%s: %v, map %v, clips %v (%v), want %v", path, in.Kind, in.Map != nil, in.Clips != nil, err, want)
		}
		if in.Clips != nil && (len(in.Clips.Elements) == 0 || (in.Clips.Scene != nil) != (want == open.SVG)) {
			t.Errorf("%s: %d elements, scene %v", path, len(in.Clips.Elements), in.Clips.Scene != nil)
		}
	}
	// What a text names is what the generator makes.
	m, err := open.ReadMap(t.Context(), "gen:grid,width=3,height=2,seed=5", open.Options{})
	if want := graphgen.Grid(5, 3, 2, 1000); err != nil || m.Graph.Nodes() != 6 || m.Graph.Edges() != len(want.Arcs) || m.Name != "gen:grid,width=3,height=2,seed=5" {
		t.Errorf("a grid: %+v (%v)", m, err)
	}
	c, err := open.ReadClips(t.Context(), "gen:clip,elements=1e3,shape=zigzag,seed=5")
	if want, _ := clipseq.Make("zigzag", 1000, 5); err != nil || !slices.Equal(c.Elements, want.Elements) || !slices.Equal(c.Boxes, want.Boxes) {
		t.Errorf("clips: %v", err)
	}
}

// Options reach the readers.
func TestOptions(t *testing.T) {
	m, err := open.ReadMap(t.Context(), "", open.Options{Metric: graph.ByLength})
	if err != nil || m.Metric != graph.ByLength {
		t.Errorf("%v (%v)", m, err)
	}
	list := write(t, "list", "1 2\n2 3\n")
	for direction, want := range map[graphload.Direction]int{graphload.Directed: 2, graphload.Undirected: 4} {
		if m, err := open.ReadMap(t.Context(), list, open.Options{Graph: graphload.Options{Direction: direction}}); err != nil || m.Graph.Edges() != want {
			t.Errorf("%d edges, want %d (%v)", m.Graph.Edges(), want, err)
		}
	}
	o := open.Options{Graph: graphload.Options{Contract: true}}
	if m, err := open.ReadMap(t.Context(), "gen:grid,width=20,height=10", o); err != nil || m.Graph.Nodes() != 196 { // without the four corners
		t.Errorf("%d nodes are left of the grid (%v)", m.Graph.Nodes(), err)
	}
}

func TestErrors(t *testing.T) {
	readMap := func(path string) error { _, err := open.ReadMap(t.Context(), path, open.Options{}); return err }
	readClips := func(path string) error { _, err := open.ReadClips(t.Context(), path); return err }
	for _, c := range []struct {
		err  error
		kind error
		says string
	}{
		{readMap(write(t, "a.osm", svg)), fault.Input, "a.osm is a drawing, not a map or a graph"},
		{readMap(write(t, "a.osm", "()")), fault.Input, "a.osm is a sequence of clips, not a map"},
		{readClips(write(t, "a.svg", osm)), fault.Input, "a.svg is a map, not clips"},
		{readClips(write(t, "a.svg", "1 2\n")), fault.Input, "a.svg is a graph, not clips"},
		{readMap(write(t, "a.svg", "<html>")), fault.Input, "HTML"},
		{readMap(write(t, "a.html", "<html>")), fault.Input, "a.html is a sequence of clips, not a map"},
		{readClips(write(t, "a.txt", "<html")), fault.Input, "a.txt: line 1, column 1: a tag begins here and does not end"},
		{readClips(write(t, "a.txt", "x")), fault.Input, "no brackets"},
		{readClips(write(t, "a.txt", "(\n(x")), fault.Input, "a.txt: line 2: 'x' is none of ( ) ."},
		{readClips(write(t, "a.svg", "")), fault.Input, "svg"},
		{readMap("nothing.osm"), fault.Input, "nothing.osm: no such file"},
		{readClips("nothing.txt"), fault.Input, "nothing.txt: no such file"},
		{open.Check("nothing.txt"), fault.Input, "nothing.txt: no such file"},
		{readMap("gen:maze"), gen.ErrSpec, `no generator "maze"; choose from clip, json, grid`},
		{readMap("gen:clip"), gen.ErrSpec, "is a sequence of clips"},
		{readClips("gen:grid"), gen.ErrSpec, "is a graph"},
		{readMap("gen:grid,width=0"), gen.ErrSpec, "width"},
		{open.Check("gen:grid,width=0"), gen.ErrSpec, "width"},
		{readMap("gen:grid,width=30000,height=30000"), gen.ErrSpec, "more than"},
		{readMap("gen:kronecker,scale=25,factor=64"), gen.ErrSpec, "more than"},
		{readMap("gen:tile,map=gen:tile,k=2"), gen.ErrSpec, "tile of tiles"},
		{readMap("gen:tile,map=nothing.osm"), fault.Input, "nothing.osm"},
		{readMap("gen:tile,k=1000"), fault.Limit, "too many"},
	} {
		if !errors.Is(c.err, c.kind) || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%v: want %v and %q", c.err, c.kind, c.says)
		}
	}
	for _, path := range []string{"", assets.NestName, "gen:grid", "gen:clip,elements=3", write(t, "a", "")} {
		if err := open.Check(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := open.ReadMap(ctx, "gen:roads", open.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
