#version 450
#extension GL_GOOGLE_include_directive : require
// Reduces partitions without a look-back, to measure the reduction alone. Links out of a partition
// are NONE.
#define ALONE
#include "clip_shuffle.glsl"
