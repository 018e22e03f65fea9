#version 450
#extension GL_GOOGLE_include_directive : require

// Draws the sides of areas: an instance a side.
layout(std430, binding = 0) readonly buffer Lines { vec4 lines[]; }; // two points

layout(push_constant) uniform Args {
	vec2 centre, rest; // of the view, as in picture.glsl
	vec2 middle;       // of the target, pixels
	float scale;
	float half_width;  // of a line, pixels
	uint tint;
};

#include "picture_line.glsl"

void main() {
	vec4 line = lines[gl_InstanceIndex];
	put_line(place(line.xy), place(line.zw), gl_VertexIndex, vec4(unpackUnorm4x8(tint).rgb, 1));
}
