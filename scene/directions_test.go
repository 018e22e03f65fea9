package scene

import (
	"math"
	"strings"
	"testing"

	"kernelscope/scene/geom"
	"kernelscope/scene/graph"
)

// corner returns a map with a road to the east that changes its name on the way, a road to the
// south, which the path follows against the order of its points, a connector, and an unnamed way
// back.
func corner(t *testing.T) *Map {
	m := &Map{Names: &Names{Roads: []RoadName{{}, {Name: "West"}, {Name: "East", Ref: "B 7"}, {Ref: "A 2"}}}}
	at := func(east, south float64) geom.Point { return geom.FromDegrees(10+east*1e-3, 50-south*1e-3) }
	nodes := []geom.Point{at(0, 0), at(4, 0), at(4, 3), at(4.2, 3), at(3, 3.5)}
	line := func(from, to uint32, c Class, names map[int]uint32, points ...geom.Point) {
		l := Line{First: uint32(len(m.Points)), From: from, To: to, Class: c}
		for i, p := range points {
			if road, ok := names[i]; ok {
				m.Names.First, m.Names.Road = append(m.Names.First, l.First+uint32(i)), append(m.Names.Road, road)
			}
			m.Points = append(m.Points, p)
		}
		l.End = uint32(len(m.Points))
		m.Lines = append(m.Lines, l)
	}
	line(0, 1, Primary, map[int]uint32{0: 1, 2: 2}, nodes[0], at(1, 0), at(2, 0), nodes[1])
	line(2, 1, Primary, map[int]uint32{0: 3}, nodes[2], at(4, 1), nodes[1])
	line(2, 3, Service, map[int]uint32{0: 0}, nodes[2], nodes[3])
	line(3, 4, Street, map[int]uint32{0: 0}, nodes[3], nodes[4])
	g, err := graph.FromArcs(nodes, make([]int64, 5), []graph.Arc{
		{Tail: 0, Head: 1, Time: 400, Length: 2860, Line: 0}, {Tail: 1, Head: 2, Time: 100, Length: 3336, Line: 1<<1 | 1},
		{Tail: 2, Head: 3, Time: 20, Length: 143, Line: 2 << 1}, {Tail: 3, Head: 4, Time: 90, Length: 1024, Line: 3 << 1},
	}, graph.ByTime)
	if err != nil {
		t.Fatal(err)
	}
	m.Graph = g
	return m
}

func TestDirections(t *testing.T) {
	m := corner(t)
	legs := m.Directions([]uint32{0, 1, 2, 3})
	var words []string
	metres, seconds := 0.0, 0.0
	for _, l := range legs {
		words = append(words, l.String())
		metres, seconds = metres+l.Metres, seconds+l.Seconds
	}
	want := "Start on West for 140 m, Continue on East (B 7) for 140 m, Turn right onto A 2 for 350 m, Turn right onto an unnamed street for 100 m"
	if got := strings.Join(words, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if math.Abs(metres-736.3) > 1e-6 || math.Abs(seconds-61) > 1e-6 {
		t.Errorf("the legs are %v m and %v s long", metres, seconds)
	}
	if got := m.Directions(nil); len(got) != 0 {
		t.Errorf("no path has %v", got)
	}
	m.Names = nil
	if got := m.Directions([]uint32{0, 1}); len(got) != 1 || got[0].Road() != "the primary road" {
		t.Errorf("without names: %v", got)
	}
}

// A motorway is one leg although its tunnels have names; a street that changes its name is two.
func TestSameRoad(t *testing.T) {
	leg := func(c Class, name, ref string) Leg { return Leg{RoadName: RoadName{Name: name, Ref: ref}, Class: c} }
	for _, c := range []struct {
		a, b Leg
		want bool
	}{
		{leg(Motorway, "Autoestrada", "A 4"), leg(Motorway, "Tunel", "A 4"), true},
		{leg(Motorway, "", "A 4"), leg(Motorway, "", "A 3"), false},
		{leg(Trunk, "Parkway", "US 13"), leg(Trunk, "Highway", "US 40;US 13"), true},
		{leg(Trunk, "", "US 13"), leg(Trunk, "", ""), false},
		{leg(Street, "Main Street", "B 7"), leg(Street, "Main Street", ""), true},
		{leg(Street, "Main Street", "B 7"), leg(Street, "High Street", "B 7"), false},
		{leg(Motorway, "", "A 4"), leg(Primary, "", "A 4"), true},
		{leg(Service, "", ""), leg(Street, "", ""), false},
	} {
		if got := c.a.goesOn(c.b); got != c.want {
			t.Errorf("%v then %v is the same road: %t", c.a.RoadName, c.b.RoadName, got)
		}
	}
}

// Distances never read as 1000 m beside 1.5 km.
func TestDistance(t *testing.T) {
	for metres, want := range map[float64]string{0: "1 m", 99.4: "99 m", 571: "570 m", 949: "950 m", 950: "0.9 km", 1000: "1.0 km", 99_949: "99.9 km", 123_456: "123 km"} {
		if got := Distance(metres); got != want {
			t.Errorf("%g m: %s, want %s", metres, got, want)
		}
	}
}

// TestTurns tests turns in steps of ten degrees.
func TestTurns(t *testing.T) {
	middle := geom.FromDegrees(10, 50)
	for degrees := -175; degrees < 180; degrees += 10 {
		sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
		to := geom.Point{X: middle.X + int32(10000*sin), Y: middle.Y - int32(10000*cos)} // north at 0
		got := turnAt([]geom.Point{{X: middle.X, Y: middle.Y + 10000}, middle, to}, 1)
		if left := got < Straight; got != Straight && got != Back && left != (degrees < 0) {
			t.Errorf("%d degrees: %v", degrees, got)
		}
		if (got == Straight) != (degrees > -20 && degrees < 20) || (got == Back) != (degrees <= -165 || degrees >= 165) {
			t.Errorf("%d degrees: %v", degrees, got)
		}
	}
}
