// What the kernels of clip pictures know of steps, tiles and the view.
#ifndef PICTURE_GLSL
#define PICTURE_GLSL

const uint TILE = 16;              // pixels of a tile's side
const uint SAMPLES = 32;           // of a pixel, each on a line of its own
const uint LINES = TILE * SAMPLES; // of a tile
const uint NONE = 0xffffffffu;

// Steps: what is done, and with which area (ref.PictureStep).
const uint FILL = 0, CLIP = 1, COVER = 2, BEGIN_PART = 3, END_PART = 4, CUT = 5, END_CLIP = 6, BEGIN_GROUP = 7, END_GROUP = 8;
const uint KIND = 15, FRESH = 16, EVEN_ODD = 32, DIGITS_SHIFT = 8;

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
	uint steps_count;
	uint peel;      // the greatest depth of elements that are shown
	uint room;      // pairs or pages that there is memory for
	uint first_side; // of the window: sides are written, and painted, one window at a time
	uint end_side;
	uint round;     // of painting
	uint budget;    // loop iterations of an invocation in a round
};

// The position of a point, in pixels of the target. Far points are rounded; near
// ones are exact, being subtracted from a centre that is near. The compiler must
// not fuse operations anywhere: mirrors do the same ones, and a side that two
// areas share must be the same line for both.
vec2 place(vec2 p) {
	precise vec2 near = p - centre;
	precise vec2 at = (near - rest) * scale + middle;
	return at;
}

// The upper left corner of a tile of the band, in pixels of the target.
uvec2 corner_of(uint tile) { return uvec2(tile % columns, first_row + tile / columns) * TILE; }

#endif
