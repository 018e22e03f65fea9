#version 450
#extension GL_GOOGLE_include_directive : require
#define JOINT 4
#include "bfs_joint.glsl"

// Sets the bit of each column at its source, and queues the sources, which are all different. One
// invocation owns one column.
layout(std430, binding = 0) readonly buffer Sources { uint sources[]; };
layout(std430, binding = 1) buffer Seen { uint seen[]; };
layout(std430, binding = 2) buffer Frontier { uint visit[]; };
layout(std430, binding = 3) writeonly buffer Queue { uint queue[]; };

void main() {
	uint column = invocation();
	if (column >= columns)
		return;
	uint source = sources[first_column + column], at = source * WORDS + (column >> 5), bit = 1u << (column & 31);
	seen[at] = bit; // no other column has this source
	visit[at] = bit;
	queue[column] = source;
}
