#version 450
#extension GL_GOOGLE_include_directive : require

// Draws the movement of keys in a pass of a radix sort: one instance per line, an S-shaped curve of
// 16 pieces from the key's position before, at the top, to its position after.
#include "sort_ramp.glsl"

layout(std430, binding = 0) readonly buffer Lines { uvec2 lines[]; }; // position after, digit
layout(std430, binding = 1) readonly buffer Ramp { uint ramp[]; };

layout(push_constant) uniform Args {
	vec2 corner; // upper left corner, pixels of the target
	vec2 area;
	vec2 size;   // of the target
	float width; // width of a line, pixels
	uint digits;
	uint step;   // keys between the lines
	uint count;  // of keys
};
layout(location = 0) out vec4 colour;
layout(location = 1) out float across; // distance from the middle of the line, in units of half its width

const uint PIECES = 16;

// Returns the position of a line at a height from 0, at the top, to 1.
float bend(float from, float to, float t) { return mix(from, to, t * t * (3.0 - 2.0 * t)); }

void main() {
	uvec2 line = lines[gl_InstanceIndex];
	uint i = gl_VertexIndex % 6, side = i < 3 ? i : i == 3 ? 2 : i == 4 ? 1 : 3; // 0 1 2, 2 1 3
	float t = float(gl_VertexIndex / 6 + (side >> 1)) / float(PIECES);
	float from = (float(gl_InstanceIndex * step) + 0.5) / float(count) * area.x;
	float to = (float(line.x) + 0.5) / float(count) * area.x;
	float slope = (to - from) * 6.0 * t * (1.0 - t) / area.y;
	across = (side & 1u) == 0 ? -1.0 : 1.0;
	float x = bend(from, to, t) + across * 0.5 * width * sqrt(1.0 + slope * slope);
	colour = vec4(RAMP(float(line.y) / float(max(1, digits - 1))), 1);
	gl_Position = vec4((corner + vec2(x, t * area.y)) / (0.5 * size) - 1.0, 0, 1);
}
