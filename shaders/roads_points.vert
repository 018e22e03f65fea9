#version 450
#extension GL_GOOGLE_include_directive : require
#include "point.glsl"

// Draws elements in the order in which they are stored, one point each: a square around the line.
// For short lines, one vertex costs less than four vertices and two triangles.
layout(std430, binding = 0) readonly buffer Elements { Element elements[]; };

layout(push_constant) uniform Args {
	vec2 size;    // of the target, pixels
	float margin; // pixels by which the viewport is larger on each side
};

layout(location = 0) flat out uvec4 point;

void main() {
	Element e = elements[gl_VertexIndex];
	point = packed_point(e, e.middle + 0.5 * size);
	vec2 to_end = abs(e.along) * e.half_length;
	gl_PointSize = max(1.0, 2.0 * (max(to_end.x, to_end.y) + e.radius));
	gl_Position = vec4(e.middle / (0.5 * size + margin), 0, 1);
}
