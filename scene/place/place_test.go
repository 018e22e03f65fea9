package place_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kernelscope/assets"
	"kernelscope/internal/fault"
	"kernelscope/osmload"
	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/graph"
	"kernelscope/scene/graphgen"
	"kernelscope/scene/place"
)

func delaware(t *testing.T) (*scene.Map, *place.Finder) {
	t.Helper()
	m, err := osmload.Read(t.Context(), strings.NewReader(assets.Delaware), int64(len(assets.Delaware)), "delaware", osmload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m, finder(t, m)
}

func finder(t *testing.T, m *scene.Map) *place.Finder {
	t.Helper()
	f, err := place.NewFinder(m)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// listed writes a file of places.
func listed(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "places.csv")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFind(t *testing.T) {
	m, f := delaware(t)
	lon, lat := m.Graph.At[5].Degrees()
	for _, text := range []string{"#5", fmt.Sprintf("id:%d", m.Graph.ID[5]), fmt.Sprintf("%f,%f", lon, lat), fmt.Sprintf(" %f , %f ", lon, lat)} {
		if p, err := f.Find(text, nil); err != nil || p.Node != 5 || p.Snap > 0.1 {
			t.Errorf("%s: %+v (%v)", text, p, err)
		}
	}
	if p, err := f.Find(fmt.Sprintf("%f,%f", lon, lat+0.00001), nil); err != nil || p.Node != 5 || p.Snap < 1 || p.Snap > 1.2 {
		t.Errorf("1.1 m away: %+v (%v)", p, err)
	}
	connected := m.Graph.Candidates()
	rnd := rand.New(rand.NewPCG(1, 0))
	seen := map[uint32]bool{}
	for range 20 {
		p, err := f.Find("random", rnd)
		if err != nil || !slices.Contains(connected, p.Node) {
			t.Fatalf("random: %+v (%v)", p, err)
		}
		seen[p.Node] = true
	}
	if len(seen) < 15 {
		t.Errorf("%d nodes are drawn 20 times", len(seen))
	}
	for text, says := range map[string]string{
		"random": "not a place: give #N", "": "not a place", "#": "not a node", "#-1": "not a node", "#99999999": "the graph has #0 to #",
		"id:": "not a node number", "id:1": "node 1 is on no road of delaware", "1": "not a place", "181,0": "not a place", "NaN,1": "not a place", "1,2,3": "not a place",
	} {
		if p, err := f.Find(text, nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %+v (%v), want %q", text, p, err, says)
		}
	}
	if _, err := f.Find("nowhere", rnd); err == nil || !strings.Contains(err.Error(), place.Help) {
		t.Errorf("the help is missing: %v", err)
	}
}

// A graph without coordinates supports only indices and numbers; a graph without edges supports
// nothing.
func TestGraphs(t *testing.T) {
	m, err := build.Map(t.Context(), graphgen.Path(10, 1))
	if err != nil {
		t.Fatal(err)
	}
	m.Name = "path"
	f := finder(t, m)
	if _, err := f.Find("1,2", nil); err == nil || !strings.Contains(err.Error(), "path has no coordinates") {
		t.Errorf("coordinates: %v", err)
	}
	if p, err := f.Find("id:10", nil); err != nil || m.Graph.ID[p.Node] != 10 || p.Snap != 0 {
		t.Errorf("id:10: %+v (%v)", p, err)
	}
	empty := &scene.Map{Name: "empty", Graph: &graph.Graph{FirstOut: []uint32{0}}}
	if _, err := place.NewFinder(empty); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), "empty: there are no roads") {
		t.Errorf("a map without roads: %v", err)
	}
}

