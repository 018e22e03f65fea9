// Boxes that all invocations share. UNIT_BOXES is an array in shared memory, of a vector
// for each invocation.
#ifdef NO_SUBGROUPS
ivec4 unit_cut(ivec4 b) { return b; }
#else
ivec4 unit_cut(ivec4 b) { return ivec4(subgroupInclusiveMax(b.xy), subgroupInclusiveMin(b.zw)); }
#endif

// What all invocations up to this one share; all is what all share. The whole
// workgroup must arrive.
ivec4 cut_up_to(ivec4 mine, out ivec4 all) {
	uint i = gl_LocalInvocationID.x;
	mine = unit_cut(mine);
	barrier(); // others may still read what was there
	if (UNIT_LANE == UNIT_LANES - 1)
		UNIT_BOXES[UNIT] = mine;
	barrier();
	for (uint stride = 1; stride < UNITS; stride <<= 1) { // ten rounds at most
		ivec4 left = i >= stride && i < UNITS ? UNIT_BOXES[i - stride] : EVERYTHING;
		barrier();
		if (i < UNITS)
			UNIT_BOXES[i] = cut(UNIT_BOXES[i], left);
		barrier();
	}
	all = UNIT_BOXES[UNITS - 1];
	return UNIT == 0 ? mine : cut(mine, UNIT_BOXES[UNIT - 1]);
}
