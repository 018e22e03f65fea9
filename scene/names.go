package scene

import (
	"slices"
	"strings"

	"kernelscope/scene/geom"
)

// RoadName is the name of a road, its number, or both.
type RoadName struct{ Name, Ref string }

// String returns the name with the number in parentheses, or the one that there is.
func (n RoadName) String() string {
	switch {
	case n.Name == "":
		return n.Ref
	case n.Ref == "":
		return n.Name
	}
	return n.Name + " (" + strings.Trim(n.Ref, "()") + ")"
}

// Size is the importance of a settlement, the most important first.
type Size uint8

// Sizes of settlements. A suburb is a part of a city or town.
const (
	City Size = iota
	Town
	Village
	Suburb
	Hamlet
)

// String returns the name of the size.
func (s Size) String() string { return [...]string{"city", "town", "village", "suburb", "hamlet"}[s] }

// Settlement is a place with a name.
type Settlement struct {
	At         geom.Point
	ID         int64 // the file's own number
	Name       string
	Size       Size
	Population uint32 // zero if the file does not say
}

// Names holds the names of a map's roads and settlements. A nil Names has none.
type Names struct {
	Roads []RoadName // distinct; the first one is empty
	// First and Road are spans: from point First[i] of the map to the point where the next
	// one begins, the road is Roads[Road[i]].
	First, Road []uint32
	Towns       []Settlement // in the order of their numbers
}

// Span is a part of a line of one name: the points First to End of the map, the last one
// included, since the next span begins there.
type Span struct{ First, End, Road uint32 }

// Spans appends the spans of a line to spans: one or more, in the order of its points, or
// none where no names are known.
func (m *Map) Spans(spans []Span, line uint32) []Span {
	n, l := m.Names, m.Lines[line]
	if n == nil || len(n.First) == 0 {
		return spans
	}
	i, found := slices.BinarySearch(n.First, l.First)
	if !found {
		i--
	}
	for first := l.First; first < l.End-1; i++ {
		end := l.End - 1
		if i+1 < len(n.First) {
			end = min(end, n.First[i+1])
		}
		spans = append(spans, Span{first, end, n.Road[i]})
		first = end
	}
	return spans
}

// NameOf returns the name of most of a line, by the number of its points.
func (m *Map) NameOf(line uint32) (name RoadName) {
	longest := uint32(0)
	var space [4]Span
	for _, s := range m.Spans(space[:0], line) {
		if s.End-s.First > longest {
			longest, name = s.End-s.First, m.Names.Roads[s.Road]
		}
	}
	return name
}
