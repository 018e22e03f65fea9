// What the kernels of clip pictures know of steps, tiles and the view.
#ifndef PICTURE_GLSL
#define PICTURE_GLSL

const uint TILE = 16;              // pixels of a tile's side
const uint SAMPLES = 32;           // of a pixel, each on a line of its own
const uint LINES = TILE * SAMPLES; // of a tile
const uint NONE = 0xffffffffu;     // no page and no tag
const uint SIDE = 5;               // words of a side in a tile: x and y of the upper end, slope, x of the lower end, lines

// Steps: what is done, and with which area (ref.PictureStep).
const uint FILL = 0;        // covers what the stretches enclose, as COVER, and paints
const uint CLIP = 1;        // covers and clips
const uint COVER = 2;       // what the stretches enclose, and may be covered, is covered
const uint BEGIN_PART = 3;  // keeps both masks; what the stretches enclose may be covered
const uint END_PART = 4;    // what is covered now is so in the masks that were kept
const uint CUT = 5;         // what is covered may be covered; nothing is
const uint END_CLIP = 6;    // brings back the mask from before the clip, if that was kept
const uint BEGIN_GROUP = 7; // keeps the colours; nothing is painted
const uint END_GROUP = 8;   // paints over the colours that were kept
const uint KIND_MASK = 15;   // bits of these
const uint FRESH = 16;       // the first step of an area
const uint DIGITS_SHIFT = 8; // of the number of digits that sums of windings have

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
