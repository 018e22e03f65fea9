#version 450
#extension GL_GOOGLE_include_directive : require
#include "painted.glsl"

// Paints a line with round ends.
layout(location = 0) in vec2 local;
layout(location = 1) flat in vec3 shape; // half length, radius, strength
layout(location = 2) flat in uint colour;
layout(location = 0) out vec4 result;

void main() {
	float beyond = max(0.0, abs(local.x) - shape.x);
	result = painted(vec2(beyond, local.y), shape.y, shape.z, colour);
}
