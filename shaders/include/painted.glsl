// What a pixel gets of a line with round ends.
#ifndef PAINTED_GLSL
#define PAINTED_GLSL

// The pixel is away from the nearest place of the line. It is covered by the part of
// half a pixel around the line's width where it lies.
vec4 painted(vec2 away, float radius, float strength, uint colour) {
	float cover = clamp(radius - length(away), 0.0, 1.0);
	float alpha = min(1.0, cover * strength);
	return vec4(unpackUnorm4x8(colour).rgb * alpha, alpha);
}

#endif
