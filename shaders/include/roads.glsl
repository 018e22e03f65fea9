// Declarations for both painters of roads: segments in chunks, and the camera.
#ifndef ROADS_GLSL
#define ROADS_GLSL
#include "segment.glsl"

layout(push_constant) uniform Camera {
	ivec2 centre;  // of the view
	vec2 offset;   // of the true centre from that
	vec2 size;     // of the target, pixels
	float scale;   // pixels per unit
	float widen;   // pixels added to the width: the casing; of strokes the whole width
	uint slices;   // pieces in which segments are rasterized
	uint chunks;   // to draw
	uint major;    // colour of the most important road that no search has reached
	uint minor;    // and of the least important one
	uint rim;      // colour of the casing
	uint stroke;   // colour of strokes
};

// Relative to the middle of the view, in pixels; y points down.
vec2 on_screen(ivec2 p) { return (vec2(p - centre) - offset) * scale; }

#endif
