#version 450
#extension GL_GOOGLE_include_directive : require
#include "roads.glsl"

// Coverage of a line with round ends: the distance to the segment against half
// a pixel. Lines thinner than a pixel are drawn one pixel wide and fainter.
layout(std430, binding = 3) readonly buffer Colours { uint colours[]; };
#include "colour.glsl"

layout(location = 0) in vec2 local;
layout(location = 1) flat in vec2 shape;
layout(location = 2) flat in uvec2 node_kind;
layout(location = 0) out vec4 result;

void main() {
	float beyond = max(0.0, max(-local.x, local.x - shape.x));
	float distance = sqrt(beyond * beyond + local.y * local.y);
	float cover = clamp(max(shape.y, 0.5) + 0.5 - distance, 0.0, 1.0) * min(1.0, 2.0 * shape.y);
	vec4 c;
	if (casing != 0)
		c = vec4(rgb(rim), cover);
	else if (node_kind.y == PATH)
		c = vec4(rgb(route), cover);
	else
		c = road_colour(node_kind.x, class_of(node_kind.y), cover);
	result = vec4(c.rgb * c.a, c.a);
}
