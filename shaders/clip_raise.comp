#version 450
#extension GL_GOOGLE_include_directive : require
#include "clip_units.glsl"

// Computes the heights at which many partitions begin, and the tree of their lowest heights. A single
// workgroup, whose size is a power of four, does it, in rows of 16 partitions for each invocation. A
// row is a subtree.
layout(std430, binding = 0) buffer Control {
	uint count;
	uint finished;
	uint pops; // without a push
	uint first_pop;
	uint pushes; // without a pop
};
layout(std430, binding = 1) buffer Partitions { ivec4 partitions[]; }; // pops, pushes, height at the beginning, lowest height
layout(std430, binding = 2) coherent buffer Minima { int minima[]; }; // node v at v - 1
layout(std430, binding = 2) coherent buffer MinimaVectors { ivec4 minima_vectors[]; };

layout(push_constant) uniform Push {
	uint first_leaf;     // first leaf of the tree
	uint partition_size; // elements
};

const uint EACH = 16;

// The pops and pushes of partitions, then the heights before them. They are loaded and stored in
// the order of partitions, but an invocation combines 16 adjacent ones; the gaps distribute these
// over the banks.
const uint GAP = 17;
shared uint stage[GAP * gl_WorkGroupSize.x];

uint at(uint x) { return x + x / EACH; }

// Returns the first node of the level above a node, 0 for the root and its level above.
uint above(uint first) { return first > 1 ? (first - 1) / 4 : 0; }

void main() {
	uint i = gl_LocalInvocationID.x, n = count / partition_size + uint(count % partition_size != 0);
	uint parents = above(first_leaf), first_node = above(parents), row = gl_WorkGroupSize.x * EACH, top = first_node;
	int height = 0, lowest = 0;
	for (uint first = 0; first < n; first += row) {
		for (uint x = i; x < row; x += gl_WorkGroupSize.x) {
			ivec2 own = first + x < n ? partitions[first + x].xy : ivec2(0);
			stage[at(x)] = uint(own.x) | uint(own.y) << 16;
		}
		barrier();
		uint own = GAP * rank(), q = first + rank() * EACH, net = 0, all;
		[[unroll]] for (uint k = 0; k < EACH; k++)
			net += (stage[own + k] >> 16) - (stage[own + k] & 0xffffu);
		int begin = height + int(units_before(unit_sum(net), all) + unit_before(net)), of_node = NO_HEIGHT, of_all;
		height += int(all);
		[[unroll]] for (uint k = 0; k < EACH; k += 4) {
			int of_four = NO_HEIGHT;
			[[unroll]] for (uint c = k; c < k + 4; c++) {
				uint numbers = stage[own + c];
				stage[own + c] = uint(begin);
				begin -= int(numbers & 0xffffu);
				of_four = min(of_four, begin);
				begin += int(numbers >> 16);
			}
			if (q + k < n && parents > 0)
				minima[parents - 1 + (q + k) / 4] = of_four;
			of_node = min(of_node, of_four);
		}
		if (q < n && first_node > 0)
			minima[first_node - 1 + q / EACH] = of_node;
		units_min_before(unit_min(of_node), of_all); // its barriers are between the accesses of stage
		lowest = min(lowest, of_all);
		for (uint x = i; x < row && first + x < n; x += gl_WorkGroupSize.x) {
			int before = int(stage[at(x)]), low = before - partitions[first + x].x;
			partitions[first + x].zw = ivec2(before, low);
			minima[first_leaf - 1 + first + x] = low;
		}
		// The levels above, up to one node.
		barrier();
		stage[rank()] = uint(of_node);
		barrier();
		top = first_node;
		uint size = EACH;
		for (uint nodes = gl_WorkGroupSize.x / 4; nodes > 0 && top > 1; nodes /= 4) { // at most 4
			top = above(top);
			size *= 4;
			int of_four = NO_HEIGHT;
			if (i < nodes)
				of_four = least(ivec4(stage[4 * i], stage[4 * i + 1], stage[4 * i + 2], stage[4 * i + 3]));
			barrier();
			if (i < nodes) {
				stage[i] = uint(of_four);
				if (first + i * size < n)
					minima[top - 1 + first / size + i] = of_four;
			}
			barrier();
		}
	}
	// The levels above rows.
	for (uint number = (n + row - 1) / row; top > 1; number = (number + 3) / 4) { // at most 10
		memoryBarrierBuffer();
		barrier();
		for (uint x = i; x < (number + 3) / 4; x += gl_WorkGroupSize.x) {
			ivec4 v = minima_vectors[(top - 1) / 4 + x];
			bvec4 real = lessThan(4 * uvec4(x) + uvec4(0, 1, 2, 3), uvec4(number));
			minima[above(top) - 1 + x] = least(mix(ivec4(NO_HEIGHT), v, real));
		}
		top = above(top);
	}
	if (i == 0) {
		pops = uint(-lowest);
		pushes = uint(height - lowest);
	}
}
