#version 450
#extension GL_GOOGLE_include_directive : require

// Follows roads_splat if there are too many nodes for 20 bits: writes the full node number of each
// pixel's winner.
layout(std430, binding = 3) readonly buffer Pixels { uint pixels[]; };
layout(std430, binding = 4) buffer Nodes { uint nodes[]; };
#define PUT(pixel, word, node) { if (pixels[pixel] == (word)) atomicMax(nodes[pixel], node); }
#include "splat.glsl"
