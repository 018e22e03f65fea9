#version 450
#extension GL_GOOGLE_include_directive : require

// Draws the cells of an array as bars, as a plot of value over position, or as a field of
// consecutive rows.
#include "sort_ramp.glsl"

layout(std430, binding = 0) readonly buffer Cells { uvec2 cells[]; };
layout(std430, binding = 1) readonly buffer Ramp { uint ramp[]; };

layout(push_constant) uniform Args {
	vec2 corner;   // upper left corner in the target
	vec2 cell;     // size of a cell, pixels
	uint columns;
	uint count;    // of cells
	float height;  // of the picture, pixels
	float density; // density of a single key in a plot
	uint view;
	uint by_value; // in a plot, colours show values, like the rows
};
layout(location = 0) out vec4 result;

const uint BARS = 0, PLOT = 1, FIELD = 2;

void main() {
	vec2 at = gl_FragCoord.xy - corner;
	uvec2 place = uvec2(at / cell);
	if (place.x >= columns)
		discard;
	uint c = view == BARS ? place.x : place.y * columns + place.x;
	if (c >= count)
		discard;
	uvec2 x = cells[c];
	if (view == BARS) {
		bool gap = cell.x >= 4.0 && at.x - float(place.x) * cell.x >= cell.x - 1.0;
		if (gap || height - at.y > max(1.0, float(x.x) / 65535.0 * height))
			discard;
		result = vec4(RAMP(float(x.y) / 255.0), 1);
	} else if (view == PLOT) {
		if (x.x == 0)
			discard;
		float cover = 0.3 + 0.7 * (1.0 - exp(-density * float(x.x)));
		float tint = by_value != 0 ? 1.0 - (float(place.y) + 0.5) * cell.y / height : float(x.y) / (255.0 * float(x.x));
		result = vec4(RAMP(clamp(tint, 0.0, 1.0)) * cover, cover);
	} else { // FIELD
		result = vec4(RAMP(float(x.y) / 255.0), 1);
	}
}
