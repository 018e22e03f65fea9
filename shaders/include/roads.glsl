// Declarations for both painters of roads: segments in chunks, and the camera.
#ifndef ROADS_GLSL
#define ROADS_GLSL
#include "segment.glsl"

layout(push_constant) uniform Camera {
	ivec2 centre;  // of the view
	vec2 offset;   // offset of the exact centre
	vec2 size;     // of the target, pixels
	float scale;   // pixels per unit
	float widen;   // pixels added to the width for the casing; for strokes, the whole width
	uint slices;   // slices in which segments are rasterized
	uint chunks;   // number of chunks to draw
	uint major;    // colour of the most important unreached road
	uint minor;    // colour of the least important unreached road
	uint rim;      // colour of the casing
	uint stroke;   // colour of strokes
};

// Returns the position relative to the middle of the view, in pixels; y points down.
vec2 on_screen(ivec2 p) { return (vec2(p - centre) - offset) * scale; }

#endif
