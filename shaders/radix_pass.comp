#version 450
#extension GL_GOOGLE_include_directive : require
#include "radix_pass.glsl"
