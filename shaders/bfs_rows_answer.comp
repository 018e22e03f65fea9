#version 450
#extension GL_GOOGLE_include_directive : require
#define STATE 3
#include "bfs_rows.glsl"

// Answers pairs of a sweep from the rows of the previous level. One workgroup owns a pair and
// divides the neighbours of its destination. At level 1, whose rows already exist, it reads the
// destination itself.
layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Head { uint head[]; };
layout(std430, binding = 2) readonly buffer Rows { uint rows[]; };
layout(std430, binding = 4) readonly buffer Pairs { uvec2 pair[]; }; // destination, column
layout(std430, binding = 5) buffer Lengths { uint lengths[]; };
layout(std430, binding = 6) buffer Counts { uint counts[]; }; // open pairs of each column
layout(push_constant) uniform Args { uint ahead; }; // levels after base
#include "bfs_answer.glsl"

void main() {
	uint level = base + ahead, p = first_pair + workgroup();
	if (workgroup() >= pairs || !has_changed(ahead - 1) || lengths[p] != OPEN)
		return;
	uint v = pair[p].x, column = pair[p].y, word = column >> 5, bit = 1u << (column & 31);
	if (level == 1) {
		if (gl_LocalInvocationID.x == 0 && (rows[v * WORDS + word] & bit) != 0)
			answer(p, column, 1);
		return;
	}
	uint end = first[v + 1], round = 0;
	// At most 2^20 edges, 32 at a time.
	for (uint e = first[v] + gl_LocalInvocationID.x; e < end; e += gl_WorkGroupSize.x) {
		if ((rows[head[e] * WORDS + word] & bit) != 0) {
			answer(p, column, level);
			break;
		}
		if ((++round & 3) == 0 && atomicOr(lengths[p], 0) != OPEN)
			break;
	}
}
