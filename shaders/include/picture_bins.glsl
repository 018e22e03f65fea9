// Finds the tiles of a step. Needs the blocks Owners, Depths and Resolved.
#ifndef PICTURE_BINS_GLSL
#define PICTURE_BINS_GLSL
#include "invocation.glsl"
#include "picture.glsl"

// Returns the tiles of the band that an element's resolved box touches: the first column and row,
// and those after the last. Elements deeper than the visible depth have none.
uvec4 tiles_of(uint step) {
	uint e = owners[step];
	vec4 box = resolved[e];
	if (depths[e] > peel || !(box.x < box.z && box.y < box.w))
		return uvec4(0);
	vec2 most = vec2(columns, rows), above = vec2(0, first_row);
	vec2 low = clamp(floor(place(box.xy) / float(TILE)) - above, vec2(0), most);
	vec2 high = clamp(ceil(place(box.zw) / float(TILE)) - above, vec2(0), most);
	return uvec4(low, max(low, high));
}

#endif
