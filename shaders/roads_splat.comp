#version 450
#extension GL_GOOGLE_include_directive : require

// Rasterizes road segments into one word a pixel. The greatest word wins, so the
// order of segments does not matter, and the picture changes only with the
// camera.
layout(std430, binding = 3) buffer Pixels { uint pixels[]; };
#define PUT(pixel, word, node) atomicMax(pixels[pixel], word)
#include "splat.glsl"
