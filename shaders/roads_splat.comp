#version 450
#extension GL_GOOGLE_include_directive : require

// Rasterizes road segments to one word per pixel. The greatest word wins, so the order of segments
// does not matter, and the result changes only with the camera.
layout(std430, binding = 3) buffer Pixels { uint pixels[]; };
#define PUT(pixel, word, node) atomicMax(pixels[pixel], word)
#include "splat.glsl"
