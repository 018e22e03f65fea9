#version 450
#extension GL_GOOGLE_include_directive : require
#include "roads.glsl"
#include "element.glsl"
#include "quad.glsl"

// Draws elements in the order in which they are stored, two triangles each. An instance has as many
// elements as 16-bit indices can address. Each corner needs a single load.
layout(std430, binding = 0) readonly buffer Elements { Element elements[]; };

void main() { put_corner(elements[gl_InstanceIndex * CHUNK + (gl_VertexIndex >> 2)], gl_VertexIndex & 3); }
