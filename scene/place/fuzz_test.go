package place_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"kernelscope/internal/fault"
	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/graphgen"
	"kernelscope/scene/place"
)

// FuzzFind checks that any text is either refused or gives a node.
func FuzzFind(f *testing.F) {
	for _, text := range []string{"random", "#0", "#-1", "id:5", "id:99999999999999999999", "-75.5,39.1", "nan,inf", "1,2,3", " #3 ", "-0,-0", "1e999,0", "#\xff"} {
		f.Add(text, true)
		f.Add(text, false)
	}
	m := small(f)
	finder, err := place.NewFinder(m)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, random bool) {
		var rnd *rand.Rand
		if random {
			rnd = rand.New(rand.NewPCG(1, 1))
		}
		p, err := finder.Find(text, rnd)
		if err == nil && (int(p.Node) >= m.Graph.Nodes() || !(p.Snap >= 0)) {
			t.Errorf("%q is %+v of %d nodes", text, p, m.Graph.Nodes())
		}
	})
}

// FuzzFile checks that any file of places is either refused or gives nodes.
func FuzzFile(f *testing.F) {
	for _, text := range []string{"name,lon,lat\nDover,-75.5,39.1\n\"a, b\",-75,38\n", "node\n#0\n5\n", "#1\n# x\n#2\n", "id,name\n1,a\n", "place,name\n\"#3\",c\n", "\ufeff-75,39\n", "lon,lat,lon\n", "\"\n"} {
		f.Add([]byte(text))
	}
	m := small(f)
	finder, err := place.NewFinder(m)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "places.csv")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		places, err := finder.ReadFile(t.Context(), path)
		if err != nil && !errors.Is(err, fault.Input) || err == nil && len(places) == 0 {
			t.Errorf("%d places, %v", len(places), err)
		}
		for _, v := range place.Nodes(places) {
			if int(v) >= m.Graph.Nodes() {
				t.Errorf("node %d of %d", v, m.Graph.Nodes())
			}
		}
	})
}

// FuzzPairs checks that any file of pairs is either refused or gives pairs of listed places.
func FuzzPairs(f *testing.F) {
	for _, text := range []string{
		"source,target\n#1,#2\n", "#1,#2\n", "-75,38,-75.5,39\n", "source_lon,source_lat,source_name,target_id,target_name\n-75,38,a,7,b\n", "source,target,extra\n#1,nowhere,x\n#1,#1,\n", "\"\n", "",
	} {
		f.Add([]byte(text), 100.0)
		f.Add([]byte(text), 0.0)
	}
	m := small(f)
	finder, err := place.NewFinder(m)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte, most float64) {
		path := filepath.Join(t.TempDir(), "pairs.csv")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		pairs, err := finder.ReadPairs(t.Context(), path, most)
		if err != nil {
			if !errors.Is(err, fault.Input) {
				t.Error(err)
			}
			return
		}
		if len(pairs.List) == 0 || len(pairs.Places) != len(pairs.Problems) {
			t.Errorf("%d pairs of %d places with %d problems", len(pairs.List), len(pairs.Places), len(pairs.Problems))
		}
		for _, p := range pairs.List {
			for _, i := range p {
				if i >= len(pairs.Places) || pairs.Problems[i] == "" && int(pairs.Places[i].Node) >= m.Graph.Nodes() {
					t.Errorf("a pair names place %d of %d", i, len(pairs.Places))
				}
			}
		}
	})
}

// FuzzLike checks that any search text finds at most the requested number of places, all of them on
// the map.
func FuzzLike(f *testing.F) {
	for _, text := range []string{"main", "MAIN street", "x", "#3", "id:4", " ", "-75,39", "\xff", "Ä", "i\u0307"} {
		f.Add(text, 3)
	}
	m := small(f)
	n := uint32(len(m.Points))
	m.Names = &scene.Names{
		Roads: []scene.RoadName{{}, {Name: "Main Street", Ref: "9"}, {Name: "X\xff"}}, First: []uint32{0, n / 3, n / 2}, Road: []uint32{1, 0, 2},
		Towns: []scene.Settlement{{Name: "Mainz", At: m.Graph.At[3]}, {Name: "", At: m.Graph.At[4]}, {Name: "Äther", At: m.Graph.At[5]}},
	}
	search, err := place.NewSearch(m)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, most int) {
		most = max(0, min(most, 20))
		found := search.Like(text, m.Graph.At[0], most)
		if len(found) > max(1, most) {
			t.Errorf("%q finds %d", text, len(found))
		}
		for _, x := range found {
			if !m.Box.Within(x.At, 0) {
				t.Errorf("%q finds %+v, which is not on the map", text, x)
			}
		}
	})
}

// small returns a map with coordinates.
func small(f *testing.F) *scene.Map {
	m, err := build.Map(f.Context(), graphgen.Roads(1, 300))
	if err != nil {
		f.Fatal(err)
	}
	return m
}
