#version 450
#extension GL_GOOGLE_include_directive : require

// Draws the number of keys with each digit, one instance per digit, from the prefix sums made by
// the sort itself.
#include "sort_ramp.glsl"

layout(std430, binding = 0) readonly buffer Prefix { uint prefix[]; };
layout(std430, binding = 1) readonly buffer Ramp { uint ramp[]; };

layout(push_constant) uniform Args {
	vec2 corner; // upper left corner, pixels of the target
	vec2 area;
	vec2 size;   // of the target
	uint at;     // word of the first prefix
	uint stride; // words between prefixes
	uint digits;
	uint count;  // of keys
};
layout(location = 0) out vec4 colour;
layout(location = 1) out float across;

uint keys_of(uint digit) {
	return (digit + 1 < digits ? prefix[at + stride * (digit + 1)] : count) - prefix[at + stride * digit];
}

void main() {
	uint most = 1, digit = gl_InstanceIndex;
	for (uint d = 0; d < digits; d++)
		most = max(most, keys_of(d));
	uint i = gl_VertexIndex, side = i < 3 ? i : i == 3 ? 2 : i == 4 ? 1 : 3; // 0 1 2, 2 1 3
	uint keys = keys_of(digit);
	float gap = area.x / float(digits) >= 3.0 && (side & 1u) == 1 ? 1.0 : 0.0;
	float x = corner.x + floor(area.x * float(digit + (side & 1u)) / float(digits)) - gap;
	float share = float(keys) / float(most);
	float tall = keys == 0 ? 0.0 : max(1.0, floor(share * area.y));
	float y = corner.y + area.y - ((side & 2u) == 0 ? tall : 0.0);
	colour = vec4(RAMP(float(digit) / float(max(1, digits - 1))), 1);
	across = 0;
	gl_Position = vec4(vec2(x, y) / (0.5 * size) - 1.0, 0, 1);
}
