#version 450
// Draws a dot at each node of a list, with six corners per instance.
layout(std430, binding = 0) readonly buffer Places { ivec2 places[]; };
layout(std430, binding = 1) readonly buffer List { uint list[]; };

layout(push_constant) uniform Args {
	ivec2 centre; // of the view
	vec2 offset;  // offset of the exact centre
	vec2 size;    // of the target, pixels
	float scale;  // pixels per unit
	float radius; // pixels
	uint first;   // word of the list's first entry
	uint stride;  // words of an entry
	uint tint;
	uint dark; // halos darken the picture, in place of lightening it
};

layout(location = 0) out vec2 local; // from the middle of the dot, pixels

// The centre is snapped to the centre of a pixel, and the edge is hard: the order
// of a queue is free, and overlapping dots must look the same in any order.
void main() {
	uint i = gl_VertexIndex, corner = i < 3 ? i : i == 3 ? 2 : i == 4 ? 1 : 3; // 0 1 2, 2 1 3
	local = (vec2(corner & 1u, corner >> 1) * 2.0 - 1.0) * (ceil(radius) + 0.5);
	vec2 at = (vec2(places[list[first + stride * gl_InstanceIndex]] - centre) - offset) * scale;
	at = floor(at + 0.5 * size) + 0.5 - 0.5 * size + local;
	gl_Position = vec4(at / (0.5 * size), 0, 1);
}
