#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "segment.glsl"

// Writes the draw keys of the segments in view, in order. One invocation owns a segment. The
// position of its key is the number of earlier segments in view.
//
// The fields of a key are, from the highest: level (from bit 6 on), casing 0 or fill 1 (bit 5),
// importance of the class (bits 2 to 4), state (bits 0 and 1). So a bridge is above everything that
// it crosses, including its casing. Within a level, fills join at junctions, more important roads
// are above others, and reached roads above unreached ones. Without casings there is no bit for
// them, and levels begin at bit 5. The payload is the segment's number and, in bit 0, 1 for a fill.
layout(std430, binding = 0) readonly buffer Segments { Segment segments[]; };
layout(std430, binding = 1) readonly buffer Visible { uint visible[]; };
layout(std430, binding = 2) readonly buffer Seen { uint seen[]; };
layout(std430, binding = 3) readonly buffer Firsts { uint firsts[]; };
layout(std430, binding = 4) readonly buffer States { uint states[]; };
layout(std430, binding = 5) writeonly buffer Keys { uint keys[]; };
layout(std430, binding = 6) writeonly buffer Payload { uint payload[]; };

layout(push_constant) uniform Args {
	uint chunks, parts;
	uint nodes;  // number of nodes with states; zero before the first search
	uint lowest; // lowest level of the map
};

const uint WORDS = CHUNK / 32;

uint key_of(Segment s, uint part, bool fill) {
	uint state = fill && s.node < nodes ? states[s.node] >> 30 : 0;
	state ^= state >> 1; // unreached, far, relaxed, near: the frontier is on top
	return ((s.kind >> 4) - lowest) * parts + part << 5 | 7 - class_of(s.kind) << 2 | state;
}

void main() {
	uint i = invocation(), chunk = i / CHUNK, bit = i & 31;
	if (chunk >= chunks || (seen[i / 32] >> bit & 1) == 0)
		return;
	uint rank = firsts[chunk] + bitCount(seen[i / 32] & (1u << bit) - 1);
	for (uint w = chunk * WORDS; w < i / 32; w++) // at most seven
		rank += bitCount(seen[w]);

	uint number = visible[chunk] * CHUNK + i % CHUNK;
	Segment s = segments[number];
	for (uint part = 0; part < parts; part++) { // casing and fill, or only a fill
		bool fill = part + 1 == parts;
		keys[rank * parts + part] = key_of(s, part, fill);
		payload[rank * parts + part] = number << 1 | uint(fill);
	}
}
