#version 450
#extension GL_GOOGLE_include_directive : require
#include "prepared_limits.glsl"

// Draws the lengths of a front as an image, with a row for each node where paths begin and a column
// for each node where they end. Unknown lengths are dark; known ones range from a bright colour for
// short lengths to a dim one. Lengths inside the boundary are dimmer.
layout(std430, binding = 0) readonly buffer Lengths { uint lengths[]; };

layout(push_constant) uniform Args {
	vec2 corner; // upper left corner of the image in the target
	float cells; // cells per pixel
	uint first;  // first word of the lengths
	uint stride; // words of a row
	uint size;   // rows
	uint separator; // rows of the separator, which come first
	uint most;   // length at the end of the colours
	uint none;   // colours
	uint near;
	uint middle;
	uint far;
	uint space;  // pixels between cells; 0 if cells are small
};
layout(location = 0) out vec4 result;

vec3 rgb(uint c) { return unpackUnorm4x8(c).rgb; }

void main() {
	vec2 at = (gl_FragCoord.xy - corner) * cells;
	if (space != 0) {
		vec2 within = fract(at) / cells;
		if (min(within.x, within.y) < float(space))
			discard;
	}
	uvec2 place = min(uvec2(at), uvec2(size - 1));
	uint length_ = lengths[first + place.y * stride + place.x];
	vec3 c = rgb(none);
	if (length_ < UNREACHED) {
		float t = min(1.0, sqrt(float(length_) / float(most)));
		c = t < 0.5 ? mix(rgb(near), rgb(middle), 2.0 * t) : mix(rgb(middle), rgb(far), 2.0 * t - 1.0);
		if (min(place.x, place.y) >= separator)
			c = mix(c, rgb(none), 0.45);
	}
	result = vec4(c, 1);
}
