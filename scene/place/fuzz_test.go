package place_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"kernelscope/fault"
	"kernelscope/scene"
	"kernelscope/scene/build"
	"kernelscope/scene/graphgen"
	"kernelscope/scene/place"
)

// FuzzFind: whatever is typed as a place is a node, or is refused.
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

// FuzzFile: whatever a file of places holds, it names nodes or is refused.
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

// small is a map with coordinates.
func small(f *testing.F) *scene.Map {
	m, err := build.Map(f.Context(), graphgen.Roads(1, 300))
	if err != nil {
		f.Fatal(err)
	}
	return m
}
