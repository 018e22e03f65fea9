#version 450
#extension GL_GOOGLE_include_directive : require
#define KEY_WORDS 2
#include "sort_merge.glsl"
