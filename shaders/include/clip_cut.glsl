// Boxes that all invocations share. UNIT_BOXES is an array in shared memory, of MOST_UNITS
// vectors or more.
#ifdef NO_SUBGROUPS
ivec4 unit_cut(ivec4 b) { return b; }
ivec4 unit_cut_up_to(ivec4 b) { return b; }
#else
ivec4 unit_cut(ivec4 b) { return ivec4(subgroupMax(b.xy), subgroupMin(b.zw)); }
ivec4 unit_cut_up_to(ivec4 b) { return ivec4(subgroupInclusiveMax(b.xy), subgroupInclusiveMin(b.zw)); }
#endif

UNITS_BEFORE(units_cut_before, ivec4, UNIT_BOXES, cut, EVERYTHING, unit_cut)

// What all invocations up to this one share; all is what all share. The whole
// workgroup must arrive.
ivec4 cut_up_to(ivec4 mine, out ivec4 all) { return cut(units_cut_before(unit_cut(mine), all), unit_cut_up_to(mine)); }
