// The division of an array, shared by the kernels of scans. A partition is ROWS vectors of
// four words for each invocation.
#include "invocation.glsl"
#include "scan_workgroup.glsl"

layout(constant_id = 1) const uint ROWS = 4;
layout(constant_id = 2) const uint INCLUSIVE = 0; // 1: a sum includes the value itself

layout(push_constant) uniform Push {
	uint n; // values
#ifdef LOOK_BACK
	uint patience; // number of failed looks before a fallback
#endif
};

#define PER_VECTOR (4 / VALUE_WORDS)

// Returns the vector of an invocation in a row of a partition. Consecutive lanes of a unit read
// consecutive vectors, and a unit's rows are contiguous.
uint vector_of(uint part, uint row) {
	return ((part * UNITS + UNIT) * ROWS + row) * UNIT_LANES + UNIT_LANE;
}
