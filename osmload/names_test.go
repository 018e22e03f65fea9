package osmload

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/osm"
	"github.com/paulmach/osm/osmpbf"

	"kernelscope/osmload/internal/pbfwrite"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene"
)

// TestNames compares the names of all stretches between two points, and of all settlements, with
// those read by paulmach/osm.
func TestNames(t *testing.T) {
	for _, path := range []string{osmtest.Data(t, "osm", "helsinki.osm.pbf"), osmtest.Module(t, "delaware-latest.osm.pbf")} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			m, err := Load(t.Context(), path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			names, towns := namesIn(t, path)
			named := 0
			for i := range m.Lines {
				for _, s := range m.Spans(nil, uint32(i)) {
					for p := s.First; p < s.End; p++ {
						if got := m.Names.Roads[s.Road]; !slices.Contains(names[stretch{m.PointID[p], m.PointID[p+1]}], got) {
							t.Fatalf("nodes %d to %d are of %v, want one of %v", m.PointID[p], m.PointID[p+1], got, names[stretch{m.PointID[p], m.PointID[p+1]}])
						} else if got != (scene.RoadName{}) {
							named++
						}
					}
				}
			}
			if named < len(m.Points)/5 {
				t.Errorf("%d of %d stretches have a name", named, len(m.Points))
			}
			if len(m.Names.Towns) != len(towns) || len(towns) == 0 {
				t.Fatalf("%d settlements, want %d", len(m.Names.Towns), len(towns))
			}
			for _, s := range m.Names.Towns {
				if want := towns[s.ID]; s.Name != want {
					t.Errorf("settlement %d is %q, want %q", s.ID, s.Name, want)
				}
			}
		})
	}
}

// stretch is a pair of consecutive nodes of a way, in either direction.
type stretch [2]int64

// namesIn reads the names of ways and settlements.
func namesIn(t *testing.T, path string) (map[stretch][]scene.RoadName, map[int64]string) {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	names, towns := map[stretch][]scene.RoadName{}, map[int64]string{}
	s := osmpbf.New(t.Context(), f, 2)
	defer s.Close()
	for s.Scan() {
		switch v := s.Object().(type) {
		case *osm.Node:
			if _, ok := settlements[v.Tags.Find("place")]; ok && strings.TrimSpace(v.Tags.Find("name")) != "" {
				towns[int64(v.ID)] = strings.TrimSpace(v.Tags.Find("name"))
			}
		case *osm.Way:
			n := scene.RoadName{Name: strings.TrimSpace(v.Tags.Find("name")), Ref: strings.TrimSpace(v.Tags.Find("ref"))}
			refs := v.Nodes.NodeIDs()
			for k := 1; k < len(refs) && v.Tags.Find("highway") != ""; k++ {
				a, b := int64(refs[k-1]), int64(refs[k])
				names[stretch{a, b}] = append(names[stretch{a, b}], n)
				names[stretch{b, a}] = append(names[stretch{b, a}], n)
			}
		}
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	return names, towns
}

// named is a way with a name.
func named(id osm.WayID, name string, refs ...osm.NodeID) pbfwrite.TaggedWay {
	w := street(id, refs...)
	w.Tags = append(w.Tags, osm.Tag{Key: "name", Value: name})
	return w
}

// TestNamesAlongChain joins two ways with different names and opposite directions to one line.
func TestNamesAlongChain(t *testing.T) {
	b := encode(pbfwrite.Raw, nodes(row(6)), ways(named(1, "East", 1, 2, 3), named(2, "West", 6, 5, 4, 3)))
	for _, workers := range []int{1, 4} {
		old := runtime.GOMAXPROCS(workers)
		m, err := readBytes(b)
		runtime.GOMAXPROCS(old)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Lines) != 1 {
			t.Fatalf("%d lines, want 1", len(m.Lines))
		}
		got := map[string]uint32{}
		for _, s := range m.Spans(nil, 0) {
			got[m.Names.Roads[s.Road].String()] += s.End - s.First
		}
		if len(got) != 2 || got["East"] != 2 || got["West"] != 3 {
			t.Errorf("stretches by name: %v", got)
		}
		if n := m.NameOf(0).Name; n != "West" {
			t.Errorf("most of the line is %q", n)
		}
	}
}

// TestBadNames reads names that must not be shown unchanged, from both formats.
func TestBadNames(t *testing.T) {
	for name, want := range map[string]string{
		"  a\tb\n ":                     "a b",
		"\x00\x1b[31mred\u202e":         "[31mred",
		strings.Repeat("ä", 300):        strings.Repeat("ä", 255),
		"bad \xff\xfe bytes":            "bad  bytes",
		strings.Repeat("x", 255) + "yz": strings.Repeat("x", 255),
	} {
		m, err := readBytes(encode(pbfwrite.Zlib, nodes(row(3)), ways(named(1, name, 1, 2, 3))))
		if err != nil {
			t.Fatal(err)
		}
		if got := m.NameOf(0).Name; got != want {
			t.Errorf("%q became %q, want %q", name, got, want)
		}
	}
}

// TestTowns reads settlements from dense and from single nodes, and skips other places.
func TestTowns(t *testing.T) {
	town := func(id osm.NodeID, tags ...string) pbfwrite.TaggedNode {
		n := pbfwrite.TaggedNode{Node: pbfwrite.Node{ID: id, Lat: 40_0000000, Lon: int64(id) * 100}}
		for i := 0; i < len(tags); i += 2 {
			n.Tags = append(n.Tags, osm.Tag{Key: tags[i], Value: tags[i+1]})
		}
		return n
	}
	towns := []pbfwrite.TaggedNode{
		town(20, "name", "Big", "place", "city", "population", "123456"), town(21), town(22, "place", "town"), town(23, "place", "sea", "name", "Deep"),
		town(24, "highway", "stop"), town(25, "place", "hamlet", "name", "Small", "population", "some"),
	}
	for _, plain := range []bool{false, true} {
		m, err := readBytes(encode(pbfwrite.Zlib, nodes(row(3)), func(e *pbfwrite.Encoder) {
			e.Plain = plain
			e.Tagged(towns)
		}, ways(street(1, 1, 2, 3))))
		if err != nil {
			t.Fatal(err)
		}
		got := m.Names.Towns
		if len(got) != 2 || got[0].Name != "Big" || got[0].Size != scene.City || got[0].Population != 123456 || got[1].Name != "Small" || got[1].Population != 0 {
			t.Errorf("plain %v: %+v", plain, got)
		}
	}
}
