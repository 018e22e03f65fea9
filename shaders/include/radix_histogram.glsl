#include "invocation.glsl"
#include "last.glsl"
#include "scan_workgroup.glsl"
#include "sort_key.glsl"

// Counts the digits of all passes in a single reading of the keys, in one dispatch or in parts. The
// last workgroup of the last part converts the counts of each pass to the position of the first key
// of each digit. One invocation owns ROWS keys, in vectors of four words.
layout(constant_id = 2) const uint PASSES = 4;
layout(constant_id = 3) const uint ROWS = 8; // a multiple of four

layout(std430, binding = 0) readonly buffer Keys { KEY keys[]; };
layout(std430, binding = 0) readonly buffer KeyVectors { uvec4 vectors[]; };
layout(std430, binding = 1) readonly buffer Count { uint count; };
layout(std430, binding = 2) coherent buffer Bins { uint bins[]; }; // must be zero before; 256 per pass
layout(std430, binding = 3) coherent buffer Control { uint finished; };

layout(push_constant) uniform Push {
	uint last_mask; // mask of the digit in the last pass
	uint first_key, end_key; // of this part
	uint is_last_part;
	uint earlier; // keys of the array in a buffer before this one
};

const uint DIGITS = 256;
const uint PER_VECTOR = 4 / KEY_WORDS;

shared uint counts[PASSES * DIGITS];

void count_key(KEY key) {
	KEY order = order_of(key);
	for (uint pass = 0; pass < PASSES; pass++) {
		uint mask = pass == PASSES - 1 ? last_mask : DIGITS - 1;
#if KEY_WORDS == 1
		uint digit = order >> 8 * pass & mask;
#else
		uint digit = (pass < 4 ? order.x >> 8 * pass : order.y >> 8 * (pass - 4)) & mask;
#endif
		atomicAdd(counts[pass * DIGITS + digit], 1);
	}
}

void main() {
	uint size = gl_WorkGroupSize.x, i = gl_LocalInvocationID.x;
	uint first = first_key + workgroup() * size * ROWS, end = min(end_key, max(count, earlier) - earlier);
	for (uint c = i; c < PASSES * DIGITS; c += size)
		counts[c] = 0;
	barrier();
	for (uint row = 0; row < ROWS / PER_VECTOR; row++) {
		uint v = first / PER_VECTOR + row * size + i;
		if ((v + 1) * PER_VECTOR <= end) {
			uvec4 vector = vectors[v];
#if KEY_WORDS == 1
			count_key(vector.x);
			count_key(vector.y);
			count_key(vector.z);
			count_key(vector.w);
#else
			count_key(vector.xy);
			count_key(vector.zw);
#endif
		} else {
			for (uint k = v * PER_VECTOR; k < end; k++)
				count_key(keys[k]);
		}
	}
	barrier();
	if (first < end)
		for (uint c = i; c < PASSES * DIGITS; c += size)
			if (counts[c] != 0)
				atomicAdd(bins[c], counts[c]);

	if (is_last_part == 0)
		return;
	LAST_WORKGROUP(finished)
	if (!is_last)
		return;
	if (i == 0)
		finished = 0;
	for (uint pass = 0; pass < PASSES; pass++) {
		uint carry = 0;
		for (uint d = 0; d < DIGITS; d += size) {
			uint v = d + i < DIGITS ? bins[pass * DIGITS + d + i] : 0, all;
			uint before = units_before(unit_sum(v), all) + unit_before(v);
			if (d + i < DIGITS)
				bins[pass * DIGITS + d + i] = carry + before;
			carry += all;
		}
	}
}
