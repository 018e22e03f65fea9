#version 450
#extension GL_GOOGLE_include_directive : require
#define BOXES
#include "clip_shuffle.glsl"
