#version 450
#extension GL_GOOGLE_include_directive : require
#define CASED
#include "resolve.glsl"
