package view

import (
	"math"
	"testing"

	"kernelscope/osmload"
	"kernelscope/osmload/osmtest"
	"kernelscope/render/input"
)

// TestFind types into the search field and compares the list with a golden picture.
func TestFind(t *testing.T) {
	m, err := osmload.Load(t.Context(), osmtest.Data(t, "osm", "helsinki.osm.pbf"), osmload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := openBench(t, 600, 256, 0.6)
	if err := b.s.Open(m); err != nil {
		t.Fatal(err)
	}
	if err := b.s.Run(math.MaxUint32); err != nil {
		t.Fatal(err)
	}
	if legs := b.s.Snapshot().Result.Legs; len(legs) < 3 {
		t.Errorf("the path has the legs %v", legs)
	}
	b.panel.Field.Text = "kaisa"
	b.Golden("find")
	if f := b.panel.Field.Found; len(f) < 3 || f[0].Name != "Kaisaniemi" {
		t.Errorf("found %+v", f)
	}
	for range 2 {
		b.Press(input.KeyEscape)
	}
	if f := b.panel.Field; f.Text != "" || len(f.Found) > 0 {
		t.Errorf("after Esc the field has %q, and finds %+v", f.Text, f.Found)
	}
}
