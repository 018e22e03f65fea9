#version 450
#extension GL_GOOGLE_include_directive : require
#include "picture_sides.glsl"
