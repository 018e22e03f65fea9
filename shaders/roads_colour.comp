#version 450
#extension GL_GOOGLE_include_directive : require

// Converts the states of nodes to colours, once per frame.
#include "roads_colour.glsl"

uint reached(uint word) { return palette[word >> 30] & 0xffffffu; }
