// What the kernels of clip pictures know of elements, tiles and the view.
#ifndef PICTURE_GLSL
#define PICTURE_GLSL

const uint TILE = 16;          // pixels of a tile's side
const uint NONE = 0xffffffffu; // stands for no page

// Kinds of elements, as in scene/clipscene.
const uint FILL = 0, BEGIN_CLIP = 1, END_CLIP = 2, BEGIN_GROUP = 3, END_GROUP = 4;

layout(push_constant) uniform View {
	vec2 centre;    // of the view, in units of the scene, in two parts:
	vec2 rest;      // what float32 cannot hold of it
	vec2 middle;    // of the target, pixels
	float scale;    // pixels per unit
	uint width;     // of the target, pixels
	uint height;
	uint columns;   // of tiles
	uint rows;      // of tiles, of the band that is painted
	uint first_row; // of the band
	uint elements_count;
	uint peel;      // the greatest depth of elements that are shown
	uint room;      // pairs, or pages, that there is memory for
	uint round;     // of painting
	uint budget;    // loop iterations of an invocation in a round
};

// The place of a point, in pixels of the target. Far points are rounded; near ones,
// which are subtracted from a centre that is near, are not. Nowhere may the compiler
// join operations: mirrors do the same ones, and sides that two areas share must be
// the same line for both.
vec2 place(vec2 p) {
	precise vec2 near = p - centre;
	precise vec2 at = (near - rest) * scale + middle;
	return at;
}

// The tiles of the band that a box touches: the first column and row, and those behind
// the last ones.
uvec4 tiles_of(vec4 box) {
	if (!(box.x < box.z && box.y < box.w))
		return uvec4(0);
	vec2 most = vec2(columns, rows), above = vec2(0, first_row);
	vec2 low = clamp(floor(place(box.xy) / float(TILE)) - above, vec2(0), most);
	vec2 high = clamp(ceil(place(box.zw) / float(TILE)) - above, vec2(0), most);
	return uvec4(low, max(low, high));
}

#endif
