#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "last.glsl"
#include "segment.glsl"

// Finds the segments in view and counts their keys. One workgroup owns a chunk, and one invocation
// a segment, for which it sets a bit. The last workgroup converts the counts of segments in view to
// exclusive prefixes, so that keys can be written in the order of segments, in whatever order
// workgroups run. It also writes how much to draw, as quads or as points.
layout(std430, binding = 0) readonly buffer Segments { Segment segments[]; };
layout(std430, binding = 1) readonly buffer Visible { uint visible[]; };  // chunks
layout(std430, binding = 2) writeonly buffer Seen { uint seen[]; };       // 8 words per chunk, a bit per segment
layout(std430, binding = 3) coherent buffer Firsts { uint firsts[]; };    // number of segments in view before each chunk
layout(std430, binding = 4) writeonly buffer Count { uint keys_count; };
layout(std430, binding = 5) coherent buffer Draw {
	uint indices, instances, first_index, vertex_offset, first_instance;    // quads, CHUNK of them per instance
	uint points, point_instances, first_point, first_point_instance, spare; // a draw without indices
	uint finished; // workgroups
};

layout(push_constant) uniform Args {
	int low_x, low_y, high_x, high_y; // corners of the view
	uint classes;                     // a bit for each visible class
	uint chunks;
	uint parts;                       // keys per segment: 2 with a casing, otherwise 1
};

const uint WORDS = CHUNK / 32;
shared uint bits[WORDS];
shared uint sums[CHUNK];

// Replaces the counts of chunks by their exclusive prefixes and returns their sum. Every invocation
// owns a run of chunks.
uint scan() {
	uint l = gl_LocalInvocationID.x, run = (chunks + CHUNK - 1) / CHUNK;
	uint first = min(l * run, chunks), end = min(first + run, chunks), sum = 0;
	for (uint c = first; c < end; c++)
		sum += firsts[c];
	sums[l] = sum;
	barrier();
	for (uint back = 1; back < CHUNK; back *= 2) {
		uint before = l >= back ? sums[l - back] : 0;
		barrier();
		sums[l] += before;
		barrier();
	}
	uint prefix = sums[l] - sum;
	for (uint c = first; c < end; c++) {
		uint n = firsts[c];
		firsts[c] = prefix;
		prefix += n;
	}
	return sums[CHUNK - 1];
}

void main() {
	uint chunk = workgroup(), l = gl_LocalInvocationID.x;
	if (l < WORDS)
		bits[l] = 0;
	barrier();
	if (chunk < chunks) {
		Segment s = segments[visible[chunk] * CHUNK + l];
		bool inside = all(lessThanEqual(min(s.a, s.b), ivec2(high_x, high_y))) && all(greaterThanEqual(max(s.a, s.b), ivec2(low_x, low_y)));
		if (s.kind != NOTHING && inside && (classes >> class_of(s.kind) & 1) != 0)
			atomicOr(bits[l / 32], 1u << (l & 31));
	}
	barrier();
	if (chunk < chunks && l < WORDS)
		seen[chunk * WORDS + l] = bits[l];
	if (chunk < chunks && l == 0) {
		uint n = 0;
		for (uint w = 0; w < WORDS; w++)
			n += bitCount(bits[w]);
		firsts[chunk] = n;
	}
	LAST_WORKGROUP(finished)
	if (!is_last)
		return;
	uint n = parts * scan();
	if (l == 0) {
		keys_count = n;
		instances = (n + CHUNK - 1) / CHUNK;
		points = n;
		finished = 0;
	}
}
