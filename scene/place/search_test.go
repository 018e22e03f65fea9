package place

import (
	"fmt"
	"strings"
	"testing"

	"kernelscope/osmload"
	"kernelscope/osmload/osmtest"
	"kernelscope/scene/geom"
)

// TestLike searches for typical texts in a real map.
func TestLike(t *testing.T) {
	m, err := osmload.Load(t.Context(), osmtest.Data(t, "osm", "helsinki.osm.pbf"), osmload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSearch(m)
	if err != nil {
		t.Fatal(err)
	}
	near := m.Graph.At[0]
	lon, lat := near.Degrees()
	for _, c := range []struct{ typed, want string }{
		{"unioninkatu", "Unioninkatu"}, {"  KAIS ", "Kaisaniemi"}, {"kaisaniemenranta", "Kaisaniemenranta"}, {"lonnrot", "Lönnrotinkatu"},
		{"Lönnrot", "Lönnrotinkatu"}, {"esplanadi", "Eteläesplanadi"}, {"#5", "node #5"}, {fmt.Sprintf("id:%d", m.Graph.ID[7]), "node #7"},
		{fmt.Sprintf("%f,%f", lon, lat), "node #0"},
	} {
		got := s.Like(c.typed, near, 8)
		names := ""
		for _, f := range got {
			names += f.Name + ", "
		}
		if len(got) == 0 || !strings.Contains(names, c.want) {
			t.Errorf("%q finds %q, want %q", c.typed, names, c.want)
		}
		if len(got) > 8 {
			t.Errorf("%q finds %d places", c.typed, len(got))
		}
	}
	for _, none := range []string{"", "  ", "xyzzy", "#99999999", "id:x", "500,500"} {
		if got := s.Like(none, near, 8); len(got) > 0 {
			t.Errorf("%q finds %v", none, got)
		}
	}
	if got := s.Like("Helsinki", near, 1); len(got) != 1 || got[0].What != "city" {
		t.Errorf("Helsinki is %+v", got)
	}
}

// TestLikeNear prefers the nearest of several roads with the same name.
func TestLikeNear(t *testing.T) {
	m, err := osmload.Load(t.Context(), osmtest.Module(t, "delaware-latest.osm.pbf"), osmload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSearch(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lon, lat float64
		want     string
	}{{-75.75, 39.68, "Newark"}, {-75.43, 38.91, "Milford"}} {
		near := geom.FromDegrees(c.lon, c.lat)
		got := s.Like("main street", near, 5)
		if len(got) == 0 || got[0].At.Metres(near) > 20e3 {
			t.Errorf("near %s: %+v", c.want, got)
		}
	}
}

func TestFold(t *testing.T) {
	for in, want := range map[string]string{"  Rue de l'Église ": "rue de l'eglise", "STRASSE": "strasse", "Straße": "strasse", "Ёлки": "елки", "Αθήνα": "αθηνα", "東京": "東京"} {
		if got := fold(in); got != want {
			t.Errorf("%q folds to %q, want %q", in, got, want)
		}
	}
}

// BenchmarkLike searches for the name of many roads.
func BenchmarkLike(b *testing.B) {
	m, err := osmload.Load(b.Context(), osmtest.Module(b, "delaware-latest.osm.pbf"), osmload.Options{})
	if err != nil {
		b.Fatal(err)
	}
	s, err := NewSearch(m)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.Like("street", m.Graph.At[0], 10)
	}
}
