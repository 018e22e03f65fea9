#version 450
#extension GL_GOOGLE_include_directive : require
#define WRITE
#include "picture_sides.glsl"
