// Colours the rasterized roads by the current colours of their nodes. While the camera rests, a
// frame does nothing else. On a software device a load costs as much as all the rest, so there are
// three variants: plain, CASED, and WIDE, which is cased and has node numbers in a separate word.
#ifndef RESOLVE_GLSL
#define RESOLVE_GLSL
#include "roads.glsl"

layout(std430, binding = 0) readonly buffer Pixels { uint pixels[]; };
layout(std430, binding = 1) readonly buffer Colours { uint colours[]; };
#ifdef CASED
layout(std430, binding = 2) readonly buffer CasingPixels { uint casing_pixels[]; };
#endif
#ifdef WIDE
layout(std430, binding = 3) readonly buffer Nodes { uint nodes[]; };
#endif
#include "colour.glsl"

layout(location = 0) out vec4 result;

void main() {
	uint pixel = uint(gl_FragCoord.y) * uint(size.x) + uint(gl_FragCoord.x);
	uint word = pixels[pixel];
	float under = 0.0;
#ifdef CASED
	under = float(casing_pixels[pixel] >> 25) / 127.0;
#endif
	if (word == 0 && under == 0.0)
		discard;
#ifdef WIDE
	uint node = nodes[pixel];
#else
	uint node = word & 0xfffffu;
#endif
	vec4 road = road_colour(node, 7 - (word >> 20 & 7), float(word >> 25) / 127.0);
	under *= 1.0 - road.a;
	result = vec4(road.rgb * road.a + rgb(rim) * under, road.a + under);
}

#endif
