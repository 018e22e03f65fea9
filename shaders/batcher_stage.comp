#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"
#include "batcher_stage.glsl"
