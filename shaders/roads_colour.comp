#version 450
#extension GL_GOOGLE_include_directive : require

// Converts the states of nodes to colours, once per frame. Relaxed nodes fade towards the source, so
// that the front stands out and the end shows the order in which nodes were settled.
#include "roads_colour.glsl"

const uint RELAXED = 3;
const float FADE = 0.8; // share of the colour of unreached nodes at the source

uint reached(uint word) {
	uint state = word >> 30;
	float t = clamp(float(word & 0x3fffffffu) / reach, 0.0, 1.0);
	vec4 c = mix(unpackUnorm4x8(palette[state]), unpackUnorm4x8(palette[UNREACHED]), state == RELAXED ? FADE * (1.0 - t) : 0.0);
	return packUnorm4x8(vec4(c.rgb, 0));
}
