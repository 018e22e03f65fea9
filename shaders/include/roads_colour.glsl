// Converts the states of nodes to colours. A kernel defines reached, the colour of a visited node.
// One invocation owns one node; one more writes the colour of segments without a node.
#include "invocation.glsl"

layout(std430, binding = 0) readonly buffer States { uint states[]; };
layout(std430, binding = 1) readonly buffer Palette { uint palette[]; }; // 4 by state, 9 by distance
layout(std430, binding = 2) writeonly buffer Colours { uint colours[]; };

layout(push_constant) uniform Args {
	float reach;   // distance at the end of the ramp
	uint stronger; // how much more opaque visited roads are, in sixteenths
	uint band;     // width of a band of distances in one colour; 0 for continuous colours
	uint scale;    // LOGARITHMIC, or 0 for a linear ramp
};

const uint UNREACHED = 0, NEAR = 2;
const uint LOGARITHMIC = 1;

uint reached(uint word);

void main() {
	uint v = invocation();
	if (v >= colours.length())
		return;
	uint word = v + 1 < colours.length() ? states[v] : 0;
	uint state = word >> 30, colour = 0;
	if (state == NEAR)
		colour = (palette[NEAR] & 0xffffffu) | (1 + 3 * stronger) << 24;
	else if (state != UNREACHED)
		colour = reached(word) | (1 + stronger) << 24;
	colours[v] = colour;
}
