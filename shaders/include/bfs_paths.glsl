// One level of counting shortest paths (U. Brandes, "A faster algorithm for betweenness
// centrality", J. Math. Sociol. 25, 2001), for several sources concurrently, bottom-up: a node that
// is new at this level has as many shortest paths as its neighbours in the previous level together.
// One invocation owns a node and a column, which is a source; consecutive invocations own the
// columns of a node. Degrees are at most 32,768 on devices that stop long loops.
//
// A number of paths has two words, whose meaning is defined by NUMBER and the functions of the
// including file. Additions are in the order of the edges, so that sums are the same every time.
// Races are harmless: nodes found concurrently get this level, and only nodes of the previous level
// are read.
#ifndef BFS_PATHS_GLSL
#define BFS_PATHS_GLSL
#include "invocation.glsl"

layout(std430, binding = 0) readonly buffer First { uint first[]; };
layout(std430, binding = 1) readonly buffer Tail { uint tail_of[]; };
layout(std430, binding = 2) buffer Levels { uint level_of[]; };
layout(std430, binding = 3) buffer Paths { uvec2 paths[]; };
layout(std430, binding = 4) writeonly buffer Grown { uint grown[]; }; // whether a level has nodes
layout(push_constant) uniform Args { uint nodes; uint columns; uint level; };

const uint NONE = 0xffffffffu;
shared uint any;

void main() {
	if (gl_LocalInvocationID.x == 0)
		any = 0;
	barrier();
	uint i = invocation(), v = i / columns, column = i % columns;
	if (v < nodes && level_of[i] == NONE) {
		NUMBER sum = NUMBER(0);
		bool found = false;
		for (uint e = first[v], end = first[v + 1]; e < end; e++) {
			uint at = tail_of[e] * columns + column;
			if (level_of[at] == level - 1) {
				found = true;
				sum = add_paths(sum, load_paths(paths[at]));
			}
		}
		if (found) {
			level_of[i] = level;
			paths[i] = store_paths(sum);
			any = 1;
		}
	}
	barrier();
	if (gl_LocalInvocationID.x == 0 && any != 0)
		grown[level % grown.length()] = 1;
}

#endif
