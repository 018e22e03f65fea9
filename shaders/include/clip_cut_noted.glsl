// The boxes that cut everything in a noted partition: of CUTS partitions in shared memory.
const uint CUTS = 64;
ivec4 beyond(uint k); // returns the box of what the next noted partition has of the stack, or of all before this one
void keep_cut(uint k, ivec4 box);
ivec4 cut_up_to(ivec4 mine, out ivec4 all); // clip_cut.glsl

// Intersects what cuts a row of noted partitions with what cuts farther ones.
void cut_row(uint first, bool is_alone, inout ivec4 farther) {
	int k = int(noted) - 1 - int(first + rank());
	ivec4 box = k >= 0 ? beyond(k) : EVERYTHING, all = EVERYTHING;
	box = cut(farther, is_alone ? unit_cut_up_to(box) : cut_up_to(box, all));
	farther = cut(farther, all);
	if (k >= 0)
		keep_cut(k, box);
}

// The invocations of a subgroup.
uint unit_size() { return min(UNIT_LANES, gl_WorkGroupSize.x); }

// Finds the boxes that cut everything in noted partitions, beginning with the farthest. The whole
// workgroup must arrive.
void cut_noted() {
	ivec4 farther = EVERYTHING;
	if (noted > unit_size())
		for (uint first = 0; first < noted; first += gl_WorkGroupSize.x) // at most FEW rounds or, in a look-back, ITEMS + 1
			cut_row(first, false, farther);
	else if (UNIT == 0) // a subgroup is enough, which spares the others the work
		cut_row(0, true, farther);
	memoryBarrierBuffer();
	barrier();
}
