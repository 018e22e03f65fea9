#version 450
// Draws lakes as trapezoids between two latitudes, with six corners and six words each: y of the
// upper and the lower side, x of the left and right end of the upper side and of the lower one. They
// are not instances, each of which costs a software device as much as its corners.
layout(std430, binding = 0) readonly buffer Trapezoids { int trapezoids[]; };

layout(push_constant) uniform Args {
	ivec2 centre; // of the view
	vec2 offset;  // offset of the exact centre
	vec2 size;    // of the target, pixels
	float scale;  // pixels per unit
	uint tint;
};

layout(location = 0) flat out vec4 colour;

void main() {
	uint i = gl_VertexIndex % 6, corner = i < 3 ? i : i == 3 ? 2 : i == 4 ? 1 : 3; // 0 1 2, 2 1 3
	uint first = gl_VertexIndex / 6 * 6;
	ivec2 p = ivec2(trapezoids[first + 2 + corner], trapezoids[first + (corner >> 1)]);
	gl_Position = vec4((vec2(p - centre) - offset) * scale / (0.5 * size), 0, 1);
	colour = unpackUnorm4x8(tint);
}
