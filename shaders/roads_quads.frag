#version 450

// Coverage of a line with round ends: the distance to the segment against half a
// pixel around its width.
layout(location = 0) in vec2 local;
layout(location = 1) flat in vec3 shape; // half length, radius, strength
layout(location = 2) flat in uint colour;
layout(location = 0) out vec4 result;

void main() {
	float beyond = max(0.0, abs(local.x) - shape.x);
	float cover = clamp(shape.y - length(vec2(beyond, local.y)), 0.0, 1.0);
	float alpha = min(1.0, cover * shape.z);
	result = vec4(unpackUnorm4x8(colour).rgb * alpha, alpha);
}
