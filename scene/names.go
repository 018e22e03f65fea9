package scene

import (
	"slices"
	"strings"

	"kernelscope/scene/geom"
)

// RoadName is the name of a road, its number, or both.
type RoadName struct{ Name, Ref string }

// String returns the name with the number in parentheses, or only one of them.
func (n RoadName) String() string {
	switch {
	case n.Name == "":
		return n.Ref
	case n.Ref == "":
		return n.Name
	}
	return n.Name + " (" + strings.Trim(n.Ref, "()") + ")"
}

// Size is the importance of a settlement; more important sizes have smaller values.
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
	ID         int64 // its number in the file
	Name       string
	Size       Size
	Population uint32 // zero if unknown
}

// Names holds the names of a map's roads and settlements. A nil *Names has none.
type Names struct {
	Roads []RoadName // distinct; the first is empty
	// First and Road define spans: from point First[i] of the map up to the point where the next
	// span begins, the road is Roads[Road[i]].
	First, Road []uint32
	Towns       []Settlement // ordered by ID
}

// Span is a part of a line with one name: the points First to End of the map, including End, where
// the next span begins.
type Span struct{ First, End, Road uint32 }

// Spans appends the spans of a line to spans, in the order of its points. There are none if the map
// has no names.
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

// NameOf returns the name of the greatest part of a line, measured by its points.
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
