// The colour that a line with round ends contributes to a pixel.
#ifndef PAINTED_GLSL
#define PAINTED_GLSL

// away is the vector from the nearest point of the line to the pixel. Coverage decreases linearly
// over one pixel at the edge of the line.
vec4 painted(vec2 away, float radius, float strength, uint colour) {
	float cover = clamp(radius - length(away), 0.0, 1.0);
	float alpha = min(1.0, cover * strength);
	return vec4(unpackUnorm4x8(colour).rgb * alpha, alpha);
}

#endif
