#version 450
#extension GL_GOOGLE_include_directive : require

// Draws the sides of areas in one colour or in the colours of their depths, with one instance per
// side.
layout(std430, binding = 0) readonly buffer Lines { vec4 lines[]; }; // two for each side: the previous point and its first one, its second one and the next point

layout(push_constant) uniform Args {
	vec2 centre, rest; // of the view, as in picture.glsl
	vec2 middle;       // of the target, pixels
	float scale;
	float half_width;  // half the width of a line, pixels
	uint deepest;      // depth
	uint tint;         // colour of all sides; 0 colours them by depth
};

#include "picture_line.glsl"
#include "picture_depths.glsl"

void main() {
	vec4 first = lines[2 * gl_InstanceIndex], second = lines[2 * gl_InstanceIndex + 1];
	vec3 colour = tint == 0 ? tint_of(depths[gl_InstanceIndex], deepest) : unpackUnorm4x8(tint).rgb;
	put_line(place(first.xy), place(first.zw), place(second.xy), place(second.zw), gl_VertexIndex, vec4(colour, 1));
}