// All formats of places give the same nodes.
func TestReadFile(t *testing.T) {
	m, f := delaware(t)
	lon, lat := m.Graph.At[5].Degrees()
	id := m.Graph.ID[5]
	for _, c := range []struct{ name, text, called string }{
		{"an index", "#5\n", "#5"},
		{"a number", fmt.Sprintf("id:%d", id), fmt.Sprintf("id:%d", id)},
		{"two columns", fmt.Sprintf("%f,%f\n", lon, lat), fmt.Sprintf("%f,%f", lon, lat)},
		{"one column", fmt.Sprintf("\"%f,%f\"\r\n", lon, lat), fmt.Sprintf("%f,%f", lon, lat)},
		{"comments and blank lines", "# a \"comment\", it is\n#\n\n  \n,,\n #5\n# end", "#5"},
		{"a header", fmt.Sprintf("\ufeffName, Lat ,LON,remark\nhome,%f,%f,none\n", lat, lon), "home"},
		{"an id beside lon and lat is a name", fmt.Sprintf("id,x,y\n17,%f,%f\n", lon, lat), "17"},
		{"a column of numbers", fmt.Sprintf("label,id\n\"the \"\"Inn\"\"\",%d\n", id), `the "Inn"`},
		{"a column of indices", "node\n5\n", "#5"},
		{"a column of places", "name,place\nhere,#5\n", "here"},
	} {
		got, err := f.ReadFile(t.Context(), listed(t, c.text))
		if err != nil || !slices.Equal(place.Nodes(got), []uint32{5}) || got[0].Name != c.called {
			t.Errorf("%s: %+v (%v), want node 5 called %q", c.name, got, err, c.called)
		}
	}
	// The number of a point inside a contracted edge gives a nearby node.
	i := slices.IndexFunc(m.PointID, func(id int64) bool { return id != 0 && !slices.Contains(m.Graph.ID, id) })
	got, err := f.ReadFile(t.Context(), listed(t, fmt.Sprintf("id:%d\n", m.PointID[i])))
	if err != nil || got[0].Snap <= 0 || got[0].Snap > 5000 {
		t.Errorf("point %d: %+v (%v)", i, got, err)
	}
}

// Errors in a file name the file and the line.
func TestReadFileErrors(t *testing.T) {
	_, f := delaware(t)
	for _, c := range []struct{ name, text, says string }{
		{"empty", "", "no places"},
		{"comments only", "# nothing\n\n", "no places"},
		{"a header only", "lon,lat\n", "no places"},
		{"a word", "#1\n\nnowhere\n", "places.csv: line 3"},
		{"random", "random\n", "line 1"},
		{"no such node", "#1\n#99999999\n", "line 2"},
		{"no such number", "id:1\n", "line 1: node 1 is on no road"},
		{"out of the world", "lon,lat\n0,91\n", "line 2"},
		{"not a number", "lon,lat\nNaN,1\n", "line 2"},
		{"a short line", "lon,lat\n1\n", "line 2"},
		{"three columns", "1,2,home\n", "line 1: 3 columns"},
		{"half a header", "lon,name\n1,home\n", "line 1"},
		{"a header without places", "name,remark\nhome,none\n", "line 1"},
		{"two columns of one name", "lon,lat,x\n1,2,3\n", "line 1"},
		{"an open quote", "#1\n\"#2\n#3\n", "line 2"},
		{"a stray quote", "#1\n#2\"a\"\n", "line 2"},
		{"a line without end", strings.Repeat("1", 1<<17), "line 1"},
		{"too many", strings.Repeat("#1\n", place.MaxPlaces+1), "more than 100000"},
	} {
		got, err := f.ReadFile(t.Context(), listed(t, c.text))
		if !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") || got != nil {
			t.Errorf("%s: %d places, %v", c.name, len(got), err)
		}
	}
	if _, err := f.ReadFile(t.Context(), "nothing.csv"); !errors.Is(err, fault.Input) || !strings.Contains(err.Error(), "nothing.csv") {
		t.Errorf("no such file: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.ReadFile(ctx, listed(t, "#1\n")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Points far from all roads are refused, with a hint if coordinates are swapped.
func TestFar(t *testing.T) {
	_, f := delaware(t)
	for text, want := range map[string]string{"-75.5,39.7": "", "-75.4,39": "", "39.7,-75.5": "swapped", "13.4,52.5": "km away", "-100,39": "km away"} {
		_, err := f.Find(text, nil)
		if want == "" && err != nil || want != "" && (fault.Code(err) != int(fault.Input) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", text, err)
		}
		if err != nil && want == "km away" && strings.Contains(err.Error(), "swapped") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A list mixes places and files.
func TestList(t *testing.T) {
	m, f := delaware(t)
	got, err := f.List(t.Context(), []string{"#1", listed(t, "name,node\nhome,2\nhere,1\n"), fmt.Sprintf("id:%d", m.Graph.ID[0])})
	if err != nil || !slices.Equal(place.Nodes(got), []uint32{1, 2, 1, 0}) || got[1].Name != "home" || got[0].Name != "#1" {
		t.Errorf("%v: %+v", err, got)
	}
	for text, want := range map[string]string{"#99999999": "is not a node", "nowhere": "nowhere", "1,2,3": "is not a place"} {
		if _, err := f.List(t.Context(), []string{text}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
