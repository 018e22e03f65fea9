#version 450
#extension GL_GOOGLE_include_directive : require
#define BOXES
#define SNAPSHOTS
#include "clip_shuffle.glsl"
