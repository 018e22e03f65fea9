#version 450
#extension GL_GOOGLE_include_directive : require
#include "clip_units.glsl"
#include "last.glsl"

// Computes the heights at which many partitions begin, and the tree of their lowest heights. A workgroup,
// whose size is a power of four, owns a row: 16 partitions for each invocation, which are a subtree. It
// adds up the partitions before its row itself. The workgroup that finishes last computes the levels above
// rows. No workgroup waits for another.
layout(std430, binding = 0) coherent buffer Control {
	uint count;
	uint finished; // rows; zero before and after
	uint pops;     // without a push; zero before
	uint first_pop;
	uint pushes;   // without a pop
};
layout(std430, binding = 1) buffer Partitions { ivec2 partitions[]; }; // pops and pushes; then height at the beginning and lowest height
layout(std430, binding = 2) coherent buffer Minima { int minima[]; }; // node v at v - 1
layout(std430, binding = 2) coherent buffer MinimaVectors { ivec4 minima_vectors[]; };

layout(push_constant) uniform Push {
	uint first_leaf;     // first leaf of the tree
	uint partition_size; // elements
};

const uint EACH = 16; // partitions of an invocation
const uint ROW = EACH * gl_WorkGroupSize.x;

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
	uint rows = (n + ROW - 1) / ROW, first = workgroup() * ROW;
	if (first >= n)
		return;
	uint before_row = 0;
	for (uint x = i; x < first; x += ROW) // as many rounds as rows
		[[unroll]] for (uint k = 0; k < EACH; k++) {
			ivec2 other = partitions[2 * (x + k * gl_WorkGroupSize.x)];
			before_row += uint(other.y - other.x);
		}
	uint numbers[EACH];
	[[unroll]] for (uint k = 0; k < EACH; k++) { // without branches, which would make each load wait for the one before
		ivec2 own = partitions[2 * min(first + i + k * gl_WorkGroupSize.x, n - 1)];
		numbers[k] = uint(own.x) | uint(own.y) << 16;
	}
	[[unroll]] for (uint k = 0; k < EACH; k++) {
		uint x = i + k * gl_WorkGroupSize.x;
		stage[at(x)] = first + x < n ? numbers[k] : 0;
	}
	uint start, all;
	units_before(unit_sum(before_row), start);
	uint own = GAP * rank(), q = first + rank() * EACH, net = 0;
	[[unroll]] for (uint k = 0; k < EACH; k++)
		net += (stage[own + k] >> 16) - (stage[own + k] & 0xffffu);
	int begin = int(start + units_before(unit_sum(net), all) + unit_before(net)), of_node = NO_HEIGHT, of_row;
	uint parents = above(first_leaf), top = above(parents);
	[[unroll]] for (uint k = 0; k < EACH; k += 4) {
		int of_four = NO_HEIGHT;
		[[unroll]] for (uint c = k; c < k + 4; c++) {
			uint pops_pushes = stage[own + c];
			stage[own + c] = uint(begin);
			begin -= int(pops_pushes & 0xffffu);
			of_four = min(of_four, begin);
			begin += int(pops_pushes >> 16);
		}
		if (q + k < n && parents > 0)
			minima[parents - 1 + (q + k) / 4] = of_four;
		of_node = min(of_node, of_four);
	}
	if (q < n && top > 0)
		minima[top - 1 + q / EACH] = of_node;
	units_min_before(unit_min(of_node), of_row); // its barriers are between the accesses of stage
	[[unroll]] for (uint k = 0; k < EACH; k++) {
		uint x = i + k * gl_WorkGroupSize.x;
		if (first + x < n) {
			int before = int(stage[at(x)]), low = before - int(numbers[k] & 0xffffu);
			partitions[2 * (first + x) + 1] = ivec2(before, low);
			minima[first_leaf - 1 + first + x] = low;
		}
	}
	// The levels above, up to one node.
	barrier();
	stage[rank()] = uint(of_node);
	barrier();
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
	if (i == 0) {
		atomicMax(pops, uint(-min(of_row, 0)));
		if (first + ROW >= n)
			pushes = start + all; // the height at the end
	}
	LAST_OF(finished, rows)
	if (!is_last)
		return;
	for (uint number = rows; top > 1; number = (number + 3) / 4) { // at most 10
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
		finished = 0;
		pushes += pops;
	}
}
