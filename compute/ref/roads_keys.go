package ref

import (
	"math/bits"

	"kernelscope/compute"
)

// RoadsCull are the arguments of roads_cull.
type RoadsCull[B any] struct {
	Segments, Visible, Seen, Firsts, Count, Draw B

	LowX, LowY, HighX, HighY int32  // corners of the view, both inside
	Classes                  uint32 // bits of those that are drawn
	Chunks                   uint32 // in Visible
	Parts                    uint32 // keys of a segment
}

// RoadsKeys are the arguments of roads_keys.
type RoadsKeys[B any] struct {
	Segments, Visible, Seen, Firsts, States, Keys, Payload B

	Chunks, Parts uint32
	Nodes         uint32 // with states
	Lowest        uint32 // level of the map, as in the kind of a segment
}

// RoadsKeyBits returns how many bits the keys of segments of some levels have.
func RoadsKeyBits(levels, parts int) int { return 5 + bits.Len(uint(levels*parts-1)) }

const roadsSeen = RoadsChunk / 32 // words of a chunk's set

// CullRoads mirrors roads_cull.
func CullRoads(_ compute.Grid, a RoadsCull[[]uint32]) {
	n := uint32(0)
	for i, chunk := range a.Visible[:a.Chunks] {
		a.Firsts[i] = n
		seen := a.Seen[i*roadsSeen:][:roadsSeen]
		clear(seen)
		for l := range uint32(RoadsChunk) {
			s := a.Segments[(chunk*RoadsChunk+l)*RoadsSegmentWords:]
			if s[5] != RoadsNothing && a.Classes>>(s[5]&15)&1 != 0 && a.inside(s) {
				insert(seen, l)
				n++
			}
		}
	}
	a.Count[0] = n * a.Parts
	a.Draw[1] = (a.Count[0] + RoadsChunk - 1) / RoadsChunk // instances of quads
	a.Draw[5] = a.Count[0]                                 // points
}

// inside says whether the box around a segment touches the view.
func (a *RoadsCull[B]) inside(segment []uint32) bool {
	x0, y0, x1, y1 := int32(segment[0]), int32(segment[1]), int32(segment[2]), int32(segment[3])
	return min(x0, x1) <= a.HighX && max(x0, x1) >= a.LowX && min(y0, y1) <= a.HighY && max(y0, y1) >= a.LowY
}

// KeyRoads mirrors roads_keys.
func KeyRoads(_ compute.Grid, a RoadsKeys[[]uint32]) {
	for i, chunk := range a.Visible[:a.Chunks] {
		at := a.Firsts[i] * a.Parts
		for w, word := range a.Seen[i*roadsSeen:][:roadsSeen] {
			for ; word != 0; word &= word - 1 {
				number := chunk*RoadsChunk + uint32(32*w+bits.TrailingZeros32(word))
				segment := a.Segments[number*RoadsSegmentWords:][:RoadsSegmentWords]
				for part := range a.Parts {
					fill := part+1 == a.Parts
					a.Keys[at], a.Payload[at] = roadKey(a, segment, part, fill), number<<1
					if fill {
						a.Payload[at]++
					}
					at++
				}
			}
		}
	}
}

// roadKey returns the key of a part of a segment.
func roadKey(a RoadsKeys[[]uint32], segment []uint32, part uint32, fill bool) uint32 {
	node, kind, state := segment[4], segment[5], uint32(0)
	if fill && node < a.Nodes {
		state = [...]uint32{0, 1, 3, 2}[a.States[node]>>30] // near above settled
	}
	return ((kind>>4-a.Lowest)*a.Parts+part)<<5 | (7-kind&15)<<2 | state
}
