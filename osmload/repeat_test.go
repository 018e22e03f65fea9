package osmload

import (
	"bytes"
	"os"
	"testing"

	"kernelscope/osmload/internal/pbfwrite"
	"kernelscope/osmload/osmtest"
)

// TestRepeat reads three copies of an extract: a network three times as large.
func TestRepeat(t *testing.T) {
	const copies = 3
	file, err := os.ReadFile(osmtest.Data(t, "osm", "helsinki.osm.pbf"))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := pbfwrite.Repeat(bytes.NewReader(file), int64(len(file)), &out, copies); err != nil {
		t.Fatal(err)
	}
	one, err := readBytes(file)
	if err != nil {
		t.Fatal(err)
	}
	all, err := readBytes(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	checkMap(t, all)
	c, d := one.Counts, all.Counts
	got := [...]int{d.Nodes, d.Ways, d.Relations, d.HighwayWays, d.HighwayNodes, d.RoadWays, d.MissingNodes, d.ShortWays, all.Graph.Nodes(), all.Graph.Edges(), len(all.Points), len(all.Water.Points)}
	want := [...]int{c.Nodes, c.Ways, c.Relations, c.HighwayWays, c.HighwayNodes, c.RoadWays, c.MissingNodes, c.ShortWays, one.Graph.Nodes(), one.Graph.Edges(), len(one.Points), len(one.Water.Points)}
	for i := range want {
		if got[i] != copies*want[i] {
			t.Fatalf("counts %v, want %d times %v", got, copies, want)
		}
	}
	if got, want := all.Box.Max.X-all.Box.Min.X, one.Box.Max.X-one.Box.Min.X; got <= want {
		t.Errorf("the copies are in one place, %d units wide", got)
	}
}
