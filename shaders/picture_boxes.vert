#version 450
#extension GL_GOOGLE_include_directive : require

// Draws the outline of the box of each element: one instance per element, with four sides of two
// triangles each. Lines at least one pixel wide are snapped to whole pixels, so that all are
// equally sharp.
layout(std430, binding = 0) readonly buffer Boxes { vec4 boxes[]; };

layout(push_constant) uniform Args {
	vec2 centre, rest; // of the view, as in picture.glsl
	vec2 middle;       // of the target, pixels
	float scale;
	float half_width;  // half the width of a line, pixels
	float strength;
	uint deepest;      // depth
	uint peel;         // greatest visible depth
};

#include "picture_line.glsl"
#include "picture_depths.glsl"

const uint NONE = 0xffffffffu; // depth of an end, which has no box

void main() {
	vec4 box = boxes[gl_InstanceIndex];
	uint depth = depths[gl_InstanceIndex];
	vec2 low = place(box.xy), high = place(box.zw);
	bool hidden = !(box.x < box.z && box.y < box.w) || depth == NONE || depth > peel || any(greaterThan(low, 2.0 * middle)) || any(lessThan(high, vec2(0)));
	low = floor(low) + 0.5;
	high = max(low, ceil(high) - 0.5);
	uint side = gl_VertexIndex / 6;
	vec2 corners[4] = vec2[4](low, vec2(high.x, low.y), high, vec2(low.x, high.y));
	put_line(corners[(side + 3) % 4], corners[side], corners[(side + 1) % 4], corners[(side + 2) % 4], gl_VertexIndex % 6, vec4(tint_of(depth, deepest), 1) * strength);
	if (hidden)
		gl_Position = vec4(NOWHERE, 0, 1);
}
