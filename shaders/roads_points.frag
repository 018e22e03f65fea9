#version 450
#extension GL_GOOGLE_include_directive : require
#include "point.glsl"
#include "painted.glsl"

// Paints a line with round ends inside a point.
layout(location = 0) flat in uvec4 point;
layout(location = 0) out vec4 result;

void main() {
	vec2 stroke = unpackHalf2x16(point.z); // radius, strength
	result = painted(away_from(point, gl_FragCoord.xy), stroke.x, stroke.y, point.w);
}
