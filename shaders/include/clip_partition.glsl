#include "clip.glsl"
#include "scan_workgroup.glsl"

// A workgroup owns a partition, and an invocation owns a share of it: ITEMS contiguous elements.
layout(constant_id = 1) const uint ITEMS = 8; // 1, 2, 4 or 8

const uint PARTITION = ITEMS * gl_WorkGroupSize.x;

shared int unit_minima[MOST_UNITS];

#ifdef NO_SUBGROUPS
int unit_min(int v) { return v; }
int unit_min_before(int v) { return NO_HEIGHT; }
#else
int unit_min(int v) { return subgroupMin(v); }
int unit_min_before(int v) { return subgroupExclusiveMin(v); }
#endif

UNITS_BEFORE(units_min_before, int, unit_minima, min, NO_HEIGHT, unit_min)

// Returns the number of an invocation in the order of sums.
uint rank() { return UNIT * UNIT_LANES + UNIT_LANE; }

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
