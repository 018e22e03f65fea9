// Expands an element to four corners. The outputs, read by roads_quads.frag, are few, because many
// quads cover only few pixels each.
#ifndef QUAD_GLSL
#define QUAD_GLSL

layout(location = 0) out vec2 local;       // relative to the middle, along and across the line, pixels
layout(location = 1) flat out vec3 shape;  // half length, radius, strength
layout(location = 2) flat out uint colour;

void put_corner(Element e, uint corner) {
	local = vec2(e.half_length + e.radius, e.radius) * (2.0 * vec2(corner & 1, corner >> 1 & 1) - 1.0);
	shape = vec3(e.half_length, e.radius, e.strength);
	colour = e.colour;
	vec2 at = e.middle + e.along * local.x + vec2(-e.along.y, e.along.x) * local.y;
	gl_Position = vec4(at / (0.5 * size), 0, 1);
}

#endif
