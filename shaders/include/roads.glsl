// What both painters know of roads: segments in chunks, how wide and in which
// colours they are drawn, and where the camera is.
#ifndef ROADS_GLSL
#define ROADS_GLSL

const uint CHUNK = 256;           // segments of a chunk
const uint PATH = 0x100;          // a kind: the route, above everything
const uint NOTHING = 0xffffffffu; // a kind: fills up the last chunk

struct Segment {
	ivec2 a, b; // Mercator, 2^-32 of the world's width
	uint node;  // whose colour the segment has; the number of nodes for none
	uint kind;  // class in bits 0 to 3, level + 8 in bits 4 to 7
};

layout(push_constant) uniform Camera {
	ivec2 centre;  // of the view
	vec2 offset;   // of the true centre from that
	vec2 size;     // of the target, pixels
	float scale;   // pixels per unit
	float widen;   // pixels added to the width: the casing
	uint casing;   // 1 draws the casing, 0 the fill
	uint slices;   // pieces in which segments are rasterized
	uint count;    // chunks to draw
	uint major;    // colour of the most important road that no search has reached
	uint minor;    // and of the least important one
	uint rim;      // colour of the casing
	uint route;    // colour of the path
};

// Relative to the middle of the view, in pixels; y points down.
vec2 on_screen(ivec2 p) { return (vec2(p - centre) - offset) * scale; }

uint class_of(uint kind) { return kind & 15u; }

#endif
