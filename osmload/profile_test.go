package osmload

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/paulmach/osm"

	"kernelscope/scene"
)

// tagged returns the tags with the given keys and values.
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
		if got := Car.classify(tagged(c.tags...)); got != c.want {
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

// Every road of the table is found by its name. A positive speed means that the profile may use it,
// a negative one that the profile's own tag admits it.
func TestHighwaysTable(t *testing.T) {
	for name, h := range highways {
		for p := range Profile(profiles) {
			r := p.classify(tagged("highway", name))
			if !r.drawn || r.class != h.class || r.open() != (h.speed[p] > 0) {
				t.Errorf("%s by %v: %+v becomes %+v", name, p, h, r)
			}
			r = p.classify(tagged("highway", name, rules[p].access[0], "designated"))
			if want := uint8(max(h.speed[p], -h.speed[p])); r.forward != want {
				t.Errorf("%s designated for %v has %d km/h, not %d", name, p, r.forward, want)
			}
		}
	}
}

// Streets have the edges that follow from their tags, with the directions and speeds of each
// profile.
func TestProfiles(t *testing.T) {
	for _, c := range []struct {
		tags               string
		car, bicycle, foot string // km/h in both directions; - if closed
	}{
		{"highway=residential", "30 30", "15 15", "5 5"},
		{"highway=residential oneway=yes", "30 -", "15 -", "5 5"},
		{"highway=residential oneway=yes oneway:bicycle=no", "30 -", "15 15", "5 5"},
		{"highway=residential oneway=-1 oneway:bicycle=yes", "- 30", "15 -", "5 5"},
		{"highway=residential oneway=yes cycleway:left=opposite_lane", "30 -", "15 15", "5 5"},
		{"highway=residential oneway=-1 cycleway=opposite", "- 30", "15 15", "5 5"},
		{"highway=residential oneway=yes oneway:bicycle=yes cycleway=opposite", "30 -", "15 -", "5 5"},
		{"highway=tertiary junction=roundabout", "45 -", "15 -", "5 5"},
		{"highway=footway oneway:foot=yes", "- -", "- -", "5 -"},
		{"highway=motorway", "100 -", "- -", "- -"},
		{"highway=motorway bicycle=yes", "100 -", "15 -", "- -"},
		{"highway=trunk motorroad=yes", "85 85", "- -", "- -"},
		{"highway=trunk motorroad=yes foot=yes", "85 85", "- -", "5 5"},
		{"highway=primary maxspeed=50 bicycle=use_sidepath", "50 50", "- -", "5 5"},
		{"highway=primary maxspeed=10 foot=no", "10 10", "10 10", "- -"},
		{"highway=cycleway", "- -", "15 15", "5 5"},
		{"highway=cycleway foot=no", "- -", "15 15", "- -"},
		{"highway=footway", "- -", "- -", "5 5"},
		{"highway=footway bicycle=yes", "- -", "10 10", "5 5"},
		{"highway=pedestrian area=yes", "- -", "- -", "5 5"},
		{"highway=pedestrian bicycle=dismount", "- -", "4 4", "5 5"},
		{"highway=path", "- -", "12 12", "5 5"},
		{"highway=path vehicle=no", "- -", "- -", "5 5"},
		{"highway=steps", "- -", "- -", "4 4"},
		{"highway=bridleway", "- -", "- -", "- -"},
		{"highway=bridleway foot=yes", "- -", "- -", "5 5"},
		{"highway=track motor_vehicle=agricultural", "- -", "12 12", "5 5"},
		{"highway=service access=private", "- -", "- -", "- -"},
		{"highway=service access=no bicycle=yes foot=designated", "- -", "15 15", "5 5"},
		{"highway=residential motor_vehicle=no", "- -", "15 15", "5 5"},
		{"highway=residential vehicle=no bicycle=yes", "- -", "15 15", "5 5"},
	} {
		for p, want := range []string{c.car, c.bicycle, c.foot} {
			if got := edgesOf(t, Profile(p), c.tags); got != want {
				t.Errorf("%s by %v: %s, want %s", c.tags, Profile(p), got, want)
			}
		}
	}
}

// edgesOf returns the speeds in both directions on a street of one kilometre with the given tags.
func edgesOf(t *testing.T, p Profile, tags string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(`<osm version="0.6"><node id="1" lat="0" lon="0"/><node id="2" lat="0" lon="0.01"/><way id="3"><nd ref="1"/><nd ref="2"/>`)
	for tag := range strings.FieldsSeq(tags) {
		k, v, _ := strings.Cut(tag, "=")
		fmt.Fprintf(&b, `<tag k="%s" v="%s"/>`, k, v)
	}
	b.WriteString(`</way></osm>`)
	m, err := Read(t.Context(), strings.NewReader(b.String()), int64(b.Len()), "street", Options{Profile: p})
	if err != nil {
		t.Fatal(err)
	}
	if m.Profile != p.String() || len(m.Lines) != 1 {
		t.Errorf("the map is by %s, with %d lines", m.Profile, len(m.Lines))
	}
	speeds, g := map[int64]string{}, m.Graph
	for v := range g.Nodes() {
		for e := g.FirstOut[v]; e < g.FirstOut[v+1]; e++ {
			speeds[g.ID[v]] = fmt.Sprint(math.Round(scene.SpeedOf(uint64(g.Length[e]), uint64(g.Time[e]))))
		}
	}
	return cmp.Or(speeds[1], "-") + " " + cmp.Or(speeds[2], "-")
}
