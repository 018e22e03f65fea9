// An element as passed to the fragments of a point: four words that are the same for all of them,
// which cost a GPU less than interpolated values.
#ifndef POINT_GLSL
#define POINT_GLSL
#include "element.glsl"

const float FINE = 256.0;  // units per pixel
const float REACH = 128.0; // greatest distance from a point's middle in pixels; more than half of its size

// Returns the words of an element whose middle is at a position in the target: the position in
// units of 1/FINE pixels, the vector to its end, radius and strength, colour. Positions are stored
// modulo 256 pixels, because no fragment is farther from the middle than REACH, so 16 bits suffice
// for any size of the target.
uvec4 packed_point(Element e, vec2 at) {
	ivec2 middle = ivec2(round(at * FINE));
	return uvec4(middle.x & 0xffff | middle.y << 16, packSnorm2x16(e.along * e.half_length / REACH),
		packHalf2x16(vec2(e.radius, e.strength)), e.colour);
}

// Returns the vector from the nearest point of the line to a position in the target.
vec2 away_from(uvec4 point, vec2 at) {
	ivec2 middle = ivec2(point.x, point.x >> 16);
	vec2 p = bitfieldExtract(ivec2(at * FINE) - middle, 0, 16) / FINE;
	vec2 end = REACH * unpackSnorm2x16(point.y);
	return p - clamp(dot(p, end) / max(dot(end, end), 1e-6), -1.0, 1.0) * end;
}

#endif
