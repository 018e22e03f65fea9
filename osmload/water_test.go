package osmload

import (
	"testing"

	"github.com/paulmach/osm"

	"kernelscope/osmload/internal/pbfwrite"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene"
)

// TestWater counts the shapes of an extract. paulmach/osm finds in it 517 ways with natural=water,
// 83 riverbanks, 289 rivers, 96 canals and 64 coastlines.
func TestWater(t *testing.T) {
	m, err := Load(t.Context(), osmtest.Module(t, "delaware-latest.osm.pbf"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var count [3]int
	for _, s := range m.Water.Shapes {
		count[s.Kind]++
		if s.Kind == scene.Lake && m.Water.Points[s.First] != m.Water.Points[s.End-1] {
			t.Fatalf("lake %+v does not end where it began", s)
		}
	}
	if count[scene.River] != 289+96 || count[scene.Shore] != 64 {
		t.Errorf("%d rivers and %d shores", count[scene.River], count[scene.Shore])
	}
	if most := 517 + 83; count[scene.Lake] > most || count[scene.Lake] < most*9/10 { // a tenth are parts of rings
		t.Errorf("%d lakes of %d ways", count[scene.Lake], most)
	}
}

// TestBrokenWater reads water with missing nodes, an open lake, and water of a single point.
func TestBrokenWater(t *testing.T) {
	pond := func(id osm.WayID, value string, refs ...osm.NodeID) pbfwrite.TaggedWay {
		return pbfwrite.TaggedWay{ID: id, Tags: osm.Tags{{Key: "natural", Value: value}}, Refs: refs}
	}
	m, err := readBytes(encode(pbfwrite.Raw, nodes(row(6)), ways(street(1, 1, 2), pond(2, "water", 1, 2, 3, 4, 1), pond(3, "water", 1, 2, 3, 4),
		pond(4, "water", 1, 2, 77, 3, 1), pond(5, "water", 1, 2, 1), pond(6, "water", 88, 99, 88), pond(7, "coastline", 5, 99, 6), pond(8, "coastline", 5))))
	if err != nil {
		t.Fatal(err)
	}
	want := []scene.WaterShape{{First: 0, End: 5, Kind: scene.Lake}, {First: 5, End: 9, Kind: scene.Lake}, {First: 9, End: 11, Kind: scene.Shore}}
	if got := m.Water.Shapes; len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("got %v, want %v", got, want)
	}
	if m.Counts.MissingNodes != 0 || m.Counts.HighwayNodes != 2 {
		t.Errorf("water is counted as roads: %+v", m.Counts)
	}
}
