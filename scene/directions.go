package scene

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kernelscope/scene/geom"
)

// Turn is the turn of a path from one road to the next.
type Turn int

// Turns, from sharp left to sharp right. Depart begins a path.
const (
	Depart Turn = iota
	SharpLeft
	Left
	SlightLeft
	Straight
	SlightRight
	Right
	SharpRight
	Back
)

// String returns the turn as programs read it. It is empty for Depart.
func (t Turn) String() string {
	return [...]string{"", "sharp left onto", "left onto", "slight left onto", "straight on along", "slight right onto", "right onto", "sharp right onto", "turn back on"}[t]
}

// Leg is a part of a path on one road.
type Leg struct {
	RoadName
	Class   Class
	Turn    Turn // the turn into the leg
	Metres  float64
	Seconds float64
	At      geom.Point // start of the leg

	first int // index of At among the points of the path
}

// Road returns the name of the road, or a phrase for its class.
func (l Leg) Road() string {
	if name := l.RoadName.String(); name != "" {
		return name
	}
	return [...]string{"the motorway", "the trunk road", "the primary road", "the secondary road", "the tertiary road", "an unnamed street", "a service road", "a path"}[l.Class]
}

// String returns the leg as a sentence that a navigator says, without its full stop.
func (l Leg) String() string {
	verb := [...]string{"Start on", "Turn sharp left onto", "Turn left onto", "Bear left onto", "Continue on", "Bear right onto", "Turn right onto", "Turn sharp right onto", "Turn back on"}[l.Turn]
	return fmt.Sprintf("%s %s for %s", verb, l.Road(), Distance(l.Metres))
}

// Distance writes metres for directions: three digits, in kilometres from 950 m on, so that a
// rounded distance is never 1000 m.
func Distance(metres float64) string {
	switch {
	case metres < 100:
		return fmt.Sprintf("%.0f m", max(1, metres))
	case metres < 950:
		return fmt.Sprintf("%.0f m", math.Round(metres/10)*10)
	case metres < 99950:
		return fmt.Sprintf("%.1f km", metres/1000)
	}
	return fmt.Sprintf("%.0f km", metres/1000)
}

// connector is the greatest length in metres of an unnamed road that directions omit, such as a
// link between the carriageways of other roads.
const connector = 40

// Directions returns the legs of a path of consecutive edges. A leg comprises consecutive roads
// with the same name or, without a name, of the same class.
func (m *Map) Directions(edges []uint32) (legs []Leg) {
	var points []geom.Point
	for _, e := range edges {
		legs, points = m.extend(legs, points, e)
	}
	told := legs[:0]
	for _, l := range legs {
		n := len(told)
		switch {
		case n > 0 && told[n-1].goesOn(l), n > 0 && l.RoadName == (RoadName{}) && l.Metres < connector:
			told[n-1].Metres, told[n-1].Seconds = told[n-1].Metres+l.Metres, told[n-1].Seconds+l.Seconds
		default:
			told = append(told, l)
		}
	}
	for i := range told[min(1, len(told)):] {
		told[i+1].Turn = turnAt(points, told[i+1].first)
	}
	return told
}

// goesOn reports whether another leg is on the same road. The number identifies a motorway or trunk
// road, whose tunnels and bridges have names of their own; elsewhere the name does.
func (l Leg) goesOn(next Leg) bool {
	if l.Class == next.Class && l.Class <= Trunk && (l.Ref != "" || next.Ref != "") {
		return shared(l.Ref, next.Ref)
	}
	if l.Name != "" || next.Name != "" {
		return l.Name == next.Name
	}
	return l.Ref == next.Ref && (l.Ref != "" || l.Class == next.Class)
}

// shared reports whether two lists of road numbers, separated by semicolons, have one in common.
func shared(a, b string) bool {
	for ref := range strings.SplitSeq(a, ";") {
		if ref != "" && slices.Contains(strings.Split(b, ";"), ref) {
			return true
		}
	}
	return false
}

// extend appends the spans of an edge, in its direction.
func (m *Map) extend(legs []Leg, points []geom.Point, edge uint32) ([]Leg, []geom.Point) {
	line := m.Graph.Line[edge] >> 1
	reversed, l := m.Graph.Line[edge]&1 == 1, m.Lines[line]
	spans := m.Spans(nil, line)
	if len(spans) == 0 {
		spans = []Span{{First: l.First, End: l.End - 1}}
	}
	begin, total := len(legs), 0.0
	for i := range spans {
		s := spans[i]
		if reversed {
			s = spans[len(spans)-1-i]
		}
		leg := Leg{Class: l.Class, first: max(0, len(points)-1)}
		if m.Names != nil {
			leg.RoadName = m.Names.Roads[s.Road]
		}
		for k := range s.End - s.First + 1 {
			p := m.Points[s.First+k]
			if reversed {
				p = m.Points[s.End-k]
			}
			if n := len(points); n > 0 && points[n-1] == p {
				continue
			}
			points = append(points, p)
			if n := len(points); n > 1 {
				leg.Metres += points[n-2].Metres(p)
			}
		}
		leg.At = points[leg.first]
		total += leg.Metres
		legs = append(legs, leg)
	}
	for i := begin; i < len(legs); i++ { // scaled to the length and time of the edge
		part := legs[i].Metres / max(total, math.SmallestNonzeroFloat64)
		legs[i].Metres, legs[i].Seconds = part*float64(m.Graph.Length[edge])/10, part*float64(m.Graph.Time[edge])/10
	}
	return legs, points
}

// turnAt returns the turn at a point of a path, determined by the path's points some metres before
// and after.
func turnAt(points []geom.Point, at int) Turn {
	const look = 20 // metres
	from, to := at, at
	for from > 0 && points[from].Metres(points[at]) < look {
		from--
	}
	for to < len(points)-1 && points[to].Metres(points[at]) < look {
		to++
	}
	ax, ay := float64(points[at].X)-float64(points[from].X), float64(points[at].Y)-float64(points[from].Y)
	bx, by := float64(points[to].X)-float64(points[at].X), float64(points[to].Y)-float64(points[at].Y)
	angle := math.Atan2(ax*by-ay*bx, ax*bx+ay*by) * 180 / math.Pi // positive to the right, because y points down
	side := func(left, right Turn) Turn {
		if angle < 0 {
			return left
		}
		return right
	}
	switch a := math.Abs(angle); {
	case a < 20:
		return Straight
	case a < 50:
		return side(SlightLeft, SlightRight)
	case a < 120:
		return side(Left, Right)
	case a < 165:
		return side(SharpLeft, SharpRight)
	}
	return Back
}
