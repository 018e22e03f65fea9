// Intersects the boxes of all invocations. UNIT_BOXES is an array in shared
// memory, of at least MOST_UNITS vectors.
UNITS_BEFORE(units_cut_before, ivec4, UNIT_BOXES, cut, EVERYTHING, unit_cut)

// Returns the intersection of the boxes of all invocations up to this one; all receives the
// intersection of all boxes. The whole workgroup must arrive.
ivec4 cut_up_to(ivec4 mine, out ivec4 all) { return cut(units_cut_before(unit_cut(mine), all), unit_cut_up_to(mine)); }
