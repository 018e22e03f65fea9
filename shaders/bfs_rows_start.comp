#version 450
#extension GL_GOOGLE_include_directive : require
#define STATE 5
#include "bfs_rows.glsl"

// Begins a sweep: sets the bit of each column at its source (level 0) and at the source's
// neighbours (level 1). SHARE workgroups own one column and divide the edges of its source.
//
// Races are harmless: bits are only set.
layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) buffer Rows { uint rows[]; };
layout(std430, binding = 3) buffer Fresh { uint fresh[]; }; // bits of each node's pieces that changed
layout(constant_id = 2) const uint MARK = 0; // 1: mark the changed pieces
layout(std430, binding = 4) readonly buffer Sources { uint sources[]; };
layout(push_constant) uniform Args { uint share; };

void main() {
	uint column = workgroup() / share, part = workgroup() % share;
	if (column >= columns)
		return;
	uint source = sources[first_column + column], word = column >> 5, bit = 1u << (column & 31), piece = 1u << (column >> 7) / EACH;
	uint end = first[source + 1], step = share * gl_WorkGroupSize.x;
	// At most 2^20 edges, 128 at a time.
	for (uint e = first[source] + part * gl_WorkGroupSize.x + gl_LocalInvocationID.x; e < end; e += step) {
		uint v = head[e];
		atomicOr(rows[v * WORDS + word], bit);
		if (MARK != 0)
			atomicOr(fresh[v], piece);
	}
	if (part == 0 && gl_LocalInvocationID.x == 0) {
		atomicOr(rows[source * WORDS + word], bit);
		if (MARK != 0)
			atomicOr(fresh[source], piece);
		note_change(0);
	}
}
