#version 450
#extension GL_GOOGLE_include_directive : require

// Turns the states of nodes into colours, once a frame.
#include "roads_colour.glsl"

uint reached(uint word) { return palette[word >> 30] & 0xffffffu; }
