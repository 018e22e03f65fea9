#version 450
#extension GL_GOOGLE_include_directive : require
#include "invocation.glsl"

// Converts the states of nodes to colours, once per frame. One invocation owns one node; one more
// writes the colour of segments without a node.
layout(std430, binding = 0) readonly buffer States { uint states[]; };
layout(std430, binding = 1) readonly buffer Palette { uint palette[]; }; // 4 by state, 9 by distance
layout(std430, binding = 2) writeonly buffer Colours { uint colours[]; };

layout(push_constant) uniform Args {
	uint by_distance; // 1 colours by distance, 0 by state
	float reach;      // distance at the end of the ramp
	uint stronger;    // how much more opaque visited roads are, in sixteenths
	uint band;        // width of a band of distances in one colour; 0 for continuous colours
};

const uint UNREACHED = 0, NEAR = 2;

// Returns the colour of a distance. The first and the last band have the colours at the ends of the
// ramp.
uint ramp(uint distance) {
	float t = float(distance) / reach;
	if (band != 0)
		t = float(distance / band * band) / max(float(band), reach - float(band));
	t = clamp(t, 0.0, 1.0) * 8.0;
	uint i = min(uint(t), 7);
	vec4 c = mix(unpackUnorm4x8(palette[4 + i]), unpackUnorm4x8(palette[5 + i]), t - float(i));
	return packUnorm4x8(vec4(c.rgb, 0));
}

void main() {
	uint v = invocation();
	if (v >= colours.length())
		return;
	uint word = v + 1 < colours.length() ? states[v] : 0;
	uint state = word >> 30, colour = 0;
	if (state == NEAR)
		colour = (palette[NEAR] & 0xffffffu) | (1 + 3 * stronger) << 24;
	else if (state != UNREACHED)
		colour = (by_distance != 0 ? ramp(word & 0x3fffffffu) : palette[state] & 0xffffffu) | (1 + stronger) << 24;
	colours[v] = colour;
}
