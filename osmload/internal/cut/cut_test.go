package main

import (
	"bytes"
	"os"
	"reflect"
	"slices"
	"testing"

	"kernelscope/osmload"
	"kernelscope/osmload/osmtest"
)

// A cut is the same map as the whole file.
func TestCut(t *testing.T) {
	path := osmtest.Module(t, "delaware-latest.osm.pbf")
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, _ := f.Stat()
	var out bytes.Buffer
	if err := cut(t.Context(), f, info.Size(), &out, "test", all); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 4<<20 {
		t.Errorf("the cut has %d bytes", out.Len())
	}
	whole, err := osmload.Load(t.Context(), path, osmload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	part, err := osmload.Read(t.Context(), bytes.NewReader(out.Bytes()), int64(out.Len()), "cut.osm.pbf", osmload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(whole.Graph.Weight, part.Graph.Weight) || !slices.Equal(whole.Points, part.Points) {
		t.Error("the cut is another map")
	}
	if !reflect.DeepEqual(whole.Names, part.Names) || !reflect.DeepEqual(whole.Water, part.Water) {
		t.Error("the cut has other names or other water")
	}
}
