#include "clip_units.glsl"

// A workgroup owns a partition, and an invocation owns a share of it: ITEMS contiguous elements.
layout(constant_id = 1) const uint ITEMS = 8; // 1, 2, 4 or 8

const uint PARTITION = ITEMS * gl_WorkGroupSize.x;

#ifdef KINDS
// The kinds of elements as clip_reduce writes them: two bits each, and as many in a word as its
// invocations have elements.
layout(std430, binding = 0) readonly buffer Kinds { uint kinds_of[]; };

uint load_kinds(uint first, uint n) { return kinds_of[first / WORD_KINDS] >> 2 * (first % WORD_KINDS); }
#else
layout(std430, binding = 0) readonly buffer Elements { uint elements[]; };
layout(std430, binding = 0) readonly buffer ElementVectors { uvec4 element_vectors[]; };

// Returns the kinds of a share that begins with an element, two bits each. Elements after the end
// are leaves.
uint load_kinds(uint first, uint n) {
	uint kinds = 0;
	if (ITEMS >= 4 && first + ITEMS <= n) {
		[[unroll]] for (uint v = 0; v < ITEMS / 4; v++) {
			uvec4 four = element_vectors[first / 4 + v] & KIND_MASK;
			kinds |= (four.x | four.y << 2 | four.z << 4 | four.w << 6) << 8 * v;
		}
	} else {
		[[unroll]] for (uint item = 0; item < ITEMS; item++)
			kinds |= (first + item < n ? elements[first + item] & KIND_MASK : LEAF) << 2 * item;
	}
	return kinds;
}
#endif

uint kind_of(uint kinds, uint item) { return kinds >> 2 * item & KIND_MASK; }

// The open elements of a share: a stack of positions in the share, four bits each, with the top in
// the lowest bits. Pops of the empty stack are counted.
struct Stack {
	uint places, open, pops;
};

void follow(inout Stack s, uint kind, uint item) {
	if (kind == PUSH) {
		s.places = s.places << 4 | item;
		s.open++;
	} else if (kind == POP) {
		if (s.open > 0) {
			s.places >>= 4;
			s.open--;
		} else {
			s.pops++;
		}
	}
}
