#version 450
#extension GL_GOOGLE_include_directive : require
// Reduces partitions and looks no further, to measure what that takes: the links that lead
// out of a partition are NONE.
#define ALONE
#include "clip_shuffle.glsl"
