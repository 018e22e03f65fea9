// Steps, tiles and the view, for the kernels of clip pictures.
#ifndef PICTURE_GLSL
#define PICTURE_GLSL

const uint TILE = 16;              // pixels of a tile's side
const uint SAMPLES = 32;           // samples of a pixel, each on its own line
const uint LINES = TILE * SAMPLES; // sample lines of a tile
const uint NONE = 0xffffffffu;     // no page and no tag
const uint SIDE = 5;               // words of a side in a tile: x and y of the upper end, slope, x of the lower end, lines

// Kinds of steps, and their areas (ref.PictureStep).
const uint FILL = 0;        // covers the samples inside its stretches, like COVER, and paints
const uint CLIP = 1;        // covers like COVER, and clips
const uint COVER = 2;       // covers the allowed samples inside its stretches
const uint BEGIN_PART = 3;  // saves both masks, and allows only the samples inside its stretches
const uint END_PART = 4;    // adds the covered samples to the saved covered mask, and restores the masks
const uint CUT = 5;         // allows only the covered samples, and covers none
const uint END_CLIP = 6;    // restores the mask from before the clip, if it was saved
const uint BEGIN_GROUP = 7; // saves the colours and starts without any
const uint END_GROUP = 8;   // paints over the saved colours
const uint KIND_MASK = 15;   // bits of the kind
const uint FRESH = 16;       // set in the first step of an area
const uint DIGITS_SHIFT = 8; // position of the number of binary digits in winding sums

layout(push_constant) uniform View {
	vec2 centre;    // of the view, in units of the scene, as the sum of two parts:
	vec2 rest;      // the part that does not fit a float32
	vec2 middle;    // of the target, pixels
	float scale;    // pixels per unit
	uint width;     // of the target, pixels
	uint height;
	uint columns;   // of tiles
	uint rows;      // rows of tiles in the painted band
	uint first_row; // first row of the band
	uint steps_count;
	uint peel;      // greatest depth of visible elements
	uint room;      // pairs or pages that fit into memory
	uint first_side; // of the window of sides; sides are written and painted one window at a time
	uint end_side;
	uint round;     // of painting
	uint budget;    // loop iterations per invocation and round
	uint first;     // step or pair of the first invocation; long work is divided into dispatches
	uint limit;     // of the work of a submission: after that, invocations leave theirs for the next one
};

// Returns the position of a point in pixels of the target. Far points are rounded; near ones are
// exact, because they are subtracted from a nearby centre. The compiler must not fuse any
// operations: mirrors perform the same ones, and a side shared by two areas must be the same line
// for both.
vec2 place(vec2 p) {
	precise vec2 near = p - centre;
	precise vec2 at = (near - rest) * scale + middle;
	return at;
}

// Returns the upper left corner of a tile of the band in pixels of the target.
uvec2 corner_of(uint tile) { return uvec2(tile % columns, first_row + tile / columns) * TILE; }

#endif
