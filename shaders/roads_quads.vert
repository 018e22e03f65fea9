#version 450
#extension GL_GOOGLE_include_directive : require
#include "roads.glsl"

// Expands a road segment to a quad: four indexed corners, pulled from a buffer.
// An instance is a chunk of segments.
layout(std430, binding = 0) readonly buffer Segments { Segment segments[]; };
layout(std430, binding = 1) readonly buffer Visible { uint visible[]; };
layout(std430, binding = 2) readonly buffer Widths { float widths[]; }; // by class; last the path's

layout(location = 0) out vec2 local;           // along and across the segment, pixels
layout(location = 1) flat out vec2 shape;      // length and half width, pixels
layout(location = 2) flat out uvec2 node_kind;

void main() {
	uint corner = gl_VertexIndex & 3;
	Segment s = segments[visible[gl_InstanceIndex] * CHUNK + (gl_VertexIndex >> 2)];
	gl_Position = vec4(0, 0, 0, 1); // four equal corners have no area
	local = shape = vec2(0);
	node_kind = uvec2(s.node, s.kind);
	if (s.kind == NOTHING)
		return;

	vec2 a = on_screen(s.a), b = on_screen(s.b), d = b - a;
	float width = widths[s.kind == PATH ? 8 : class_of(s.kind)];
	float len = length(d), half_width = 0.5 * (width + widen), r = max(half_width, 0.5) + 0.5;
	vec2 edge = 0.5 * size + r;
	if (any(greaterThan(min(a, b), edge)) || any(lessThan(max(a, b), -edge)))
		return;
	vec2 along = len > 1e-4 ? d / len : vec2(1, 0), across = vec2(-along.y, along.x);
	local = vec2((corner & 1) == 0 ? -r : len + r, (corner & 2) == 0 ? -r : r);
	shape = vec2(len, half_width);
	gl_Position = vec4((a + along * local.x + across * local.y) / (0.5 * size), 0, 1);
}
