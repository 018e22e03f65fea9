#version 450
#extension GL_GOOGLE_include_directive : require
#define VALUE_WORDS 2
#include "scan_reduce.glsl"
