#version 450
#extension GL_GOOGLE_include_directive : require
#define SNAPSHOTS
#include "clip_shuffle.glsl"
