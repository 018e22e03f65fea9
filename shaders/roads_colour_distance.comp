#version 450
#extension GL_GOOGLE_include_directive : require

// Turns the states and distances of nodes into colours, once a frame. It is a kernel of its own,
// since a software device runs both sides of a branch: this one takes twice as long.
#include "roads_colour.glsl"

// The colour of a distance. Bands end with the colours of the ramp's ends.
uint reached(uint word) {
	uint distance = word & 0x3fffffffu;
	float t = float(distance) / reach;
	if (band != 0)
		t = float(distance / band * band) / max(float(band), reach - float(band));
	t = clamp(t, 0.0, 1.0) * 8.0;
	uint i = min(uint(t), 7);
	vec4 c = mix(unpackUnorm4x8(palette[4 + i]), unpackUnorm4x8(palette[5 + i]), t - float(i));
	return packUnorm4x8(vec4(c.rgb, 0));
}
