// Which tiles an element is painted in. Needs the blocks Elements, Links, Depths and
// Resolved.
#ifndef PICTURE_BINS_GLSL
#define PICTURE_BINS_GLSL
#include "invocation.glsl"
#include "picture.glsl"

// What is left of an element's box inside of all clips. An end has the tiles of its
// begin; what lies deeper than is shown has none.
uvec4 tiles_of_element(uint e) {
	uint kind = elements[e].x;
	if (kind == END_CLIP || kind == END_GROUP)
		e = links[e];
	return depths[e] > peel ? uvec4(0) : tiles_of(resolved[e]);
}

#endif
