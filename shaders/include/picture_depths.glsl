// The colours of depths.
layout(std430, binding = 1) readonly buffer Depths { uint depths[]; };
layout(std430, binding = 2) readonly buffer Ramp { uint ramp[]; };

// Returns the colour of a depth on the ramp from the outermost to the deepest. The outer depths,
// which have more boxes, take a larger part of the ramp.
vec3 tint_of(uint depth, uint deepest) {
	float at = log2(1.0 + float(depth)) / log2(1.0 + float(deepest)) * float(ramp.length() - 1);
	uint i = min(uint(at), ramp.length() - 2);
	return mix(unpackUnorm4x8(ramp[i]).rgb, unpackUnorm4x8(ramp[i + 1]).rgb, at - float(i));
}
