#version 450
#extension GL_GOOGLE_include_directive : require
#include "roads.glsl"
#include "element.glsl"
#include "quad.glsl"

// Draws elements in the order in which they lie, as two triangles each. An instance is as many of them as
// 16-bit indices can number; one load is all that a corner waits for.
layout(std430, binding = 0) readonly buffer Elements { Element elements[]; };

void main() { put_corner(elements[gl_InstanceIndex * CHUNK + (gl_VertexIndex >> 2)], gl_VertexIndex & 3); }
