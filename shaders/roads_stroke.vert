#version 450
#extension GL_GOOGLE_include_directive : require
#include "roads.glsl"
#include "element.glsl"
#include "quad.glsl"

// Draws segments in one colour and width, in the order in which they are stored: the route, and
// marks of roads. An instance is a chunk.
layout(std430, binding = 0) readonly buffer Segments { Segment segments[]; };

void main() {
	Segment s = segments[gl_InstanceIndex * CHUNK + (gl_VertexIndex >> 2)];
	Element e = element_of(on_screen(s.a), on_screen(s.b), widen, stroke & 0xffffffu);
	if (s.kind == NOTHING)
		e.half_length = e.radius = 0; // four equal corners have no area
	put_corner(e, gl_VertexIndex & 3);
}
