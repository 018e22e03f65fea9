package roads

import (
	"math/bits"

	"kernelscope/compute"
	"kernelscope/shaders"
)

// Keys holds the arguments of roads_keys.
type Keys[B any] struct {
	Segments, Visible, Seen, Firsts, States, Keys, Payload B

	Chunks, Parts uint32
	Nodes         uint32 // number of nodes with states
	Lowest        uint32 // lowest level of the map, as in the kind of a segment
}

// KeyBits returns the number of bits in the keys of a map with some levels and parts.
func KeyBits(levels, parts int) int { return 5 + bits.Len(uint(levels*parts-1)) }

// MirrorKeys mirrors roads_keys.
func MirrorKeys(_ compute.Grid, a Keys[[]uint32]) {
	for i, chunk := range a.Visible[:a.Chunks] {
		at := a.Firsts[i] * a.Parts
		for w, word := range a.Seen[i*roadsSeen:][:roadsSeen] {
			for ; word != 0; word &= word - 1 {
				number := chunk*shaders.RoadsChunk + uint32(32*w+bits.TrailingZeros32(word))
				segment := a.Segments[number*shaders.RoadsSegmentWords:][:shaders.RoadsSegmentWords]
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

// roadKey returns the key of one part of a segment.
func roadKey(a Keys[[]uint32], segment []uint32, part uint32, fill bool) uint32 {
	node, word := segment[4], uint32(0)
	if fill && node < a.Nodes {
		word = a.States[node]
	}
	return RoadOrder(segment[5]-a.Lowest<<4, a.Parts, part, word)
}

// RoadOrder returns the key of one of the parts of a segment of a kind, the node of which has a word of
// states.
func RoadOrder(kind, parts, part, word uint32) uint32 {
	state := [...]uint32{0, 1, 3, 2}[word>>30] // near is drawn above relaxed
	return (kind>>4*parts+part)<<5 | (7-kind&15)<<2 | state
}
