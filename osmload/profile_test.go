package osmload

import (
	"testing"

	"github.com/paulmach/osm"

	"kernelscope/scene"
)

// tagged returns tags of pairs of keys and values.
func tagged(pairs ...string) (tags osm.Tags) {
	for i := 0; i < len(pairs); i += 2 {
		tags = append(tags, osm.Tag{Key: pairs[i], Value: pairs[i+1]})
	}
	return tags
}

func TestClassify(t *testing.T) {
	street := scene.Street
	cases := []struct {
		name string
		tags []string
		want road
	}{
		{"residential", []string{"highway", "residential"}, road{street, 0, true, 30, 30}},
		{"motorway is one-way", []string{"highway", "motorway"}, road{scene.Motorway, 0, true, 100, 0}},
		{"motorway both ways", []string{"highway", "motorway", "oneway", "no"}, road{scene.Motorway, 0, true, 100, 100}},
		{"link is not implied one-way", []string{"highway", "motorway_link"}, road{scene.Motorway, 0, true, 50, 50}},
		{"roundabout", []string{"highway", "residential", "junction", "roundabout"}, road{street, 0, true, 30, 0}},
		{"against", []string{"highway", "residential", "oneway", "-1"}, road{street, 0, true, 0, 30}},
		{"reversible", []string{"highway", "residential", "oneway", "reversible"}, road{street, 0, true, 0, 0}},
		{"private", []string{"highway", "service", "access", "private"}, road{scene.Service, 0, true, 0, 0}},
		{"specific tag wins", []string{"highway", "residential", "access", "no", "motor_vehicle", "yes"}, road{street, 0, true, 30, 30}},
		{"no cars", []string{"highway", "residential", "motorcar", "no", "access", "yes"}, road{street, 0, true, 0, 0}},
		{"vehicles kept out", []string{"highway", "residential", "vehicle", "no"}, road{street, 0, true, 0, 0}},
		{"square", []string{"highway", "service", "area", "yes"}, road{scene.Service, 0, true, 0, 0}},
		{"footway", []string{"highway", "footway"}, road{scene.Path, 0, true, 0, 0}},
		{"not built", []string{"highway", "proposed"}, road{}},
		{"not a road", nil, road{}},
		{"per direction", []string{"highway", "primary", "maxspeed", "50", "maxspeed:backward", "70"}, road{scene.Primary, 0, true, 50, 70}},
		{"bridge", []string{"highway", "primary", "bridge", "yes"}, road{scene.Primary, 1, true, 65, 65}},
		{"tunnel", []string{"highway", "primary", "tunnel", "yes"}, road{scene.Primary, -1, true, 65, 65}},
		{"layer", []string{"highway", "primary", "layer", "-2", "bridge", "yes"}, road{scene.Primary, -2, true, 65, 65}},
		{"odd layer", []string{"highway", "primary", "layer", "high", "bridge", "no"}, road{scene.Primary, 0, true, 65, 65}},
	}
	for _, c := range cases {
		if got := classify(tagged(c.tags...)); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestParseSpeed(t *testing.T) {
	for s, want := range map[string]uint8{
		"50": 50, "50 km/h": 50, "30 mph": 48, "30mph": 48, "10 knots": 19, "7.5": 8, " 60 ": 60, "walk": 7, "none": 130,
		"DE:urban": 50, "DE:rural": 100, "FR:rural": 80, "XX:rural": 90, "DE:zone:30": 30, "DE:30": 30, "GB:nsl_single": 97,
		"50;30": 30, "signals;30": 30, "50; ": 50, "300": 150, "1e9": 0, "999999": 150,
		"": 0, "0": 0, "-5": 0, "signals": 0, "50 parsec": 0, "DE:": 0, ":": 0, ".": 0, "NaN": 0, "Inf": 0,
	} {
		if got := parseSpeed(s); got != want {
			t.Errorf("%q: got %d km/h, want %d", s, got, want)
		}
	}
}

// Every road of the table can be reached through its name, and a speed means
// that cars go there.
func TestHighwaysTable(t *testing.T) {
	for name, h := range highways {
		r := classify(tagged("highway", name))
		if !r.drawn || r.class != h.class || r.open() != (h.speed > 0) {
			t.Errorf("%s: %+v becomes %+v", name, h, r)
		}
	}
}
