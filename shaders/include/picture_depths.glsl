// The colours of depths.
layout(std430, binding = 1) readonly buffer Depths { uint depths[]; };
layout(std430, binding = 2) readonly buffer Ramp { uint ramp[]; };

// The colour of a depth: the ramp's, from the outermost to the deepest, with more of it for the
// first ones, of which there are more boxes.
vec3 tint_of(uint depth, uint deepest) {
	float at = log2(1.0 + float(depth)) / log2(1.0 + float(deepest)) * float(ramp.length() - 1);
	uint i = min(uint(at), ramp.length() - 2);
	return mix(unpackUnorm4x8(ramp[i]).rgb, unpackUnorm4x8(ramp[i + 1]).rgb, at - float(i));
}
