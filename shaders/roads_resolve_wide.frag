#version 450
#extension GL_GOOGLE_include_directive : require
#define CASED
#define WIDE
#include "resolve.glsl"
