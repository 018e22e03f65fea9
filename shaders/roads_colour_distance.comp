#version 450
#extension GL_GOOGLE_include_directive : require

// Converts the distances of nodes to colours, once per frame. It is separate from roads_colour
// because a software device executes both sides of a branch, and this side takes twice as long.
#include "roads_colour.glsl"

// Returns the colour of a distance. The first and the last band have the colours at the ends of the
// ramp.
uint reached(uint word) {
	uint distance = word & 0x3fffffffu;
	float t = float(distance) / reach;
	if (scale == LOGARITHMIC)
		t = log2(1.0 + float(distance)) / log2(1.0 + reach);
	if (band != 0)
		t = float(distance / band * band) / max(float(band), reach - float(band));
	t = clamp(t, 0.0, 1.0) * 8.0;
	uint i = min(uint(t), 7);
	vec4 c = mix(unpackUnorm4x8(palette[4 + i]), unpackUnorm4x8(palette[5 + i]), t - float(i));
	return packUnorm4x8(vec4(c.rgb, 0));
}
