// A piece of road as stored in buffers.
#ifndef SEGMENT_GLSL
#define SEGMENT_GLSL

const uint CHUNK = 256;           // segments of a chunk
const uint NOTHING = 0xffffffffu; // a kind: padding of the last chunk

struct Segment {
	ivec2 a, b; // Mercator, in units of 2^-32 of the world's width
	uint node;  // node that determines the colour; the number of nodes for none
	uint kind;  // class in bits 0 to 3, level + 8 in bits 4 to 7
};

uint class_of(uint kind) { return kind & 15u; }

#endif
